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

        /// <summary>The value is read as null.</summary>
        ReadAsNull,

        /// <summary>
        /// The value is omitted from the collection that contains it, together with its key if that is a dictionary. If the value is not in
        /// a collection, or is in a multidimensional array, it is read as null.
        /// </summary>
        Drop,
    }
}
