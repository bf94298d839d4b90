using System;
using System.Buffers.Binary;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The objects to which the unknown members of a block refer: for each tracked type of the block's shape, a list of objects of the
    /// program. The block holds indexes into these lists, so it remains valid when the program changes the graph, and only the lists are
    /// written anew for each document.
    /// </summary>
    internal sealed class KeptTargets : KeptSource
    {
        /// <summary>The bytes of a list without its objects, and of one object.</summary>
        public const int BytesOfList = 8, BytesOfOne = 4;

        // The first word of the lists of a nested block in memory, together with the number of the block.
        private const uint Nested = 1u << 31;

        private readonly string[] _names;
        private readonly KeptList[] _lists;

        /// <summary>Initializes the lists.</summary>
        /// <param name="names">The names of the tracked types.</param>
        /// <param name="lists">For each of them the objects.</param>
        public KeptTargets(string[] names, KeptList[] lists)
        {
            _names = names;
            _lists = lists;
            foreach (KeptList list in lists)
                Bytes += BytesOfList + BytesOfOne * list.Objects.Length;
        }

        /// <summary>
        /// Gets or initializes, if the document is read without its types, for each tracked type its number in the document and the
        /// references to its objects; otherwise null.
        /// </summary>
        public (uint Type, uint[] Prefixes)[]? Stored { get; private init; }

        /// <summary>Gets or initializes the lists of the nested blocks, by number.</summary>
        public KeptTargets[] OfNested { get; init; } = Array.Empty<KeptTargets>();

        /// <summary>
        /// Gets or initializes where in the column the lists of nested blocks are, which are written anew for each document, too.
        /// </summary>
        public (int Position, KeptTargets Targets)[] Places { get; init; } = Array.Empty<(int, KeptTargets)>();

        /// <summary>Returns the lists of a document that is read without its types, with objects.</summary>
        /// <param name="codecOf">Returns the codec of a type of the document, or null if its objects are missing.</param>
        /// <param name="objectOf">Returns the object of a type for a reference.</param>
        public KeptTargets With(Func<uint, Codec?> codecOf, Func<uint, uint, object?> objectOf)
        {
            KeptList[] lists = Array.ConvertAll(Stored!, stored =>
            {
                Codec? codec = stored.Type == 0 ? null : codecOf(stored.Type);
                bool isMissing = codec == null || Array.IndexOf(stored.Prefixes, 0u) >= 0;
                return new KeptList(isMissing ? null : codec, isMissing ? new object?[stored.Prefixes.Length]
                    : Array.ConvertAll(stored.Prefixes, prefix => objectOf(stored.Type, prefix)));
            });
            return new KeptTargets(_names, lists) { OfNested = OfNested, Places = Places };
        }

        /// <summary>Gets the number of bytes that <see cref="Write"/> writes.</summary>
        public int Bytes { get; }

        /// <summary>Returns the objects of a type.</summary>
        public object?[] ObjectsOf(int type) => ListOf(type).Objects;

        private KeptList ListOf(int type)
        {
            KeptList list = Volatile.Read(ref _lists[type]);
            object?[] objects = list.Objects;
            if (objects.Length == 0 || list.Codec == null || list.Codec != ReplaceableObject.Codec)
                return list;
            // All objects of a class are replaced together.
            Codec? codec = (objects[0] as ReplaceableObject)?.Known?.Codec;
            if (codec == null)
                return list;
            var known = new object?[objects.Length];
            bool areOfOne = true;
            for (int i = 0; i < known.Length; i++)
            {
                KeptReference? one = (objects[i] as ReplaceableObject)?.Known;
                known[i] = one?.Value;
                areOfOne &= one?.Codec == codec;
            }
            list = new KeptList(areOfOne ? codec : null, known);
            Volatile.Write(ref _lists[type], list);
            return list;
        }

        /// <summary>Gets a value indicating whether objects of some type were not in the document that was read.</summary>
        public bool IsAnyMissing
        {
            get
            {
                bool isAny = false;
                for (int i = 0; i < _names.Length; i++)
                    isAny |= IsMissing(i);
                return isAny;
            }
        }

        /// <summary>Gets a value indicating whether objects of some type are of a class that the program lacks.</summary>
        public bool IsAnyUnknown
        {
            get
            {
                bool isAny = false;
                for (int i = 0; i < _names.Length; i++)
                    isAny |= ListOf(i).Codec is { } codec && codec == ReplaceableObject.Codec;
                return isAny;
            }
        }

        /// <summary>Returns whether values of a type contain references to objects that are missing.</summary>
        public bool Misses(SchemaType type) => SchemaForms.HoldsReferences(type, target => IsMissing(Array.IndexOf(_names, target.Name)));

        private bool IsMissing(int type) => Volatile.Read(ref _lists[type]) is { Codec: null, Objects: { Length: > 0 } };

        public override object?[] ObjectsOf(string name, out Codec? codec)
        {
            KeptList list = ListOf(Array.IndexOf(_names, name));
            codec = list.Codec;
            return list.Objects;
        }

        /// <summary>Reads the lists.</summary>
        /// <param name="head">The bytes of the block.</param>
        /// <param name="names">The names of the tracked types.</param>
        /// <param name="r">The reader of the document that contains the block.</param>
        public static KeptTargets Read(ref WireReader head, string[] names, ref WireReader r)
        {
            var lists = new KeptList[names.Length];
            GraphReader? graph = r.Graph as GraphReader ?? (r.Graph as KeptSource)?.Document;
            if (InMemory(ref r) is { } memory)
                return Find(ref head, names, memory.OfNested);
            (uint, uint[])[]? stored = graph == null ? new (uint, uint[])[names.Length] : null;
            for (int i = 0; i < names.Length; i++)
            {
                uint type = ReadWord(ref head), count = ReadWord(ref head);
                if (count > (uint)head.Remaining / BytesOfOne)
                    throw head.Error(KitbagErrorReason.Malformed, "A list of objects is longer than the bytes that contain it.");
                r.Charge(2 * Cost.ArrayHeader + count * (long)(Cost.Reference + sizeof(uint)));
                var some = new object?[count];
                Codec? codec = type == 0 || graph == null ? null : graph.CodecOf(ref head, type - 1);
                object?[]? objects = codec == null ? null : graph!.ObjectsOf((int)type - 1);
                var prefixes = new uint[stored == null ? 0 : count];
                if (stored != null)
                    stored[i] = (type, prefixes);
                for (int j = 0; j < some.Length; j++)
                {
                    uint prefix = ReadWord(ref head);
                    if (stored != null)
                        prefixes[j] = prefix;
                    if (prefix == 0 || objects == null)
                        (codec, objects) = (null, null);
                    else
                        some[j] = objects[GraphReader.PlaceOf(ref head, prefix, objects.Length, codec!)];
                }
                lists[i] = new KeptList(codec, some);
            }
            return new KeptTargets(names, lists) { Stored = stored };
        }

        /// <summary>
        /// Returns the lists of the block in memory that contains what is read, if nested blocks have only the numbers of their lists in
        /// its column; otherwise null.
        /// </summary>
        public static KeptTargets? InMemory(ref WireReader r)
        {
            KeptTargets? outer = r.Graph is NestedSource nested ? nested.InMemory
                : (r.Graph as GraphReader)?.Targets ?? r.Graph as KeptTargets;
            return outer is { OfNested: { Length: > 0 } } ? outer : null;
        }

        // The lists of a block that is nested in one in memory.
        private static KeptTargets Find(ref WireReader head, string[] names, KeptTargets[] known)
        {
            uint number = ReadWord(ref head) - Nested;
            if (number >= (uint)known.Length || known[number]._names.Length != names.Length)
                throw head.Error(KitbagErrorReason.Defect, "The lists of a nested block are missing.");
            head.Skip(known[number].Bytes - BytesOfOne);
            return known[number];
        }

        private static uint ReadWord(ref WireReader r) => BinaryPrimitives.ReadUInt32LittleEndian(r.ReadBytes(sizeof(uint)));

        /// <summary>Writes the lists for a document. If that has no objects of a type, it says so, in the same number of bytes.</summary>
        public void Write(ref WireWriter w)
        {
            if (Bytes == 0)
                return;
            if (KeptTargetsBuilder.Of(ref w) is { } outer)
            {
                WriteWord(ref w, Nested + (uint)outer.AddNested(w.Length, this));
                w.GetSpan(Bytes - BytesOfOne).Slice(0, Bytes - BytesOfOne).Clear();
                w.Advance(Bytes - BytesOfOne);
                return;
            }
            var graph = w.Graph as GraphWriter;
            for (int i = 0; i < _lists.Length; i++)
            {
                KeptList list = ListOf(i);
                object?[] some = list.Objects;
                Codec? codec = list.Codec;
                int type = codec != null && graph != null ? graph.FindType(codec) : -1;
                WriteWord(ref w, (uint)(type + 1));
                WriteWord(ref w, (uint)some.Length);
                if (some.Length == 1 && type >= 0)
                    WriteWord(ref w, codec!.TrackedType!.Discover(ref w, some[0]!, graph!));
                else
                    WriteReferences(ref w, some, type < 0 ? null : codec!.TrackedType, graph!);
            }
        }

        /// <summary>
        /// Returns the column of a block without lists of its own, which is nested in another one: the blocks that are nested in it refer
        /// to the lists of the outer block.
        /// </summary>
        /// <param name="column">The column of the block.</param>
        /// <param name="outer">The lists of the outer block.</param>
        public byte[] MoveNested(ReadOnlySpan<byte> column, KeptTargetsBuilder outer)
        {
            byte[] moved = column.ToArray();
            foreach ((int position, KeptTargets targets) in Places)
            {
                Span<byte> word = moved.AsSpan(position);
                uint number = BinaryPrimitives.ReadUInt32LittleEndian(word) - Nested;
                // Others belong to blocks further inside.
                if (number < (uint)OfNested.Length && OfNested[number] == targets)
                    BinaryPrimitives.WriteUInt32LittleEndian(word, Nested + (uint)outer.AddList(targets));
            }
            return moved;
        }

        private static void WriteReferences(ref WireWriter w, object?[] objects, TrackedType? type, GraphWriter graph)
        {
            ScratchMark mark = w.Mark();
            Span<uint> references = w.Rent<uint>(objects.Length);
            references.Clear();
            type?.Discover(ref w, objects, graph, references);
            Span<byte> words = w.GetSpan(BytesOfOne * objects.Length);
            for (int i = 0; i < references.Length; i++)
                BinaryPrimitives.WriteUInt32LittleEndian(words.Slice(BytesOfOne * i), references[i]);
            w.Advance(BytesOfOne * objects.Length);
            w.Release(mark);
        }

        private static void WriteWord(ref WireWriter w, uint value)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(w.GetSpan(sizeof(uint)), value);
            w.Advance(sizeof(uint));
        }
    }
}
