using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    internal static partial class Elements
    {
        /// <summary>Creates a set.</summary>
        /// <exception cref="KitbagException">An element occurs twice, or the elements require too many comparisons.</exception>
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
