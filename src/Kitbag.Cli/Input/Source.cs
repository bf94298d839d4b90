using System;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>A document that is open, and the file around it.</summary>
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

        /// <summary>As the user named it.</summary>
        public string Name { get; }

        /// <summary>Where it is; null for standard input.</summary>
        public string? Path { get; }

        public KitbagDocument Document { get; }

        /// <summary>The file of KitbagFile that the document is in; null where the document is the file.</summary>
        public KitbagContainer? Container { get; }

        /// <summary>The bytes of the file.</summary>
        public long Length { get; }

        /// <summary>What is around the document.</summary>
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
