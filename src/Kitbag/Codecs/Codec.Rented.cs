using System;
using System.ComponentModel;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns that are gathered in rented memory.
    public abstract partial class Codec
    {
        /// <summary>Writes a column that was gathered in rented memory, or only examines its values.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="rental">The memory.</param>
        /// <param name="count">The number of values.</param>
        /// <param name="asks">Whether to examine the values without writing them.</param>
        /// <returns>Whether any of the values may differ from the default.</returns>
        internal abstract bool WriteRented(ref WireWriter w, in Rental rental, int count, bool asks);
    }

    public abstract partial class Codec<T>
    {
        /// <summary>Rents memory for gathering values. It is not cleared. Called by generated code.</summary>
        /// <param name="w">The writer that the values are gathered for.</param>
        /// <param name="count">The number of values.</param>
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
