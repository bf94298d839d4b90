namespace Kitbag.Codecs
{
    /// <summary>The objects of one tracked type to which the unknown members of a block refer.</summary>
    /// <remarks>Immutable, so that the threads that write objects of the block always see a codec together with its objects.</remarks>
    internal sealed class KeptList
    {
        public KeptList(Codec? codec, object?[] objects)
        {
            Codec = codec;
            Objects = objects;
        }

        /// <summary>Gets the codec of the objects, or null if they are missing, or if there are none.</summary>
        public Codec? Codec { get; }

        /// <summary>Gets the objects.</summary>
        public object?[] Objects { get; }
    }
}
