using System;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Takes the slots of a row one by one, whatever wrote it. Checks each access: this is the way for rows of another schema;
    /// rows of the reader's own schema are read by generated code. Neither looks at the bits that fill the last control byte.
    /// </summary>
    internal ref struct SlotReader
    {
        private readonly ReadOnlySpan<byte> _control;
        private int _bit;

        public SlotReader(scoped ref WireReader r, int controlBits)
        {
            _control = r.ReadBytes(SlotTable.ControlBytes(controlBits));
            _bit = 0;
        }

        public SlotValue Next(scoped ref WireReader r, SlotShape shape)
        {
            SlotValue slot = default;
            if (shape.IsNullable && Take(1) == 0)
            {
                Take(shape.ControlBits - 1);
                return slot;
            }
            uint code = Take(shape.ControlBits - (shape.IsNullable ? 1 : 0));
            slot.IsPresent = code != 0 || shape.IsNullable || shape.Kind == SlotKind.Struct;
            int length = SlotTable.StoredBytes(shape.Kind, shape.MaxBytes, code);
            if (shape.Kind is SlotKind.Flag or SlotKind.Object)
                slot.Bits = code;
            else if (shape.Kind == SlotKind.Fixed)
            {
                slot.Offset = code == 0 ? -1 : r.Position;
                r.Skip(length);
            }
            else if (length != 0)
            {
                ReadOnlySpan<byte> bytes = r.ReadBytes(length);
                for (int i = 0; i < length; i++)
                    slot.Bits |= (ulong)bytes[i] << (8 * i);
            }
            return slot;
        }

        private uint Take(int bits)
        {
            uint value = 0;
            for (int i = 0; i < bits; i++, _bit++)
                value |= (uint)(_control[_bit >> 3] >> (_bit & 7) & 1) << i;
            return value;
        }
    }
}
