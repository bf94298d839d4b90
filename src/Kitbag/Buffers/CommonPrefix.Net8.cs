using System;

namespace Kitbag.Buffers
{
    /// <summary>Compares the beginnings of strings.</summary>
    internal static class CommonPrefix
    {
        /// <summary>With how many equal characters two strings begin.</summary>
        public static int LengthOf(string one, string other) => one.AsSpan().CommonPrefixLength(other.AsSpan());
    }
}
