using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of unions: the type numbers, followed by a column of values for each concrete type.
    public partial class UnionCodec<T>
    {
        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<T?> values)
        {
            if (values.IsEmpty)
                return;
            if (IsOfReferences)
            {
                var segments = new SegmentedSpan<T?>(values);
                WriteReferences(ref w, ref segments);
                return;
            }
            ScratchMark mark = w.Mark();
            Span<uint> numbers = w.Rent<uint>(values.Length);
            Span<int> ends = w.Rent<int>(_cases.Length + 1);
            Span<T?> sorted = Sort(ref w, values, numbers, ends);
            LengthPrefixes.Write(ref w, numbers);
            for (int c = 0; c < _cases.Length; c++)
            {
                if (ends[c + 1] != ends[c])
                    _cases[c].WriteColumn(ref w, sorted.Slice(ends[c], ends[c + 1] - ends[c])!);
            }
            w.Release(mark);
        }

        /// <inheritdoc/>
        public override void Discover(ref WireWriter w, ReadOnlySpan<T?> values)
        {
            if (values.IsEmpty || References == References.None)
                return;
            if (IsOfReferences && GraphWriter.Of(ref w) is { Found: null } graph)
            {
                var segments = new SegmentedSpan<T?>(values);
                Find(ref w, graph, ref segments, w.Rent<uint>(values.Length), w.Rent<uint>(values.Length));
                return;
            }
            Span<int> ends = w.Rent<int>(_cases.Length + 1);
            Span<T?> sorted = Sort(ref w, values, w.Rent<uint>(values.Length), ends);
            for (int c = 0; c < _cases.Length; c++)
            {
                if (ends[c + 1] != ends[c])
                    _cases[c].Discover(ref w, sorted.Slice(ends[c], ends[c + 1] - ends[c])!);
            }
        }

        // All values in order of their cases, nulls first, and the end of each case.
        private Span<T?> Sort(scoped ref WireWriter w, ReadOnlySpan<T?> values, Span<uint> numbers, Span<int> ends)
        {
            FindNumbers(values, numbers, ends);
            // Each end begins as the first position of its case and advances to the last one.
            TypeNumbers.ToStarts(ends);
            Span<T?> sorted = w.Rent<T?>(values.Length);
            for (int i = 0; i < values.Length; i++)
                sorted[ends[(int)numbers[i]]++] = values[i];
            return sorted;
        }

        // The type numbers of values, and the number of values of each.
        private void FindNumbers(ReadOnlySpan<T?> values, Span<uint> numbers, Span<int> counts)
        {
            counts.Clear();
            Type[] types = _types;
            for (int i = 0; i < values.Length; i++)
            {
                T? value = values[i];
                uint number = typeof(T).IsValueType || value is null ? 0 : NumberOf(value.GetType(), types);
                if (number == 0)
                    number = LengthPrefix(value);
                numbers[i] = number;
                counts[(int)number]++;
            }
        }

        // 0 if it is none of them.
        private static uint NumberOf(Type type, Type[] types)
        {
            uint number = 0;
            for (int c = 0; c < types.Length; c++)
                number |= ReferenceEquals(types[c], type) ? (uint)c + 1 : 0;
            return number;
        }

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<T?> values, ReadPlan? plan) =>
            ReadColumn(ref r, values, plan, default, true);

        /// <inheritdoc/>
        public override void CompleteMigrated(ref WireReader r, ref T? value)
        {
            if (_prefixes.TryGetValue(value!.GetType(), out uint number))
                _cases[number - 1].CompleteMigrated(ref r, value);
        }

        internal override void ReadOptional(ref WireReader r, Span<T?> values, Span<bool> present, ReadPlan? plan)
        {
            present.Fill(true);
            ReadColumn(ref r, values, plan, present, false);
        }

        internal override void ReadKnown(ref WireReader r, Span<T?> values, Span<bool> known, ReadPlan plan) =>
            ReadColumn(ref r, values, plan, known, true);

        // Returns which values are present if the caller needs it: values of types that this program does not have are not, nor are nulls
        // unless they are values.
        private void ReadColumn(ref WireReader r, Span<T?> values, ReadPlan? plan, Span<bool> present, bool areNullsValues)
        {
            if (values.IsEmpty)
                return;
            if (plan != null && plan.Writer.Kind != SchemaKind.Union)
            {
                _cases[plan.Targets[0]].ReadColumn(ref r, values!, plan.Parts[0]);
                return;
            }
            var segments = new SegmentedSpan<T?>(values);
            ReadUnions(ref r, values, ref segments, plan, present, areNullsValues);
        }

        // Values of several lists are moved directly from where they are read, without copying all of them.
        internal override void ReadSegments(ref WireReader r, ref SegmentedSpan<T?> segments, ReadPlan? plan)
        {
            if (plan == null ? IsOfReferences : plan.Writer.Kind != SchemaKind.Union)
                base.ReadSegments(ref r, ref segments, plan);
            else if (segments.Count != 0)
                ReadUnions(ref r, default, ref segments, plan, default, true);
        }

        // With references, values are read into one segment; otherwise into the segments.
        private void ReadUnions(ref WireReader r, Span<T?> values, ref SegmentedSpan<T?> segments, ReadPlan? plan, Span<bool> present,
            bool areNullsValues)
        {
            ScratchMark mark = r.Mark();
            int total = segments.Count;
            Span<uint> numbers = r.Rent<uint>(total);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(numbers), IntegerKind.UInt32);
            int cases = plan == null ? _cases.Length : plan.Targets.Length;
            // The number of values of each case, starting with the nulls.
            Span<int> counts = r.Rent<int>(cases + 1);
            Count(ref r, numbers, counts, plan, !present.IsEmpty, areNullsValues);
            for (int i = 0; i < present.Length; i++)
            {
                if (numbers[i] == 0 ? !areNullsValues : plan != null && plan.Targets[(int)numbers[i] - 1] < 0)
                    present[i] = false;
            }
            // All values in order of their cases: each position begins as the first one of its case.
            TypeNumbers.ToStarts(counts);
            if (IsOfReferences && plan == null)
            {
                ReadReferences(ref r, values, numbers, counts);
                r.Release(mark);
                return;
            }
            Span<T?> sorted = r.Rent<T?>(total);
            for (int number = 0; number <= cases; number++)
            {
                int start = counts[number], count = (number == cases ? total : counts[number + 1]) - start;
                if (count != 0)
                    ReadCase(ref r, sorted.Slice(start, count), numbers, (uint)number, plan);
            }
            for (int at = 0; segments.Next(out Span<T?> segment); at += segment.Length)
                Scatter(sorted, numbers.Slice(at), counts, segment);
            r.Release(mark);
        }

        // Counts the values of each case, and checks the first one. The loops here and below are in separate methods, which keeps all of
        // their values in registers (bench/: save-game-derived).
        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Count(ref WireReader r, ReadOnlySpan<uint> numbers, Span<int> counts, ReadPlan? plan, bool isOptional,
            bool areNullsValues)
        {
            counts.Clear();
            for (int i = 0; i < numbers.Length; i++)
            {
                uint number = numbers[i];
                bool isFirst = number >= (uint)counts.Length || counts[(int)number]++ == 0;
                if (isFirst && (number != 0 || areNullsValues))
                    CheckPrefix(ref r, number, plan, i, isOptional);
            }
        }

        // Copies each value from the next position of its case.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Scatter(ReadOnlySpan<T?> sorted, ReadOnlySpan<uint> numbers, Span<int> positions, Span<T?> values)
        {
            numbers = numbers.Slice(0, values.Length);
            for (int i = 0; i < numbers.Length; i++)
                values[i] = sorted[positions[(int)numbers[i]]++];
        }

        private void CheckPrefix(ref WireReader r, uint number, ReadPlan? plan, int index, bool isOptional)
        {
            try
            {
                if (number == 0)
                    Null(ref r);
                else
                    Target(ref r, number, plan, isOptional);
            }
            catch (KitbagException e)
            {
                e.At(index);
                throw;
            }
        }

        // Reads all values of a case. Nulls, and values of types that this program does not have, are null.
        private void ReadCase(ref WireReader r, Span<T?> values, ReadOnlySpan<uint> numbers, uint number, ReadPlan? plan)
        {
            try
            {
                int target = plan == null || number == 0 ? (int)number - 1 : plan.Targets[(int)number - 1];
                if (target < 0)
                {
                    values.Clear();
                    if (number != 0)
                        Skipping.SkipColumn(ref r, plan!.Writer.MemberArray[(int)number - 1].Type, values.Length);
                    return;
                }
                _cases[target].ReadColumn(ref r, values!, plan?.Parts[(int)number - 1]);
                for (int i = 0; target == _other && i < values.Length; i++)
                    values[i] = Known(ref r, values[i]!, plan);
            }
            catch (KitbagException e)
            {
                e.At(TypeNumbers.PlaceOf(e.PendingIndex, numbers, number));
                throw;
            }
        }
    }
}
