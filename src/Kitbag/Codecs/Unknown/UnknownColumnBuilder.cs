using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Gathers what is unknown of the objects of a group. For generated code.</summary>
    /// <remarks>
    /// Nothing is stored while nothing is unknown, or all objects share a block in their order, as after most readings: storing references
    /// into scratch memory costs more than all else.
    /// </remarks>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct UnknownColumnBuilder
    {
        private readonly int _count;
        private KeptBlock? _block;
        // How many objects, from the first on, are those of the block; -1 where the values of all are stored.
        private int _run;
        private Span<KitbagUnknown> _values;

        /// <summary>Begins.</summary>
        /// <param name="count">The number of objects.</param>
        public UnknownColumnBuilder(int count)
        {
            _count = count;
            _block = null;
            _run = 0;
            _values = default;
        }

        /// <summary>Adds an object's. To be called for each, in their order.</summary>
        /// <param name="w">Where it will be written.</param>
        /// <param name="index">The index of the object.</param>
        /// <param name="value">What is unknown of it.</param>
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
            // From here on each object's is stored, whatever it is.
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
