using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>The unknown members of the objects of a group, as they were read. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly ref struct UnknownColumn
    {
        // The block, if all objects share one in its order.
        private readonly KeptBlock? _block;
        private readonly Span<KitbagUnknown> _values;

        internal UnknownColumn(KeptBlock block)
        {
            _block = block;
            _values = default;
        }

        internal UnknownColumn(Span<KitbagUnknown> values)
        {
            _block = null;
            _values = values;
        }

        /// <summary>Returns whether an object's unknown members must be set.</summary>
        /// <param name="index">The index of the object.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Has(int index) => _block != null || (uint)index < (uint)_values.Length;

        /// <summary>Returns the unknown members of an object.</summary>
        /// <param name="index">The index of the object.</param>
        public KitbagUnknown this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => _block != null ? new KitbagUnknown(_block, index) : _values[index];
        }
    }
}
