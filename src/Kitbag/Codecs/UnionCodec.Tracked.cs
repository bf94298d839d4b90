using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of unions whose cases are all tracked: no objects are moved, only their numbers.
    public partial class UnionCodec<T>
    {
        // Few enough for the processor's first-level cache.
        private const int FoundAtOnce = 512;

        private LazyFlag _isOfReferences, _hasCopies;

        private bool IsOfReferences => _isOfReferences.Value ?? _isOfReferences.Set(!typeof(T).IsValueType
            && Array.TrueForAll(_cases, one => one.Codec.TrackedCodec is { IsCopied: false }));

        internal override Codec? CopiedCodecOf(object value) =>
            HasCopies ? _cases[(int)LengthPrefix((T)value) - 1].Codec.CopiedCodecOf(value) : null;

        private bool HasCopies => _hasCopies.Value
            ?? _hasCopies.Set(Array.Exists(_cases, one => one.Codec.TrackedCodec is { IsCopied: true }));

        internal override void WriteSegments(ref WireWriter w, ref SegmentedSpan<T?> segments)
        {
            if (IsOfReferences && segments.Count != 0)
                WriteReferences(ref w, ref segments);
            else
                base.WriteSegments(ref w, ref segments);
        }

        private void WriteReferences(scoped ref WireWriter w, scoped ref SegmentedSpan<T?> values)
        {
            ScratchMark mark = w.Mark();
            GraphWriter graph = GraphWriter.Of(ref w);
            Span<uint> places = w.Rent<uint>(values.Count), numbers = w.Rent<uint>(values.Count);
            Span<int> ends = w.Rent<int>(_cases.Length + 1);
            if (Find(ref w, graph, ref values, places, numbers) == places.Length)
                SortNew(graph, numbers, places, ends);
            else
                places = Sort(ref w, graph, places, numbers, ends);
            LengthPrefixes.Write(ref w, numbers);
            for (int c = 0; c < _cases.Length; c++)
                IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(places.Slice(ends[c], ends[c + 1] - ends[c])), IntegerKind.UInt32);
            w.Release(mark);
        }

        // New objects were given consecutive numbers.
        private void SortNew(GraphWriter graph, ReadOnlySpan<uint> numbers, Span<uint> places, Span<int> ends)
        {
            ends.Clear();
            foreach (uint number in numbers)
                ends[(int)number]++;
            for (int c = 0, at = 0; c < _cases.Length; c++)
            {
                int count = ends[c + 1], first = graph.AllObjects[TypeOf(graph, c)].Count - count + 1;
                for (int i = 0; i < count; i++)
                    places[at + i] = (uint)(first + i);
                ends[c + 1] = at += count;
            }
        }

        private Span<uint> Sort(scoped ref WireWriter w, GraphWriter graph, Span<uint> places, Span<uint> numbers, Span<int> ends)
        {
            // The case of each tracked type.
            Span<uint> cases = w.Rent<uint>(graph.Types), sorted = w.Rent<uint>(places.Length);
            cases.Clear();
            for (int i = 0; i < _cases.Length; i++)
                cases[TypeOf(graph, i)] = (uint)i + 1;
            int other = TypedPlaces.Split(graph.Places, places, cases, numbers, ends);
            if (other >= 0)
                throw NoCase((T)graph.FoundFrom((int)places[other] - 1)[0]!);
            TypeNumbers.Sort(places, numbers, sorted, ends);
            return sorted;
        }

        private int TypeOf(GraphWriter graph, int index) => graph.TypeOf(_cases[index].Codec.TrackedCodec!);

        private KitbagException NoCase(T value)
        {
            LengthPrefix(value);
            return UnregisteredDerivedTypes.Of(value!, _name);
        }

        // New objects are added while they are still in the processor's caches. Returns how many there are, with their cases.
        private int Find(scoped ref WireWriter w, GraphWriter graph, scoped ref SegmentedSpan<T?> values, Span<uint> numbers,
            Span<uint> newCases)
        {
            int last = -1, first = graph.Known, added = 0;
            while (values.Next(out Span<T?> segment))
            {
                for (int count; !segment.IsEmpty; segment = segment.Slice(count), numbers = numbers.Slice(count))
                {
                    count = Math.Min(segment.Length, FoundAtOnce);
                    graph.Find<T?>(segment.Slice(0, count), numbers, ref last);
                    if (graph.Known - first - added < FoundAtOnce)
                        continue;
                    AddFound(ref w, graph, first + added, newCases.Slice(added));
                    added = graph.Known - first;
                }
            }
            if (graph.Known - first != added)
                AddFound(ref w, graph, first + added, newCases.Slice(added));
            return graph.Known - first;
        }

        private void AddFound(scoped ref WireWriter w, GraphWriter graph, int known, Span<uint> numbers)
        {
            ScratchMark mark = w.Mark();
            ReadOnlySpan<object?> found = graph.FoundFrom(known);
            Span<TypedPlace> places = graph.Places.Slice(known);
            numbers = numbers.Slice(0, found.Length);
            Span<int> ends = w.Rent<int>(_cases.Length + 1), sorted = w.Rent<int>(found.Length);
            FindNumbers(Spans.Retype<object?, T?>(Spans.Writable(found), found.Length), numbers, ends);
            TypeNumbers.Sort(numbers, sorted, ends);
            for (int c = 0; c < _cases.Length; c++)
            {
                if (ends[c + 1] != ends[c])
                    graph.AllObjects[TypeOf(graph, c)].Add(found, places, sorted.Slice(ends[c], ends[c + 1] - ends[c]));
            }
            w.Release(mark);
        }

        private void ReadReferences(scoped ref WireReader r, Span<T?> values, ReadOnlySpan<uint> numbers, Span<int> starts)
        {
            var graph = (GraphReader)r.Graph!;
            Span<uint> sorted = r.Rent<uint>(values.Length);
            var tables = new T[_cases.Length][];
            for (int c = 0; c < tables.Length; c++)
            {
                int start = starts[c + 1], end = c + 2 < starts.Length ? starts[c + 2] : values.Length;
                if (end == start)
                    continue;
                IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(sorted.Slice(start, end - start)), IntegerKind.UInt32);
                // An array of a class can be read as an array of its base.
                tables[c] = (T[])graph.TableOf(_cases[c].Codec.TrackedCodec!);
            }
            for (int i = 0; i < values.Length; i++)
            {
                int number = (int)numbers[i];
                if (number == 0)
                {
                    values[i] = default;
                    continue;
                }
                T[] table = tables[number - 1];
                uint place = sorted[starts[number]++];
                values[i] = table[GraphReader.PlaceOf(ref r, place, table.Length, _cases[number - 1].Codec, i)];
            }
        }
    }
}
