using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.IO;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Files;

namespace Kitbag.Cli.Repairing
{
    /// <summary>The document of a file as far as it is intact, and the ranges of missing bytes.</summary>
    internal sealed class DamagedFile
    {
        private DamagedFile(byte[] body, List<(long From, long To)> holes, FileShape shape, List<string> problems, bool isDoubtful = false,
            bool isInfoLost = false)
        {
            IsDoubtful = isDoubtful;
            IsInfoLost = isInfoLost;
            Body = body;
            Holes = holes;
            Shape = shape;
            Problems = problems;
        }

        /// <summary>The document, with zeros in place of missing bytes.</summary>
        public byte[] Body { get; }

        /// <summary>The missing ranges of the body: start and exclusive end.</summary>
        public IReadOnlyList<(long From, long To)> Holes { get; }

        public FileShape Shape { get; }

        public IReadOnlyList<string> Problems { get; }

        /// <summary>Whether bytes of the first block, which contains the schema, are used although their checksum is wrong.</summary>
        public bool IsDoubtful { get; }

        /// <summary>Whether the info document that was saved with the document is damaged.</summary>
        public bool IsInfoLost { get; }

        public static DamagedFile Read(string path)
        {
            var problems = new List<string>();
            using KitbagContainer container = Open(path, problems);
            if (container.Kind == KitbagFileKind.Document)
                return new DamagedFile(File.ReadAllBytes(path), [], FileShape.Document, problems);
            if (container.Kind == KitbagFileKind.Log)
                throw Running.ToolException.Bad("The file is a log, which is not repaired: opening it with KitbagLog removes an "
                    + "incomplete end. Records around damage in the middle are read with KitbagLogOptions.SkipDamaged; 'kitbag verify' "
                    + "prints where the damage is.");
            if (container.BodyLength > Array.MaxLength)
                throw Running.ToolException.Bad("The document is larger than 2 GiB.");
            var body = new byte[container.BodyLength];
            var holes = new List<(long, long)>();
            long at = 0;
            bool isDoubtful = false;
            foreach (KitbagBlock block in container.Blocks)
            {
                if (block.Offset > at)
                    AddHole(holes, at, block.Offset);
                try
                {
                    container.ReadBlock(block.Index).CopyTo(body, block.Offset);
                }
                catch (KitbagException e)
                {
                    problems.Add(e.Message);
                    if (TryReadDoubtful(path, block, body))
                        isDoubtful = true;
                    else
                        AddHole(holes, block.Offset, block.Offset + block.Length);
                }
                at = block.Offset + block.Length;
            }
            KitbagCompression compression = container.Blocks.Count == 0 ? default : container.Blocks[0].Compression;
            if (isDoubtful)
                problems.Add("The bytes of the first block are used nevertheless, because it contains the schema. A value in it, or a name "
                    + "in the schema, may be wrong.");
            return new DamagedFile(body, holes, new FileShape(true, container.Info.ToArray(), compression), problems, isDoubtful,
                container.IsInfoLost);
        }

        // Without the schema, nothing can be read. In a block that is not compressed, a wrong byte does not change the others.
        private static bool TryReadDoubtful(string path, in KitbagBlock block, byte[] body)
        {
            if (block.Offset != 0 || block.Compression != KitbagCompression.None)
                return false;
            using FileStream file = File.OpenRead(path);
            file.Position = block.FileOffset + ContainerFormat.BlockHeaderLength;
            return file.ReadAtLeast(body.AsSpan(0, block.Length), block.Length, throwOnEndOfStream: false) == block.Length;
        }

        /// <summary>Returns the document with other bytes in place of missing ones.</summary>
        public byte[] Filled(byte filling)
        {
            byte[] body = [.. Body];
            foreach ((long from, long to) in Holes)
                body.AsSpan((int)from, (int)(to - from)).Fill(filling);
            return body;
        }

        private static KitbagContainer Open(string path, List<string> problems)
        {
            try
            {
                KitbagContainer container = KitbagContainer.Open(path, Sources.FileOptions);
                if (container.IsRecognized || !TryOpenUnrecognized(path, out KitbagContainer? damaged))
                    return container;
                container.Dispose();
                problems.Add("The first 8 bytes, which identify a Kitbag file, are damaged; the checksum of the header shows that it is "
                    + "one.");
                return damaged;
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.Malformed or KitbagErrorReason.Truncated
                or KitbagErrorReason.ChecksumMismatch)
            {
                problems.Add(e.Message);
                return KitbagContainer.OpenDamaged(path, Sources.FileOptions);
            }
        }

        private static bool TryOpenUnrecognized(string path, [NotNullWhen(true)] out KitbagContainer? container)
        {
            try
            {
                container = KitbagContainer.OpenDamaged(path, Sources.FileOptions);
                return true;
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.NotKitbag or KitbagErrorReason.Truncated)
            {
                container = null;
                return false;
            }
        }

        private static void AddHole(List<(long From, long To)> holes, long from, long to)
        {
            if (holes.Count != 0 && holes[^1].To == from)
                holes[^1] = (holes[^1].From, to);
            else
                holes.Add((from, to));
        }

        /// <summary>Describes the missing parts.</summary>
        public IEnumerable<string> Words()
        {
            foreach ((long from, long to) in Holes)
                yield return "bytes " + from.ToString("N0", CultureInfo.InvariantCulture) + " to "
                    + (to - 1).ToString("N0", CultureInfo.InvariantCulture) + " of the document are missing";
        }
    }
}
