using System;

namespace Kitbag.Cli.Input
{
    /// <summary>What is around a document in its file, so that another one is written as it was.</summary>
    /// <param name="IsContainer">Whether it is in the blocks of a file of KitbagFile.</param>
    /// <param name="Info">The info document; empty for none.</param>
    /// <param name="Compression">How blocks are compressed.</param>
    internal sealed record FileShape(bool IsContainer, ReadOnlyMemory<byte> Info, KitbagCompression Compression)
    {
        public static FileShape Document { get; } = new FileShape(false, default, default);
    }
}
