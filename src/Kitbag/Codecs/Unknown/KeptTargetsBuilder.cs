using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Collects the objects to which the references of unknown members refer, while these are written.</summary>
    internal sealed class KeptTargetsBuilder
    {
        // Searching this number of objects takes less time than an index.
        private const int Few = 8;

        // The numbers of objects are cached if the source has at most this number of objects for each reference.
        private const int MostPerReference = 8;

        private readonly string[] _names;
        private readonly Collected[] _types;
        private List<KeptTargets>? _nested;
        private List<(int Position, KeptTargets Targets)>? _places;

        public KeptTargetsBuilder(string[] names)
        {
            _names = names;
            _types = new Collected[names.Length];
        }

        // The objects of one type.
        private struct Collected
        {
            public Codec? Codec;
            public bool IsAnyMissing;
            public object?[]? Objects;
            public int Count;

            // Null while there are few objects. An object can be in the lists of two names: those of its class in two versions.
            public Dictionary<object, uint>? Indexes;

            // For each object of the source, the reference to it, or 0 if it has not been collected through this index.
            public uint[]? Numbers;
        }

        /// <summary>Returns what collects the objects to which unknown members refer, or null if a document is written.</summary>
        public static KeptTargetsBuilder? Of(scoped ref WireWriter w) => w.Graph as KeptTargetsBuilder ?? (w.Graph as GraphWriter)?.Kept;

        /// <summary>Adds the lists of a nested block; returns their number.</summary>
        /// <param name="position">Where they are in the column.</param>
        /// <param name="targets">The lists.</param>
        public int AddNested(long position, KeptTargets targets)
        {
            (_places ??= new List<(int, KeptTargets)>()).Add((checked((int)position), targets));
            return AddList(targets);
        }

        /// <summary>Adds the lists of a nested block whose places are added separately; returns their number.</summary>
        public int AddList(KeptTargets targets)
        {
            (_nested ??= new List<KeptTargets>()).Add(targets);
            return _nested.Count - 1;
        }

        /// <summary>Adds the lists of blocks that are nested in a nested block.</summary>
        /// <param name="position">Where the column of the nested block starts.</param>
        /// <param name="places">Where they are in that column.</param>
        public void AddPlaces(long position, (int Position, KeptTargets Targets)[] places)
        {
            _places ??= new List<(int, KeptTargets)>();
            foreach ((int inside, KeptTargets targets) in places)
                _places.Add((checked((int)(position + inside)), targets));
        }

        /// <summary>Returns the index of an object among those of its type.</summary>
        public uint IndexOf(string name, KeptReference reference)
        {
            int type = Array.IndexOf(_names, name);
            int known = reference.Value is { } value ? Find(ref _types[type], value) : -1;
            return known >= 0 ? (uint)known : Add(type, reference.Codec, reference.Value, 1);
        }

        /// <summary>Replaces references to the objects of a source by those to the collected ones.</summary>
        /// <param name="r">The reader of the references.</param>
        /// <param name="source">The objects, the same ones in each call.</param>
        /// <param name="name">The name of their type.</param>
        /// <param name="references">The references: 1 + the index of the object, or 0 for null.</param>
        public void Renumber(ref WireReader r, KeptSource source, string name, Span<uint> references)
        {
            int type = Array.IndexOf(_names, name);
            object?[] objects = source.ObjectsOf(name, out Codec? codec);
            // A replaced object is known by its replacement.
            bool isReplaceable = codec != null && codec == ReplaceableObject.Codec;
            uint[]? numbers = _types[type].Numbers;
            if (numbers == null && references.Length > Few && objects.Length / MostPerReference <= references.Length)
            {
                r.Charge(Cost.ArrayHeader + (objects.Length + 1L) * sizeof(uint));
                _types[type].Numbers = numbers = new uint[objects.Length + 1];
            }
            foreach (ref uint reference in references)
            {
                uint number = reference;
                if (number == 0)
                    continue;
                if (number > (uint)objects.Length)
                    throw GraphDirectory.NoSuchObject(r.Position, number, objects.Length, name);
                object? value = objects[number - 1];
                if (numbers != null && numbers[number] != 0)
                    reference = numbers[number];
                else if (numbers == null || isReplaceable)
                    reference = IndexOf(name, new KeptReference(codec, value)) + 1;
                else
                    reference = numbers[number] = Add(type, codec, value, Math.Min(objects.Length, references.Length)) + 1;
            }
        }

        private uint Add(int type, Codec? codec, object? value, int expected)
        {
            ref Collected all = ref _types[type];
            if (value == null)
                all.IsAnyMissing = true;
            else if (all.Codec != null && all.Codec != codec)
                throw new KitbagException(KitbagErrorReason.NotSupported, "Members that the program lacks refer to objects of two classes "
                    + "named '" + KitbagException.Cut(_names[type]) + "', which cannot be written together.");
            else
            {
                all.Codec = codec;
                all.Indexes?.TryAdd(value, (uint)all.Count);
            }
            if (all.Objects == null)
                all.Objects = new object?[expected];
            else if (all.Count == all.Objects.Length)
                Array.Resize(ref all.Objects, 2 * all.Count);
            all.Objects[all.Count] = value;
            return (uint)all.Count++;
        }

        private static int Find(ref Collected all, object value)
        {
            if (all.Count <= Few)
            {
                for (int i = 0; i < all.Count; i++)
                {
                    if (ReferenceEquals(all.Objects![i], value))
                        return i;
                }
                return -1;
            }
            if (all.Indexes == null)
            {
                all.Indexes = new Dictionary<object, uint>(ByIdentity.Comparer);
                for (int i = 0; i < all.Count; i++)
                {
                    if (all.Objects![i] is { } one)
                        all.Indexes.TryAdd(one, (uint)i);
                }
            }
            return all.Indexes.TryGetValue(value, out uint index) ? (int)index : -1;
        }

        /// <summary>Returns the lists.</summary>
        public KeptTargets Build()
        {
            var lists = new KeptList[_types.Length];
            for (int i = 0; i < lists.Length; i++)
            {
                ref Collected all = ref _types[i];
                Array.Resize(ref all.Objects, all.Count);
                lists[i] = new KeptList(all.IsAnyMissing ? null : all.Codec, all.Objects);
            }
            return new KeptTargets(_names, lists)
            {
                OfNested = _nested?.ToArray() ?? Array.Empty<KeptTargets>(),
                Places = _places?.ToArray() ?? Array.Empty<(int, KeptTargets)>(),
            };
        }
    }
}
