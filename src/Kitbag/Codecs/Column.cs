using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>The values of a member, one for each object of a group. It fits into two registers. Used by generated code.</summary>
    /// <typeparam name="T">The member's type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly ref struct Column<T>
    {
        private readonly Span<T> _values;

        internal Column(Span<T> values)
        {
            _values = values;
        }

        internal Span<T> Values => _values;

        /// <summary>Gets a value.</summary>
        /// <param name="index">The index of the object.</param>
        public ref T this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => ref _values[index];
        }

        /// <summary>Whether there is a value: not for a member that the document lacks.</summary>
        /// <param name="index">The index of the object.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Has(int index) => (uint)index < (uint)_values.Length;
    }
}
