using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Writes the columns of a group: which members have any value that is not the default, then the columns of those. Each is named twice,
    /// in the same order, for the bits stand before the first column. For generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct ColumnWriter
    {
        private readonly Span<bool> _present;
        private int _next;
        private bool _writes;

        /// <summary>Begins.</summary>
        /// <param name="w">Where to write.</param>
        /// <param name="count">How many members there are, at least one.</param>
        public ColumnWriter(scoped ref WireWriter w, int count)
        {
            _present = w.Rent<bool>(count);
            _next = 0;
            _writes = false;
        }

        /// <summary>Names the next member, and the second time writes it.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="w">Where to.</param>
        /// <param name="column">A value for each object.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Write<T>(scoped ref WireWriter w, Column<T> column)
        {
            ref bool present = ref _present[_next++];
            if (!_writes)
                present = column.Codec.HasNonDefault(column.Values);
            else if (present)
                column.Codec.WriteColumn(ref w, column.Values);
        }

        /// <summary>Names the next member, a string, and the second time writes it.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="values">A string for each object.</param>
        public void Write(scoped ref WireWriter w, scoped in StringColumnBuilder values)
        {
            ref bool present = ref _present[_next++];
            if (!_writes)
                present = values.HasNonDefault;
            else if (present)
                values.Write(ref w);
        }

        /// <summary>Names the next member, what is unknown of the objects, and the second time writes it.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="column">What is unknown of each object.</param>
        public void Write(scoped ref WireWriter w, scoped in UnknownColumnBuilder column)
        {
            ref bool present = ref _present[_next++];
            if (!_writes)
                present = column.HasNonDefault;
            else if (present)
                column.Write(ref w);
        }

        /// <summary>Begins the naming, then the writing.</summary>
        /// <param name="w">Where to.</param>
        /// <returns>Whether the members are to be named; false once they are written.</returns>
        public bool Next(scoped ref WireWriter w)
        {
            if (_writes)
                return false;
            if (_next != 0)
            {
                w.WriteBits(_present);
                _next = 0;
                _writes = true;
            }
            return true;
        }
    }
}
