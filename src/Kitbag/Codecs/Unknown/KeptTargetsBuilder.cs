using System;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary>Collects the objects to which the references of unknown members refer, while these are written.</summary>
    internal sealed class KeptTargetsBuilder
    {
        // Searching this number of objects takes less time than an index.
        private const int Few = 8;

        private readonly string[] _names;
        private readonly Codec?[] _codecs;
        private readonly bool[] _areMissing;
        private readonly List<object?>[] _objects;
        // For each type, null while it has few objects. An object can be in the lists of two names: those of its class in two versions.
        private readonly Dictionary<object, uint>?[] _indexes;

        private readonly List<KeptTargets> _nested = new List<KeptTargets>(0);
        private readonly List<(int Position, KeptTargets Targets)> _places = new List<(int, KeptTargets)>(0);

        public KeptTargetsBuilder(string[] names)
        {
            _names = names;
            _codecs = new Codec?[names.Length];
            _areMissing = new bool[names.Length];
            _objects = Array.ConvertAll(names, _ => new List<object?>());
            _indexes = new Dictionary<object, uint>?[names.Length];
        }

        /// <summary>Adds the lists of a nested block; returns their number.</summary>
        /// <param name="position">Where they are in the column.</param>
        /// <param name="targets">The lists.</param>
        public int AddNested(long position, KeptTargets targets)
        {
            _places.Add((checked((int)position), targets));
            _nested.Add(targets);
            return _nested.Count - 1;
        }

        /// <summary>Adds the lists of blocks that are nested in a nested block.</summary>
        /// <param name="position">Where the column of the nested block starts.</param>
        /// <param name="places">Where they are in that column.</param>
        public void AddPlaces(long position, (int Position, KeptTargets Targets)[] places)
        {
            foreach ((int inside, KeptTargets targets) in places)
                _places.Add((checked((int)(position + inside)), targets));
        }

        /// <summary>Returns the index of an object among those of its type.</summary>
        public uint IndexOf(string name, KeptReference reference)
        {
            int type = Array.IndexOf(_names, name);
            if (reference.Value is not { } value)
            {
                _areMissing[type] = true;
                _objects[type].Add(null);
                return (uint)_objects[type].Count - 1;
            }
            if (_codecs[type] != null && _codecs[type] != reference.Codec)
                throw new KitbagException(KitbagErrorReason.NotSupported, "Members that the program lacks refer to objects of two classes "
                    + "named '" + KitbagException.Cut(name) + "', which cannot be written together.");
            _codecs[type] = reference.Codec;
            List<object?> objects = _objects[type];
            int known = Find(type, value);
            if (known >= 0)
                return (uint)known;
            _indexes[type]?.Add(value, (uint)objects.Count);
            objects.Add(value);
            return (uint)objects.Count - 1;
        }

        private int Find(int type, object value)
        {
            List<object?> objects = _objects[type];
            if (objects.Count <= Few)
            {
                for (int i = 0; i < objects.Count; i++)
                {
                    if (ReferenceEquals(objects[i], value))
                        return i;
                }
                return -1;
            }
            if (_indexes[type] is not { } indexes)
            {
                _indexes[type] = indexes = new Dictionary<object, uint>(ByIdentity.Comparer);
                for (int i = 0; i < objects.Count; i++)
                {
                    if (objects[i] is { } one)
                        indexes.Add(one, (uint)i);
                }
            }
            return indexes.TryGetValue(value, out uint index) ? (int)index : -1;
        }

        /// <summary>Returns the lists.</summary>
        public KeptTargets Build()
        {
            for (int i = 0; i < _names.Length; i++)
                _codecs[i] = _areMissing[i] ? null : _codecs[i];
            return new KeptTargets(_names, _codecs, Array.ConvertAll(_objects, some => some.ToArray()))
            {
                OfNested = _nested.ToArray(),
                Places = _places.ToArray(),
            };
        }
    }
}
