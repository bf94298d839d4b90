using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;

namespace Kitbag.Codecs
{
    /// <summary>Provides the memory of arrays and lists as directly as the runtime permits.</summary>
    internal static class Memories
    {
        /// <summary>Gets a value indicating whether <see cref="TryGetSpan"/> supports lists.</summary>
        public static bool ListsHaveSpans => false;

        public static T[] NewArray<T>(int count) => new T[count];

        public static bool TryGetSpan<T>(List<T>? list, out ReadOnlySpan<T> elements)
        {
            elements = default;
            return false;
        }

        public static List<T> NewList<T>(ReadOnlySpan<T> elements)
        {
            var list = new List<T>(elements.Length);
            for (int i = 0; i < elements.Length; i++)
                list.Add(elements[i]);
            return list;
        }

        public static object? ComparerOf<TKey, TValue>(ConcurrentDictionary<TKey, TValue> map)
            where TKey : notnull => null;

        public static bool TryNewList<T>(int count, [MaybeNullWhen(false)] out List<T> list, out Span<T> elements)
        {
            list = null;
            elements = default;
            return false;
        }
    }
}
