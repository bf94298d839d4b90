namespace Kitbag
{
    /// <summary>
    /// Specifies how a reader handles a value of a derived type that its program does not have, because the type was added later or was
    /// removed.
    /// </summary>
    public enum KitbagUnknownCases
    {
        /// <summary>The value is an error that names the type.</summary>
        Refuse,

        /// <summary>The value is read as null. As the key of a dictionary it is an error, because a key cannot be null.</summary>
        ReadAsNull,

        /// <summary>
        /// The value is omitted from the collection that contains it. From a dictionary, the entry is omitted whose key or value it is. If
        /// the value is not in a collection, or is in a multidimensional array, it is read as null.
        /// </summary>
        Drop,
    }
}
