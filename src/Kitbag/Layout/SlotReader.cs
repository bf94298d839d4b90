using System;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Reads the slots of a row one after the other, with a check of each access. Used for rows of another schema; rows of the reader's own
    /// schema are read by generated code. Neither checks the unused bits of the last control byte.
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

        // A slot has at most three control bits, which are in at most two bytes.
        private uint Take(int bits)
        {
            if (bits == 0)
                return 0;
            int at = _bit >> 3;
            uint both = _control[at];
            if (at + 1 < _control.Length)
                both |= (uint)_control[at + 1] << 8;
            uint value = both >> (_bit & 7) & ((1u << bits) - 1);
            _bit += bits;
            return value;
        }
    }
}
