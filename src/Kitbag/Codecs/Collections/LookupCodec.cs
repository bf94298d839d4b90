using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ILookup{TKey, TElement}"/>: a map of keys and arrays, in the order in which it gives its keys.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TElement">The elements.</typeparam>
    [CodecFor(typeof(ILookup<,>), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class LookupCodec<TKey, TElement> : KeyedMapCodec<ILookup<TKey, TElement>, TKey, TElement[]?>
        where TKey : notnull
    {
        // A lookup's table doubles and adds one; smaller ones do not matter.
        private static readonly int[] s_sizes = { 0x1FFF, 0x3FFF, 0x7FFF, 0xFFFF, 0x1FFFF, 0x3FFFF, 0x7FFFF, 0xFFFFF, 0x1FFFFF, 0x3FFFFF,
            0x7FFFFF, 0xFFFFFF };

        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="element">The codec of the elements.</param>
        public LookupCodec(Codec<TKey> key, Codec<TElement> element)
            // A dictionary of the arrays, and groups with a table of their own, whose elements are arrays that double.
            : base(
                key,
                new ArrayCodec<TElement>(element, Cost.Array<TElement>() + new Cost(4 * Cost.ArrayHeader, 4 * Cost.Of<TElement>())),
                Cost.Dictionary<TKey, TElement[]?>() + new Cost(480, Cost.Node<TKey>(10 * Cost.Reference)))
        {
        }

        /// <inheritdoc/>
        protected override int Count(ILookup<TKey, TElement> map) => map.Count;

        /// <inheritdoc/>
        protected override void CopyTo(ILookup<TKey, TElement> map, Span<TKey> keys, Span<TElement[]?> values)
        {
            int i = 0;
            foreach (IGrouping<TKey, TElement> group in map)
            {
                if (i == keys.Length)
                    throw ChangedWhileWritten.Collection();
                if (group.Key is null)
                    throw Entries.NullKeyOf(map);
                var elements = new TElement[Elements.Count(group)];
                Elements.Copy(group, elements);
                keys[i] = group.Key;
                values[i++] = elements;
            }
            if (i != keys.Length)
                throw ChangedWhileWritten.Collection();
        }

        private protected override ILookup<TKey, TElement> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TElement[]?> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
        {
            Dictionary<TKey, TElement[]?> map = Entries.NewDictionary(keys, values, lastWins, null, work);
            work.CountGrowing(keys, null, s_sizes);
            return Pairs(map).ToLookup(pair => pair.Key, pair => pair.Value);
        }

        // Returned one by one, because a list of them would be larger than the lookup.
        private static IEnumerable<KeyValuePair<TKey, TElement>> Pairs(Dictionary<TKey, TElement[]?> map)
        {
            foreach (KeyValuePair<TKey, TElement[]?> group in map)
            {
                foreach (TElement element in group.Value ?? Array.Empty<TElement>())
                    yield return new KeyValuePair<TKey, TElement>(group.Key, element);
            }
        }
    }
}
