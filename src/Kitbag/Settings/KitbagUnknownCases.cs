namespace Kitbag
{
    /// <summary>
    /// What a reader does with a value of a base class or an interface whose type its program lacks: one that was added later, or removed.
    /// </summary>
    public enum KitbagUnknownCases
    {
        /// <summary>It is an error that names the type.</summary>
        Refuse,

        /// <summary>It reads null in its place.</summary>
        ReadAsNull,

        /// <summary>
        /// It leaves the value out of the collection that holds it, with its key where that is a dictionary. Where the value stands
        /// in no collection, or in an array of several dimensions, it reads null.
        /// </summary>
        Drop,
    }
}
