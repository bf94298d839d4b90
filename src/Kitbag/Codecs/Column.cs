using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>The values of a member, one for each object of a group, and the codec of its type. For generated code.</summary>
    /// <typeparam name="T">The member's type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly ref struct Column<T>
    {
        private readonly Span<T> _values;
        private readonly Codec<T> _codec;

        internal Column(Codec<T> codec, Span<T> values)
        {
            _values = values;
            _codec = codec;
        }

        internal Span<T> Values => _values;

        internal Codec<T> Codec => _codec;

        /// <summary>Finds the tracked objects that the first values refer to.</summary>
        /// <param name="w">Where the values will be written.</param>
        /// <param name="count">How many there are.</param>
        public void Discover(ref WireWriter w, int count) => _codec.DiscoverMember(ref w, _values.Slice(0, count));

        /// <summary>A value.</summary>
        /// <param name="index">Which object's.</param>
        public ref T this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => ref _values[index];
        }

        /// <summary>Whether there is a value: of a member that the document lacks there is none.</summary>
        /// <param name="index">Which object's.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Has(int index) => (uint)index < (uint)_values.Length;
    }
}
