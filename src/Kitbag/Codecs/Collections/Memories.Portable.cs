using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;

namespace Kitbag.Codecs
{
    /// <summary>The memory of arrays and lists, as directly as the runtime gives it.</summary>
    internal static class Memories
    {
        public static T[] NewArray<T>(int count) => new T[count];

        public static bool TryGetSpan<T>(List<T> list, out ReadOnlySpan<T> elements)
        {
            elements = default;
            return false;
        }

        public static void CopyAll<T>(ReadOnlySpan<List<T>?> lists, Span<T> elements)
        {
            int at = 0;
            foreach (List<T>? list in lists)
            {
                for (int i = 0; list != null && i < list.Count; i++)
                    elements[at++] = list[i];
            }
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
