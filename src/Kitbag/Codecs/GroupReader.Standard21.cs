using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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
                return new Column<T>(MemoryMarshal.CreateSpan(ref Unsafe.As<SlotValue, T>(ref _cells[_ready[member]]), 1));
            int step = StepOf(member);
            if (step < 0)
                return default;
            if (!codec.IsImage || _plan.Parts[step] != null || _source is SchemaKind.Object or SchemaKind.Record)
                return new Column<T>(ReadStep(ref r, step, codec));
            ref byte images = ref ReadImages(ref r, step, Unsafe.SizeOf<T>());
            return new Column<T>(MemoryMarshal.CreateSpan(ref Unsafe.As<byte, T>(ref images), _count));
        }

        // Like ReadStep, for columns of memory images: code that is not compiled again for each struct of a program.
        private ref byte ReadImages(scoped ref WireReader r, int step, int size)
        {
            int resume = _step == step ? -1 : MoveTo(ref r, step);
            Span<byte> images;
            try
            {
                images = r.Rent<byte>(Sizes.Product(ref r, _count, size));
                if (_source == SchemaKind.Sequence && IsInColumns(step))
                    FixedColumn.Read(ref r, images, size);
                else
                    images.Clear();
            }
            catch (KitbagException e)
            {
                e.InMember(_plan.Writer.MemberArray[step].Name, r.Position);
                throw;
            }
            GoOn(ref r, step, resume);
            return ref MemoryMarshal.GetReference(images);
        }

        // The location of the single value of a row: on the stack if possible.
        private Span<T> PlaceOf<T>(scoped ref WireReader r, int step)
        {
            if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            {
                if (Unsafe.SizeOf<T>() <= RowPlan.CellSize)
                    return MemoryMarshal.CreateSpan(ref Unsafe.As<SlotValue, T>(ref _cells[step]), 1);
            }
            else if (!typeof(T).IsValueType && !_objects.IsEmpty)
            {
                ref object? place = ref _objects[0];
                _objects = _objects.Slice(1);
                return MemoryMarshal.CreateSpan(ref Unsafe.As<object?, T>(ref place), 1);
            }
            return r.Rent<T>(1);
        }
    }
}
