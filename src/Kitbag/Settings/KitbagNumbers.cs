namespace Kitbag
{
    /// <summary>How numbers are stored where many stand together. Readers read all forms.</summary>
    public enum KitbagNumbers
    {
        /// <summary>In as few bits as they need.</summary>
        Compact,

        /// <summary>
        /// The elements of arrays, lists and other collections of numbers as their memory image: larger, and at the speed of memory.
        /// Lists of objects stay compact.
        /// </summary>
        Raw,

        /// <summary>All numbers as their memory image, those of objects in lists and the lengths of strings and collections too.</summary>
        RawEverywhere,
    }
}
