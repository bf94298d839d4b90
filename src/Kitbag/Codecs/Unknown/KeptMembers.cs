using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The members of a document that the reader's type does not have and keeps, and the conversion of a group's columns to a block.
    /// </summary>
    internal sealed partial class KeptMembers
    {
        // The number of unused bytes of a row that the block of an object may have: another copy would cost more.
        private const int MostUnused = 32;

        private readonly SchemaType _writer;
        private readonly int[] _steps;

        // The tracked types of the document to which members refer, by name.
        private readonly Dictionary<string, SchemaType> _targets;

        private KeptMembers(SchemaType writer, KeptShape shape, int[] steps, Dictionary<string, SchemaType> targets)
        {
            _writer = writer;
            Shape = shape;
            _steps = steps;
            _targets = targets;
        }

        /// <summary>Gets the members as a struct of their own.</summary>
        public KeptShape Shape { get; }

        /// <summary>Creates the list.</summary>
        /// <param name="writer">The writer's type.</param>
        /// <param name="targets">For each of its members, the index of the reader's member that it is read into, or -1.</param>
        /// <param name="stale">The members that are not kept because newer values of them are known, or null if there are none.</param>
        /// <param name="caseName">The class of the objects if the program does not have it; otherwise empty.</param>
        /// <param name="isKept">Returns whether references to a tracked type can be kept.</param>
        /// <returns>The list, or null if no members are kept.</returns>
        public static KeptMembers? Of(SchemaType writer, int[] targets, bool[]? stale, string caseName, Func<SchemaType, bool> isKept)
        {
            var steps = new List<int>();
            var members = new List<SchemaMember>();
            var types = new KeptTypes();
            for (int i = 0; i < targets.Length; i++)
            {
                SchemaMember member = writer.MemberArray[i];
                if (targets[i] >= 0 || (stale != null && stale[i]) || SchemaForms.IsStore(member)
                    || SchemaForms.HoldsReferences(member.Type, target => !isKept(target)) || !types.TryAdd(member.Type))
                    continue;
                steps.Add(i);
                members.Add(new SchemaMember(member.Name, types.Replace(member.Type)));
            }
            return steps.Count == 0 && caseName.Length == 0
                ? null
                : new KeptMembers(writer, KeptShape.Of(members.ToArray(), caseName), steps.ToArray(), types.Targets);
        }

        /// <summary>Returns whether a member of the writer is kept.</summary>
        public bool Has(int step) => Array.BinarySearch(_steps, step) >= 0;

        /// <summary>Copies the columns of objects that were read.</summary>
        /// <param name="r">The reader from which they were read.</param>
        /// <param name="places">For each of the writer's members, the start and the end of its column.</param>
        /// <param name="mask">The columns that are present.</param>
        /// <param name="count">The number of objects.</param>
        public KeptBlock OfColumns(scoped ref WireReader r, ReadOnlySpan<int> places, ReadOnlySpan<byte> mask, int count)
        {
            if (DependOnDocument && r.Graph is GraphReader)
                return DetachColumns(ref r, places, mask, count);
            int at = 1 + (_steps.Length + 7) / 8, length = at;
            foreach (int step in _steps)
                length += places[2 * step + 1] - places[2 * step];
            r.Charge(KeptBlock.Cost + Cost.ArrayHeader + (long)length);
            var bytes = new byte[length];
            bytes[0] = NullForm.None;
            PutMask(mask, bytes.AsSpan(1, at - 1));
            for (int i = 0; i < _steps.Length; i++)
            {
                int start = places[2 * _steps[i]], size = places[2 * _steps[i] + 1] - start;
                r.Data.Slice(start, size).CopyTo(bytes.AsSpan(at));
                at += size;
            }
            return new KeptBlock(Shape, bytes, 0, bytes.Length, count);
        }

        // Sets which of the kept members have a column.
        private void PutMask(ReadOnlySpan<byte> mask, Span<byte> kept)
        {
            kept.Clear();
            for (int i = 0; i < _steps.Length; i++)
            {
                if ((mask[_steps[i] >> 3] >> (_steps[i] & 7) & 1) != 0)
                    kept[i >> 3] |= (byte)(1 << (i & 7));
            }
        }

        /// <summary>Gets the writer's members that are kept, in their order.</summary>
        public ReadOnlySpan<int> Steps => _steps;

        /// <summary>Keeps the slots of an object whose row was copied, for members without payload.</summary>
        /// <param name="r">The reader, at the end of the row.</param>
        /// <param name="start">The start of the row.</param>
        /// <param name="copy">The copy of the row.</param>
        public KeptBlock OfRow(scoped ref WireReader r, int start, RowCopy copy)
        {
            // The first byte is NullForm.None, which is 0.
            byte[]? bytes = copy.Kept(r.Data.Slice(start, r.Position - start), out int length, out ulong few);
            r.Charge(KeptBlock.Cost + Cost.ArrayHeader + (long)length);
            if (DependOnDocument && r.Graph is GraphReader)
            {
                Span<byte> small = stackalloc byte[sizeof(ulong)];
                BinaryPrimitives.WriteUInt64LittleEndian(small, few);
                return DetachRow(ref r, (bytes ?? small).Slice(1, length - 1));
            }
            return bytes == null ? new KeptBlock(Shape, few, length) : new KeptBlock(Shape, bytes, 0, length, 1);
        }

        /// <summary>Copies the slots and payloads of an object that was read from a row.</summary>
        /// <param name="r">The reader from which they were read.</param>
        /// <param name="places">For each of the writer's members, the start and the end of its payload.</param>
        /// <param name="cells">The slots of the writer's members.</param>
        public KeptBlock OfRow(scoped ref WireReader r, ReadOnlySpan<int> places, ReadOnlySpan<SlotValue> cells)
        {
            SchemaMember[] members = Shape.Type.MemberArray;
            int payloads = 0;
            foreach (int step in _steps)
                payloads += places[2 * step + 1] - places[2 * step];
            // Writing a slot may access up to eight bytes beyond its end.
            long most = 1L + Shape.Type.MaxRowBytes + 8 + payloads;
            r.Charge(KeptBlock.Cost + Cost.ArrayHeader + most);
            var bytes = new byte[most];
            bytes[0] = NullForm.None;
            int at = 1 + SlotTable.ControlBytes(Shape.Type.ControlBits), bit = 8;
            var targets = Shape.HasOnlyReferences && r.Graph is GraphReader ? new KeptTargetsBuilder(Shape.TargetNames) : null;
            for (int i = 0; i < _steps.Length; i++)
            {
                SlotShape shape = members[i].Type.Slot;
                SlotValue cell = cells[_steps[i]];
                if (targets != null && Shape.DependsOnDocument(i))
                    cell.Bits = Renumber(ref r, targets, members[i].Type, (uint)cell.Bits);
                uint code = Put(ref r, bytes, ref at, shape, cell);
                for (int k = 0; k < shape.ControlBits; k++, bit++)
                    bytes[bit >> 3] |= (byte)((code >> k & 1) << (bit & 7));
            }
            foreach (int step in _steps)
            {
                int start = places[2 * step], size = places[2 * step + 1] - start;
                if (size == 0)
                    continue;
                r.Data.Slice(start, size).CopyTo(bytes.AsSpan(at));
                at += size;
            }
            if (bytes.Length - at > MostUnused)
            {
                r.Charge(at - bytes.Length);
                bytes = bytes.AsSpan(0, at).ToArray();
            }
            return targets != null ? new KeptBlock(Shape, bytes, 0, at, 1, targets.Build())
                : Detach(ref r, new KeptBlock(Shape, bytes, 0, at, 1));
        }

        // Returns the control bits of a slot, and copies its stored bytes into the row.
        private static uint Put(scoped ref WireReader r, byte[] row, ref int at, SlotShape shape, in SlotValue slot)
        {
            if (!slot.IsPresent)
                return 0;
            uint code;
            if (shape.Kind == SlotKind.Fixed)
            {
                code = slot.Offset >= 0 ? 1u : 0u;
                if (code != 0)
                    r.Data.Slice(slot.Offset, shape.MaxBytes).CopyTo(row.AsSpan(at));
                at += code != 0 ? shape.MaxBytes : 0;
            }
            else
            {
                ref byte first = ref row[0];
                code = shape.Kind switch
                {
                    SlotKind.Byte => Slots.PutByte(ref first, ref at, (byte)slot.Bits),
                    SlotKind.Word32 => Slots.PutWord32(ref first, ref at, (uint)slot.Bits),
                    SlotKind.Word64 => Slots.PutWord64(ref first, ref at, slot.Bits),
                    SlotKind.Double64 => Slots.PutDouble64(ref first, ref at, slot.Bits),
                    SlotKind.Struct => 0,
                    _ => (uint)slot.Bits,
                };
            }
            return shape.IsNullable ? code << 1 | 1 : code;
        }
    }

    /// <summary>Describes how a block is read by a program that knows some of its members.</summary>
    internal sealed class KeptReading
    {
        public KeptReading(ReadPlan? plan, int[] json, GraphPlan? graph, bool isLate, KitbagUnknownCases unknownCases)
        {
            UnknownCases = unknownCases;
            Plan = plan;
            Json = json;
            Graph = graph;
            IsLate = isLate;
        }

        /// <summary>Gets how references are read, or null if there are none.</summary>
        public GraphPlan? Graph { get; }

        /// <summary>
        /// Gets a value indicating whether it must wait until all objects of the document are complete, because a set or map has some as
        /// keys, or because some are read as values.
        /// </summary>
        public bool IsLate { get; }

        /// <summary>Gets the plan for the column, or null if all members remain unknown.</summary>
        public ReadPlan? Plan { get; }

        /// <summary>Gets how values of a union are handled whose types the program lacks.</summary>
        public KitbagUnknownCases UnknownCases { get; }

        /// <summary>Gets the members that contain JSON and that the program knows now.</summary>
        public int[] Json { get; }
    }
}
