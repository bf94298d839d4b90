using System;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Members with references: the document's object numbers are replaced by the block's own. All other members are copied as they are.
    internal sealed partial class KeptMembers
    {
        private bool DependOnDocument => Shape.HasReferences || Shape.HasStores;

        private KeptBlock Detach(scoped ref WireReader r, KeptBlock block) => DependOnDocument && r.Graph is GraphReader graph
            ? KeptBlock.Of(Shape, block.Read(ref r, graph.SourceOf(_targets)))
            : block;

        // The slots of a row without payloads.
        private KeptBlock DetachRow(scoped ref WireReader r, scoped ReadOnlySpan<byte> row)
        {
            var targets = new KeptTargetsBuilder(Shape.TargetNames);
            SchemaMember[] members = Shape.Type.MemberArray;
            int controlBytes = SlotTable.ControlBytes(Shape.Type.ControlBits), from = controlBytes, at = 1 + controlBytes, bit = 0;
            ref byte first = ref MemoryMarshal.GetReference(row);
            ulong before = Slots.Control(ref first, 0, row.Length), after = 0;
            ScratchMark mark = r.Mark();
            // A stored byte may become four, and writing one may access up to eight bytes beyond its end.
            Span<byte> bytes = r.Rent<byte>(1 + row.Length + 4 * members.Length + 8);
            foreach (SchemaMember member in members)
            {
                SlotShape shape = member.Type.Slot;
                uint code = (uint)(before >> bit) & ((1u << shape.ControlBits) - 1);
                if (member.Type.Kind == SchemaKind.Reference)
                {
                    uint reference = Renumber(ref r, targets, member.Type, Slots.TakeWord32(ref first, ref from, row.Length, code));
                    code = Slots.PutWord32(ref bytes[0], ref at, reference);
                }
                else
                {
                    uint stored = !shape.IsNullable ? code : (code & 1) == 0 ? 0 : code >> 1;
                    int size = SlotTable.StoredBytes(shape.Kind, shape.MaxBytes, stored);
                    row.Slice(from, size).CopyTo(bytes.Slice(at));
                    (from, at) = (from + size, at + size);
                }
                after |= (ulong)code << bit;
                bit += shape.ControlBits;
            }
            bytes[0] = NullForm.None;
            for (int i = 1; i <= controlBytes; i++, after >>= 8)
                bytes[i] = (byte)after;
            bytes.Slice(at).Clear();
            KeptBlock block = at <= sizeof(ulong)
                ? new KeptBlock(Shape, BinaryPrimitives.ReadUInt64LittleEndian(bytes), at, targets.Build())
                : new KeptBlock(Shape, bytes.Slice(0, at).ToArray(), 0, at, 1, targets.Build());
            r.Release(mark);
            return block;
        }

        private uint Renumber(scoped ref WireReader r, KeptTargetsBuilder targets, SchemaType type, uint reference)
        {
            Renumber(ref r, targets, type, MemoryMarshal.CreateSpan(ref reference, 1));
            return reference;
        }

        private void Renumber(scoped ref WireReader r, KeptTargetsBuilder targets, SchemaType type, Span<uint> references) =>
            targets.Renumber(ref r, ((GraphReader)r.Graph!).SourceOf(_targets), type.Element!.Name, references);

        private KeptBlock DetachColumns(scoped ref WireReader r, ReadOnlySpan<int> places, ReadOnlySpan<byte> mask, int count)
        {
            var targets = new KeptTargetsBuilder(Shape.TargetNames);
            var w = new WireWriter(null, new WireSettings(KitbagNumbers.Compact)) { Graph = targets };
            try
            {
                w.WriteByte(NullForm.None);
                int maskBytes = (_steps.Length + 7) / 8;
                PutMask(mask, w.GetSpan(maskBytes).Slice(0, maskBytes));
                w.Advance(maskBytes);
                for (int i = 0; i < _steps.Length; i++)
                {
                    int start = places[2 * _steps[i]], size = places[2 * _steps[i] + 1] - start;
                    if (size == 0)
                        continue;
                    if (!Shape.DependsOnDocument(i))
                        w.WriteBytes(r.Data.Slice(start, size));
                    else if (Shape.Type.MemberArray[i].Type.Kind == SchemaKind.Reference)
                        DetachReferences(ref r, start, Shape.Type.MemberArray[i].Type, count, ref w);
                    else
                        DetachValues(ref r, r.Data.Slice(start, size), i, count, ref w);
                }
                r.Charge(KeptBlock.Cost + Cost.ArrayHeader + w.Length);
                byte[] bytes = w.Written.ToArray();
                return new KeptBlock(Shape, bytes, 0, bytes.Length, count, targets.Build());
            }
            finally
            {
                w.Dispose();
            }
        }

        private void DetachReferences(scoped ref WireReader r, int start, SchemaType type, int count, ref WireWriter w)
        {
            int end = r.Position;
            ScratchMark mark = r.Mark();
            Span<uint> references = r.Rent<uint>(count);
            r.MoveTo(start);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(references), IntegerKind.UInt32);
            r.MoveTo(end);
            Renumber(ref r, (KeptTargetsBuilder)w.Graph!, type, references);
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(references), IntegerKind.UInt32);
            r.Release(mark);
        }

        private void DetachValues(scoped ref WireReader r, ReadOnlySpan<byte> column, int member, int count, ref WireWriter w)
        {
            WireReader inner = r.Inner(column);
            try
            {
                inner.Graph = ((GraphReader)r.Graph!).SourceOf(_targets);
                inner.Charge(count * (long)KeptMerge.BytesOfValue);
                var values = new object?[count];
                Codec<object?> codec = Shape.CodecOf(member);
                codec.ReadColumnByPlan(ref inner, values, null);
                codec.WriteColumn(ref w, values);
                r.Charge(r.Budget - inner.Budget);
            }
            finally
            {
                inner.Dispose();
            }
        }
    }
}
