namespace Kitbag.Codecs
{
    /// <summary>How generated code uses the type of a codec.</summary>
    public enum CodecShape
    {
        /// <summary>
        /// A value without a payload. The codec has <c>public static uint Put(ref byte row, ref int at, T value)</c> and
        /// <c>public static T Take(ref byte row, ref int at, int end, uint control)</c>, which generated rows call.
        /// </summary>
        Leaf,

        /// <summary>
        /// A value with a length prefix of 32 bits, 0 for null, and a payload: the codec is a <see cref="LengthPrefixCodec{T}"/>.
        /// </summary>
        LengthPrefix,

        /// <summary>
        /// An unmanaged struct that is stored as its memory image. The codec's class has a <see cref="RecordCodec{T}"/> as <c>public static
        /// Instance</c>.
        /// </summary>
        Record = 4,

        /// <summary>A class or struct whose members the generator does not know: the codec is an <see cref="ObjectCodec{T}"/>.</summary>
        Object = 5,

        /// <summary>A value that is stored as another type: the codec is a <see cref="SurrogateCodec{T, TSurrogate}"/>.</summary>
        Surrogate = 7,
    }
}
