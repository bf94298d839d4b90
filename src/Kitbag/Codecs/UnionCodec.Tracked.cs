using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of unions all of whose cases are tracked: no object is moved, only the numbers that stand for it.
    public partial class UnionCodec<T>
    {
        private bool? _isOfReferences, _hasCopies;

        private bool IsOfReferences => _isOfReferences ??= !typeof(T).IsValueType
            && Array.TrueForAll(_cases, one => one.Codec.TrackedCodec is { IsCopied: false });

        internal override Codec? CopiedCodecOf(object value) =>
            HasCopies ? _cases[(int)LengthPrefix((T)value) - 1].Codec.CopiedCodecOf(value) : null;

        private bool HasCopies => _hasCopies ??= Array.Exists(_cases, one => one.Codec.TrackedCodec is { IsCopied: true });

        private void WriteReferences(scoped ref WireWriter w, ReadOnlySpan<T?> values, Span<uint> numbers)
        {
            GraphWriter graph = GraphWriter.Of(ref w);
            // The case of each tracked type.
            Span<uint> cases = w.Rent<uint>(graph.Types);
            cases.Clear();
            for (int i = 0; i < _cases.Length; i++)
                cases[graph.TypeOf(_cases[i].Codec.TrackedCodec!)] = (uint)i + 1;
            Span<uint> places = w.Rent<uint>(values.Length);
            Span<int> ends = w.Rent<int>(_cases.Length + 1);
            ends.Clear();
            int last = -1;
            for (int i = 0; i < values.Length; i++)
            {
                T? value = values[i];
                uint number = 0;
                if (value is not null)
                {
                    if (graph.TryFind(value, ref last, out TypedPlace found) && cases[found.Type] != 0)
                    {
                        number = cases[found.Type];
                        places[i] = (uint)found.Place + 1;
                    }
                    else
                    {
                        number = LengthPrefix(value);
                        places[i] = (uint)_cases[number - 1].Add(graph, value) + 1;
                    }
                }
                numbers[i] = number;
                ends[(int)number]++;
            }
            LengthPrefixes.Write(ref w, numbers);
            TypeNumbers.ToStarts(ends);
            Span<uint> sorted = w.Rent<uint>(values.Length);
            for (int i = 0; i < values.Length; i++)
                sorted[ends[(int)numbers[i]]++] = places[i];
            for (int c = 0; c < _cases.Length; c++)
                IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(sorted.Slice(ends[c], ends[c + 1] - ends[c])), IntegerKind.UInt32);
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
                // An array of a class is one of its base, too, to be read from.
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
