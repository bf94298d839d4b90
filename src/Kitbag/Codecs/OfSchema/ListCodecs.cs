using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Lists of strings, which may name a comparer, and lists that are tracked.</summary>
    internal sealed class ItemsCodec<T> : CollectionCodec<ItemList<T>, T>
    {
        private readonly SchemaType _type;

        public ItemsCodec(SchemaType type, Codec<T> element)
            : base(element)
        {
            _type = type;
            IsTracked = type.IsTracked;
        }

        protected override SchemaType CreateSchema() => _type;

        internal override bool TryRefer(object found, Codec codec, out ItemList<T>? value) =>
            base.TryRefer(found, codec, out value) && codec == this;

        protected override int Count(ItemList<T> collection) => collection.Count;

        protected override void CopyTo(ItemList<T> collection, Span<T> elements)
        {
            for (int i = 0; i < elements.Length; i++)
                elements[i] = collection[i];
        }

        protected override bool TryGetSpan(ItemList<T> collection, out ReadOnlySpan<T> elements) =>
            Memories.TryGetSpan(collection, out elements);

        private protected override StringComparer? ComparerOf(ItemList<T> collection) => collection.Comparer;

        protected override ItemList<T> Create(ReadOnlySpan<T> elements) => CreateWith(elements, null, new KeyWork());

        private protected override ItemList<T> CreateWith(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            var list = new ItemList<T> { Capacity = elements.Length, Comparer = comparer };
            foreach (T element in elements)
                list.Add(element);
            return list;
        }

        protected override void Populate(ItemList<T> target, ItemList<T> source)
        {
            target.Clear();
            target.AddRange(source);
            target.Comparer = source.Comparer;
        }
    }

    /// <summary>Maps with strings as keys, which may name a comparer, and maps that are tracked.</summary>
    internal sealed class EntriesCodec<TKey> : KeyedMapCodec<ItemMap<TKey>, TKey, object?>
        where TKey : notnull
    {
        private readonly SchemaType _type;

        public EntriesCodec(SchemaType type, Codec<TKey> key, Codec<object?> value)
            : base(key, value, Cost.Dictionary<TKey, object?>())
        {
            _type = type;
            IsTracked = type.IsTracked;
        }

        protected override SchemaType CreateSchema() => _type;

        internal override bool TryRefer(object found, Codec codec, out ItemMap<TKey>? value) =>
            base.TryRefer(found, codec, out value) && codec == this;

        protected override bool IsOrdered => false;

        protected override int Count(ItemMap<TKey> map) => map.Count;

        protected override void CopyTo(ItemMap<TKey> map, Span<TKey> keys, Span<object?> values)
        {
            int i = 0;
            foreach (KeyValuePair<TKey, object?> entry in map)
            {
                keys[i] = entry.Key;
                values[i++] = entry.Value;
            }
        }

        private protected override StringComparer? ComparerOf(ItemMap<TKey> map) => map.Named;

        private protected override ItemMap<TKey> CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<object?> values, bool lastWins,
            StringComparer? comparer, KeyWork work)
        {
            var map = new ItemMap<TKey>(keys.Length, (IEqualityComparer<TKey>?)(object?)comparer) { Named = comparer };
            if (keys.Length > KeyWork.Few)
                work.Count(keys, map.Comparer, map.EnsureCapacity(0));
            Entries.Add(map, keys, values, lastWins);
            return map;
        }

        protected override void Populate(ItemMap<TKey> target, ItemMap<TKey> source)
        {
            target.Clear();
            foreach (KeyValuePair<TKey, object?> entry in source)
                target.Add(entry.Key, entry.Value);
            target.Named = source.Named;
        }
    }
}
