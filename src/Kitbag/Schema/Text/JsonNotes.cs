using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>Specifies when a member is written as JSON.</summary>
    internal enum JsonNotePresence
    {
        /// <summary>The options decide.</summary>
        ByOptions,

        /// <summary>Always.</summary>
        Always,

        /// <summary>Unless it is null.</summary>
        UnlessNull,

        /// <summary>Unless it is the default of its type.</summary>
        UnlessDefault,

        /// <summary>Never.</summary>
        Never,
    }

    /// <summary>Describes a member, a concrete type or an enum value in JSON.</summary>
    internal sealed class JsonNote
    {
        private static readonly string[] s_presences = { "", ", always", ", unless null", ", unless default", ", never" };

        public JsonNote(string name) => Name = name;

        /// <summary>The name in the schema.</summary>
        public string Name { get; }

        /// <summary>Gets or sets a value indicating whether JSON has another name than the schema, or none.</summary>
        public bool IsRenamed { get; set; }

        /// <summary>Gets or sets that name, or null if a concrete type has none.</summary>
        public string? JsonName { get; set; }

        /// <summary>Gets or sets a value indicating whether the name of a concrete type is a number.</summary>
        public bool IsNumber { get; set; }

        /// <summary>Gets or sets when a member is written.</summary>
        public JsonNotePresence Presence { get; set; }

        /// <summary>Reads the part of a line after the keyword.</summary>
        public static JsonNote Parse(SchemaScanner scanner)
        {
            var note = new JsonNote(scanner.Name(out _));
            while (scanner.Take(","))
            {
                if (!note.IsRenamed && scanner.TakeWord("as"))
                    note.ParseName(scanner);
                else if (note.Presence == JsonNotePresence.ByOptions)
                    note.ParsePresence(scanner);
                else
                    throw scanner.Error("expected the end of the line" + scanner.Found());
            }
            scanner.ExpectEnd();
            return note;
        }

        private void ParseName(SchemaScanner scanner)
        {
            IsRenamed = true;
            if (scanner.IsQuoted)
            {
                JsonName = scanner.Name(out _);
                return;
            }
            string word = scanner.Word();
            IsNumber = int.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number);
            if (!IsNumber && word != "none")
                throw scanner.Error("expected a name in quotation marks, a number or 'none', found " + SchemaNames.Quote(word));
            JsonName = IsNumber ? number.ToString(CultureInfo.InvariantCulture) : null;
        }

        private void ParsePresence(SchemaScanner scanner)
        {
            for (int i = 1; i < s_presences.Length && Presence == JsonNotePresence.ByOptions; i++)
            {
                if (scanner.Take(s_presences[i].Substring(2)))
                    Presence = (JsonNotePresence)i;
            }
            if (Presence == JsonNotePresence.ByOptions)
                throw scanner.Error("expected 'as', 'always', 'never', 'unless null' or 'unless default'" + scanner.Found());
        }

        public void Append(StringBuilder text)
        {
            text.Append("  json ").Append(SchemaNames.OfMember(Name));
            if (IsRenamed)
                text.Append(", as ").Append(JsonName == null ? "none" : IsNumber ? JsonName : SchemaNames.Quote(JsonName));
            text.Append(s_presences[(int)Presence]).Append('\n');
        }
    }

    /// <summary>
    /// Contains what a program knows of the JSON form of a type beyond its schema: the order of members, names and settings from
    /// attributes.
    /// </summary>
    internal sealed class JsonNotes
    {
        /// <summary>Gets the members in the order in which they are written; of other types, what differs from the schema.</summary>
        public List<JsonNote> Notes { get; } = new List<JsonNote>();

        /// <summary>Gets or sets a value indicating whether values of an enum are combinations of others.</summary>
        public bool IsFlags { get; set; }

        /// <summary>Gets or sets a value indicating whether values of an enum are always written by name.</summary>
        public bool IsByName { get; set; }

        /// <summary>Gets or sets the name of the type discriminator of a union if it is not <c>$type</c>; otherwise null.</summary>
        public string? Discriminator { get; set; }

        /// <summary>Gets a value indicating whether there is nothing to note.</summary>
        public bool IsEmpty => Notes.Count == 0 && !IsFlags && !IsByName && Discriminator == null;

        /// <summary>Returns the note about a name in the schema, or null if there is none.</summary>
        public JsonNote? Find(string name) => Notes.Find(note => note.Name == name);

        /// <summary>Reads a line if it belongs here.</summary>
        /// <param name="scanner">The line.</param>
        /// <param name="notes">The notes of the type, which are created with the first one.</param>
        public static bool TryParse(SchemaScanner scanner, ref JsonNotes? notes)
        {
            if (scanner.TakeWord("json"))
                (notes ??= new JsonNotes()).Notes.Add(JsonNote.Parse(scanner));
            else if (scanner.Take("json,"))
                (notes ??= new JsonNotes()).ParseType(scanner);
            else
                return false;
            return true;
        }

        private void ParseType(SchemaScanner scanner)
        {
            do
            {
                if (!IsFlags && scanner.Take("flags"))
                    IsFlags = true;
                else if (!IsByName && scanner.Take("by name"))
                    IsByName = true;
                else if (Discriminator == null && scanner.TakeWord("discriminator") && scanner.IsQuoted)
                    Discriminator = scanner.Name(out _);
                else
                    throw scanner.Error("expected 'flags', 'by name' or 'discriminator'" + scanner.Found());
            }
            while (scanner.Take(","));
            scanner.ExpectEnd();
        }

        public void Append(StringBuilder text)
        {
            if (IsFlags || IsByName || Discriminator != null)
            {
                string what = (IsFlags ? ", flags" : "") + (IsByName ? ", by name" : "")
                    + (Discriminator == null ? "" : ", discriminator " + SchemaNames.Quote(Discriminator));
                text.Append("  json").Append(what).Append('\n');
            }
            foreach (JsonNote note in Notes)
                note.Append(text);
        }
    }
}
