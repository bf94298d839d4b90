namespace Kitbag
{
    /// <summary>
    /// Specifies how the blocks of a file are compressed. A block that compression would not make smaller is stored uncompressed.
    /// </summary>
    public enum KitbagCompression : byte
    {
        /// <summary>No compression. Documents are already small, because they are stored by column.</summary>
        None = 0,

        /// <summary>LZ4, which is fast.</summary>
        Lz4 = 1,

        /// <summary>Brotli, which is small. Not available in the library for .NET Standard.</summary>
        Brotli = 2,
    }

    /// <summary>Specifies the kind of a Kitbag file.</summary>
    public enum KitbagFileKind : byte
    {
        /// <summary>A value that was saved by <see cref="KitbagFile"/>.</summary>
        Value = 0,

        /// <summary>A log of records, written by <c>KitbagLog</c>.</summary>
        Log = 1,

        /// <summary>A document without a container, as <see cref="KitbagSerializer"/> writes it.</summary>
        Document = 255,
    }
}
