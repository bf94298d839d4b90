using System;

namespace Kitbag.Cli.Input
{
    /// <summary>The container of a document in its file, so that a changed document is written in the same way.</summary>
    /// <param name="IsContainer">Whether it is in the blocks of a file of KitbagFile.</param>
    /// <param name="Info">The info document; empty for none.</param>
    /// <param name="Compression">The compression of blocks.</param>
    internal sealed record FileShape(bool IsContainer, ReadOnlyMemory<byte> Info, KitbagCompression Compression)
    {
        public static FileShape Document { get; } = new FileShape(false, default, default);
    }
}
