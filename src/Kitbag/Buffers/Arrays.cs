namespace Kitbag.Buffers
{
    /// <summary>What is true of all arrays.</summary>
    internal static class Arrays
    {
        /// <summary>The most bytes that one array can have; of larger elements it has at most as many.</summary>
        public const int MaxLength = 0x7FFFFFC7;
    }
}
