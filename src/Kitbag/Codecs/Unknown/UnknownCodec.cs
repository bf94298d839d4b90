using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The codec of unknown members. They are stored as bytes: those of a block's first object contain the block, no bytes mean the next
    /// object of the current block, and one or two bytes the next object of the block with that number.
    /// </summary>
    [CodecFor(typeof(KitbagUnknown), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class UnknownCodec : LengthPrefixCodec<KitbagUnknown>
    {
        // A block is longer.
        private const int LongestNumber = 2;

        /// <summary>Gets the only instance.</summary>
        public static readonly UnknownCodec Instance = new UnknownCodec();

        private static readonly KitbagUnknown[] s_none = new KitbagUnknown[1];

        private static readonly ArrayCodec<byte> s_bytes = new ArrayCodec<byte>(ByteCodec.Instance);

        [ThreadStatic]
        private static KeptBlock? t_single;
        [ThreadStatic]
        private static KitbagUnknown t_singleOf;

        private UnknownCodec()
        {
            KeptShape.Maker = CodecsOf;
            StandInReferences.Maker = other => new KeptStandInReferences(other);
            ReplaceableObject.Codec = UnknownObjectCodec.Create();
            UnknownObjects.Maker = (graph, root) => new KeptGraph(graph, root);
        }

        /// <summary>Creates codecs for the types of the schema of a block, for <see cref="KeptShape.Maker"/>.</summary>
        internal static Func<SchemaType, Codec<object?>> CodecsOf(SchemaType root) => CodecsOfSchema.Of(root, isKept: true).CodecOf;

        internal override bool HoldsUnknown => true;

        internal override void MakeUnknownReader(Codec owner) => owner.MakeUnknownReader();

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.SequenceOf(SchemaType.BuiltIn(SchemaKind.Byte));

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind != SchemaKind.Sequence || writer.Element!.Kind != SchemaKind.Byte)
                throw builder.Mismatch(writer, Schema);
            builder.TrackAllKept();
            return null;
        }

        /// <inheritdoc/>
        public override uint LengthPrefix(KitbagUnknown value) => value.Block is not { } block ? 0
            : block.Count == 1 ? block.Prefix : SingleOf(value, block).Prefix;

        /// <inheritdoc/>
        public override void WritePayload(ref WireWriter w, KitbagUnknown value, uint prefix)
        {
            KeptBlock block = value.Block!;
            if (block.Count != 1)
            {
                block = SingleOf(value, block);
                t_single = null;
            }
            block.Write(ref w);
        }

        // An object that is written alone has a block of one object.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static KeptBlock SingleOf(KitbagUnknown value, KeptBlock block)
        {
            if (t_single == null || t_singleOf != value)
            {
                t_single = KeptBlock.Of(block.Shape, new[] { block.Values[value.Index] });
                t_singleOf = value;
            }
            return t_single;
        }

        /// <inheritdoc/>
        public override KitbagUnknown ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan)
        {
            if (prefix == 0)
                return default;
            if (ReadBytes(ref r, prefix) is not { Length: > LongestNumber } bytes)
                throw KeptBlock.Malformed("begins nowhere", r.Position);
            KeptBlock block = Begin(ref r, bytes, 0, bytes.Length);
            block.Count = 1;
            block.Check(ref r);
            block.Bind(ref r);
            return new KitbagUnknown(block, 0);
        }

        // Raw, as this library writes them; other writers may have packed them.
        private static byte[]? ReadBytes(ref WireReader r, uint prefix)
        {
            int length = (int)prefix - 1;
            if (length <= 0 || length >= r.Remaining || r.PeekByte() != ByteForm.Raw)
                return s_bytes.ReadPayload(ref r, prefix, null);
            r.Charge(Cost.ArrayHeader + (long)length);
            r.ReadByte();
            return r.ReadBytes(length).ToArray();
        }

        private static KeptBlock Begin(scoped ref WireReader r, byte[] bytes, int start, int size)
        {
            r.Charge(KeptBlock.Cost);
            var head = new WireReader(bytes.AsSpan(start, size), r.Limits);
            try
            {
                int length = head.ReadCount(size, "Bytes of the schema");
                KeptShape shape = KeptShape.Of(head.ReadBytes(length), r.Limits, out long allocated);
                r.Charge(allocated);
                KeptTargets? targets = shape.HasReferences ? KeptTargets.Read(ref head, shape.TargetNames, ref r) : null;
                return new KeptBlock(shape, bytes, start + head.Position, size - head.Position, 0, targets);
            }
            catch (KitbagException e)
            {
                throw KeptBlock.Unreadable(e, r.Position);
            }
        }

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<KitbagUnknown> values)
        {
            foreach (KitbagUnknown value in values)
            {
                if (value.Block != null)
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<KitbagUnknown> values, ReadPlan? plan)
        {
            UnknownColumn column = ReadAll(ref r, values.Length);
            for (int i = 0; i < values.Length; i++)
                values[i] = column[i];
        }

        /// <summary>Reads the unknown members of the objects of a group as the next member. For generated code.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="members">The members of the group.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static UnknownColumn Read(scoped ref WireReader r, scoped ref GroupReader members) =>
            members.PassesAbsent() ? default : ReadPresent(ref r, ref members);

        private static UnknownColumn ReadPresent(scoped ref WireReader r, scoped ref GroupReader members)
        {
            if (!members.AreColumns && !members.IsRow)
                return new UnknownColumn(members.Read(ref r, Instance).Values);
            if (!members.BeginColumn(ref r, out int step, out int resume, out int count))
                return default;
            try
            {
                UnknownColumn column = members.IsRow ? ReadOne(ref r, members.Cells[step]) : ReadAll(ref r, count);
                members.GoOn(ref r, step, resume);
                return column;
            }
            catch (KitbagException e)
            {
                e.InMember(members.Plan.Writer.MemberArray[step].Name, r.Position);
                throw;
            }
        }

        // An object that is populated may have unknown members, so they are set even if there are none.
        private static UnknownColumn ReadOne(scoped ref WireReader r, in SlotValue slot)
        {
            KeptBlock? block = Instance.ReadPayload(ref r, slot.IsPresent ? (uint)slot.Bits : 0, null).Block;
            return block == null ? new UnknownColumn(s_none) : new UnknownColumn(block);
        }

        private static UnknownColumn ReadAll(scoped ref WireReader r, int count)
        {
            Span<uint> prefixes = r.Rent<uint>(count);
            int total = LengthPrefixes.Read(ref r, prefixes, false, out _);
            r.Charge(Cost.ArrayHeader + (long)total);
            var bytes = new byte[total];
            if (total != 0)
                ByteCodec.Instance.ReadColumn(ref r, bytes, null);
            if (prefixes[0] > 1 + LongestNumber && prefixes[0] == total + 1 && prefixes.IndexOf(0u) < 0)
            {
                KeptBlock whole = Begin(ref r, bytes, 0, total);
                whole.Count = count;
                whole.Check(ref r);
                whole.Bind(ref r);
                return new UnknownColumn(whole);
            }
            return ReadBlocks(ref r, prefixes, bytes);
        }

        private static UnknownColumn ReadBlocks(scoped ref WireReader r, ReadOnlySpan<uint> prefixes, byte[] bytes)
        {
            r.Charge(Cost.ArrayHeader + 16L * prefixes.Length);
            return new UnknownColumn(FindAll(ref r, prefixes, bytes));
        }

        /// <summary>Reads the unknown members of objects.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="prefixes">The length prefixes of their bytes.</param>
        /// <param name="bytes">The bytes of all objects.</param>
        internal static KitbagUnknown[] FindAll(scoped ref WireReader r, ReadOnlySpan<uint> prefixes, byte[] bytes)
        {
            var values = new KitbagUnknown[prefixes.Length];
            var blocks = new List<KeptBlock>();
            KeptBlock? current = null;
            for (int i = 0, at = 0; i < values.Length; i++)
            {
                if (prefixes[i] == 0)
                    continue;
                int size = (int)prefixes[i] - 1;
                if (size > LongestNumber)
                    blocks.Add(current = Begin(ref r, bytes, at, size));
                else if (size != 0)
                {
                    int number = bytes[at] + (size > 1 ? bytes[at + 1] << 8 : 0);
                    current = number < blocks.Count ? blocks[number] : null;
                }
                if (current == null)
                    throw KeptBlock.Malformed("begins nowhere", r.Position).At(i);
                values[i] = new KitbagUnknown(current, current.Count++);
                at += size;
            }
            foreach (KeptBlock block in blocks)
            {
                block.Check(ref r);
                block.Bind(ref r);
            }
            return values;
        }

        /// <summary>Writes a column of all objects of a block in their order.</summary>
        internal static void WriteWhole(scoped ref WireWriter w, KeptBlock block)
        {
            Span<uint> prefixes = w.Rent<uint>(block.Count);
            prefixes.Fill(1);
            prefixes[0] = block.Prefix;
            LengthPrefixes.Write(ref w, prefixes);
            block.Write(ref w);
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, KitbagUnknown value) => throw NoJson();

        /// <inheritdoc/>
        public override KitbagUnknown ReadJson(ref JsonReader r) => throw NoJson();

        private static KitbagException NoJson() => new KitbagException(KitbagErrorReason.NotSupported,
            "A KitbagUnknown that is not a member of an object cannot be written as JSON.");
    }
}
