using System;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>An open document, and the file that contains it.</summary>
    internal sealed class Source : IDisposable
    {
        public Source(string name, string? path, KitbagDocument document, KitbagContainer? container, long length)
        {
            Name = name;
            Path = path;
            Document = document;
            Container = container;
            Length = length;
        }

        /// <summary>The name on the command line.</summary>
        public string Name { get; }

        /// <summary>The path; null for standard input.</summary>
        public string? Path { get; }

        public KitbagDocument Document { get; }

        /// <summary>The container that has the document; null if the document is the file itself.</summary>
        public KitbagContainer? Container { get; }

        /// <summary>The bytes of the file.</summary>
        public long Length { get; }

        /// <summary>The container and its properties, for writing.</summary>
        public FileShape Shape => Container is { } file
            ? new FileShape(true, file.Info, file.Blocks.Count == 0 ? KitbagCompression.None : file.Blocks[0].Compression)
            : FileShape.Document;

        public void Dispose()
        {
            Document.Dispose();
            Container?.Dispose();
        }
    }
}
