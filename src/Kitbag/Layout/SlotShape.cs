using System.ComponentModel;

namespace Kitbag.Layout
{
    /// <summary>How a member stands in a row.</summary>
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

    /// <summary>How a member stands in a row: its control bits and the most bytes it stores there.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly struct SlotShape
    {
        /// <summary>Makes a shape.</summary>
        /// <param name="kind">The kind.</param>
        /// <param name="size">Bytes, for <see cref="SlotKind.Fixed"/>.</param>
        /// <param name="isNullable">Whether one more control bit before the others tells that there is a value.</param>
        public SlotShape(SlotKind kind, int size = 0, bool isNullable = false)
        {
            Kind = kind;
            IsNullable = isNullable;
            MaxBytes = kind switch
            {
                SlotKind.Byte => 1,
                SlotKind.Word32 => 4,
                SlotKind.Word64 or SlotKind.Double64 => 8,
                SlotKind.Fixed => size,
                _ => 0,
            };
            ControlBits = (isNullable ? 1 : 0) + kind switch
            {
                SlotKind.Struct => 0,
                SlotKind.Word32 or SlotKind.Word64 or SlotKind.Double64 => 2,
                _ => 1,
            };
        }

        /// <summary>The kind.</summary>
        public SlotKind Kind { get; }

        /// <summary>Whether one more control bit before the others tells that there is a value.</summary>
        public bool IsNullable { get; }

        /// <summary>The most bytes that are stored in the row.</summary>
        public int MaxBytes { get; }

        /// <summary>Control bits.</summary>
        public int ControlBits { get; }
    }

    /// <summary>What a row holds for one member, before it is known what becomes of it.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public struct SlotValue
    {
        /// <summary>Whether there is anything but the default.</summary>
        public bool IsPresent { get; set; }

        /// <summary>The stored bytes as a number; for <see cref="SlotKind.Fixed"/> 0.</summary>
        public ulong Bits { get; set; }

        /// <summary>Where the stored bytes of <see cref="SlotKind.Fixed"/> start, from the start of the input.</summary>
        public int Offset { get; set; }
    }
}
