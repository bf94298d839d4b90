using System;
using System.Collections;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>A codec of dictionaries that do not declare the types of their keys and values.</summary>
    /// <typeparam name="TMap">The dictionary.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class NonGenericMapCodec<TMap> : KeyedMapCodec<TMap, object, object?>
        where TMap : class, IDictionary
    {
        private protected NonGenericMapCodec(Codec<object> key, Codec<object?> value, Cost cost)
            : base(key, value, cost)
        {
        }

        /// <inheritdoc/>
        protected override int Count(TMap map) => map.Count;

        /// <inheritdoc/>
        protected sealed override void CopyTo(TMap map, Span<object> keys, Span<object?> values) =>
            NonGenericElements.Copy(map, keys, values);

        /// <summary>Adds the entries to a new dictionary that finds its keys by their hash codes.</summary>
        private protected static TMap Add(TMap map, ReadOnlySpan<object> keys, ReadOnlySpan<object?> values, bool lastWins, KeyWork work)
        {
            if (keys.Length > KeyWork.Few)
                work.CountGrowing(keys, null, HashSizes.All);
            Dictionary<object, int>? last = lastWins ? Entries.LastIndexes(keys) : null;
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw Entries.NullKey(i);
                if (!map.Contains(keys[i]))
                    map.Add(keys[i], values[last == null ? i : last[keys[i]]]);
                else if (last == null)
                    throw Entries.SameKey(i);
            }
            return map;
        }

        /// <inheritdoc/>
        protected sealed override void Populate(TMap target, TMap source) => NonGenericElements.Replace(target, source);
    }
}
