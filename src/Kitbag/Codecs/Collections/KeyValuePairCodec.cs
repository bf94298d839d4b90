using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="KeyValuePair{TKey, TValue}"/>: a struct with Key and Value.</summary>
    /// <typeparam name="TKey">The key.</typeparam>
    /// <typeparam name="TValue">The value.</typeparam>
    [CodecFor(typeof(KeyValuePair<,>), CodecShape.Object)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class KeyValuePairCodec<TKey, TValue> : PairCodec<KeyValuePair<TKey, TValue>, TKey, TValue>
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the key.</param>
        /// <param name="value">The codec of the value.</param>
        public KeyValuePairCodec(Codec<TKey> key, Codec<TValue> value)
            : base("KeyValuePair", "Key", key, "Value", value)
        {
        }

        /// <inheritdoc/>
        protected override TKey First(in KeyValuePair<TKey, TValue> pair) => pair.Key;

        /// <inheritdoc/>
        protected override TValue Second(in KeyValuePair<TKey, TValue> pair) => pair.Value;

        /// <inheritdoc/>
        protected override KeyValuePair<TKey, TValue> Make(TKey first, TValue second) => new KeyValuePair<TKey, TValue>(first, second);
    }
}
