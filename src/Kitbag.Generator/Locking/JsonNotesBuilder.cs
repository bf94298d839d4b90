using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Schema;

namespace Kitbag.Generator.Locking
{
    /// <summary>
    /// Describes the form of types in JSON for the lock file, so that the program's JSON can be written without the types.
    /// </summary>
    internal static class JsonNotesBuilder
    {
        /// <summary>Returns the notes about a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="types">All types.</param>
        public static JsonNotes Of(TypeModel type, SchemaBuilder types)
        {
            var notes = new JsonNotes();
            if (type.IsPrinted)
                notes.Notes.AddRange(type.Members.Where(member => !member.IsExtensionData && !member.IsUnknownStore)
                    .OrderBy(member => member.JsonIndex).Select(member => OfMember(member, types.ModelOf(member.TypeKey))));
            if (type.Union is { } union)
                AddUnion(notes, union);
            if (type.Enum is { } values)
                AddEnum(notes, values);
            return notes;
        }

        private static JsonNote OfMember(MemberModel member, TypeModel? type) => new JsonNote(member.Name)
        {
            IsRenamed = member.JsonName != null,
            JsonName = member.JsonName,
            Presence = PresenceOf(member, type),
        };

        // As JsonEmitter prints it.
        private static JsonNotePresence PresenceOf(MemberModel member, TypeModel? type)
        {
            switch (member.Presence)
            {
                case JsonPresence.Never:
                    return JsonNotePresence.Never;
                case JsonPresence.UnlessNull when !member.IsRequired && (type is { IsValueType: false } or { Shape: ShapeKind.Nullable }):
                    return JsonNotePresence.UnlessNull;
                case JsonPresence.UnlessDefault when !member.IsRequired:
                    return JsonNotePresence.UnlessDefault;
                case JsonPresence.ByOptions when !member.IsRequired && !member.IsJsonRequired:
                    return JsonNotePresence.ByOptions;
                default:
                    return JsonNotePresence.Always;
            }
        }

        private static void AddUnion(JsonNotes notes, UnionModel union)
        {
            if (union.Discriminator.Length != 0)
                notes.Discriminator = union.Discriminator;
            foreach (CaseModel one in union.Cases.Where(one => one.IsNumber || one.JsonName != one.Name))
                notes.Notes.Add(new JsonNote(one.Name) { IsRenamed = true, JsonName = one.JsonName, IsNumber = one.IsNumber });
        }

        private static void AddEnum(JsonNotes notes, EnumModel values)
        {
            notes.IsFlags = values.IsFlags;
            notes.IsByName = values.IsByName;
            // Each name stands before the one in JSON.
            for (int i = 0; i < values.JsonNames.Count; i += 2)
                notes.Notes.Add(new JsonNote(values.JsonNames[i]) { IsRenamed = true, JsonName = values.JsonNames[i + 1] });
        }
    }
}
