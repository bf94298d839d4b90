namespace Kitbag.Buffers
{
    internal static partial class Arrays
    {
        /// <summary>Creates an array whose elements are assigned before they are read.</summary>
        public static byte[] NewBytes(int length) => new byte[length];
    }
}
