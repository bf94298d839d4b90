using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Kitbag.Relay.Wire
{
    /// <summary>
    /// Compares UTF-8 texts, so that they can be looked up as they were received. The hash is seeded randomly for each process.
    /// </summary>
    internal sealed class Utf8Comparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public static Utf8Comparer Instance { get; } = new();

        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode([DisallowNull] byte[] obj) => GetHashCode(obj.AsSpan());

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(ReadOnlySpan<byte> alternate)
        {
            // The runtime's hash of strings is faster than HashCode, and is seeded, too.
            int hash = string.GetHashCode(MemoryMarshal.Cast<byte, char>(alternate));
            return (alternate.Length & 1) == 0 ? hash : hash * 31 + alternate[^1];
        }

        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
    }
}
