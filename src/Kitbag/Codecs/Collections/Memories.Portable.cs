using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;

namespace Kitbag.Codecs
{
    /// <summary>The memory of arrays and lists, as directly as the runtime gives it.</summary>
    internal static class Memories
    {
        /// <summary>Whether <see cref="TryGetSpan"/> gives the memory of lists.</summary>
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
