namespace Kitbag
{
    /// <summary>Specifies how numbers are stored in columns and collections. Readers accept all forms.</summary>
    public enum KitbagNumbers
    {
        /// <summary>Numbers are stored in as few bits as they need.</summary>
        Compact,

        /// <summary>
        /// The elements of arrays, lists and other collections of numbers are stored as raw memory, which is larger and faster. Lists of
        /// objects remain compact.
        /// </summary>
        Raw,

        /// <summary>
        /// All numbers are stored as raw memory, including members of objects in lists and the lengths of strings and collections.
        /// </summary>
        RawEverywhere,
    }
}
