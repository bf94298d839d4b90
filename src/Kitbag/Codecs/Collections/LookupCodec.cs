using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ILookup{TKey, TElement}"/>: a map of keys and arrays, in the order in which it gives its keys.</summary>
    /// <typeparam name="TKey">The keys.</typeparam>
    /// <typeparam name="TElement">The elements.</typeparam>
    [CodecFor(typeof(ILookup<,>), CodecShape.Head)]
    public sealed class LookupCodec<TKey, TElement> : MapCodec<ILookup<TKey, TElement>, TKey, TElement[]?>
        where TKey : notnull
    {
        /// <summary>Makes a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="element">The codec of the elements.</param>
        public LookupCodec(Codec<TKey> key, Codec<TElement> element)
            : base(key, new ArrayCodec<TElement>(element))
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
                    throw Elements.Changed();
                if (group.Key is null)
                    throw new KitbagException(KitbagErrorReason.NotSupported, "A key of a lookup is null, which a map cannot hold.");
                var elements = new TElement[Elements.Count(group)];
                Elements.Copy(group, elements);
                keys[i] = group.Key;
                values[i++] = elements;
            }
            if (i != keys.Length)
                throw Elements.Changed();
        }

        /// <inheritdoc/>
        protected override ILookup<TKey, TElement> Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TElement[]?> values, bool lastWins)
        {
            var map = new Dictionary<TKey, TElement[]?>(keys.Length);
            Entries.Add(map, keys, values, lastWins);
            var pairs = new List<KeyValuePair<TKey, TElement>>();
            foreach (KeyValuePair<TKey, TElement[]?> group in map)
            {
                foreach (TElement element in group.Value ?? Array.Empty<TElement>())
                    pairs.Add(new KeyValuePair<TKey, TElement>(group.Key, element));
            }
            return pairs.ToLookup(pair => pair.Key, pair => pair.Value);
        }
    }
}
