namespace Kitbag.Codecs
{
    // What is kept of members and classes that the program lacks.
    public abstract partial class Codec
    {
        /// <summary>Whether its values are what is unknown of objects.</summary>
        internal virtual bool HoldsUnknown => false;

        /// <summary>Whether its objects keep what is unknown of them.</summary>
        internal virtual bool KeepsUnknown => false;

        /// <summary>Whether its objects stand for those of classes that the program lacks.</summary>
        internal virtual bool KeepsCases => false;
    }

    public abstract partial class Codec<T>
    {
        /// <summary>What is unknown of an object.</summary>
        internal virtual KitbagUnknown KeptOf(T value) => default;
    }
}
