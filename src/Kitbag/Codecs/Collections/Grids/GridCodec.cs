using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Arrays of several dimensions: their elements as they lie in memory, the last index running fastest, and their lengths.
    /// As JSON arrays in arrays. One class for each number of dimensions, because without a JIT arrays can only be made by code that names
    /// them.
    /// </summary>
    /// <typeparam name="TArray">The array.</typeparam>
    /// <typeparam name="T">Its elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract partial class GridCodec<TArray, T> : PairCodec<TArray, T[]?, int[]?>
        where TArray : class
    {
        // The maximum number of elements in an array of the runtimes.
        private const int MostElements = Arrays.MaxLength;

        private readonly Codec<T> _element;
        private readonly int _rank;

        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="rank">The number of dimensions.</param>
        protected GridCodec(Codec<T> element, int rank)
            : base("Array" + rank.ToString(CultureInfo.InvariantCulture), "Items",
                new ArrayCodec<T>(element, Cost.Array<T>() + Cost.Array<T>() + new Cost(8 * rank, 0)) { HasFixedCount = true }, "Lengths",
                new ArrayCodec<int>(Int32Codec.Instance))
        {
            _element = element;
            _rank = rank;
        }

        /// <summary>Makes an array.</summary>
        /// <param name="lengths">Its lengths.</param>
        protected abstract TArray New(int[] lengths);

        /// <summary>Where the first element lies.</summary>
        /// <param name="array">An array that has any.</param>
        protected abstract ref T FirstElement(TArray array);

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => types.FindInElements(ref r, _element, _rank);

        private ReadOnlySpan<T> ElementsOf(TArray array)
        {
            var untyped = (Array)(object)array;
            for (int i = 0; i < _rank; i++)
            {
                if (untyped.GetLowerBound(i) != 0)
                    throw new KitbagException(KitbagErrorReason.NotSupported,
                        "A multidimensional array has a lower bound other than 0.");
            }
            return untyped.Length == 0 ? default : Read(ref FirstElement(array), untyped.Length);
        }

        /// <inheritdoc/>
        protected sealed override T[]? First(in TArray pair) => ElementsOf(pair).ToArray();

        /// <inheritdoc/>
        protected sealed override int[]? Second(in TArray pair)
        {
            var array = (Array)(object)pair;
            var lengths = new int[_rank];
            for (int i = 0; i < _rank; i++)
                lengths[i] = array.GetLength(i);
            return lengths;
        }

        /// <inheritdoc/>
        protected sealed override TArray Make(T[]? first, int[]? second)
        {
            if (first == null || second == null || second.Length != _rank || !Fit(second, first.Length))
                throw new KitbagException(KitbagErrorReason.Malformed,
                    "The lengths of an array of " + _rank.ToString(CultureInfo.InvariantCulture)
                    + " dimensions do not fit the number of its elements.").RefusedBy(this);
            TArray array = New(second);
            if (first.Length != 0)
                Write(first, ref FirstElement(array));
            return array;
        }

        // Runtimes reject lengths and partial products that are too large, even if another length is 0.
        private static bool Fit(int[] lengths, int count)
        {
            long product = 1;
            foreach (int length in lengths)
            {
                product *= length;
                if ((uint)length > MostElements || product > MostElements)
                    return false;
            }
            return product == count;
        }

        /// <inheritdoc/>
        public sealed override void WriteJson(ref JsonWriter w, TArray? value)
        {
            if (value is null)
                w.WriteNull();
            else
                Write(ref w, ElementsOf(value), Second(value)!, 0);
        }

        private void Write(ref JsonWriter w, ReadOnlySpan<T> elements, ReadOnlySpan<int> lengths, int dimension)
        {
            int count = lengths[dimension];
            bool isLast = dimension + 1 == lengths.Length, inLine = w.IsText && isLast && JsonKinds.IsShort(_element.Schema.Kind, count);
            if (count == 0)
            {
                w.WriteEmptyArray();
                return;
            }
            w.BeginArray();
            for (int i = 0, part = elements.Length / count; i < count; i++)
            {
                w.NextElement(inLine);
                if (isLast)
                    _element.WriteJson(ref w, elements[i]);
                else
                    Write(ref w, elements.Slice(i * part, part), lengths, dimension + 1);
            }
            w.EndArray(inLine);
        }

        /// <inheritdoc/>
        public sealed override TArray ReadJson(ref JsonReader r)
        {
            if (r.TryReadNull())
                return null!;
            var lengths = new int[_rank];
            List<T> elements = GridJson.Read(ref r, _element, lengths);
            return Make(elements.ToArray(), lengths);
        }
    }
}
