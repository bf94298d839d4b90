using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Buffers;
using Kitbag.Files;

namespace Kitbag
{
    public sealed partial class KitbagContainer
    {
        // The number of bytes that are read at once while searching for a header.
        private const int SearchStep = 1 << 16;

        // Finds blocks by their own headers.
        private KitbagContainer(Stream file, string? path, KitbagLimits limits)
        {
            _file = file;
            _limits = limits;
            Path = path;
            FileLength = file.Length;
            IsRecognized = true;
            byte[] start = FileBytes.Read(file, 0, (int)Math.Min(FileLength, ContainerFormat.HeaderLength));
            ContainerFormat.TryRestoreMagic(start);
            ContainerHeader header = ContainerFormat.ReadHeader(start);
            Kind = header.Kind;
            Generation = header.Generation;
            BlockSize = header.BlockSize;
            _info = ReadInfo(header);
            IsInfoLost = header.InfoLength != 0 && _info.Length == 0;
            if (Kind == KitbagFileKind.Value)
                BodyLength = FindBlocks(header);
        }

        /// <summary>Gets a value indicating whether the file was saved with an info document, which is damaged.</summary>
        internal bool IsInfoLost { get; }

        /// <summary>
        /// Opens a file whose table or end is damaged or missing, and finds its blocks by their own headers. <see cref="Blocks"/> may be
        /// incomplete, so use only <see cref="ReadBlock"/>. <see cref="BodyLength"/> is the end of the last block that was found. A damaged
        /// info document is treated as missing, and the first 8 bytes, which identify a Kitbag file, may be damaged.
        /// </summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The container.</returns>
        /// <exception cref="KitbagException">The file cannot be read, or its header is damaged.</exception>
        public static KitbagContainer OpenDamaged(string path, KitbagFileOptions? options = null)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            options ??= KitbagFileOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            return FileGuard.Guard(path, "read", () =>
            {
                Stream file = options.Storage.OpenRead(path);
                try
                {
                    return new KitbagContainer(file, path, options.Document.Limits);
                }
                catch
                {
                    file.Dispose();
                    throw;
                }
            });
        }

        private byte[] ReadInfo(in ContainerHeader header)
        {
            if (FileLength < header.BlocksAt)
                return Array.Empty<byte>();
            byte[] info = FileBytes.Read(_file, ContainerFormat.HeaderLength, header.InfoLength);
            return Crc32C.Append(0, info) == header.InfoChecksum ? info : Array.Empty<byte>();
        }

        private long FindBlocks(in ContainerHeader header)
        {
            var found = new SortedDictionary<long, KitbagBlock>();
            long at = header.BlocksAt, end = 0;
            while (FindHeader(ref at, header.BlockSize, out BlockHeader block))
            {
                long next = at + ContainerFormat.BlockHeaderLength + block.StoredLength;
                if (block.First % header.BlockSize == 0 && next <= FileLength && !found.ContainsKey(block.First))
                {
                    found.Add(block.First,
                        new KitbagBlock(0, at, block.StoredLength, block.First, block.RawLength, block.Compression, block.Checksum));
                    end = Math.Max(end, block.First + block.RawLength);
                    at = next;
                }
                else
                {
                    at++;
                }
            }
            foreach (KitbagBlock block in found.Values)
                _blocks.Add(new KitbagBlock(_blocks.Count, block.FileOffset, block.StoredLength, block.Offset, block.Length,
                    block.Compression, block.Checksum));
            return end;
        }

        // The next header at or after a place.
        private bool FindHeader(ref long at, int blockSize, out BlockHeader block)
        {
            while (at + ContainerFormat.BlockHeaderLength <= FileLength)
            {
                byte[] bytes = FileBytes.Read(_file, at, (int)Math.Min(SearchStep, FileLength - at));
                int last = bytes.Length - ContainerFormat.BlockHeaderLength;
                for (int i = 0; i <= last; i++)
                {
                    if (!BlockHeader.TryRead(bytes.AsSpan(i), blockSize, out block))
                        continue;
                    at += i;
                    return true;
                }
                at += last + 1;
            }
            block = default;
            return false;
        }
    }
}
