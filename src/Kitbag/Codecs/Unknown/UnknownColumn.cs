using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>What is unknown of the objects of a group, as it was read. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly ref struct UnknownColumn
    {
        // Of all objects, where they share one block in their order.
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

        /// <summary>Whether there is anything to be set.</summary>
        /// <param name="index">The index of the object.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Has(int index) => _block != null || (uint)index < (uint)_values.Length;

        /// <summary>The unknown members of an object.</summary>
        /// <param name="index">Which.</param>
        public KitbagUnknown this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => _block != null ? new KitbagUnknown(_block, index) : _values[index];
        }
    }
}
