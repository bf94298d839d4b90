using System;
using System.Collections.Generic;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Specifies which members of an object JSON has, and in which order and by which names.</summary>
    internal sealed class MemberOrder
    {
        private readonly SchemaType _type;
        private readonly int[] _members;
        private readonly JsonNote?[] _notes;
        private readonly bool[]? _unlessNull;

        /// <param name="type">The type of the object.</param>
        /// <param name="notes">What is known of it, or null for the order of the schema.</param>
        public MemberOrder(SchemaType type, JsonNotes? notes)
        {
            _type = type;
            var members = new List<int>();
            var found = new List<JsonNote?>();
            var isDone = new bool[type.MemberArray.Length];
            foreach (JsonNote note in notes?.Notes ?? new List<JsonNote>())
            {
                int member = Array.FindIndex(type.MemberArray, m => m.Name == note.Name);
                if (member < 0 || isDone[member])
                    continue;
                isDone[member] = true;
                if (note.Presence == JsonNotePresence.Never || SchemaForms.IsStore(type.MemberArray[member]))
                    continue;
                members.Add(member);
                found.Add(note);
            }
            // Members that the program does not have any more.
            for (int i = 0; i < isDone.Length; i++)
            {
                if (isDone[i] || SchemaForms.IsStore(type.MemberArray[i]))
                    continue;
                members.Add(i);
                found.Add(null);
            }
            _members = members.ToArray();
            _notes = found.ToArray();
            if (found.Exists(note => note is { Presence: JsonNotePresence.UnlessNull }))
                _unlessNull = Array.ConvertAll(_notes, note => note is { Presence: JsonNotePresence.UnlessNull });
        }

        /// <summary>Gets the number of members in JSON.</summary>
        public int Count => _members.Length;

        /// <summary>Returns the index in the schema of a member in JSON.</summary>
        public int this[int index] => _members[index];

        /// <summary>Returns whether a member is omitted if it is null.</summary>
        public bool IsOptional(int index) => _unlessNull != null && _unlessNull[index];

        /// <summary>Describes the members.</summary>
        public void Describe(JsonMembers members)
        {
            // A lock file may have been edited, and its names need not suit members that the program does not have any more.
            bool isUnique = HasUniqueNames();
            for (int i = 0; i < _members.Length; i++)
            {
                string name = _type.MemberArray[_members[i]].Name;
                string? jsonName = isUnique ? _notes[i]?.JsonName : null;
                if (jsonName != null || name.IndexOf(' ') >= 0)
                    members.AddFixed(jsonName ?? name);
                else
                    members.Add(name);
                if (_notes[i]?.Presence is JsonNotePresence.Always or JsonNotePresence.UnlessNull)
                    members.Keep();
                else if (_notes[i]?.Presence == JsonNotePresence.UnlessDefault)
                    members.OmitDefault();
            }
        }

        private bool HasUniqueNames()
        {
            var names = new HashSet<string>(StringComparer.Ordinal);
            for (int i = 0; i < _members.Length; i++)
            {
                if (!names.Add(_notes[i]?.JsonName ?? _type.MemberArray[_members[i]].Name))
                    return false;
            }
            return true;
        }
    }
}
