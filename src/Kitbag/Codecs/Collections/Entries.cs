using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary>Provides operations that several codecs of maps use.</summary>
    internal static class Entries
    {
        /// <summary>
        /// Copies the entries of a map, whose number must match the count that it reported. Some maps accept null as a key, others check it
        /// only where a key is looked up; a reader would not accept it.
        /// </summary>
        public static void Copy<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> map, Span<TKey> keys, Span<TValue> values)
        {
            int i = 0;
            foreach (KeyValuePair<TKey, TValue> entry in map)
            {
                if (i == keys.Length)
                    throw ChangedWhileWritten.Collection();
                if (entry.Key is null)
                    throw NullKeyOf(map);
                keys[i] = entry.Key;
                values[i++] = entry.Value;
            }
            if (i != keys.Length)
                throw ChangedWhileWritten.Collection();
        }

        /// <summary>Creates a dictionary.</summary>
        /// <exception cref="KitbagException">A key is null, or occurs twice although that is not permitted, or the keys require too many
        /// comparisons.</exception>
        public static Dictionary<TKey, TValue> NewDictionary<TKey, TValue>(ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins, StringComparer? comparer, KeyWork work)
            where TKey : notnull
        {
            var map = new Dictionary<TKey, TValue>(keys.Length, (IEqualityComparer<TKey>?)(object?)comparer);
            if (keys.Length > KeyWork.Few)
                work.Count(keys, map.Comparer, map.EnsureCapacity(keys.Length));
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw NullKey(i);
                if (lastWins)
                    map[keys[i]] = values[i];
                else if (!map.TryAdd(keys[i], values[i]))
                    throw SameKey(i);
            }
            return map;
        }

        /// <summary>Adds to a new map.</summary>
        /// <exception cref="KitbagException">A key is null, or there twice where that is not allowed, or the keys cannot be
        /// compared.</exception>
        public static void Add<TKey, TValue>(IDictionary<TKey, TValue> map, ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values,
            bool lastWins)
            where TKey : notnull
        {
            try
            {
                for (int i = 0; i < keys.Length; i++)
                {
                    if (keys[i] is null)
                        throw NullKey(i);
                    int count = map.Count;
                    map[keys[i]] = values[i];
                    if (!lastWins && map.Count == count)
                        throw SameKey(i);
                }
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                throw Elements.Incomparable(e);
            }
        }

        /// <summary>
        /// Returns the index at which each key occurs last, for maps that take long to replace a value: some search all keys for it.
        /// </summary>
        /// <exception cref="KitbagException">A key is null.</exception>
        public static Dictionary<TKey, int> LastIndexes<TKey>(ReadOnlySpan<TKey> keys, IEqualityComparer<TKey>? comparer = null)
            where TKey : notnull
        {
            var last = new Dictionary<TKey, int>(keys.Length, comparer);
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw NullKey(i);
                last[keys[i]] = i;
            }
            return last;
        }

        /// <summary>The error of a map that has null as a key when it is written.</summary>
        public static KitbagException NullKeyOf(object map) => new KitbagException(KitbagErrorReason.NotSupported,
            "A key of a '" + TypeText.Of(map.GetType()) + "' is null, which cannot be written: the dictionary could not be read again.");

        public static KitbagException NullKey(int index) =>
            new KitbagException(KitbagErrorReason.Malformed, "A key of a dictionary is null.").At(index);

        /// <summary>The error of a key of a type that the program does not have, if it is to be read as null.</summary>
        public static KitbagException UnknownKey() => new KitbagException(KitbagErrorReason.SchemaMismatch,
            "A key cannot be null, and this program does not have its type.");

        public static KitbagException SameKey(int index) =>
            new KitbagException(KitbagErrorReason.Malformed, "The dictionary has a duplicate key.").At(index);
    }
}
