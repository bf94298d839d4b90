using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Collects the unknown members of the objects of a group. For generated code.</summary>
    /// <remarks>
    /// Nothing is stored if there are none, or if all objects share a block in its order, as after most reads: storing references
    /// into scratch memory costs more than everything else.
    /// </remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct UnknownColumnBuilder
    {
        private readonly int _count;
        private KeptBlock? _block;
        // The number of objects, from the first one, that are those of the block; -1 if the values of all objects are stored.
        private int _run;
        private Span<KitbagUnknown> _values;

        /// <summary>Starts a group.</summary>
        /// <param name="count">The number of objects.</param>
        public UnknownColumnBuilder(int count)
        {
            _count = count;
            _block = null;
            _run = 0;
            _values = default;
        }

        /// <summary>Adds the unknown members of an object. Called for each object in order.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="index">The index of the object.</param>
        /// <param name="value">The unknown members.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(scoped ref WireWriter w, int index, KitbagUnknown value)
        {
            if (value.Block != null || _run != 0)
                AddOther(ref w, index, value);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void AddOther(scoped ref WireWriter w, int index, KitbagUnknown value)
        {
            if (value.Block != null && value.Block == _block && value.Index == _run && index == _run)
            {
                _run++;
                return;
            }
            if (_values.IsEmpty && index == 0 && value.Block != null && value.Index == 0)
            {
                _block = value.Block;
                _run = 1;
                return;
            }
            if (_values.IsEmpty)
                Spread(ref w);
            _values[index] = value;
        }

        private void Spread(scoped ref WireWriter w)
        {
            _values = w.Rent<KitbagUnknown>(_count);
            _values.Clear();
            for (int i = 0; i < _run; i++)
                _values[i] = new KitbagUnknown(_block, i);
            // From here on, the members of each object are stored.
            _block = null;
            _run = -1;
        }

        internal readonly bool HasNonDefault => _block != null || !_values.IsEmpty;

        internal readonly void Write(scoped ref WireWriter w)
        {
            if (_block != null && _run == _block.Count)
            {
                UnknownCodec.WriteWhole(ref w, _block);
                return;
            }
            UnknownColumnBuilder all = this;
            if (_values.IsEmpty)
                all.Spread(ref w);
            UnknownCodec.Instance.WriteColumn(ref w, all._values);
        }
    }
}
