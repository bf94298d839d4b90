using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of objects that do not all belong to one block in its order.
    public sealed partial class UnknownCodec
    {
        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<KitbagUnknown> values)
        {
            // An object that does not follow another one of its block has the number of its block.
            Span<uint> prefixes = w.Rent<uint>(values.Length);
            Span<int> numbers = w.Rent<int>(values.Length);
            var groups = new Dictionary<(KeptShape, int), Members>();
            Members? current = null;
            for (int i = 0; i < values.Length; i++)
            {
                KitbagUnknown value = values[i];
                prefixes[i] = 0;
                numbers[i] = -1;
                if (value.Block == null)
                    continue;
                // Objects of one block mostly follow one another.
                Members? before = current;
                if (current == null || current.Block != value.Block)
                {
                    (KeptShape, int) group = value.Block.Group;
                    if (!groups.TryGetValue(group, out current))
                        groups.Add(group, current = new Members(i, groups.Count, value.Block));
                }
                current.Add(value);
                prefixes[i] = 1;
                if (current == before)
                    continue;
                numbers[i] = current.Number;
                prefixes[i] += current.Number <= byte.MaxValue ? 1u : 2u;
            }
            var blocks = new KeptBlock[groups.Count];
            foreach (Members members in groups.Values)
            {
                KeptBlock block = blocks[members.Number] = members.ToBlock();
                prefixes[members.First] = block.Prefix;
            }
            LengthPrefixes.Write(ref w, prefixes);
            if (blocks.Length != 0)
                WriteAll(ref w, prefixes, numbers, blocks);
        }

        // Not packed, because the columns of a block are packed already.
        private static void WriteAll(ref WireWriter w, ReadOnlySpan<uint> prefixes, ReadOnlySpan<int> numbers, KeptBlock[] blocks)
        {
            w.WriteByte(ByteForm.Raw);
            for (int i = 0; i < prefixes.Length; i++)
            {
                if (prefixes[i] > 1 + LongestNumber)
                {
                    KeptBlock block = blocks[numbers[i]];
                    w.WriteBytes(block.Shape.Head);
                    block.WriteRest(ref w);
                }
                else if (prefixes[i] > 1)
                {
                    w.WriteByte((byte)numbers[i]);
                    if (prefixes[i] > 2)
                        w.WriteByte((byte)(numbers[i] >> 8));
                }
            }
        }

        // The objects of one group in a column.
        private sealed class Members
        {
            private readonly List<KitbagUnknown> _all = new List<KitbagUnknown>();
            private bool _isWhole = true;

            public Members(int first, int number, KeptBlock block)
            {
                First = first;
                Number = number;
                Block = block;
            }

            public int First { get; }

            public int Number { get; }

            public KeptBlock Block { get; private set; }

            public void Add(KitbagUnknown value)
            {
                _isWhole &= value.Block == Block && value.Index == _all.Count;
                Block = value.Block!;
                _all.Add(value);
            }

            // Unchanged if all of its objects are present in their order; otherwise a new block.
            public KeptBlock ToBlock()
            {
                if (_isWhole && _all.Count == Block.Count)
                    return Block;
                KeptShape shape = _all[0].Block!.Shape;
                return KeptBlock.Of(shape, KeptMerge.Read(shape, _all));
            }
        }
    }
}
