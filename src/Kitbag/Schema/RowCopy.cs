using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>
    /// Makes a row of the reader's schema of one of another, so that it is read as all others are. Of members that follow one another in
    /// both, control bits and stored bytes are copied together; payloads stay where they are, for theirs is the same order.
    /// </summary>
    internal sealed class RowCopy
    {
        // Unsafe: rows are copied slot by slot into a buffer of known size, without checks of bounds (bench/: another-schema-5).

        /// <summary>The most bytes that a row may have: it is put on the stack.</summary>
        public const int MaxBytes = 480;

        // The lengths of slots that follow one another are looked up by their control bits, so many at a time.
        private const int MostBits = 8;

        // Who sends the schema does not decide what the tables take.
        private const int MostMembers = 128;

        // What may be read behind a row, and written behind what was copied.
        private const int Slack = 16;

        private readonly Step[] _steps;
        private readonly ushort[] _lengths;
        private readonly int _controlBytes, _resultControlBytes;

        private RowCopy(Builder builder, SchemaType writer, SchemaType reader)
        {
            _steps = builder.Steps.ToArray();
            _lengths = builder.Lengths.ToArray();
            _controlBytes = SlotTable.ControlBytes(writer.ControlBits);
            _resultControlBytes = SlotTable.ControlBytes(reader.ControlBits);
        }

        /// <summary>Finds out how rows are copied.</summary>
        /// <param name="writer">The object whose rows come.</param>
        /// <param name="reader">The object of this program.</param>
        /// <param name="steps">For each of the reader's members the writer's that it takes, or -1; none for the last ones.</param>
        /// <param name="forms">
        /// What becomes of each of the writer's slots that the reader has as another type; <see cref="SlotForm.Value"/> of the same type.
        /// </param>
        /// <param name="initial">What members that the document lacks hold in a new object; null where that is all defaults.</param>
        /// <returns>Null where the members stand in another order, or the rows are too large.</returns>
        public static RowCopy? Of(SchemaType writer, SchemaType reader, int[] steps, SlotForm[] forms, SlotValue[]? initial)
        {
            SchemaMember[] from = writer.MemberArray, to = reader.MemberArray;
            int bytes = SlotTable.ControlBytes(reader.ControlBits);
            if (from.Length > MostMembers)
                return null;
            var builder = new Builder();
            int next = 0;
            for (int member = 0; member <= to.Length; member++)
            {
                int step = member == to.Length ? from.Length : member < steps.Length ? steps[member] : -1;
                if (step >= 0 && step < next)
                    return null;
                for (; next < step; next++)
                    builder.Add(Operation.Pass, from[next].Type.Slot);
                if (member == to.Length)
                    break;
                SlotShape slot = to[member].Type.Slot;
                bytes += slot.MaxBytes;
                if (step < 0)
                {
                    builder.AddConstant(slot, initial == null ? default : initial[member]);
                    continue;
                }
                next++;
                if (forms[step] == SlotForm.Value)
                    builder.Add(Operation.Copy, from[step].Type.Slot);
                else
                    builder.AddConversion(forms[step], from[step].Type.Slot, to[member].Type);
            }
            return bytes <= MaxBytes && builder.Fits ? new RowCopy(builder, writer, reader) : null;
        }

        /// <summary>Copies a row.</summary>
        /// <param name="r">Before the row, and then before its payloads.</param>
        /// <param name="room">Where it goes.</param>
        /// <returns>The row, and a few bytes of no meaning behind it.</returns>
        public ReadOnlySpan<byte> Copy(scoped ref WireReader r, scoped ref Room room)
        {
            ref byte row = ref r.BeginRow(), result = ref Unsafe.As<Room, byte>(ref room);
            int at = _controlBytes, end = r.Remaining, put = _resultControlBytes, filled = 0, controlAt = 0;
            ulong window = 0, control = 0;
            foreach (ref readonly Step step in _steps.AsSpan())
            {
                if (step.FirstBit >= 0)
                    window = Slots.Control(ref row, step.FirstBit >> 3, end) >> (step.FirstBit & 7);
                uint bits = (uint)window & step.Mask;
                window >>= step.Bits;
                int length;
                switch (step.Operation)
                {
                    case Operation.Copy:
                        length = _lengths[step.Table + (int)bits];
                        CopyBytes(ref row, at, end, ref Unsafe.Add(ref result, put), length);
                        at += length;
                        put += length;
                        break;
                    case Operation.Pass:
                        at += _lengths[step.Table + (int)bits];
                        bits = 0;
                        break;
                    case Operation.Constant:
                        bits = step.ConstantControl;
                        LittleEndian.Store64(ref Unsafe.Add(ref result, put), step.Constant);
                        put += step.ConstantLength;
                        break;
                    case Operation.Word32ToWord64:
                        // Of 2 and 4 bytes there are 4.
                        LittleEndian.Store64(ref Unsafe.Add(ref result, put), Slots.TakeWord32(ref row, ref at, end, bits));
                        bits -= bits >> 1 & bits;
                        put += SlotTable.Word64Bytes(bits);
                        break;
                    case Operation.SingleToDouble:
                        uint single = Slots.Reverse(Slots.TakeWord32(ref row, ref at, end, bits));
                        double real = Unsafe.As<uint, float>(ref single);
                        bits = Slots.PutDouble64(ref result, ref put, Slots.Reverse((ulong)BitConverter.DoubleToInt64Bits(real)));
                        break;
                    default:
                        // Copies, for what a call may change is kept in memory all the time.
                        int here = at, there = put;
                        bits = Converted(step, ref row, ref here, end, bits, ref result, ref there);
                        at = here;
                        put = there;
                        break;
                }
                control |= (ulong)bits << filled;
                filled += step.ResultBits;
                // Bits that have no room go on in the next word; what follows them is 0.
                for (int left = step.ResultBits - filled + 64; filled >= 64; filled -= 64, left += 64)
                {
                    LittleEndian.Store64(ref Unsafe.Add(ref result, controlAt), control);
                    controlAt += 8;
                    control = left < 64 ? (ulong)bits >> left : 0;
                }
            }
            r.EndRow(at);
            if (controlAt < _resultControlBytes)
                Slots.StoreControl(ref Unsafe.Add(ref result, controlAt), control, _resultControlBytes - controlAt);
            return MemoryMarshal.CreateReadOnlySpan(ref result, put + Slack);
        }

        private static uint Converted(
            in Step step, ref byte row, ref int at, int end, uint code, ref byte result, ref int put)
        {
            ulong number = step.From == SlotKind.Byte ? Slots.TakeByte(ref row, ref at, end, code)
                : step.From == SlotKind.Word32 ? Slots.TakeWord32(ref row, ref at, end, code)
                : Slots.TakeWord64(ref row, ref at, end, code);
            // A byte has its sign where others have it in the lowest bit; a number without a sign may be read as one with it.
            if (step.GetsSign)
                number = Slots.Zigzag(step.IsSigned ? (sbyte)number : (long)number);
            return step.To switch
            {
                SlotKind.Byte => Slots.PutByte(ref result, ref put, (byte)number),
                SlotKind.Word32 => Slots.PutWord32(ref result, ref put, (uint)number),
                _ => Slots.PutWord64(ref result, ref put, number),
            };
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void CopyBytes(ref byte row, int at, int end, ref byte to, int length)
        {
            if (length <= Slack && at <= end - Slack)
                Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<Guid>(ref Unsafe.Add(ref row, at)));
            else
                CopyMany(ref row, at, end, ref to, length);
        }

        // What lies behind the end is not touched; that it is missing is found out at the end of the row.
        private static void CopyMany(ref byte row, int at, int end, ref byte to, int length)
        {
            for (int i = 0; i < length && at + i < end; i++)
                Unsafe.Add(ref to, i) = Unsafe.Add(ref row, at + i);
        }

        /// <summary>Room for a row on the stack. What it holds is not cleared.</summary>
        [StructLayout(LayoutKind.Sequential, Size = MaxBytes + 2 * Slack)]
        public struct Room
        {
        }

        private enum Operation : byte
        {
            Copy,
            Pass,
            Constant,
            Word32ToWord64,
            SingleToDouble,
            Convert,
        }

        // Slots that follow one another, or a single one.
        private struct Step
        {
            // Where its control bits are, where they have to be loaded anew; else -1.
            public int FirstBit;
            public int Table;
            public uint Mask;
            // Defaults that follow count, too.
            public int ResultBits;
            public byte Bits;
            public Operation Operation;
            public SlotKind From, To;
            public bool IsSigned, GetsSign;
            public byte ConstantControl, ConstantLength;
            public ulong Constant;
        }

        private sealed class Builder
        {
            private readonly List<SlotShape> _slots = new List<SlotShape>();
            private ControlWindow _window;

            public List<Step> Steps { get; } = new List<Step>();

            public List<ushort> Lengths { get; } = new List<ushort>();

            public bool Fits { get; private set; } = true;

            public void Add(Operation operation, SlotShape slot)
            {
                Step last = Steps.Count == 0 ? default : Steps[Steps.Count - 1];
                if (last.Bits == 0 || last.Operation != operation || last.Bits + slot.ControlBits > MostBits
                    || last.ResultBits != (operation == Operation.Copy ? last.Bits : 0)
                    || _window.Opens(slot.ControlBits))
                {
                    _slots.Clear();
                    last = Begin(operation, slot);
                    Steps.Add(last);
                }
                else
                {
                    // Its table is the last one, and made anew.
                    Lengths.RemoveRange(last.Table, Lengths.Count - last.Table);
                    last.Bits += (byte)slot.ControlBits;
                    _window.Add(slot.ControlBits);
                }
                _slots.Add(slot);
                last.Mask = (1u << last.Bits) - 1;
                last.ResultBits = operation == Operation.Copy ? last.Bits : 0;
                last.Table = Lengths.Count;
                for (uint bits = 0; bits <= last.Mask; bits++)
                    Lengths.Add(LengthOf(bits));
                Steps[Steps.Count - 1] = last;
            }

            private Step Begin(Operation operation, SlotShape slot) => new Step
            {
                Operation = operation,
                FirstBit = _window.Add(slot.ControlBits),
                Bits = (byte)slot.ControlBits,
                Mask = (1u << slot.ControlBits) - 1,
            };

            private ushort LengthOf(uint bits)
            {
                int length = 0;
                foreach (SlotShape slot in _slots)
                {
                    uint code = bits & ((1u << slot.ControlBits) - 1);
                    bits >>= slot.ControlBits;
                    if (slot.IsNullable)
                        code = (code & 1) == 0 ? 0 : code >> 1;
                    length += SlotTable.StoredBytes(slot.Kind, slot.MaxBytes, code);
                }
                Fits &= length <= ushort.MaxValue;
                return (ushort)length;
            }

            public void AddConstant(SlotShape slot, SlotValue value)
            {
                if (!value.IsPresent && Steps.Count != 0)
                {
                    Step last = Steps[Steps.Count - 1];
                    last.ResultBits += slot.ControlBits;
                    Steps[Steps.Count - 1] = last;
                    return;
                }
                // Putting may touch up to eight bytes more than it counts.
                Span<byte> bytes = stackalloc byte[16];
                bytes.Clear();
                int length = 0;
                ref byte first = ref bytes[0];
                uint control = !value.IsPresent ? 0 : slot.Kind switch
                {
                    SlotKind.Byte => Slots.PutByte(ref first, ref length, (byte)value.Bits),
                    SlotKind.Word32 => Slots.PutWord32(ref first, ref length, (uint)value.Bits),
                    SlotKind.Word64 => Slots.PutWord64(ref first, ref length, value.Bits),
                    SlotKind.Double64 => Slots.PutDouble64(ref first, ref length, value.Bits),
                    _ => (uint)value.Bits,
                };
                if (slot.IsNullable && value.IsPresent)
                    control = control << 1 | 1;
                Steps.Add(new Step
                {
                    Operation = Operation.Constant,
                    FirstBit = -1,
                    ResultBits = slot.ControlBits,
                    Constant = LittleEndian.Load64(ref first),
                    ConstantControl = (byte)control,
                    ConstantLength = (byte)length,
                });
            }

            public void AddConversion(SlotForm form, SlotShape slot, SchemaType to)
            {
                bool isSigned = form == SlotForm.Signed, toSigned = to.TryGetInteger(out IntegerKind kind) && IntegerKinds.IsSigned(kind);
                Step step = Begin(Operation.Convert, slot);
                step.ResultBits = to.Slot.ControlBits;
                step.From = slot.Kind;
                step.To = to.Slot.Kind;
                step.IsSigned = isSigned;
                step.GetsSign = toSigned && (!isSigned || slot.Kind == SlotKind.Byte) && step.To != SlotKind.Byte;
                if (form == SlotForm.SingleAsDouble)
                    step.Operation = Operation.SingleToDouble;
                else if (!step.GetsSign && step.From == SlotKind.Word32 && step.To == SlotKind.Word64)
                    step.Operation = Operation.Word32ToWord64;
                Steps.Add(step);
            }
        }
    }
}
