using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Describes the number of bytes of a part of a document: a member, the elements of a list, the header.</summary>
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
        /// Gets the name of the part: the name of a member, <c>[]</c> for the elements of lists, <c>Keys</c> and <c>Values</c> for maps, a
        /// derived type in <c>&lt;&gt;</c>, a tracked type with <c>#</c>, or <c>header</c>, <c>schema</c> and the like for parts other than
        /// values.
        /// </summary>
        public string Name { get; }

        /// <summary>Gets the path from the root, with <c>[]</c> for all elements: <c>World.Zones[].Entities[].Name</c>.</summary>
        public string Path { get; }

        /// <summary>Gets the type of the values, or null for parts other than values.</summary>
        public SchemaType? Type { get; }

        /// <summary>Gets the name of the type in C# syntax, or an empty string for parts other than values.</summary>
        public string TypeName => Type == null ? "" : TypeNames.Of(Type);

        /// <summary>
        /// Gets the bytes of the part without those of <see cref="Parts"/>: for a list its lengths, for an object the information which
        /// members are present, for a number all bytes.
        /// </summary>
        public long OwnBytes { get; internal set; }

        /// <summary>Gets the bytes of the part including its <see cref="Parts"/>.</summary>
        public long Bytes { get; internal set; }

        /// <summary>Gets the number of values.</summary>
        public long Values { get; internal set; }

        /// <summary>Gets the parts in the order in which they are stored.</summary>
        public IReadOnlyList<KitbagSize> Parts => _parts;

        /// <summary>Gets the encodings of <see cref="OwnBytes"/>.</summary>
        public IReadOnlyList<KitbagEncoding> Encodings => _encodings;

        /// <summary>Returns the part and all nested parts, in preorder.</summary>
        /// <returns>The parts.</returns>
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

        /// <summary>Returns the path and the number of bytes.</summary>
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

    /// <summary>Describes an encoding of the values of one part of a document.</summary>
    public sealed class KitbagEncoding
    {
        internal KitbagEncoding(string name) => Name = name;

        /// <summary>
        /// Gets the name of the encoding, in the terms of docs/format.md: <c>raw</c>, <c>packed 5 bits</c>, <c>delta 2-9 bits</c>,
        /// <c>constant</c>, <c>decimals (2), packed 11 bits</c>, <c>as floats</c>, <c>as integers, packed 26 bits</c>,
        /// <c>words (packed 26 bits; constant)</c>, <c>dictionary of 12</c>, <c>front coded</c>, <c>sparse</c>, <c>bits</c>, <c>row</c>,
        /// or <c>default</c> if nothing is stored.
        /// </summary>
        public string Name { get; }

        /// <summary>Gets the number of columns, or of members of rows, with this encoding.</summary>
        public long Columns { get; internal set; }

        /// <summary>Gets the number of values.</summary>
        public long Values { get; internal set; }

        /// <summary>Gets the number of bytes.</summary>
        public long Bytes { get; internal set; }
    }
}
