using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Kitbag.Codecs
{
    /// <summary>Provides the memory of arrays and lists as directly as the runtime permits.</summary>
    internal static class Memories
    {
        /// <summary>Gets a value indicating whether <see cref="TryGetSpan"/> supports lists.</summary>
        public static bool ListsHaveSpans => true;

        // Most lists in objects are short; a call to copy a few elements costs more than to store them.
        private const int FewElements = 8;

        public static T[] NewArray<T>(int count) => GC.AllocateUninitializedArray<T>(count);

        public static bool TryGetSpan<T>(List<T>? list, out ReadOnlySpan<T> elements)
        {
            elements = CollectionsMarshal.AsSpan(list);
            return true;
        }

        public static List<T> NewList<T>(ReadOnlySpan<T> elements)
        {
            var list = new List<T>(elements.Length);
            if (elements.Length > FewElements)
            {
                CollectionsMarshal.SetCount(list, elements.Length);
                elements.CopyTo(CollectionsMarshal.AsSpan(list));
                return list;
            }
            for (int i = 0; i < elements.Length; i++)
                list.Add(elements[i]);
            return list;
        }

        public static object? ComparerOf<TKey, TValue>(ConcurrentDictionary<TKey, TValue> map)
            where TKey : notnull => map.Comparer;

        public static bool TryNewList<T>(int count, [MaybeNullWhen(false)] out List<T> list, out Span<T> elements)
        {
            list = new List<T>(count);
            CollectionsMarshal.SetCount(list, count);
            elements = CollectionsMarshal.AsSpan(list);
            return true;
        }
    }
}
