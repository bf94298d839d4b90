using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Kitbag.Layout
{
    /// <summary>How a member is stored in a row. The generator links this file.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public enum SlotKind : byte
    {
        /// <summary>1 control bit, which is the value.</summary>
        Flag,

        /// <summary>1 control bit, 0 or 1 byte.</summary>
        Byte,

        /// <summary>2 control bits; 0, 1, 2 or 4 bytes.</summary>
        Word32,

        /// <summary>2 control bits; 0, 1, 4 or 8 bytes.</summary>
        Word64,

        /// <summary>2 control bits; 0, 2, 4 or 8 bytes.</summary>
        Double64,

        /// <summary>1 control bit; all bytes or none.</summary>
        Fixed,

        /// <summary>1 control bit, 0 for null; the object is in the payload.</summary>
        Object,

        /// <summary>No control bits; the struct is in the payload.</summary>
        Struct,
    }

    /// <summary>
    /// The table of slots in docs/format.md: the number of control bits of a slot, and the number of stored bytes for each control value.
    /// </summary>
    internal static class SlotTable
    {
        /// <summary>The number of control bits of a slot, without the one that tells whether a nullable has a value.</summary>
        public static int ControlBits(SlotKind kind) => kind switch
        {
            SlotKind.Struct => 0,
            SlotKind.Word32 or SlotKind.Word64 or SlotKind.Double64 => 2,
            _ => 1,
        };

        /// <summary>The maximum number of bytes that a slot stores; for <see cref="SlotKind.Fixed"/> its size.</summary>
        public static int MostBytes(SlotKind kind, int size) => kind switch
        {
            SlotKind.Byte => 1,
            SlotKind.Word32 => 4,
            SlotKind.Word64 or SlotKind.Double64 => 8,
            SlotKind.Fixed => size,
            _ => 0,
        };

        /// <summary>The number of control bytes of a row: at least one, so that no row is empty.</summary>
        public static int ControlBytes(int bits) => bits <= 8 ? 1 : (bits + 7) >> 3;

        /// <summary>The number of bytes for a control value; for <see cref="SlotKind.Fixed"/> its size or 0.</summary>
        public static int StoredBytes(SlotKind kind, int size, uint control) => kind switch
        {
            SlotKind.Byte => (int)control,
            SlotKind.Word32 => Word32Bytes(control),
            SlotKind.Word64 => Word64Bytes(control),
            SlotKind.Double64 => Double64Bytes(control),
            SlotKind.Fixed => (int)control * size,
            _ => 0,
        };

        // Without branches and tables in memory, because reading and writing of rows depends on these methods.

        /// <summary>The number of bytes for a control value of <see cref="SlotKind.Word32"/>: 0, 1, 2, 4.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Word32Bytes(uint control) => (1 << (int)control) >> 1;

        /// <summary>The number of bytes for a control value of <see cref="SlotKind.Word64"/>: 0, 1, 4, 8.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Word64Bytes(uint control) => (int)(0x08040100u >> (int)(control * 8)) & 0xF;

        /// <summary>The number of bytes for a control value of <see cref="SlotKind.Double64"/>: 0, 2, 4, 8.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Double64Bytes(uint control) => (1 << (int)control) & ~1;
    }
}
