using System;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of maps of the framework, which may have comparers, and whose keys are compared when a map is created.
    /// </summary>
    /// <typeparam name="TMap">The map.</typeparam>
    /// <typeparam name="TKey">Its keys.</typeparam>
    /// <typeparam name="TValue">Its values.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class KeyedMapCodec<TMap, TKey, TValue> : MapCodec<TMap, TKey, TValue>
        where TMap : class
        where TKey : notnull
    {
        private protected KeyedMapCodec(Codec<TKey> key, Codec<TValue> value, Cost cost)
            : base(key, value, cost)
        {
        }

        /// <inheritdoc/>
        protected sealed override TMap Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins) =>
            CreateWith(keys, values, lastWins, null, new KeyWork());

        private protected abstract override TMap CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins,
            StringComparer? comparer, KeyWork work);
    }
}
