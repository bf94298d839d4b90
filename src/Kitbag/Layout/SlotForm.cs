namespace Kitbag.Layout
{
    /// <summary>What becomes of a slot that another schema wrote, while its row is taken apart.</summary>
    internal enum SlotForm : byte
    {
        /// <summary>A <see cref="SlotValue"/>, of which a codec makes a value.</summary>
        Value,

        /// <summary>Nothing: the reader has no such member.</summary>
        Skipped,

        /// <summary>A bool.</summary>
        Flag,

        /// <summary>An integer without a sign, of which every value is one of the reader's type.</summary>
        Unsigned,

        /// <summary>An integer with a sign, of which every value is one of the reader's type.</summary>
        Signed,

        /// <summary>A float.</summary>
        Single,

        /// <summary>A float that the reader has as a double.</summary>
        SingleAsDouble,

        /// <summary>A double.</summary>
        Double,

        /// <summary>A memory image of at most 16 bytes that may hold any bits.</summary>
        Image,
    }
}
