using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Unknown members of a document: kept with their objects, and read once the type has them.
    public abstract partial class ObjectCodec<T>
    {
        /// <summary>
        /// The unknown members of an object. Overridden together with <see cref="SetUnknown"/> by codecs of classes that keep them.
        /// </summary>
        /// <param name="value">The object.</param>
        protected virtual KitbagUnknown UnknownOf(T value) => default;

        /// <summary>Sets the unknown members of an object.</summary>
        /// <param name="value">The object.</param>
        /// <param name="unknown">The unknown members.</param>
        protected virtual void SetUnknown(T value, KitbagUnknown unknown)
        {
        }

        /// <summary>Whether objects of the class are stand-ins for objects of unknown classes.</summary>
        protected virtual bool StandsForUnknown => false;

        private UnknownReader? _unknown;

        internal sealed override void MakeUnknownReader() => _unknown = new KeepingReader(this);

        private UnknownReader ReaderOfUnknown()
        {
            if (_unknown == null)
                Description.Codecs[Description.Unknown].MakeUnknownReader(this);
            return _unknown!;
        }

        // Abstract, so that ahead-of-time compiled programs contain the implementation only if a class keeps unknown members.
        private abstract class UnknownReader
        {
            public abstract UnknownMembers? Find(ObjectDescription description, SchemaType writer, int[] targets, string caseName,
                PlanBuilder builder);

            public abstract void Read(ref WireReader r, ref GroupReader members, SegmentedSpan<T> objects, UnknownMembers unknown,
                bool populate);

            public abstract void ReadRow(ref WireReader r, ref GroupReader row, T value, bool populate);

            public abstract KeptBlock? Keep(ref WireReader r, int start, RowCopy copy, UnknownMembers unknown);

            public abstract void Set(ref WireReader r, T value, KeptBlock? block, ReadPlan plan);

            public abstract void ReadMigrated(ref WireReader r, T value, KitbagUnknown kept, KitbagUnknownCases unknownCases);
        }

        private sealed class KeepingReader : UnknownReader
        {
            private readonly ObjectCodec<T> _codec;

            public KeepingReader(ObjectCodec<T> codec)
            {
                _codec = codec;
            }

            public override UnknownMembers? Find(ObjectDescription description, SchemaType writer, int[] targets, string caseName,
                PlanBuilder builder) => UnknownMembers.Of(description, writer, targets, caseName, builder);

            public override void Read(ref WireReader r, ref GroupReader members, SegmentedSpan<T> objects, UnknownMembers unknown,
                bool populate) => _codec.ReadUnknown(ref r, ref members, objects, unknown, populate);

            public override void ReadRow(ref WireReader r, ref GroupReader row, T value, bool populate) =>
                _codec.ReadUnknown(ref r, ref row, value, populate);

            public override KeptBlock? Keep(ref WireReader r, int start, RowCopy copy, UnknownMembers unknown) =>
                unknown.Kept?.OfRow(ref r, start, copy);

            public override void Set(ref WireReader r, T value, KeptBlock? block, ReadPlan plan) =>
                _codec.SetKept(ref r, value, block, plan);

            public override void ReadMigrated(ref WireReader r, T value, KitbagUnknown kept, KitbagUnknownCases unknownCases) =>
                _codec.ReadMigrated(ref r, value, kept, unknownCases);
        }

        internal sealed override bool KeepsCases => StandsForUnknown;

        internal sealed override bool KeepsUnknown => Description.Unknown >= 0;

        internal sealed override KitbagUnknown KeptOf(object? value) => value is T one ? UnknownOf(one) : default;

        /// <summary>Whether the type has code for JSON. Overridden by codecs of classes that keep unknown members.</summary>
        protected virtual bool HasJson => false;

        private void ReadUnknown(ref WireReader r, ref GroupReader members, SegmentedSpan<T> objects, UnknownMembers unknown, bool populate)
        {
            SegmentedSpan<T> all = objects;
            if (!unknown.HasStore && populate)
                ClearUnknown(all);
            else if (unknown.MayKnow)
                ReadKept(ref r, objects, members.Plan, unknown);
            if (unknown.Kept != null && !members.Passed.IsEmpty)
                SetKept(ref r, objects, unknown, unknown.Kept.OfColumns(ref r, members.Passed, members.Mask, members.Count));
            Finish(ref r, all, members.Plan, unknown);
        }

        private void ReadUnknown(ref WireReader r, ref GroupReader row, T value, bool populate)
        {
            var unknown = (UnknownMembers)row.Plan.Unknown!;
            if (populate && !unknown.HasStore)
                SetUnknown(value, default);
            SetKept(ref r, value, unknown.Kept?.OfRow(ref r, row.Passed, row.Cells), row.Plan);
        }

        // For an object that was read from a row.
        private void SetKept(ref WireReader r, T value, KeptBlock? block, ReadPlan plan)
        {
            var unknown = (UnknownMembers)plan.Unknown!;
            var one = new SegmentedSpan<T>(MemoryMarshal.CreateReadOnlySpan(ref value, 1));
            if (unknown.HasStore && UnknownOf(value).Block != null)
            {
                if (unknown.MayKnow)
                    ReadKept(ref r, one, plan, unknown);
                if (block != null)
                    SetKept(ref r, one, unknown, block);
            }
            else if (block != null)
            {
                SetUnknown(value, new KitbagUnknown(block, 0));
            }
            Finish(ref r, one, plan, unknown);
        }

        // Texts are read from the blocks that objects have got now. Then follow the callbacks, which generated code did not call because
        // kept members followed. Tracked objects are completed with their graph.
        private void Finish(ref WireReader r, SegmentedSpan<T> objects, ReadPlan plan, UnknownMembers unknown)
        {
            if (unknown.HasTexts)
                ReadKept(ref r, objects, plan, unknown);
            if (IsTracked || !(unknown.MayKnow || unknown.HasTexts))
                return;
            while (objects.Next(out Span<T> segment))
            {
                foreach (T value in segment)
                    CompleteLater(ref r, value);
            }
        }

        private void SetKept(ref WireReader r, SegmentedSpan<T> objects, UnknownMembers unknown, KeptBlock block)
        {
            Dictionary<(KeptShape, int), List<(T Value, int Index)>>? both = null;
            for (int i = 0; objects.Next(out Span<T> segment);)
            {
                foreach (T value in segment)
                {
                    KitbagUnknown before = unknown.HasStore ? UnknownOf(value) : default;
                    if (before.Block == null)
                    {
                        SetUnknown(value, new KitbagUnknown(block, i++));
                        continue;
                    }
                    both ??= new Dictionary<(KeptShape, int), List<(T, int)>>();
                    if (!both.TryGetValue(before.Block.Group, out List<(T, int)>? same))
                        both.Add(before.Block.Group, same = new List<(T, int)>());
                    same.Add((value, i++));
                }
            }
            if (both == null)
                return;
            foreach (KeyValuePair<(KeptShape, int), List<(T Value, int Index)>> same in both)
                Merge(ref r, block, same.Value);
        }

        private void ClearUnknown(SegmentedSpan<T> objects)
        {
            while (objects.Next(out Span<T> segment))
            {
                foreach (T value in segment)
                    SetUnknown(value, default);
            }
        }

        // Objects that have unknown members already.
        private void Merge(ref WireReader r, KeptBlock block, List<(T Value, int Index)> objects)
        {
            var parts = new KitbagUnknown[objects.Count];
            var more = new KitbagUnknown[objects.Count];
            for (int i = 0; i < parts.Length; i++)
            {
                parts[i] = new KitbagUnknown(block, objects[i].Index);
                more[i] = UnknownOf(objects[i].Value);
            }
            int members = block.Shape.Names.Length + more[0].Names.Count;
            r.Charge((long)parts.Length * members * KeptMerge.BytesOfValue);
            KeptBlock merged = KeptMerge.Of(parts, more);
            for (int i = 0; i < parts.Length; i++)
                SetUnknown(objects[i].Value, new KitbagUnknown(merged, i));
        }

        // Objects are in the order in which they were written, so those of one block are adjacent.
        private void ReadKept(ref WireReader r, SegmentedSpan<T> objects, ReadPlan plan, UnknownMembers unknown)
        {
            List<(KeptBlock Block, List<T> Values)>? blocks = null;
            while (objects.Next(out Span<T> segment))
            {
                foreach (T value in segment)
                {
                    if (UnknownOf(value).Block is not { } block)
                        continue;
                    blocks ??= new List<(KeptBlock, List<T>)>();
                    int at = blocks.Count - 1;
                    while (at >= 0 && blocks[at].Block != block)
                        at--;
                    if (at < 0)
                    {
                        at = blocks.Count;
                        blocks.Add((block, new List<T>()));
                    }
                    blocks[at].Values.Add(value);
                }
            }
            if (blocks == null)
                return;
            foreach ((KeptBlock block, List<T> values) in blocks)
            {
                // A block whose objects are missing is read otherwise than others of its shape.
                bool isAnyMissing = block.Targets is { IsAnyMissing: true };
                KeptReading? reading = null;
                if (isAnyMissing || !unknown.TryGet(block.Shape, out reading))
                    reading = Resolve(block, plan, unknown.UnknownCases);
                if (!isAnyMissing)
                    unknown.Add(block.Shape, reading!);
                ReadAll(ref r, block, values.ToArray(), reading!);
            }
        }

        private void ReadAll(ref WireReader r, KeptBlock block, T[] values, KeptReading reading)
        {
            if (reading.Plan == null)
                return;
            foreach (T value in values)
                SetUnknown(value, default);
            if (reading.IsLate && r.Graph is GraphReader graph)
                graph.ReadLater((ref WireReader late) => ReadKeptLate(ref late, block, values, reading));
            else
                ReadKept(ref r, block, values, reading);
            if (reading.Json.Length != 0)
                r.Charge((long)block.Count * block.Shape.Names.Length * KeptMerge.BytesOfValue);
            foreach (int member in reading.Json)
                ReadKeptJson(ref r, block, values, member, reading.UnknownCases);
        }

        // Meanwhile, objects may have got unknown members that the document had directly.
        private void ReadKeptLate(ref WireReader r, KeptBlock block, T[] values, KeptReading reading)
        {
            KitbagUnknown[] others = Array.ConvertAll(values, UnknownOf);
            ReadKept(ref r, block, values, reading);
            Dictionary<(KeptBlock, KeptBlock), List<(T Value, int Index)>>? both = null;
            for (int i = 0; i < values.Length; i++)
            {
                if (others[i].Block is not { } other)
                    continue;
                if (UnknownOf(values[i]).Block is not { } rest)
                {
                    SetUnknown(values[i], others[i]);
                    continue;
                }
                both ??= new Dictionary<(KeptBlock, KeptBlock), List<(T, int)>>();
                if (!both.TryGetValue((other, rest), out List<(T, int)>? same))
                    both.Add((other, rest), same = new List<(T, int)>());
                same.Add((values[i], others[i].Index));
            }
            if (both == null)
                return;
            foreach (KeyValuePair<(KeptBlock Other, KeptBlock), List<(T Value, int Index)>> same in both)
                Merge(ref r, same.Key.Other, same.Value);
        }

        private void ReadKept(ref WireReader r, KeptBlock block, T[] values, KeptReading reading)
        {
            r.Charge(Cost.ArrayHeader + (long)values.Length * Cost.Reference);
            var inner = r.Inner(block.Bytes);
            try
            {
                if (block.Targets is { } targets)
                    inner.Graph = GraphReader.OfKept(ref r, reading.Graph ?? GraphPlan.None, targets);
                else if (r.Graph != null)
                    inner.Graph = r.Graph;
                var segments = new SegmentedSpan<T>(values);
                ReadGroups(ref inner, ref segments, reading.Plan!, default, true);
                r.Charge(r.Budget - inner.Budget);
            }
            catch (KitbagException e)
            {
                e.MoveTo(r.Position);
                throw e.RefusedBy(this);
            }
            finally
            {
                inner.Dispose();
            }
        }
    }
}
