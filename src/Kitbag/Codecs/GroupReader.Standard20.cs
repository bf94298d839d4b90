using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    public ref partial struct GroupReader
    {
        // Unsafe: a cell of a row contains the memory of its value, whatever the type (bench/: another-schema-5).

        /// <summary>Reads a member for all objects. Members must be read in the reader's order.</summary>
        /// <typeparam name="T">The member's type.</typeparam>
        /// <param name="r">The reader.</param>
        /// <param name="codec">The codec of the member's type.</param>
        /// <returns>One value for each object, in memory that is released with the group; none if the document lacks the member.</returns>
        [MethodImpl(MethodImplOptions.NoInlining)] // What a method may inline is bounded, and is better spent on the setters in its loop.
        public Column<T> Read<T>(scoped ref WireReader r, Codec<T> codec)
        {
            int member = _member++;
            if ((uint)member < (uint)_ready.Length && _ready[member] >= 0)
                return new Column<T>(Spans.Retype<SlotValue, T>(_cells.Slice(_ready[member], 1), 1));
            int step = StepOf(member);
            return step < 0 ? default : new Column<T>(ReadStep(ref r, step, codec));
        }

        // The location of the single value of a row: on the stack if possible.
        private Span<T> PlaceOf<T>(scoped ref WireReader r, int step)
        {
            if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            {
                if (Unsafe.SizeOf<T>() <= RowPlan.CellSize)
                    return Spans.Retype<SlotValue, T>(_cells.Slice(step, 1), 1);
            }
            else if (!typeof(T).IsValueType && !_objects.IsEmpty)
            {
                Span<object?> place = _objects.Slice(0, 1);
                _objects = _objects.Slice(1);
                return Spans.Retype<object?, T>(place, 1);
            }
            return r.Rent<T>(1);
        }
    }
}
