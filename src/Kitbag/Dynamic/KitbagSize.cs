using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>How many bytes of a document a part of it takes: a member, the elements of a list, the header.</summary>
    public sealed class KitbagSize
    {
        private readonly List<KitbagSize> _parts = new List<KitbagSize>();
        private readonly List<KitbagEncoding> _encodings = new List<KitbagEncoding>();

        internal KitbagSize(KitbagSize? parent, string name, string path, SchemaType? type)
        {
            Name = name;
            Path = path;
            Type = type;
            parent?._parts.Add(this);
        }

        /// <summary>
        /// The name of the part: a member's, <c>[]</c> for the elements of lists, <c>Keys</c> and <c>Values</c> of maps, a case of a union
        /// in <c>&lt;&gt;</c>, a tracked type with <c>#</c>; of what surrounds the values a word: <c>header</c>, <c>schema</c>.
        /// </summary>
        public string Name { get; }

        /// <summary>The way from the root, with <c>[]</c> for all elements: <c>World.Zones[].Entities[].Name</c>.</summary>
        public string Path { get; }

        /// <summary>The type of the values; null for what surrounds them.</summary>
        public SchemaType? Type { get; }

        /// <summary>The type as C# writes it; empty for what surrounds the values.</summary>
        public string TypeName => Type == null ? "" : TypeNames.Of(Type);

        /// <summary>
        /// The bytes of the part without those of <see cref="Parts"/>: of a list how long it is, of an object which members it has, of a
        /// number all of it.
        /// </summary>
        public long OwnBytes { get; internal set; }

        /// <summary>The bytes of the part and of all in it.</summary>
        public long Bytes { get; internal set; }

        /// <summary>How many values it has.</summary>
        public long Values { get; internal set; }

        /// <summary>What it is made of, in the order in which that is stored.</summary>
        public IReadOnlyList<KitbagSize> Parts => _parts;

        /// <summary>How <see cref="OwnBytes"/> are encoded.</summary>
        public IReadOnlyList<KitbagEncoding> Encodings => _encodings;

        /// <summary>The part and all in it, those that hold others first.</summary>
        public IEnumerable<KitbagSize> All()
        {
            var open = new Stack<KitbagSize>();
            open.Push(this);
            while (open.Count != 0)
            {
                KitbagSize one = open.Pop();
                yield return one;
                for (int i = one._parts.Count - 1; i >= 0; i--)
                    open.Push(one._parts[i]);
            }
        }

        /// <summary>The path and the bytes.</summary>
        public override string ToString() =>
            Path + ": " + Bytes.ToString(System.Globalization.CultureInfo.InvariantCulture);

        internal void Count(string encoding, long values, long bytes)
        {
            OwnBytes += bytes;
            KitbagEncoding? found = _encodings.Find(e => e.Name == encoding);
            if (found == null)
                _encodings.Add(found = new KitbagEncoding(encoding));
            found.Columns++;
            found.Values += values;
            found.Bytes += bytes;
        }
    }

    /// <summary>How values of one part of a document are encoded.</summary>
    public sealed class KitbagEncoding
    {
        internal KitbagEncoding(string name) => Name = name;

        /// <summary>
        /// The form, in the words of docs/format.md: <c>raw</c>, <c>packed 5 bits</c>, <c>delta 2-9 bits</c>, <c>constant</c>, <c>decimals
        /// (2), packed 11 bits</c>, <c>as floats</c>, <c>dictionary of 12</c>, <c>front coded</c>, <c>sparse</c>, <c>bits</c>, <c>row</c>,
        /// <c>default</c> where nothing is stored.
        /// </summary>
        public string Name { get; }

        /// <summary>How many columns, or members of rows, are encoded so.</summary>
        public long Columns { get; internal set; }

        /// <summary>How many values.</summary>
        public long Values { get; internal set; }

        /// <summary>How many bytes.</summary>
        public long Bytes { get; internal set; }
    }
}
