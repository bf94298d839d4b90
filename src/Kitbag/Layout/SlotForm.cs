namespace Kitbag.Layout
{
    /// <summary>How a slot of another schema is converted while its row is read.</summary>
    internal enum SlotForm : byte
    {
        /// <summary>A <see cref="SlotValue"/>, which a codec converts.</summary>
        Value,

        /// <summary>Skipped: the reader has no such member.</summary>
        Skipped,

        /// <summary>A Boolean.</summary>
        Flag,

        /// <summary>An unsigned integer, of which each value is valid for the reader's type.</summary>
        Unsigned,

        /// <summary>A signed integer, of which each value is valid for the reader's type.</summary>
        Signed,

        /// <summary>A float.</summary>
        Single,

        /// <summary>A float that is read as a double.</summary>
        SingleAsDouble,

        /// <summary>A double.</summary>
        Double,

        /// <summary>A memory image of at most 16 bytes, which may have any bits.</summary>
        Image,
    }
}
