using System.ComponentModel;

namespace Kitbag.Layout
{
    /// <summary>How a member is stored in a row: its control bits and the maximum number of bytes.</summary>
    internal readonly struct SlotShape
    {
        /// <summary>Creates a shape.</summary>
        /// <param name="kind">The kind.</param>
        /// <param name="size">The number of bytes of a <see cref="SlotKind.Fixed"/> slot.</param>
        /// <param name="isNullable">Whether an additional control bit before the others tells if there is a value.</param>
        public SlotShape(SlotKind kind, int size = 0, bool isNullable = false)
        {
            Kind = kind;
            IsNullable = isNullable;
            MaxBytes = SlotTable.MostBytes(kind, size);
            ControlBits = (isNullable ? 1 : 0) + SlotTable.ControlBits(kind);
        }

        /// <summary>The kind.</summary>
        public SlotKind Kind { get; }

        /// <summary>Whether an additional control bit before the others tells if there is a value.</summary>
        public bool IsNullable { get; }

        /// <summary>The maximum number of bytes in the row.</summary>
        public int MaxBytes { get; }

        /// <summary>The number of control bits.</summary>
        public int ControlBits { get; }
    }

    /// <summary>The contents of a slot of a row, before it is converted.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public struct SlotValue
    {
        /// <summary>The stored bytes as a number; for <see cref="SlotKind.Fixed"/> 0.</summary>
        public ulong Bits { get; set; }

        /// <summary>The offset of the stored bytes of a <see cref="SlotKind.Fixed"/> slot from the start of the input.</summary>
        public int Offset { get; set; }

        /// <summary>Whether a value other than the default is stored.</summary>
        public bool IsPresent { get; set; }
    }
}
