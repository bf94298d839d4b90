using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// The stored bytes of members of rows. Writing stores the bytes at <c>row + at</c>, advances <c>at</c> and returns the control bits;
    /// reading gets the control bits. Writing may change up to 8 bytes after the stored ones. Reading never accesses bytes at <c>row +
    /// end</c> or behind it: a number whose load would do so is read byte by byte.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Slots
    {
        // Unsafe: a row is written into reserved bytes, and read with one check at its end (bench/: envelope).

        /// <summary>Stores the control bits of a row.</summary>
        /// <param name="row">The first byte of the row.</param>
        /// <param name="control">Up to 64 bits.</param>
        /// <param name="bytes">The number of control bytes, 1 to 8.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void StoreControl(ref byte row, ulong control, int bytes)
        {
            if (bytes >= 8)
            {
                LittleEndian.Store64(ref row, control);
                return;
            }
            int at = 0;
            if ((bytes & 4) != 0)
            {
                LittleEndian.Store32(ref row, (uint)control);
                control >>= 32;
                at = 4;
            }
            if ((bytes & 2) != 0)
            {
                LittleEndian.Store16(ref Unsafe.Add(ref row, at), (ushort)control);
                control >>= 16;
                at += 2;
            }
            if ((bytes & 1) != 0)
                Unsafe.Add(ref row, at) = (byte)control;
        }

        /// <summary>Stores the control bits of a row that has at most 64, or the first 64, and ends the row.</summary>
        /// <param name="w">The writer, which reserved the memory of the row.</param>
        /// <param name="row">The first byte of the row.</param>
        /// <param name="at">The number of bytes of the row.</param>
        /// <param name="control">Up to 64 bits.</param>
        /// <param name="bytes">The number of control bytes, 1 to 8.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void EndRow(ref WireWriter w, ref byte row, int at, ulong control, int bytes)
        {
            StoreControl(ref row, control, bytes);
            w.Advance(at);
        }

        /// <summary>A position in a row.</summary>
        /// <param name="row">The first byte of the row.</param>
        /// <param name="offset">The offset in bytes.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ref byte At(ref byte row, int offset) => ref Unsafe.Add(ref row, offset);

        // Eight bytes from an offset on; those behind the end are 0.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Load(ref byte row, int at, int end) =>
            at <= end - 8 ? LittleEndian.Load64(ref Unsafe.Add(ref row, at)) : LoadLast(ref row, at, end);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static ulong LoadLast(ref byte row, int at, int end)
        {
            ulong value = 0;
            for (int i = Math.Min(end - at, 8) - 1; i >= 0; i--)
                value = value << 8 | Unsafe.Add(ref row, at + i);
            return value;
        }

        /// <summary>Loads 64 control bits of a row.</summary>
        /// <param name="row">The first byte of the row.</param>
        /// <param name="at">The offset of the byte with the first of them.</param>
        /// <param name="end">The number of available bytes from the first byte of the row on.</param>
        /// <returns>The bits; those of bytes behind the end are 0.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Control(ref byte row, int at, int end) => Load(ref row, at, end);

        /// <summary>Loads the control bits of a row that has at most 32.</summary>
        /// <param name="row">The first byte of the row.</param>
        /// <param name="end">The number of available bytes from the first byte of the row on.</param>
        /// <returns>The bits; those of bytes behind the end are 0.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Control32(ref byte row, int end) => (uint)Load(ref row, 0, end);

        /// <summary>Writes whether an object is present; 1 control bit.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutFlag(object? value) => value is null ? 0u : 1u;

        /// <summary>Adds to the control bits of a value the one, before them, that tells whether there is a value.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutNullable(bool hasValue, uint control) => (hasValue ? 1u : 0u) | control << 1;

        /// <summary>Reads whether there is a value: the first of the control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsSet(ulong control) => (control & 1) != 0;

        /// <summary>Writes one byte; 1 control bit.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutByte(ref byte row, ref int at, byte value)
        {
            Unsafe.Add(ref row, at) = value;
            uint code = value != 0 ? 1u : 0u;
            at += (int)code;
            return code;
        }

        /// <summary>Reads one byte; 1 control bit.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static byte TakeByte(ref byte row, ref int at, int end, uint control)
        {
            if ((control & 1) == 0 || at >= end)
            {
                at += (int)(control & 1);
                return 0;
            }
            return Unsafe.Add(ref row, at++);
        }

        /// <summary>Writes 0, 1, 2 or 4 bytes; 2 control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutWord32(ref byte row, ref int at, uint value)
        {
            LittleEndian.Store32(ref Unsafe.Add(ref row, at), value);
            uint code = (value != 0 ? 1u : 0u) + (value > 0xFF ? 1u : 0u) + (value > 0xFFFF ? 1u : 0u);
            at += SlotTable.Word32Bytes(code);
            return code;
        }

        /// <summary>Reads 0, 1, 2 or 4 bytes; 2 control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint TakeWord32(ref byte row, ref int at, int end, uint control)
        {
            int length = SlotTable.Word32Bytes(control & 3);
            uint value = at <= end - 4 ? LittleEndian.Load32(ref Unsafe.Add(ref row, at)) : (uint)LoadLast(ref row, at, end);
            value &= (uint)((1UL << (length * 8)) - 1);
            at += length;
            return value;
        }

        /// <summary>Writes 0, 1, 4 or 8 bytes; 2 control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutWord64(ref byte row, ref int at, ulong value)
        {
            LittleEndian.Store64(ref Unsafe.Add(ref row, at), value);
            uint code = (value != 0 ? 1u : 0u) + (value > 0xFF ? 1u : 0u) + (value > 0xFFFFFFFF ? 1u : 0u);
            at += SlotTable.Word64Bytes(code);
            return code;
        }

        /// <summary>Reads 0, 1, 4 or 8 bytes; 2 control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong TakeWord64(ref byte row, ref int at, int end, uint control) =>
            Take64(ref row, ref at, end, SlotTable.Word64Bytes(control & 3));

        /// <summary>Writes 0, 2, 4 or 8 bytes; 2 control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutDouble64(ref byte row, ref int at, ulong value)
        {
            LittleEndian.Store64(ref Unsafe.Add(ref row, at), value);
            uint code = (value != 0 ? 1u : 0u) + (value > 0xFFFF ? 1u : 0u) + (value > 0xFFFFFFFF ? 1u : 0u);
            at += SlotTable.Double64Bytes(code);
            return code;
        }

        /// <summary>Reads 0, 2, 4 or 8 bytes; 2 control bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong TakeDouble64(ref byte row, ref int at, int end, uint control) =>
            Take64(ref row, ref at, end, SlotTable.Double64Bytes(control & 3));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Take64(ref byte row, ref int at, int end, int length)
        {
            ulong value = Load(ref row, at, end) & ((length == 0 ? 0 : ulong.MaxValue) >> (64 - length * 8));
            at += length;
            return value;
        }

        /// <summary>Writes the memory image of a value without references, or nothing if it is all 0; 1 control bit.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint PutImage<T>(ref byte row, ref int at, T value)
            where T : unmanaged
        {
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref row, at), value);
            // Tests the value itself: loading its copy in the row would wait for the store.
            uint code = IsZero(ref Unsafe.As<T, byte>(ref value), Unsafe.SizeOf<T>()) ? 0u : 1u;
            at += (int)code * Unsafe.SizeOf<T>();
            return code;
        }

        /// <summary>
        /// Reads the memory image of a value; 1 control bit. If it is truncated, it becomes 0, and the check at the end of the row fails.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T TakeImage<T>(ref byte row, ref int at, int end, uint control)
            where T : unmanaged
        {
            if ((control & 1) == 0)
                return default;
            int from = at;
            at += Unsafe.SizeOf<T>();
            return at <= end ? Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref row, from)) : default;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsZero(ref byte p, int size)
        {
            if (size == 16)
                return (LittleEndian.Load64(ref p) | LittleEndian.Load64(ref Unsafe.Add(ref p, 8))) == 0;
            if (size == 12)
                return (LittleEndian.Load64(ref p) | LittleEndian.Load32(ref Unsafe.Add(ref p, 8))) == 0;
            if (size == 8)
                return LittleEndian.Load64(ref p) == 0;
            return IsZeroLoop(ref p, size);
        }

        private static bool IsZeroLoop(ref byte p, int size)
        {
            for (int i = 0; i < size; i++)
            {
                if (Unsafe.Add(ref p, i) != 0)
                    return false;
            }
            return true;
        }

        /// <summary>A signed number with its sign in the lowest bit (zigzag), so that small numbers of either sign are small.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Zigzag(int value) => (uint)((value << 1) ^ (value >> 31));

        /// <summary>The inverse of <see cref="Zigzag(int)"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Unzigzag(uint value) => (int)(value >> 1) ^ -(int)(value & 1);

        /// <summary>A signed number with its sign in the lowest bit (zigzag), so that small numbers of either sign are small.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Zigzag(long value) => (ulong)((value << 1) ^ (value >> 63));

        /// <summary>The inverse of <see cref="Zigzag(long)"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long Unzigzag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);

        /// <summary>The bytes of a number in reverse order, which shortens most floats.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Reverse(uint value) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);

        /// <summary>The bytes of a number in reverse order, which shortens most doubles.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Reverse(ulong value) => System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(value);
    }
}
