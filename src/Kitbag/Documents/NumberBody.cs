using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Layout;

namespace Kitbag.Documents
{
    /// <summary>Bare bodies of one number: a control byte and 0 to 8 bytes. For <see cref="SmallBody"/>.</summary>
    internal static class NumberBody
    {
        // Unsafe: the JIT knows the type T; a cast through object would allocate if it did not (bench/: int).

        /// <summary>The size of the control byte, the number, and the bytes after it that a slot may overwrite.</summary>
        public const int MaxSize = 1 + 8 + 8;

        /// <summary>Returns whether values of a type are stored this way. This is a constant for the JIT.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool Holds<T>() => IsWord32<T>() || IsWord64<T>() || typeof(T) == typeof(double);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsWord32<T>() => typeof(T) == typeof(int) || typeof(T) == typeof(uint) || typeof(T) == typeof(float);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsWord64<T>() => typeof(T) == typeof(long) || typeof(T) == typeof(ulong);

        /// <summary>Writes a number into <see cref="MaxSize"/> bytes; returns its size.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Write<T>(ref byte body, T value)
        {
            int at = 1;
            if (typeof(T) == typeof(int))
                body = (byte)Int32Codec.Put(ref body, ref at, Unsafe.As<T, int>(ref value));
            else if (typeof(T) == typeof(uint))
                body = (byte)UInt32Codec.Put(ref body, ref at, Unsafe.As<T, uint>(ref value));
            else if (typeof(T) == typeof(float))
                body = (byte)SingleCodec.Put(ref body, ref at, Unsafe.As<T, float>(ref value));
            else if (typeof(T) == typeof(long))
                body = (byte)Int64Codec.Put(ref body, ref at, Unsafe.As<T, long>(ref value));
            else if (typeof(T) == typeof(ulong))
                body = (byte)UInt64Codec.Put(ref body, ref at, Unsafe.As<T, ulong>(ref value));
            else
                body = (byte)DoubleCodec.Put(ref body, ref at, Unsafe.As<T, double>(ref value));
            return at;
        }

        /// <summary>Reads a number if a body contains nothing else.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool TryRead<T>(ReadOnlySpan<byte> body, out T value)
        {
            Unsafe.SkipInit(out value);
            if (body.Length == 0)
                return false;
            ref byte first = ref MemoryMarshal.GetReference(body);
            uint control = first & 3u;
            int length = IsWord32<T>() ? SlotTable.Word32Bytes(control)
                : IsWord64<T>() ? SlotTable.Word64Bytes(control) : SlotTable.Double64Bytes(control);
            if (body.Length != 1 + length)
                return false;
            ulong bits = Load(ref Unsafe.Add(ref first, 1), length);
            if (typeof(T) == typeof(int))
                Unsafe.As<T, int>(ref value) = Slots.Unzigzag((uint)bits);
            else if (typeof(T) == typeof(uint))
                Unsafe.As<T, uint>(ref value) = (uint)bits;
            else if (typeof(T) == typeof(float))
                Unsafe.As<T, float>(ref value) = SingleCodec.FromBits((uint)bits);
            else if (typeof(T) == typeof(long))
                Unsafe.As<T, long>(ref value) = Slots.Unzigzag(bits);
            else if (typeof(T) == typeof(ulong))
                Unsafe.As<T, ulong>(ref value) = bits;
            else
                Unsafe.As<T, double>(ref value) = DoubleCodec.FromBits(bits);
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Load(ref byte bytes, int length) => length switch
        {
            0 => 0,
            1 => bytes,
            2 => (uint)(bytes | Unsafe.Add(ref bytes, 1) << 8),
            4 => LittleEndian.Load32(ref bytes),
            _ => LittleEndian.Load64(ref bytes),
        };
    }
}
