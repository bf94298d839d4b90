using System;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    // Builds the steps for copying rows, slot by slot.
    internal sealed partial class RowCopy
    {
        private enum Conversion : byte
        {
            None,
            Word32ToWord64,
            SingleToDouble,
            OfInteger,
        }

        // Consecutive steps whose control bits, of the writer and of the reader, each fit into one word.
        private struct Segment
        {
            // The offset from which the writer's control bits are loaded.
            public int FirstByte;
            // The offset to which the reader's control bits are stored, and how many bytes are then complete.
            public int ResultByte, ResultBytes;
            public int Steps;
        }

        // A slot that is converted, followed by slots that are copied together, then skipped slots, which are all kept or all dropped, then
        // a constant: each part may be missing.
        private struct Step
        {
            // The start of its control bits in the words of their segment: the writer's, and the reader's for both kinds of slots.
            public byte FromBit, ConvertedToBit, RunToBit;
            public Conversion Conversion;
            public byte ConvertedBits, ConvertedMask;
            public byte RunMask;
            public SlotKind From, To;
            public bool IsSigned, GetsSign;
            public int Table;
            public int ConstantLength;
            public ulong Constant, ConstantControl;
            // Whether skipped slots are kept, and their control bits in the run: the first one and their number.
            public bool Keeps;
            public byte KeptBit, KeptBits;
        }

        private sealed class Builder
        {
            // The maximum number of control bits by which the lengths of copied and skipped slots are looked up at a time.
            private const int MostBits = 8;

            private readonly ArrayBuilder<SlotShape> _run = new ArrayBuilder<SlotShape>();
            private Segment _segment;
            private Step _step;
            // The first slots of a run are copied, all others passed.
            private int _from, _to, _runBits, _copied, _keptRuns;
            private bool _isOpen, _dropsSome;

            public ArrayBuilder<Step> Steps { get; } = new ArrayBuilder<Step>();

            public ArrayBuilder<uint> Runs { get; } = new ArrayBuilder<uint>();

            public ArrayBuilder<Segment> Segments { get; } = new ArrayBuilder<Segment>();

            /// <summary>The control bits of the slots that are kept.</summary>
            public int KeptBits { get; private set; }

            public Builder()
            {
                // For a run without slots.
                Runs.Add(0);
            }

            public bool KeptFit => _keptRuns <= MostKept && KeptBits <= MostKeptBits;

            /// <summary>Called when all slots have been added.</summary>
            /// <param name="controlBytes">The control bytes of the reader's rows.</param>
            public void End(int controlBytes)
            {
                CloseStep();
                CloseSegment(controlBytes);
            }

            public void Copy(SlotShape slot)
            {
                MakeRoom(slot.ControlBits, slot.ControlBits);
                bool follows = _isOpen && _runBits + slot.ControlBits <= MostBits && _run.Count == _copied
                    && _step.RunToBit + _runBits == _to - _segment.ResultByte * 8;
                AddToRun(slot, follows);
                _copied++;
                _to += slot.ControlBits;
            }

            public void Pass(SlotShape slot, bool isKept)
            {
                MakeRoom(slot.ControlBits, 0);
                AddToRun(slot, _isOpen && _runBits + slot.ControlBits <= MostBits && !(isKept ? _dropsSome : _step.Keeps));
                _dropsSome |= !isKept;
                if (!isKept)
                    return;
                if (!_step.Keeps)
                {
                    _step.Keeps = true;
                    _keptRuns++;
                    _step.KeptBit = (byte)(_runBits - slot.ControlBits);
                }
                _step.KeptBits += (byte)slot.ControlBits;
                KeptBits += slot.ControlBits;
            }

            private void AddToRun(SlotShape slot, bool follows)
            {
                if (!follows)
                    OpenStep();
                _run.Add(slot);
                _step.RunMask |= (byte)(((1 << slot.ControlBits) - 1) << _runBits);
                _runBits += slot.ControlBits;
                _from += slot.ControlBits;
            }

            private void OpenStep()
            {
                CloseStep();
                _step = new Step
                {
                    FromBit = (byte)(_from - _segment.FirstByte * 8),
                    RunToBit = (byte)(_to - _segment.ResultByte * 8),
                };
                _isOpen = true;
                _dropsSome = false;
            }

            private void CloseStep()
            {
                if (!_isOpen)
                    return;
                if (_run.Count != 0)
                {
                    _step.Table = Runs.Count;
                    for (uint bits = 0; bits <= _step.RunMask; bits++)
                        Runs.Add(Run(bits));
                }
                Steps.Add(_step);
                _segment.Steps++;
                _run.Clear();
                _runBits = 0;
                _copied = 0;
                _isOpen = false;
            }

            // The bits of the reader's last incomplete byte are repeated in the next word.
            private void MakeRoom(int bits, int resultBits)
            {
                if (_from + bits - _segment.FirstByte * 8 <= 64 && _to + resultBits - _segment.ResultByte * 8 <= 64)
                    return;
                CloseStep();
                CloseSegment(_to >> 3);
                _segment = new Segment { FirstByte = _from >> 3, ResultByte = _to >> 3 };
            }

            private void CloseSegment(int resultEnd)
            {
                _segment.ResultBytes = resultEnd - _segment.ResultByte;
                Segments.Add(_segment);
            }

            private uint Run(uint control)
            {
                uint taken = 0, put = 0, result = 0;
                int at = 0;
                for (int i = 0; i < _run.Count; i++)
                {
                    SlotShape slot = _run.Items[i];
                    uint code = control >> at & ((1u << slot.ControlBits) - 1);
                    uint value = !slot.IsNullable ? code : (code & 1) == 0 ? 0 : code >> 1;
                    uint length = (uint)SlotTable.StoredBytes(slot.Kind, slot.MaxBytes, value);
                    taken += length;
                    if (i < _copied)
                    {
                        put += length;
                        result |= code << at;
                    }
                    at += slot.ControlBits;
                }
                return taken | put << PutAt | result << ControlAt;
            }

            public void AddConstant(SlotShape slot, SlotValue value)
            {
                MakeRoom(0, slot.ControlBits);
                if (value.IsPresent)
                {
                    if (!_isOpen)
                        OpenStep();
                    SetConstant(slot, value);
                    CloseStep();
                }
                _to += slot.ControlBits;
            }

            private void SetConstant(SlotShape slot, SlotValue value)
            {
                // Writing may change up to eight bytes after the written ones.
                Span<byte> bytes = stackalloc byte[16];
                bytes.Clear();
                int length = 0;
                ref byte first = ref bytes[0];
                uint control = slot.Kind switch
                {
                    SlotKind.Byte => Slots.PutByte(ref first, ref length, (byte)value.Bits),
                    SlotKind.Word32 => Slots.PutWord32(ref first, ref length, (uint)value.Bits),
                    SlotKind.Word64 => Slots.PutWord64(ref first, ref length, value.Bits),
                    SlotKind.Double64 => Slots.PutDouble64(ref first, ref length, value.Bits),
                    _ => (uint)value.Bits,
                };
                if (slot.IsNullable)
                    control = control << 1 | 1;
                _step.Constant = LittleEndian.Load64(ref first);
                _step.ConstantControl = (ulong)control << (_to - _segment.ResultByte * 8);
                _step.ConstantLength = length;
            }

            public void AddConversion(SlotForm form, SlotShape slot, SchemaType to)
            {
                MakeRoom(slot.ControlBits, to.Slot.ControlBits);
                OpenStep();
                bool isSigned = form == SlotForm.Signed, toSigned = to.TryGetInteger(out IntegerKind kind) && IntegerKinds.IsSigned(kind);
                _step.ConvertedBits = (byte)slot.ControlBits;
                _step.ConvertedMask = (byte)((1 << slot.ControlBits) - 1);
                _step.ConvertedToBit = _step.RunToBit;
                _step.RunToBit += (byte)to.Slot.ControlBits;
                _step.From = slot.Kind;
                _step.To = to.Slot.Kind;
                _step.IsSigned = isSigned;
                _step.GetsSign = toSigned && (!isSigned || slot.Kind == SlotKind.Byte) && _step.To != SlotKind.Byte;
                _step.Conversion = form == SlotForm.SingleAsDouble ? Conversion.SingleToDouble
                    : !_step.GetsSign && _step.From == SlotKind.Word32 && _step.To == SlotKind.Word64 ? Conversion.Word32ToWord64
                    : Conversion.OfInteger;
                _from += slot.ControlBits;
                _to += to.Slot.ControlBits;
            }
        }
    }
}
