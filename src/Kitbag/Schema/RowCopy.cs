using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>
    /// Converts a row of another schema to a row of the reader's schema, so that it is read like any other row. For members that are
    /// consecutive in both schemas, control bits and stored bytes are copied together; payloads stay in place, because their order is the
    /// same.
    /// </summary>
    internal sealed partial class RowCopy
    {
        // Unsafe: rows are copied slot by slot into a buffer of known size, without checks of bounds (bench/: another-schema-5).

        /// <summary>The maximum length of a row, which is copied to the stack.</summary>
        public const int MaxBytes = 480;

        // The sender of a schema must not control the size of the tables.
        private const int MostMembers = 128;

        // The most runs of slots that are kept, and the most control bits that these have together.
        private const int MostKept = 16, MostKeptBits = 64;

        // The layout of a run; rows are shorter than the lengths that it can contain.
        private const int PutAt = 12, ControlAt = 24, LengthMask = 0xFFF;

        /// <summary>The number of bytes that may be read after a row, and written after the copy.</summary>
        public const int Slack = 16;

        private readonly Segment[] _segments;
        private readonly Step[] _steps;
        // For slots that are copied together, by their control bits: the number of bytes read and written, and the control bits to write.
        private readonly uint[] _runs;
        private readonly int _controlBytes, _resultControlBytes, _keptBits;
        // The maximum size of a row of the writer, and of the bytes after it that may be read.
        private readonly int _most;

        private RowCopy(Builder builder, SchemaType writer, SchemaType reader, bool isWhole)
        {
            IsWhole = isWhole;
            _controlBytes = SlotTable.ControlBytes(writer.ControlBits);
            _resultControlBytes = SlotTable.ControlBytes(reader.ControlBits);
            _segments = builder.Segments.ToArray();
            _steps = builder.Steps.ToArray();
            _runs = builder.Runs.ToArray();
            _keptBits = builder.KeptBits;
            _most = writer.MaxRowBytes + Slack;
        }

        /// <summary>
        /// Gets a value indicating whether the writer has all of the reader's members, so that an existing object has none to keep.
        /// </summary>
        public bool IsWhole { get; }

        /// <summary>Determines how to copy rows.</summary>
        /// <param name="writer">The written object type.</param>
        /// <param name="reader">This program's object type.</param>
        /// <param name="steps">For each of the reader's members, the writer's member that it is read from, or -1; none for the last
        /// ones.</param>
        /// <param name="forms">
        /// The conversion of each of the writer's slots if the reader has another type; <see cref="SlotForm.Value"/> for the same type.
        /// </param>
        /// <param name="initial">The values of members that the document lacks in a new object; null if all are defaults.</param>
        /// <param name="kept">The writer's members of which a separate row is created, in their order.</param>
        /// <param name="isWhole">Whether the writer has all of the reader's members.</param>
        /// <returns>Null if the members have another order, or the rows are too large.</returns>
        public static RowCopy? Of(SchemaType writer, SchemaType reader, int[] steps, SlotForm[] forms, SlotValue[]? initial,
            ReadOnlySpan<int> kept, bool isWhole)
        {
            SchemaMember[] from = writer.MemberArray, to = reader.MemberArray;
            if (from.Length > MostMembers || writer.MaxRowBytes > MaxBytes || reader.MaxRowBytes > MaxBytes)
                return null;
            var builder = new Builder();
            int next = 0;
            for (int member = 0; member <= to.Length; member++)
            {
                int step = member == to.Length ? from.Length : member < steps.Length ? steps[member] : -1;
                if (step >= 0 && step < next)
                    return null;
                for (; next < step; next++)
                    builder.Pass(from[next].Type.Slot, kept.BinarySearch(next) >= 0);
                if (member == to.Length)
                    break;
                SlotShape slot = to[member].Type.Slot;
                if (step < 0)
                {
                    builder.AddConstant(slot, initial == null ? default : initial[member]);
                    continue;
                }
                next++;
                if (forms[step] == SlotForm.Value)
                    builder.Copy(from[step].Type.Slot);
                else
                    builder.AddConversion(forms[step], from[step].Type.Slot, to[member].Type);
            }
            builder.End(SlotTable.ControlBytes(reader.ControlBits));
            return builder.KeptFit ? new RowCopy(builder, writer, reader, isWhole) : null;
        }

        /// <summary>Copies a row.</summary>
        /// <param name="r">The reader, before the row; afterwards before its payloads.</param>
        /// <param name="room">The destination.</param>
        /// <returns>The row, followed by <see cref="Slack"/> undefined bytes.</returns>
        public ReadOnlySpan<byte> Copy(scoped ref WireReader r, scoped ref Room room)
        {
            ref byte result = ref Unsafe.As<Room, byte>(ref room);
            int used, length = r.Remaining >= _most ? Copy(ref r.BeginRow(), ref result, out used) : CopyLast(ref r, ref result, out used);
            r.EndRow(used);
            return MemoryMarshal.CreateReadOnlySpan(ref result, length + Slack);
        }

        // Reads a row so close to the end of the document that reading might exceed it: a copy is read, which is followed by arbitrary
        // bytes. Missing bytes are detected at its end.
        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private int CopyLast(scoped ref WireReader r, ref byte result, out int used)
        {
            Unsafe.SkipInit(out Room room);
            ref byte row = ref Unsafe.As<Room, byte>(ref room);
            ReadOnlySpan<byte> left = r.Data.Slice(r.Position);
            if (left.Length < _controlBytes)
                r.EndRow(_controlBytes);
            left.CopyTo(MemoryMarshal.CreateSpan(ref row, _most));
            return Copy(ref row, ref result, out used);
        }

        // The positions of all control bits are known in advance.
        private int Copy(ref byte row, ref byte result, out int used)
        {
            ref byte from = ref Unsafe.Add(ref row, _controlBytes), to = ref Unsafe.Add(ref result, _resultControlBytes);
            ref uint runs = ref MemoryMarshal.GetReference(_runs.AsSpan());
            ref Step step = ref MemoryMarshal.GetReference(_steps.AsSpan());
            ulong control = 0;
            foreach (ref readonly Segment segment in _segments.AsSpan())
            {
                ulong window = LittleEndian.Load64(ref Unsafe.Add(ref row, segment.FirstByte));
                for (int i = segment.Steps; i > 0; i--)
                {
                    ulong bits = window >> step.FromBit;
                    if (step.Conversion != Conversion.None)
                    {
                        uint code = (uint)bits & step.ConvertedMask;
                        bits >>= step.ConvertedBits;
                        Moved moved = step.Conversion == Conversion.Word32ToWord64 ? Widen(code, ref from, ref to)
                            : step.Conversion == Conversion.SingleToDouble ? ToDouble(code, ref from, ref to)
                            : Convert(step, code, ref from, ref to);
                        control |= (ulong)moved.Code << step.ConvertedToBit;
                        from = ref Unsafe.Add(ref from, moved.From);
                        to = ref Unsafe.Add(ref to, moved.To);
                    }
                    uint run = Unsafe.Add(ref runs, (IntPtr)(step.Table + ((uint)bits & step.RunMask)));
                    int put = (int)(run >> PutAt & LengthMask);
                    Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<Guid>(ref from));
                    for (int more = Slack; more < put; more += Slack)
                        Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, more), Unsafe.ReadUnaligned<Guid>(ref Unsafe.Add(ref from, more)));
                    from = ref Unsafe.Add(ref from, (int)(run & LengthMask));
                    to = ref Unsafe.Add(ref to, put);
                    control |= (ulong)(run >> ControlAt) << step.RunToBit;
                    if (step.ConstantControl != 0)
                    {
                        LittleEndian.Store64(ref to, step.Constant);
                        to = ref Unsafe.Add(ref to, step.ConstantLength);
                        control |= step.ConstantControl;
                    }
                    step = ref Unsafe.Add(ref step, 1);
                }
                StoreControl(ref Unsafe.Add(ref result, segment.ResultByte), control, segment.ResultBytes * 8);
                control = segment.ResultBytes < 8 ? control >> (segment.ResultBytes * 8) : 0;
            }
            used = (int)Unsafe.ByteOffset(ref row, ref from);
            return (int)Unsafe.ByteOffset(ref result, ref to);
        }

        // Stores eight bytes at once, including the following ones, because the reader of the row loads as many, and would have to wait for
        // smaller stores.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void StoreControl(ref byte result, ulong control, int bits)
        {
            if (bits < 64)
                control = (control & ~(ulong.MaxValue << bits)) | LittleEndian.Load64(ref Unsafe.Add(ref result, bits >> 3)) << bits;
            LittleEndian.Store64(ref result, control);
        }

        // Values of 2 bytes and of 4 bytes both take 4 bytes in the other slot.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Moved Widen(uint code, ref byte from, ref byte to)
        {
            int length = SlotTable.Word32Bytes(code);
            LittleEndian.Store64(ref to, LittleEndian.Load32(ref from) & ((1UL << (length * 8)) - 1));
            code -= code >> 1 & code;
            return new Moved(code, length, SlotTable.Word64Bytes(code));
        }

        // Stores all bytes of a value other than 0, so that the control bits do not depend on the number.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Moved ToDouble(uint code, ref byte from, ref byte to)
        {
            int length = SlotTable.Word32Bytes(code);
            uint single = Slots.Reverse(LittleEndian.Load32(ref from) & (uint)((1UL << (length * 8)) - 1));
            double real = Unsafe.As<uint, float>(ref single);
            LittleEndian.Store64(ref to, Slots.Reverse((ulong)BitConverter.DoubleToInt64Bits(real)));
            return code == 0 ? default : new Moved(3, length, 8);
        }

        // Inlined, so that the loop above contains no calls and keeps its variables in registers.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Moved Convert(in Step step, uint code, ref byte from, ref byte to)
        {
            int length = step.From == SlotKind.Byte ? (int)code : step.From == SlotKind.Word32 ? SlotTable.Word32Bytes(code)
                : SlotTable.Word64Bytes(code);
            ulong number = length == 0 ? 0 : LittleEndian.Load64(ref from) & ulong.MaxValue >> (64 - length * 8);
            // The sign of a byte is in its highest bit, other integers have it in the lowest; an unsigned number may be read as a signed
            // one.
            if (step.GetsSign)
                number = Slots.Zigzag(step.IsSigned ? (sbyte)number : (long)number);
            int put = 0;
            code = step.To == SlotKind.Byte ? Slots.PutByte(ref to, ref put, (byte)number)
                : step.To == SlotKind.Word32 ? Slots.PutWord32(ref to, ref put, (uint)number)
                : Slots.PutWord64(ref to, ref put, number);
            return new Moved(code, length, put);
        }

        /// <summary>Space for a row on the stack. It is not cleared.</summary>
        [StructLayout(LayoutKind.Sequential, Size = MaxBytes + 2 * Slack)]
        public struct Room
        {
        }

        // The result of converting a number: its control bits, and the number of stored bytes that were read and written.
        private readonly struct Moved
        {
            public readonly uint Code;
            public readonly int From, To;

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public Moved(uint code, int from, int to)
            {
                Code = code;
                From = from;
                To = to;
            }
        }
    }
}
