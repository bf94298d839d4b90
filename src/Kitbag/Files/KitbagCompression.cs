namespace Kitbag
{
    /// <summary>How the blocks of a file are compressed. A block that would not become smaller is stored as it is.</summary>
    public enum KitbagCompression : byte
    {
        /// <summary>Not at all: documents are small already, for they are stored by column.</summary>
        None = 0,

        /// <summary>LZ4: fast.</summary>
        Lz4 = 1,

        /// <summary>Brotli: small. In the library for .NET Standard it is not available.</summary>
        Brotli = 2,
    }

    /// <summary>What a file of Kitbag is.</summary>
    public enum KitbagFileKind : byte
    {
        /// <summary>One value, written at once: <see cref="KitbagFile"/>.</summary>
        Value = 0,

        /// <summary>Records, appended: <c>KitbagLog</c>.</summary>
        Log = 1,

        /// <summary>A document without a container, as <see cref="KitbagSerializer"/> writes it.</summary>
        Document = 255,
    }
}
