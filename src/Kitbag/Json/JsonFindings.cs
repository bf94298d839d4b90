using System;
using System.Collections.Generic;
using System.Text;

namespace Kitbag.Json
{
    /// <summary>Records the positions of members that the reader's type lacks, and of values whose types it lacks, for a report.</summary>
    internal sealed class JsonFindings
    {
        // Values may be read more than once in order to determine what they are.
        private readonly Dictionary<int, JsonNames?> _names = new Dictionary<int, JsonNames?>();
        // Members that are stored outside of their objects.
        private readonly Dictionary<int, JsonNames> _kept = new Dictionary<int, JsonNames>();

        /// <summary>Records a member, or a value.</summary>
        /// <param name="names">The members of the object's type; null for a value of an unknown type that is omitted.</param>
        /// <param name="start">The position of the member's name, or of the value.</param>
        public void Add(JsonNames? names, int start) => _names[start] = names;

        /// <summary>Records a member that its object may keep.</summary>
        /// <param name="names">The members of the object's type.</param>
        /// <param name="start">The position of the member's name.</param>
        public void AddKept(JsonNames names, int start) => _kept[start] = names;

        /// <summary>Records that the object of a member cannot keep it.</summary>
        /// <param name="start">The position of the member's name.</param>
        public void AddLost(int start)
        {
            if (_kept.TryGetValue(start, out JsonNames? names))
                _names[start] = names;
        }

        /// <summary>The members, each once for every type that lacks it, with their first position and number.</summary>
        public List<Member> Of(ReadOnlySpan<byte> text)
        {
            var starts = new List<int>(_names.Keys);
            starts.Sort();
            var members = new List<Member>();
            var known = new Dictionary<(JsonNames?, string), Member>();
            var place = new JsonPlace.Walker();
            foreach (int start in starts)
            {
                JsonNames? names = _names[start];
                ReadOnlySpan<byte> name = names == null ? default : JsonPlace.NameAt(text, start);
                var key = (names, Encoding.UTF8.GetString(name.ToArray()));
                if (!known.TryGetValue(key, out Member? member))
                {
                    place.MoveTo(text, start);
                    member = new Member(key.Item2, place.PathIn(text) + (names == null ? "" : JsonPlace.Step(name)), names == null);
                    known.Add(key, member);
                    members.Add(member);
                }
                member.Count++;
            }
            return members;
        }

        /// <summary>A member that a type lacks, or the values whose types the program lacks.</summary>
        public sealed class Member
        {
            public Member(string name, string path, bool isValue)
            {
                IsValue = isValue;
                Name = name;
                Path = path;
            }

            /// <summary>Whether it is a value of a type that the program lacks.</summary>
            public bool IsValue { get; }

            /// <summary>The name as written in the text.</summary>
            public string Name { get; }

            /// <summary>The path of its first occurrence, from the root.</summary>
            public string Path { get; }

            /// <summary>The number of its occurrences in the text.</summary>
            public int Count { get; set; }
        }
    }
}
