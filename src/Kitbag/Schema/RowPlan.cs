using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>
    /// Splits a row of another schema: a cell of 16 bytes for each slot of the writer contains the value itself, if it is small and every
    /// value that the writer may have stored is a value of the reader's type, or otherwise a <see cref="SlotValue"/>.
    /// </summary>
    internal sealed class RowPlan
    {
        // Unsafe: cells contain values of any small type, and slots are read without bounds checks (bench/: another-schema-20).

        /// <summary>The maximum size of a value in a cell.</summary>
        public const int CellSize = 16;

        // Marks the presence of the value of a nullable, which the bits of the slot itself do not specify.
        private const uint Present = 1u << 31;

        private readonly Slot[] _slots;
        private readonly int[] _cells;
        private readonly int[] _payloads;
        private readonly int _controlBytes;

        /// <summary>Creates a plan.</summary>
        /// <param name="writer">The object type of the row.</param>
        /// <param name="targets">For each of the writer's members, the reader's member that is read from it, or -1.</param>
        /// <param name="steps">The inverse of that.</param>
        /// <param name="forms">The conversion of each of the writer's slots.</param>
        /// <param name="sizes">The sizes in memory of the values that are created here.</param>
        /// <param name="room">The number of cells of memory for a row.</param>
        /// <param name="needsScratch">Whether the value of a member does not fit into a cell, and is not an object.</param>
        public RowPlan(SchemaType writer, int[] targets, int[] steps, SlotForm[] forms, int[] sizes, int room, bool needsScratch)
        {
            SchemaMember[] members = writer.MemberArray;
            _controlBytes = SlotTable.ControlBytes(writer.ControlBits);
            _slots = new Slot[members.Length];
            _cells = new int[steps.Length];
            _payloads = new int[members.Length + 1];
            for (int i = 0; i < _cells.Length; i++)
                _cells[i] = -1;
            ControlWindow window = default;
            for (int i = 0; i < members.Length; i++)
            {
                SlotShape shape = members[i].Type.Slot;
                _slots[i] = new Slot(shape, forms[i], sizes[i], window.Add(shape.ControlBits));
                if (forms[i] > SlotForm.Skipped)
                    _cells[targets[i]] = i;
            }
            int next = members.Length;
            for (int i = members.Length; i >= 0; i--)
            {
                if (i < members.Length && HasPayload(members[i].Type))
                    next = i;
                _payloads[i] = next;
            }
            Room = room;
            NeedsScratch = needsScratch;
        }

        /// <summary>Returns the number of cells of memory for a row.</summary>
        /// <param name="members">The number of the writer's members.</param>
        /// <param name="hasPlaces">Whether the positions of skipped members are recorded: two integers for each.</param>
        public static int RoomFor(int members, bool hasPlaces) => hasPlaces ? members + (members + 1) / 2 : members;

        /// <summary>The number of cells.</summary>
        public int Count => _slots.Length;

        /// <summary>The number of cells of memory for a row, including recorded positions.</summary>
        public int Room { get; }

        /// <summary>Whether values must be stored in scratch memory.</summary>
        public bool NeedsScratch { get; }

        /// <summary>Converts rows to rows of the reader's schema; null if that is impossible.</summary>
        public RowCopy? Copy { get; set; }

        /// <summary>For each of the reader's members, the cell that contains its value, or -1 if a codec must create it.</summary>
        public int[] Cells => _cells;

        /// <summary>For each of the writer's members, the first one with a payload, from itself on.</summary>
        public int[] Payloads => _payloads;

        /// <summary>Whether a member has data besides its slot.</summary>
        public static bool HasPayload(SchemaType type) => type.Kind switch
        {
            SchemaKind.Nullable => HasPayload(type.Element!),
            SchemaKind.String or SchemaKind.Sequence or SchemaKind.Map or SchemaKind.Union or SchemaKind.Object => true,
            _ => false,
        };

        /// <summary>Reads the slots of a row.</summary>
        /// <param name="r">The reader, before the row; afterwards before the payloads.</param>
        /// <param name="cells">The destination.</param>
        public void Take(scoped ref WireReader r, Span<SlotValue> cells)
        {
            ref byte row = ref r.BeginRow();
            int at = _controlBytes, end = r.Remaining, start = r.Position;
            ulong control = 0;
            // There are as many cells as slots.
            for (int i = 0; i < _slots.Length && i < cells.Length; i++)
            {
                ref readonly Slot slot = ref _slots[i];
                if (slot.FirstBit >= 0)
                    control = Slots.Control(ref row, slot.FirstBit >> 3, end) >> (slot.FirstBit & 7);
                uint code = (uint)control & slot.Mask;
                control >>= slot.ControlBits;
                if (slot.IsNullable)
                    code = (code & 1) == 0 ? 0 : code >> 1 | Present;
                ref SlotValue cell = ref cells[i];
                switch (slot.Action)
                {
                    case Action.PassByte:
                        at += (int)code & 1;
                        break;
                    case Action.PassWord32:
                        at += SlotTable.Word32Bytes(code & 3);
                        break;
                    case Action.PassWord64:
                        at += SlotTable.Word64Bytes(code & 3);
                        break;
                    case Action.PassDouble64:
                        at += SlotTable.Double64Bytes(code & 3);
                        break;
                    case Action.PassFixed:
                        if ((code & 1) != 0)
                            at = PassFixed(ref r, at, end, slot.Size);
                        break;
                    case Action.Byte:
                        Unsafe.As<SlotValue, long>(ref cell) = Stored(Slots.TakeByte(ref row, ref at, end, code), slot.ValueSize);
                        break;
                    case Action.SByte:
                        Unsafe.As<SlotValue, long>(ref cell) = Stored((sbyte)Slots.TakeByte(ref row, ref at, end, code), slot.ValueSize);
                        break;
                    case Action.Word32:
                        Unsafe.As<SlotValue, long>(ref cell) = Stored(Slots.TakeWord32(ref row, ref at, end, code), slot.ValueSize);
                        break;
                    case Action.Zigzag32:
                        Unsafe.As<SlotValue, long>(ref cell) =
                            Stored(Slots.Unzigzag(Slots.TakeWord32(ref row, ref at, end, code)), slot.ValueSize);
                        break;
                    case Action.Word64:
                        Unsafe.As<SlotValue, ulong>(ref cell) = Slots.TakeWord64(ref row, ref at, end, code);
                        break;
                    case Action.Zigzag64:
                        Unsafe.As<SlotValue, long>(ref cell) = Slots.Unzigzag(Slots.TakeWord64(ref row, ref at, end, code));
                        break;
                    case Action.Single:
                        Unsafe.As<SlotValue, uint>(ref cell) = Slots.Reverse(Slots.TakeWord32(ref row, ref at, end, code));
                        break;
                    case Action.SingleAsDouble:
                        uint bits = Slots.Reverse(Slots.TakeWord32(ref row, ref at, end, code));
                        Unsafe.As<SlotValue, double>(ref cell) = Unsafe.As<uint, float>(ref bits);
                        break;
                    case Action.Double:
                        Unsafe.As<SlotValue, ulong>(ref cell) = Slots.Reverse(Slots.TakeDouble64(ref row, ref at, end, code));
                        break;
                    case Action.Image:
                        cell = default;
                        if ((code & 1) != 0)
                        {
                            int from = at;
                            at = PassFixed(ref r, at, end, slot.Size);
                            CopyImage(ref Unsafe.Add(ref row, from), ref Unsafe.As<SlotValue, byte>(ref cell), slot.Size);
                        }
                        break;
                    case Action.SlotOfByte:
                        Set(ref cell, code, Slots.TakeByte(ref row, ref at, end, code));
                        break;
                    case Action.SlotOfWord32:
                        Set(ref cell, code, Slots.TakeWord32(ref row, ref at, end, code));
                        break;
                    case Action.SlotOfWord64:
                        Set(ref cell, code, Slots.TakeWord64(ref row, ref at, end, code));
                        break;
                    case Action.SlotOfDouble64:
                        Set(ref cell, code, Slots.TakeDouble64(ref row, ref at, end, code));
                        break;
                    case Action.SlotOfFixed:
                        Set(ref cell, code, 0);
                        if ((code & 1) == 0)
                            break;
                        cell.Offset = start + at;
                        at = PassFixed(ref r, at, end, slot.Size);
                        break;
                    case Action.SlotOfStruct:
                        Set(ref cell, slot.IsNullable ? code : 1, 0);
                        break;
                    case Action.Flag:
                        Unsafe.As<SlotValue, byte>(ref cell) = (byte)(code & 1);
                        break;
                    case Action.SlotOfFlag:
                        Set(ref cell, code, code & 1);
                        break;
                }
            }
            r.EndRow(at);
        }

        // One part after the other, because they are read one after the other: a larger load would wait for several stores.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Set(ref SlotValue cell, uint code, ulong bits)
        {
            cell.Bits = bits;
            cell.Offset = -1;
            cell.IsPresent = code != 0;
        }

        // Returns the bytes in memory of a number with this many bytes.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static long Stored(long number, int size) => BitConverter.IsLittleEndian ? number : number << (64 - 8 * size);

        // A schema may have so many fixed slots that the sum of their sizes overflows int, so the end is checked for each of them.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int PassFixed(scoped ref WireReader r, int at, int end, int size)
        {
            if (end - at < size)
                r.EndRow(at + size);
            return at + size;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void CopyImage(ref byte from, ref byte to, int size)
        {
            if (size == CellSize)
                Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<Guid>(ref from));
            else
                Unsafe.CopyBlockUnaligned(ref to, ref from, (uint)size);
        }

        /// <summary>Space for cells on the stack. It is not cleared.</summary>
        public struct CellBuffer
        {
            /// <summary>The number of cells.</summary>
            public const int Count = 32;

            private Eight _first;
#pragma warning disable CS0169 // They are what follows the first.
            private Eight _second;
            private Eight _third;
            private Eight _fourth;

            private struct Eight
            {
                public SlotValue First;
                private SlotValue _second;
                private SlotValue _third;
                private SlotValue _fourth;
                private SlotValue _fifth;
                private SlotValue _sixth;
                private SlotValue _seventh;
                private SlotValue _eighth;
            }
#pragma warning restore CS0169

            /// <summary>Gets the memory as a span.</summary>
            public static Span<SlotValue> Of(scoped ref CellBuffer room) => MemoryMarshal.CreateSpan(ref room._first.First, Count);
        }

        private enum Action : byte
        {
            Pass,
            PassByte,
            PassWord32,
            PassWord64,
            PassDouble64,
            PassFixed,
            Flag,
            Byte,
            SByte,
            Word32,
            Zigzag32,
            Word64,
            Zigzag64,
            Single,
            SingleAsDouble,
            Double,
            Image,
            SlotOfFlag,
            SlotOfByte,
            SlotOfWord32,
            SlotOfWord64,
            SlotOfDouble64,
            SlotOfFixed,
            SlotOfStruct,
        }

        private readonly struct Slot
        {
            // The position of the slot's control bits in the row if they must be loaded again; otherwise -1.
            public readonly int FirstBit;
            public readonly int Size;
            public readonly byte ValueSize, Mask, ControlBits;
            public readonly bool IsNullable;
            public readonly Action Action;

            public Slot(SlotShape shape, SlotForm form, int valueSize, int firstBit)
            {
                FirstBit = firstBit;
                ValueSize = (byte)Math.Min(valueSize, CellSize);
                Size = shape.MaxBytes;
                ControlBits = (byte)shape.ControlBits;
                Mask = (byte)((1 << shape.ControlBits) - 1);
                IsNullable = shape.IsNullable;
                Action = form switch
                {
                    SlotForm.Value => OfValue(shape.Kind),
                    SlotForm.Skipped => OfSkipped(shape.Kind),
                    SlotForm.Flag => Action.Flag,
                    SlotForm.Single => Action.Single,
                    SlotForm.SingleAsDouble => Action.SingleAsDouble,
                    SlotForm.Double => Action.Double,
                    SlotForm.Image => Action.Image,
                    SlotForm.Signed => shape.Kind == SlotKind.Byte ? Action.SByte
                        : shape.Kind == SlotKind.Word32 ? Action.Zigzag32 : Action.Zigzag64,
                    _ => shape.Kind == SlotKind.Byte ? Action.Byte : shape.Kind == SlotKind.Word32 ? Action.Word32 : Action.Word64,
                };
            }

            private static Action OfValue(SlotKind kind) => kind switch
            {
                SlotKind.Byte => Action.SlotOfByte,
                SlotKind.Word32 => Action.SlotOfWord32,
                SlotKind.Word64 => Action.SlotOfWord64,
                SlotKind.Double64 => Action.SlotOfDouble64,
                SlotKind.Fixed => Action.SlotOfFixed,
                SlotKind.Struct => Action.SlotOfStruct,
                _ => Action.SlotOfFlag,
            };

            private static Action OfSkipped(SlotKind kind) => kind switch
            {
                SlotKind.Byte => Action.PassByte,
                SlotKind.Word32 => Action.PassWord32,
                SlotKind.Word64 => Action.PassWord64,
                SlotKind.Double64 => Action.PassDouble64,
                SlotKind.Fixed => Action.PassFixed,
                _ => Action.Pass,
            };
        }
    }
}
