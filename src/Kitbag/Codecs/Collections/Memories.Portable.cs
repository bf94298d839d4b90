using System;
using System.Collections.Generic;

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

        public static List<T> NewList<T>(ReadOnlySpan<T> elements)
        {
            var list = new List<T>(elements.Length);
            for (int i = 0; i < elements.Length; i++)
                list.Add(elements[i]);
            return list;
        }

        public static List<T>? NewList<T>(int count, out Span<T> elements)
        {
            elements = default;
            return null;
        }
    }
}
