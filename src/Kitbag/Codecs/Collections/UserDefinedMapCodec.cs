using System;
using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary>A codec of a user-defined dictionary. Generated code creates the dictionary.</summary>
    /// <typeparam name="TMap">The dictionary.</typeparam>
    /// <typeparam name="TKey">Its keys.</typeparam>
    /// <typeparam name="TValue">Its values.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class UserDefinedMapCodec<TMap, TKey, TValue> : MapCodec<TMap, TKey, TValue>
        where TMap : class, IEnumerable<KeyValuePair<TKey, TValue>>
        where TKey : notnull
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="key">The codec of the keys.</param>
        /// <param name="value">The codec of the values.</param>
        /// <param name="isOrdered">Whether the keys have an order that is part of the value.</param>
        /// <param name="isTracked">Whether the dictionary can reach itself, so that it is stored as a reference.</param>
        /// <param name="isCopied">Whether each of these references gets a copy.</param>
        protected UserDefinedMapCodec(Codec<TKey> key, Codec<TValue> value, bool isOrdered = true, bool isTracked = false,
            bool isCopied = false)
            : base(key, value, Cost.Own(Cost.Aligned<TKey>() + Cost.Aligned<TValue>()))
        {
            IsOrdered = isOrdered;
            IsTracked = isTracked;
            IsCopied = isCopied;
        }

        /// <inheritdoc/>
        protected sealed override bool IsOrdered { get; }

        // The code of the dictionary may examine its entries.
        private protected sealed override bool LooksAtValues => true;

        /// <summary>Creates a dictionary with the program's own code.</summary>
        /// <param name="keys">The keys; the span is reused after the call.</param>
        /// <param name="values">The values, in the same order.</param>
        /// <param name="at">The index of the key that is being added, for error paths.</param>
        protected abstract TMap Make(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, ref int at);

        /// <summary>Copies the entries to a dictionary, for constructors.</summary>
        /// <param name="keys">The keys.</param>
        /// <param name="values">The values, in the same order.</param>
        protected static Dictionary<TKey, TValue> DictionaryOf(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values)
        {
            var map = new Dictionary<TKey, TValue>(keys.Length);
            for (int i = 0; i < keys.Length; i++)
                map[keys[i]] = values[i];
            return map;
        }

        /// <inheritdoc/>
        protected sealed override int Count(TMap map) => Elements.CountWritten(map);

        /// <inheritdoc/>
        protected sealed override void CopyTo(TMap map, Span<TKey> keys, Span<TValue> values) => Entries.Copy(map, keys, values);

        /// <inheritdoc/>
        protected sealed override TMap Create(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins) =>
            CreateWith(keys, values, lastWins, null, new KeyWork());

        // It is unknown how a user-defined dictionary finds its keys; most contain one of the framework's dictionaries.
        private protected sealed override TMap CreateWith(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins,
            StringComparer? comparer, KeyWork work)
        {
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw Entries.NullKey(i);
            }
            if (keys.Length > KeyWork.Few)
                work.CountGrowing(keys, null, HashSizes.All);
            int at = -1, count;
            TMap map;
            try
            {
                map = Make(keys, values, ref at);
                count = Elements.Count(map);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Of(e, -1).At(at);
            }
            if (count > keys.Length)
                throw Elements.Populated(typeof(TMap));
            if (count < keys.Length && !lastWins)
                throw new KitbagException(KitbagErrorReason.Malformed, "A dictionary has a duplicate key.");
            return map;
        }

        /// <inheritdoc/>
        protected sealed override void Populate(TMap target, TMap source)
        {
            if (target is ICollection<KeyValuePair<TKey, TValue>> collection)
                Elements.Replace(collection, source);
            else
                base.Populate(target, source);
        }
    }
}
