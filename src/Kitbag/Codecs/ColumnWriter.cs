using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The columns of a group: memory for each is rented in wire order, then gathered into. Then it is written which members have any value
    /// that is not the default, and the columns of those. What gathers in another way than into memory has its turn twice, for the bits
    /// stand before the first column. For generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct ColumnWriter
    {
        // Unsafe: what was kept as an object is a codec or an array (bench/: save-game).

        private readonly int _count;
        private readonly Span<bool> _present;
        // Of each member the codec and the array in which its rental lies; no codec where it gathers in another way.
        private readonly Span<object?> _rented;
        private readonly Span<int> _firsts;
        private int _next;
        private bool _asks, _writes;

        /// <summary>Begins.</summary>
        /// <param name="w">Where the columns will be written.</param>
        /// <param name="members">How many members there are, at least one.</param>
        /// <param name="count">How many objects there are.</param>
        public ColumnWriter(scoped ref WireWriter w, int members, int count)
        {
            _count = count;
            _present = w.Rent<bool>(members);
            _rented = w.Rent<object?>(2 * members);
            _firsts = w.Rent<int>(members);
            _next = 0;
            _asks = false;
            _writes = false;
        }

        /// <summary>Memory for the column of the next member. What it holds is not cleared.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="w">Where the column will be written.</param>
        /// <param name="codec">The codec of the member's type.</param>
        public Column<T> Rent<T>(scoped ref WireWriter w, Codec<T> codec)
        {
            if (typeof(T).IsValueType && RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            {
                var own = new T[_count];
                Add(codec, new Rental(own, 0));
                return new Column<T>(own);
            }
            Span<T> values = w.Rent<T>(_count);
            Add(codec, w.LastRental(_count, Unsafe.SizeOf<T>(), RuntimeHelpers.IsReferenceOrContainsReferences<T>()));
            return new Column<T>(values);
        }

        /// <summary>What gathers the column of the next member, a string.</summary>
        /// <param name="w">Where the column will be written.</param>
        public StringColumnBuilder RentStrings(scoped ref WireWriter w)
        {
            Add(null, default);
            return new StringColumnBuilder(ref w, _count);
        }

        /// <summary>What gathers the column of the next member, what is unknown of the objects.</summary>
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

        /// <summary>Asks all members for what they hold, then writes them up to the first that is written by itself.</summary>
        /// <param name="w">Where to.</param>
        /// <returns>Whether it is the turn of those that are written by themselves; false once all are written.</returns>
        public bool Next(scoped ref WireWriter w)
        {
            if (_writes)
                return false;
            if (_asks)
            {
                _asks = false;
                _writes = true;
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

        /// <summary>Writes a member that is a string, and what follows it.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="member">The member, as its place in wire order.</param>
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

        /// <summary>Writes what is unknown of the objects, and what follows it.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="member">The member, as its place in wire order.</param>
        /// <param name="column">What is unknown of each object.</param>
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
