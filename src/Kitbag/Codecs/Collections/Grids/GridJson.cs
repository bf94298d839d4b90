using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>Reads the JSON arrays in arrays that an array of several dimensions is.</summary>
    internal static class GridJson
    {
        /// <summary>Reads all elements, with the last index varying fastest.</summary>
        /// <param name="r">The reader, positioned at the outermost array.</param>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="lengths">Receives the length of each dimension; its length is the number of dimensions.</param>
        /// <exception cref="KitbagException">Arrays of one dimension differ in length.</exception>
        public static List<T> Read<T>(ref JsonReader r, Codec<T> element, int[] lengths)
        {
            var elements = new List<T>();
            for (int i = 0; i < lengths.Length; i++)
                lengths[i] = -1;
            Read(ref r, element, elements, lengths, 0);
            // If an outer length is 0, the text does not contain the inner ones.
            for (int i = 0; i < lengths.Length; i++)
                lengths[i] = Math.Max(lengths[i], 0);
            return elements;
        }

        private static void Read<T>(ref JsonReader r, Codec<T> element, List<T> elements, int[] lengths, int dimension)
        {
            r.BeginArray();
            int count = 0;
            for (; r.NextElement(count); count++)
            {
                if (dimension + 1 == lengths.Length)
                    elements.Add(element.ReadJson(ref r));
                else
                    Read(ref r, element, elements, lengths, dimension + 1);
            }
            if (lengths[dimension] >= 0 && lengths[dimension] != count)
                throw r.Error(KitbagErrorReason.Malformed,
                    "Found an array of " + count.ToString(CultureInfo.InvariantCulture) + " where those before it have "
                    + lengths[dimension].ToString(CultureInfo.InvariantCulture)
                    + "; in an array of several dimensions all have the same length.");
            lengths[dimension] = count;
        }
    }
}
