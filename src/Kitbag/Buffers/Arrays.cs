namespace Kitbag.Buffers
{
    /// <summary>Limits of arrays.</summary>
    internal static partial class Arrays
    {
        /// <summary>The maximum length of a byte array; arrays of larger elements have at most as many elements.</summary>
        public const int MaxLength = 0x7FFFFFC7;

        /// <summary>
        /// The maximum length of a document, which readers hold in one array. Writers use the same constant, so that nothing is written
        /// that cannot be read.
        /// </summary>
        public const int MaxDocument = MaxLength;
    }
}
