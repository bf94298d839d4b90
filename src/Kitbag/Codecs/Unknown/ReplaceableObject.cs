namespace Kitbag.Codecs
{
    /// <summary>
    /// Represents a tracked object that is referred to before it is known whether the program has its class. An object of that class may
    /// replace it.
    /// </summary>
    internal abstract class ReplaceableObject
    {
        protected ReplaceableObject() => Exist = true;

        /// <summary>
        /// Gets or sets the codec of such objects, or null if no class of the program keeps unknown members. Set by the codec of unknown
        /// members, so that other programs do not contain it.
        /// </summary>
        public static Codec? Codec { get; set; }

        /// <summary>Gets a value indicating whether the process has read such objects.</summary>
        public static bool Exist { get; private set; }

        /// <summary>Gets or sets the object of the program's class that replaces this one, or null.</summary>
        public KeptReference? Known { get; set; }
    }
}
