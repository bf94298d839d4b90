using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Kitbag.Codecs
{
    /// <summary>The memory of arrays and lists, as directly as the runtime gives it.</summary>
    internal static class Memories
    {
        public static T[] NewArray<T>(int count) => GC.AllocateUninitializedArray<T>(count);

        public static bool TryGetSpan<T>(List<T> list, out ReadOnlySpan<T> elements)
        {
            elements = CollectionsMarshal.AsSpan(list);
            return true;
        }

        public static void CopyAll<T>(ReadOnlySpan<List<T>?> lists, Span<T> elements)
        {
            int at = 0;
            foreach (List<T>? list in lists)
            {
                ReadOnlySpan<T> part = CollectionsMarshal.AsSpan(list);
                // Most lists in lists are short; a call to copy a few elements costs more than to store them.
                if (part.Length > 8)
                {
                    part.CopyTo(elements.Slice(at));
                }
                else
                {
                    for (int i = 0; i < part.Length; i++)
                        elements[at + i] = part[i];
                }
                at += part.Length;
            }
        }

        public static List<T> NewList<T>(ReadOnlySpan<T> elements)
        {
            var list = new List<T>(elements.Length);
            CollectionsMarshal.SetCount(list, elements.Length);
            elements.CopyTo(CollectionsMarshal.AsSpan(list));
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
