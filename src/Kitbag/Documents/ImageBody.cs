using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Codecs;

namespace Kitbag.Documents
{
    /// <summary>
    /// Bare bodies that are a control byte of 1 and the memory of one small struct. For <see cref="SmallBody"/>.
    /// </summary>
    internal static class ImageBody
    {
        // Unsafe: a struct is copied as its memory (bench/: vector3).

        private const int MaxSize = 64;

        private const byte NotDefault = 1;

        /// <summary>Writes a value if its body consists of the memory image only; returns whether it did.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool TryWrite<T>(IBufferWriter<byte> output, Codec<T> codec, T value, KitbagOptions options)
        {
            if (!IsSmallImage(codec) || !options.IsBare || IsDefault(ref Unsafe.As<T, byte>(ref value), Unsafe.SizeOf<T>()))
                return false;
            Span<byte> span = output.GetSpan(1 + Unsafe.SizeOf<T>());
            if (span.Length < 1 + Unsafe.SizeOf<T>())
                return false;
            Write(ref MemoryMarshal.GetReference(span), value);
            output.Advance(1 + Unsafe.SizeOf<T>());
            return true;
        }

        /// <summary>Returns the body of a value if it consists of the memory image only; otherwise null.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static byte[]? TryMake<T>(Codec<T> codec, T value, KitbagOptions options)
        {
            if (!IsSmallImage(codec) || !options.IsBare || IsDefault(ref Unsafe.As<T, byte>(ref value), Unsafe.SizeOf<T>()))
                return null;
            var body = new byte[1 + Unsafe.SizeOf<T>()];
            Write(ref body[0], value);
            return body;
        }

        /// <summary>Returns whether a body with the reader's own schema contains one value that is not the default.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool Is<T>(ReadOnlySpan<byte> body, Codec<T> codec) =>
            !NumberBody.Holds<T>() && IsSmallImage(codec) && body.Length == 1 + Unsafe.SizeOf<T>() && body[0] == NotDefault;

        /// <summary>Reads the value of a body for which <see cref="Is"/> returned true.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Read<T>(ReadOnlySpan<byte> body) =>
            Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref MemoryMarshal.GetReference(body), 1));

        // The JIT knows the first two of each type: of a class nothing is left of the method that asks.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsSmallImage<T>(Codec<T> codec) =>
            !RuntimeHelpers.IsReferenceOrContainsReferences<T>() && Unsafe.SizeOf<T>() <= MaxSize && codec.IsImage;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Write<T>(ref byte body, T value)
        {
            body = NotDefault;
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref body, 1), value);
        }

        // The size is a constant if this method is inlined. Words of four bytes are used because the fields of a small struct have often
        // just been stored one by one, and the processor would have to wait for a load that spans two of these stores.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsDefault(ref byte image, int size)
        {
            uint any = 0;
            int i = 0;
            for (; i + 4 <= size; i += 4)
                any |= Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref image, i));
            for (; i < size; i++)
                any |= Unsafe.Add(ref image, i);
            return any == 0;
        }
    }
}
