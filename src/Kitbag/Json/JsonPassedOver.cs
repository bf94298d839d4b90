using System;
using System.Collections.Generic;
using System.Text;

namespace Kitbag.Json
{
    /// <summary>Records the positions of members that the reader's type lacks, and of values whose types it lacks, for a report.</summary>
    internal sealed class JsonPassedOver
    {
        // Values may be read more than once in order to determine what they are.
        private readonly Dictionary<int, JsonNames?> _names = new Dictionary<int, JsonNames?>();
        // Those that have a place beside the members of their objects.
        private readonly Dictionary<int, JsonNames> _kept = new Dictionary<int, JsonNames>();

        /// <summary>Notes a member, or a value.</summary>
        /// <param name="names">The members that the object's type has; null where a value is left out whose type is not known.</param>
        /// <param name="start">Where the member's name stands, or the value.</param>
        public void Add(JsonNames? names, int start) => _names[start] = names;

        /// <summary>Notes a member that its object is to keep.</summary>
        /// <param name="names">The members that the object's type has.</param>
        /// <param name="start">Where the member's name stands.</param>
        public void AddKept(JsonNames names, int start) => _kept[start] = names;

        /// <summary>Notes that its object cannot keep a member.</summary>
        /// <param name="start">Where the member's name stands.</param>
        public void AddLost(int start)
        {
            if (_kept.TryGetValue(start, out JsonNames? names))
                _names[start] = names;
        }

        /// <summary>The members, each once for every type that lacks it: where it stands first, and how many times.</summary>
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

            /// <summary>The name, as it stands in the text.</summary>
            public string Name { get; }

            /// <summary>Where it stands first, from the root.</summary>
            public string Path { get; }

            /// <summary>How many times it stands in the text.</summary>
            public int Count { get; set; }
        }
    }
}
