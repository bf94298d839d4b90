using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Buffers;
using Kitbag.Documents;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>
    /// Provides access to the parts of a file without its types: header, info document, blocks, and the bytes of the document. A document
    /// without a container has no blocks. Opening a file reads the header, the end and the table; blocks are read on demand. This class is
    /// not thread-safe.
    /// </summary>
    public sealed partial class KitbagContainer : IDisposable
    {
        private readonly Stream _file;
        private readonly KitbagLimits _limits;
        private readonly bool _mayRunInParallel;
        private readonly List<KitbagBlock> _blocks = new List<KitbagBlock>();
        private readonly byte[] _info;
        private byte[]? _block;
        private int _blockIndex = -1;

        private KitbagContainer(Stream file, string? path, KitbagLimits limits, bool mayRunInParallel, bool readTable)
        {
            _file = file;
            _limits = limits;
            _mayRunInParallel = mayRunInParallel;
            Path = path;
            FileLength = file.Length;
            byte[] start = FileBytes.Read(file, 0, (int)Math.Min(FileLength, ContainerFormat.HeaderLength));
            if (!ContainerFormat.HasMagic(start))
            {
                if (ContainerFormat.MayHaveMagic(start))
                    throw new KitbagException(KitbagErrorReason.Truncated, "The file ends within its header.", FileLength);
                Kind = KitbagFileKind.Document;
                IsRecognized = DocumentHeader.IsAtStart(start);
                BodyLength = FileLength;
                _info = Array.Empty<byte>();
                return;
            }
            IsRecognized = true;
            ContainerHeader header = ContainerFormat.ReadHeader(start);
            Kind = header.Kind;
            Generation = header.Generation;
            BlockSize = header.BlockSize;
            if (FileLength < header.BlocksAt)
                throw new KitbagException(KitbagErrorReason.Truncated, "The file ends within its info document.", FileLength);
            _info = FileBytes.Read(file, ContainerFormat.HeaderLength, header.InfoLength);
            ContainerFormat.Check(Crc32C.Append(0, _info), header.InfoChecksum, "The info document of the file is damaged",
                ContainerFormat.HeaderLength);
            if (Kind == KitbagFileKind.Value)
                BodyLength = ReadEnd(header, readTable);
        }

        /// <summary>Gets the path of the file, or null if the container was opened from a stream.</summary>
        public string? Path { get; }

        /// <summary>Gets the kind of the file. Of a log (<c>KitbagLog</c>), this class reads only the header.</summary>
        public KitbagFileKind Kind { get; }

        /// <summary>
        /// Gets a value indicating whether the file starts like a container or a document. If false, it is not a Kitbag file.
        /// </summary>
        public bool IsRecognized { get; }

        /// <summary>Gets the counter that orders the generations of a file, or 0 for a document without a container.</summary>
        public ulong Generation { get; }

        /// <summary>Gets the length of the file in bytes.</summary>
        public long FileLength { get; }

        /// <summary>
        /// Gets the number of bytes of the body in each block except the last one, or 0 for a document without a container.
        /// </summary>
        public int BlockSize { get; }

        /// <summary>Gets the length of the document in the file in bytes.</summary>
        public long BodyLength { get; }

        /// <summary>Gets a value indicating whether there is an info document.</summary>
        public bool HasInfo => _info.Length != 0 && Kind != KitbagFileKind.Log;

        /// <summary>Gets the info document; for a log, a document that contains the schema of its records; otherwise empty.</summary>
        public ReadOnlyMemory<byte> Info => _info;

        /// <summary>Gets the blocks in order. Empty for a document without a container.</summary>
        public IReadOnlyList<KitbagBlock> Blocks => _blocks;

        /// <summary>Opens a file.</summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The container.</returns>
        /// <exception cref="KitbagException">The file cannot be read, or its header, its table or its end is damaged.</exception>
        public static KitbagContainer Open(string path, KitbagFileOptions? options = null)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            options ??= KitbagFileOptions.Default;
            return OpenResolved(FileGuard.Resolve(path, options.Storage), options);
        }

        /// <summary>Opens a file. The table, which may be large, is not read if the blocks are not needed.</summary>
        internal static KitbagContainer OpenResolved(string path, KitbagFileOptions options, bool readTable = true) =>
            FileGuard.Guard(path, "read", () =>
            {
                Stream file = options.Storage.OpenRead(path);
                try
                {
                    return new KitbagContainer(file, path, options.Document.Limits, options.Storage.HasThreads, readTable);
                }
                catch
                {
                    file.Dispose();
                    throw;
                }
            });

        /// <summary>Opens a file from a stream.</summary>
        /// <param name="file">The stream, which must support seeking. It is disposed with the container.</param>
        /// <param name="limits">The limits for the input, or null to use <see cref="KitbagLimits.Default"/>.</param>
        /// <returns>The container.</returns>
        /// <exception cref="KitbagException">The header, the table or the end of the file is damaged.</exception>
        public static KitbagContainer Open(Stream file, KitbagLimits? limits = null) =>
            new KitbagContainer(file ?? throw new ArgumentNullException(nameof(file)), null, limits ?? KitbagLimits.Default, true, true);

        /// <summary>Opens a file that is in memory.</summary>
        internal static KitbagContainer OpenBytes(Stream file, KitbagFileOptions options) =>
            new KitbagContainer(file, null, options.Document.Limits, options.Storage.HasThreads, true);

        /// <summary>Reads a block and verifies its checksum.</summary>
        /// <param name="index">The zero-based index of the block.</param>
        /// <returns>The bytes of the body that the block contains.</returns>
        /// <exception cref="KitbagException">The block is damaged; the exception contains the offset in the file.</exception>
        public byte[] ReadBlock(int index)
        {
            KitbagBlock block = _blocks[index];
            var bytes = new byte[block.Length];
            FillBlock(block, bytes);
            return bytes;
        }

        /// <summary>Reads the whole document.</summary>
        /// <returns>The bytes of the document.</returns>
        /// <exception cref="KitbagException">A block is damaged, or the document is longer than the limits allow.</exception>
        public byte[] ReadBody()
        {
            CheckLength();
            if (Kind == KitbagFileKind.Document)
            {
                byte[] document = ReadFile(0, (int)BodyLength);
                ReportRead(BodyLength);
                return document;
            }
            var body = new byte[(int)BodyLength];
            ReadBody(body);
            return body;
        }

        /// <summary>Makes sure that there is a document, and that it is not longer than the limits allow.</summary>
        internal void CheckLength()
        {
            if (BodyLength > _limits.MaxInputBytes)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file holds a document of "
                    + ContainerFormat.Text(BodyLength) + " bytes, more than the " + ContainerFormat.Text(_limits.MaxInputBytes)
                    + " bytes of KitbagLimits.MaxInputBytes.");
            if (Kind == KitbagFileKind.Log)
                throw new KitbagException(KitbagErrorReason.NotSupported, "The file is a log: read it with KitbagLog.");
            // Blocks may declare much data although little is stored.
            if (!HasBody)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file of " + ContainerFormat.Text(FileLength)
                    + " bytes holds a document of " + ContainerFormat.Text(BodyLength)
                    + " bytes, more than KitbagLimits.MaxAllocation allows. If the file is trusted, raise it.");
        }

        /// <summary>Gets a value indicating whether there is a document that <see cref="ReadBody()"/> would read.</summary>
        internal bool HasBody => BodyLength <= _limits.MaxInputBytes && Kind != KitbagFileKind.Log
            && (Kind == KitbagFileKind.Document || BodyLength <= _limits.AllocationFor((int)Math.Min(FileLength, int.MaxValue)));

        /// <summary>Reads the whole document to where there is room for it.</summary>
        internal void ReadBody(Memory<byte> body)
        {
            if (Kind == KitbagFileKind.Document)
                Read(0, body.Span);
            else
                ReadBlocks(0, _blocks.Count, body);
        }

        /// <summary>Reads bytes of the document, starting at any offset. The blocks that contain them are read and verified.</summary>
        /// <param name="offset">The offset of the first byte in the document.</param>
        /// <param name="buffer">The buffer to read into.</param>
        /// <returns>
        /// The number of bytes that were read, which is less than the length of the buffer only at the end of the document.
        /// </returns>
        /// <exception cref="KitbagException">A block is damaged.</exception>
        public int Read(long offset, Span<byte> buffer)
        {
            if (offset < 0)
                throw new ArgumentOutOfRangeException(nameof(offset));
            int wanted = (int)Math.Min(buffer.Length, Math.Max(BodyLength - offset, 0)), done = 0;
            while (done < wanted)
            {
                if (Kind == KitbagFileKind.Document)
                {
                    FileBytes.Fill(_file, offset, buffer.Slice(0, wanted));
                    ReportRead(offset + wanted);
                    return wanted;
                }
                int index = (int)((offset + done) / BlockSize), start = (int)(offset + done - (long)index * BlockSize);
                KitbagBlock block = _blocks[index];
                int n = Math.Min(wanted - done, block.Length - start);
                if (n == block.Length)
                    FillBlock(block, buffer.Slice(done, n));
                else
                {
                    KeepBlock(block);
                    _block.AsSpan(start, n).CopyTo(buffer.Slice(done));
                }
                done += n;
                ReportRead(offset + done);
            }
            return wanted;
        }

        // Reads a block of which a part is needed. The rest of it is probably read next.
        private void KeepBlock(in KitbagBlock block)
        {
            if (_blockIndex == block.Index)
                return;
            _blockIndex = -1;
            _block ??= new byte[BlockSize];
            FillBlock(block, _block.AsSpan(0, block.Length));
            _blockIndex = block.Index;
        }

        private long ReadEnd(in ContainerHeader header, bool readTable)
        {
            if (FileLength < header.BlocksAt + ContainerFormat.EndLength)
                throw new KitbagException(KitbagErrorReason.Truncated, "The file ends before its blocks do: it was truncated.", FileLength);
            ContainerEnd end = ContainerFormat.ReadEnd(
                FileBytes.Read(_file, FileLength - ContainerFormat.EndLength, ContainerFormat.EndLength), header, FileLength);
            if (readTable)
                ReadTable(header, end);
            return end.BodyLength;
        }

        private void ReadTable(in ContainerHeader header, in ContainerEnd end)
        {
            long tableAt = end.TableAt(FileLength), at = header.BlocksAt, first = 0;
            byte[] table = FileBytes.Read(_file, tableAt, end.Blocks * ContainerFormat.BlockHeaderLength);
            ContainerFormat.Check(Crc32C.Append(0, table), end.TableChecksum, "The table of the file is damaged", tableAt);
            for (int i = 0; i < end.Blocks; i++)
            {
                int entry = i * ContainerFormat.BlockHeaderLength;
                int length = (int)Math.Min(header.BlockSize, end.BodyLength - first);
                if (!BlockHeader.TryRead(table.AsSpan(entry), header.BlockSize, out BlockHeader block) || block.First != first
                    || block.RawLength != length || block.Count != 0)
                    throw new KitbagException(KitbagErrorReason.Malformed, "The table of the file has invalid values for block "
                        + ContainerFormat.Text(i) + ".", tableAt + entry);
                _blocks.Add(new KitbagBlock(i, at, block.StoredLength, first, length, block.Compression, block.Checksum));
                at += ContainerFormat.BlockHeaderLength + block.StoredLength;
                first += length;
            }
            if (at != tableAt)
                throw new KitbagException(KitbagErrorReason.Malformed,
                    "The blocks of the file do not end where its table begins.", tableAt);
        }

        private byte[] ReadFile(long offset, int count) => FileBytes.Read(_file, offset, count);

        /// <summary>Closes the file.</summary>
        public void Dispose() => _file.Dispose();
    }
}
