using System;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary>What the codecs of maps share.</summary>
    internal static class Entries
    {
        /// <summary>Copies out what a map gives; there must be as much as it said.</summary>
        public static void Copy<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> map, Span<TKey> keys, Span<TValue> values)
        {
            int i = 0;
            foreach (KeyValuePair<TKey, TValue> entry in map)
            {
                if (i == keys.Length)
                    throw Elements.Changed();
                keys[i] = entry.Key;
                values[i++] = entry.Value;
            }
            if (i != keys.Length)
                throw Elements.Changed();
        }

        /// <summary>Adds to a new map.</summary>
        /// <exception cref="KitbagException">A key is null, or there twice where that is not allowed, or the keys cannot be compared.</exception>
        public static void Add<TKey, TValue>(IDictionary<TKey, TValue> map, ReadOnlySpan<TKey> keys, ReadOnlySpan<TValue> values, bool lastWins)
            where TKey : notnull
        {
            try
            {
                for (int i = 0; i < keys.Length; i++)
                {
                    if (keys[i] is null)
                        throw new KitbagException(KitbagErrorReason.Malformed, "A key of a dictionary is null.").At(i);
                    if (!lastWins && map.ContainsKey(keys[i]))
                        throw new KitbagException(KitbagErrorReason.Malformed, "The key stands twice where a dictionary is expected.").At(i);
                    map[keys[i]] = values[i];
                }
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                throw Elements.Incomparable(e);
            }
        }
    }
}
