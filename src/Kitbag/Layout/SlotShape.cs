using System.ComponentModel;

namespace Kitbag.Layout
{
    /// <summary>How a member stands in a row: its control bits and the most bytes it stores there.</summary>
    internal readonly struct SlotShape
    {
        /// <summary>Makes a shape.</summary>
        /// <param name="kind">The kind.</param>
        /// <param name="size">Bytes, for <see cref="SlotKind.Fixed"/>.</param>
        /// <param name="isNullable">Whether one more control bit before the others tells that there is a value.</param>
        public SlotShape(SlotKind kind, int size = 0, bool isNullable = false)
        {
            Kind = kind;
            IsNullable = isNullable;
            MaxBytes = SlotTable.MostBytes(kind, size);
            ControlBits = (isNullable ? 1 : 0) + SlotTable.ControlBits(kind);
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
        /// <summary>The stored bytes as a number; for <see cref="SlotKind.Fixed"/> 0.</summary>
        public ulong Bits { get; set; }

        /// <summary>Where the stored bytes of <see cref="SlotKind.Fixed"/> start, from the start of the input.</summary>
        public int Offset { get; set; }

        /// <summary>Whether there is anything but the default.</summary>
        public bool IsPresent { get; set; }
    }
}
