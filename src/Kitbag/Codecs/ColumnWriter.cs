using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Writes the columns of a group. Memory for each column is rented in wire order, and filled with values. Then it is written that no
    /// object is null, then bits that tell which members have any value that is not the default, and the columns of those members. Columns
    /// that are not gathered in memory are processed twice, because the bits precede the first column. Used by generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct ColumnWriter
    {
        // Unsafe: the objects that were stored are known to be codecs and arrays (bench/: save-game).

        private readonly Scratch _scratch;
        private readonly int _count;
        private readonly bool _tellsNulls;
        private readonly Span<bool> _present;
        // The codec of each member, and the array of its rental; no codec for columns that are gathered in another way.
        private readonly Span<object?> _rented;
        private readonly Span<int> _firsts;
        private int _next;
        private bool _asks, _writes;

        /// <summary>Initializes a new instance.</summary>
        /// <param name="w">The writer of the columns.</param>
        /// <param name="members">The number of members, at least one.</param>
        /// <param name="count">The number of objects.</param>
        /// <param name="tellsNulls">Whether it is to write that no object is null.</param>
        internal ColumnWriter(scoped ref WireWriter w, int members, int count, bool tellsNulls)
        {
            _scratch = w.Scratch;
            _count = count;
            _tellsNulls = tellsNulls;
            _present = _scratch.Rent<bool>(members);
            _rented = _scratch.Rent<object?>(2 * members);
            _firsts = _scratch.Rent<int>(members);
            _next = 0;
            _asks = false;
            _writes = false;
        }

        /// <summary>Begins to write the members of objects, none of which is null.</summary>
        /// <typeparam name="T">The type of the objects.</typeparam>
        /// <param name="w">The writer of the columns.</param>
        /// <param name="members">The number of members, at least one.</param>
        /// <param name="objects">The objects.</param>
        public static ColumnWriter Of<T>(scoped ref WireWriter w, int members, scoped in SegmentedSpan<T> objects) =>
            new ColumnWriter(ref w, members, objects.Count, tellsNulls: !objects.NullsAreTold);

        /// <summary>Rents memory for the column of the next member. It is not cleared.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="codec">The codec of the member's type.</param>
        public Column<T> Rent<T>(Codec<T> codec)
        {
            if (typeof(T).IsValueType && RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            {
                var own = new T[_count];
                Add(codec, new Rental(own, 0));
                return new Column<T>(own);
            }
            Span<T> values = _scratch.Rent<T>(_count);
            Add(codec, RuntimeHelpers.IsReferenceOrContainsReferences<T>()
                ? _scratch.LastObjects(_count)
                : _scratch.LastWords(_count, Unsafe.SizeOf<T>()));
            return new Column<T>(values);
        }

        /// <summary>Creates the builder for the column of the next member, which is a string.</summary>
        /// <param name="w">The writer of the column.</param>
        public StringColumnBuilder RentStrings(scoped ref WireWriter w)
        {
            Add(null, default);
            return new StringColumnBuilder(ref w, _count);
        }

        /// <summary>Creates the builder for the column of the next member, which holds unknown members.</summary>
        public UnknownColumnBuilder RentUnknown()
        {
            Add(null, default);
            return new UnknownColumnBuilder(_count);
        }

        private void Add(Codec? codec, in Rental rental)
        {
            int member = _next++;
            _rented[2 * member] = codec;
            _rented[2 * member + 1] = rental.Memory;
            _firsts[member] = rental.First;
        }

        /// <summary>Examines the values of all members, then writes columns up to the first that has its own builder.</summary>
        /// <param name="w">The writer.</param>
        /// <returns>True if columns with builders must be passed to Write next; false once all are written.</returns>
        public bool Next(scoped ref WireWriter w)
        {
            if (_writes)
                return false;
            if (_asks)
            {
                _asks = false;
                _writes = true;
                if (_tellsNulls)
                    Nulls.WriteNone(ref w);
                w.WriteBits(_present);
                WriteFrom(ref w, 0);
                return true;
            }
            _asks = true;
            for (int i = 0; i < _present.Length; i++)
            {
                if (_rented[2 * i] is { } codec)
                    _present[i] = Unsafe.As<Codec>(codec).WriteRented(ref w, RentalOf(i), _count, asks: true);
            }
            return true;
        }

        /// <summary>Writes a member that is a string, and the columns after it.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="values">A string for each object.</param>
        public void Write(scoped ref WireWriter w, int member, scoped in StringColumnBuilder values)
        {
            if (_asks)
            {
                _present[member] = values.HasNonDefault;
                return;
            }
            if (_present[member])
                values.Write(ref w);
            WriteFrom(ref w, member + 1);
        }

        /// <summary>Writes the unknown members of the objects, and the columns after them.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="column">The unknown members of each object.</param>
        public void Write(scoped ref WireWriter w, int member, scoped in UnknownColumnBuilder column)
        {
            if (_asks)
            {
                _present[member] = column.HasNonDefault;
                return;
            }
            if (_present[member])
                column.Write(ref w);
            WriteFrom(ref w, member + 1);
        }

        private readonly void WriteFrom(scoped ref WireWriter w, int member)
        {
            for (int i = member; i < _present.Length && _rented[2 * i] is { } codec; i++)
            {
                if (_present[i])
                    Unsafe.As<Codec>(codec).WriteRented(ref w, RentalOf(i), _count, asks: false);
            }
        }

        private readonly Rental RentalOf(int member) => new Rental(Unsafe.As<Array>(_rented[2 * member + 1]!), _firsts[member]);
    }
}
