namespace Kitbag.Codecs
{
    /// <summary>The objects of one tracked type to which the unknown members of a block refer.</summary>
    internal struct KeptList
    {
        public KeptList(Codec? codec, object?[] objects)
        {
            Codec = codec;
            Objects = objects;
        }

        /// <summary>Gets or sets the codec of the objects, or null if they are missing, or if there are none.</summary>
        public Codec? Codec { get; set; }

        /// <summary>Gets the objects.</summary>
        public object?[] Objects { get; }
    }
}
