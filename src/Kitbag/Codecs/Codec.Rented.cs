using System;
using System.ComponentModel;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns that are gathered into rented memory.
    public abstract partial class Codec
    {
        /// <summary>Writes a column that was gathered into rented memory, or only asks what it holds.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="rental">The memory.</param>
        /// <param name="count">How many values there are.</param>
        /// <param name="asks">Whether nothing is to be written.</param>
        /// <returns>Whether any of the values may be other than the default one.</returns>
        internal abstract bool WriteRented(ref WireWriter w, in Rental rental, int count, bool asks);
    }

    public abstract partial class Codec<T>
    {
        /// <summary>Memory for values that are gathered. What it holds is not cleared. For generated code.</summary>
        /// <param name="w">What the values are gathered for.</param>
        /// <param name="count">How many values there will be.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public Column<T> Rent(scoped ref WireWriter w, int count) => new Column<T>(w.Rent<T>(count));

        internal sealed override bool WriteRented(ref WireWriter w, in Rental rental, int count, bool asks)
        {
            Span<T> values = Scratch.Rented<T>(rental, count);
            if (asks)
                return HasNonDefault(values);
            WriteColumn(ref w, values);
            return true;
        }
    }
}
