using System;

namespace Kitbag.Buffers
{
    /// <summary>Compares the beginnings of strings.</summary>
    internal static class CommonPrefix
    {
        /// <summary>The length of the common prefix of two strings.</summary>
        public static int LengthOf(string one, string other) => one.AsSpan().CommonPrefixLength(other.AsSpan());
    }
}
