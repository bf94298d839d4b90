using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Documents
{
    /// <summary>
    /// Bare bodies of one short string of Latin-1: a control byte, the length prefix, a byte for each character. For
    /// <see cref="SmallBody"/>.
    /// </summary>
    internal static class TextBody
    {
        // Unsafe: a string is written into bytes allocated for it, and filled before other code sees it (bench/: string).

        /// <summary>The longest string: with more the call is a small part.</summary>
        public const int MaxLength = 200;

        /// <summary>Reads a string if a body contains nothing else; otherwise returns null.</summary>
        public static string? TryRead(ReadOnlySpan<byte> body, KitbagLimits limits)
        {
            // The length prefix has one byte for up to 127 characters, otherwise two.
            if (body.Length < 3 || body[0] is not (1 or 2))
                return null;
            int start = 1 + body[0];
            uint h = (body[0] == 1 ? body[1] : body[1] | (uint)body[2] << 8) - 1;
            int length = (int)(h >> 1);
            if ((h & 1) != 0 || length == 0 || length != body.Length - start
                || StringForm.BytesOf(length) > limits.AllocationFor(body.Length))
                return null;
            var value = new string('\0', length);
            ref byte characters = ref Unsafe.Add(ref MemoryMarshal.GetReference(body), start);
            Latin1.Widen(ref characters, ref MemoryMarshal.GetReference(value.AsSpan()), length);
            return value;
        }
    }
}
