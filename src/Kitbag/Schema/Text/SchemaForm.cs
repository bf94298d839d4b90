using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>A root of a program or of a release.</summary>
    internal sealed class SchemaRoot
    {
        public SchemaRoot(string text, SchemaType type)
        {
            Text = text;
            Type = type;
        }

        /// <summary>The type as the text of schemas mentions it.</summary>
        public string Text { get; }

        /// <summary>The type.</summary>
        public SchemaType Type { get; }
    }

    /// <summary>The schemas that a program or a release has: all its roots, with the types that they reach.</summary>
    internal sealed class SchemaForm
    {
        private SchemaForm(SchemaFile file, List<SchemaRoot> roots, SchemaNotes notes)
        {
            roots.Sort((a, b) => string.CompareOrdinal(a.Text, b.Text));
            File = file;
            Roots = roots;
            Notes = notes;
        }

        /// <summary>The lines of the text.</summary>
        public SchemaFile File { get; }

        /// <summary>The roots, in the order of their texts.</summary>
        public IReadOnlyList<SchemaRoot> Roots { get; }

        /// <summary>Gets the additional information about the types.</summary>
        public SchemaNotes Notes { get; }

        /// <summary>Creates an instance from types.</summary>
        /// <param name="roots">The roots.</param>
        /// <param name="notes">The additional information about the types.</param>
        public static SchemaForm Of(IEnumerable<SchemaType> roots, SchemaNotes notes)
        {
            SchemaType[] types = new List<SchemaType>(roots).ToArray();
            SchemaFile file = SchemaTextBuilder.Build(types, notes);
            var found = new List<SchemaRoot>();
            var seen = new HashSet<string>(StringComparer.Ordinal);
            for (int i = 0; i < types.Length; i++)
            {
                string text = file.Roots[i].Type.Text;
                if (seen.Add(text))
                    found.Add(new SchemaRoot(text, types[i]));
                else
                    file.Roots[i].Gone = SchemaDated.Next;
            }
            file.Roots.RemoveAll(root => root.Gone != null);
            return new SchemaForm(file, found, notes);
        }

        /// <summary>Creates an instance from a text.</summary>
        /// <exception cref="SchemaException">The text does not describe a valid schema.</exception>
        public static SchemaForm Of(SchemaFile file)
        {
            var notes = new SchemaNotes();
            SchemaType[] types = SchemaBinder.Bind(file.Roots, file.Blocks, notes);
            var found = new List<SchemaRoot>();
            for (int i = 0; i < types.Length; i++)
                found.Add(new SchemaRoot(file.Roots[i].Type.Text, types[i]));
            return new SchemaForm(file, found, notes);
        }
    }
}
