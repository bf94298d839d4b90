using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    internal static partial class Elements
    {
        /// <summary>Makes a set.</summary>
        /// <exception cref="KitbagException">An element is there twice, or the elements take too many comparisons.</exception>
        public static HashSet<T> NewSet<T>(ReadOnlySpan<T> elements, StringComparer? comparer, KeyWork work)
        {
            var set = new HashSet<T>((IEqualityComparer<T>?)(object?)comparer);
            if (elements.Length > KeyWork.Few)
                work.CountGrowing(elements, set.Comparer, HashSizes.All);
            AddAll(set, elements);
            return set;
        }
    }
}
