using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Documents;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>
    /// A file without its types: header, info document, blocks and the document that they hold, as bytes. A bare document has no blocks
    /// and is its own body. Opening reads the header, the end and the table; blocks are read when they are asked for. Not for several
    /// threads at once. To be disposed.
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

        /// <summary>The file; null where a stream was given.</summary>
        public string? Path { get; }

        /// <summary>What the file is. Of a log (<c>KitbagLog</c>) this class reads the header only.</summary>
        public KitbagFileKind Kind { get; }

        /// <summary>Whether it begins as a container or a document does: else it is no file of Kitbag at all.</summary>
        public bool IsRecognized { get; }

        /// <summary>The counter by which generations of a file are ordered; 0 of a bare document.</summary>
        public ulong Generation { get; }

        /// <summary>How many bytes the file has.</summary>
        public long FileLength { get; }

        /// <summary>How many bytes of the body each block has but the last one; 0 of a bare document.</summary>
        public int BlockSize { get; }

        /// <summary>How many bytes the document in the file has.</summary>
        public long BodyLength { get; }

        /// <summary>Whether there is an info document.</summary>
        public bool HasInfo => _info.Length != 0 && Kind != KitbagFileKind.Log;

        /// <summary>The info document; of a log one that says the schema of its records; else empty.</summary>
        public ReadOnlyMemory<byte> Info => _info;

        /// <summary>The blocks, in order; none of a bare document.</summary>
        public IReadOnlyList<KitbagBlock> Blocks => _blocks;

        /// <summary>Opens a file.</summary>
        /// <param name="path">The file.</param>
        /// <param name="options">How to read; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">It cannot be read, or its header, its table or its end are damaged.</exception>
        public static KitbagContainer Open(string path, KitbagFileOptions? options = null)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            options ??= KitbagFileOptions.Default;
            return OpenResolved(FileGuard.Resolve(path, options.Storage), options);
        }

        /// <summary>Opens a file; where its blocks are not asked for, without the table, which may be large.</summary>
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

        /// <summary>Opens a file that lies in a stream.</summary>
        /// <param name="file">The stream, which can seek. It is disposed with the container.</param>
        /// <param name="limits">What is accepted; null for <see cref="KitbagLimits.Default"/>.</param>
        /// <exception cref="KitbagException">Its header, its table or its end are damaged.</exception>
        public static KitbagContainer Open(Stream file, KitbagLimits? limits = null) =>
            new KitbagContainer(file ?? throw new ArgumentNullException(nameof(file)), null, limits ?? KitbagLimits.Default, true, true);

        /// <summary>Reads a block; finds out whether it is whole.</summary>
        /// <param name="index">Its number.</param>
        /// <returns>The bytes of the body that it holds.</returns>
        /// <exception cref="KitbagException">It is damaged: the exception has the offset in the file.</exception>
        public byte[] ReadBlock(int index)
        {
            KitbagBlock block = _blocks[index];
            var bytes = new byte[block.Length];
            Decode(block, ReadStored(block), bytes);
            return bytes;
        }

        /// <summary>Reads the whole document.</summary>
        /// <exception cref="KitbagException">A block is damaged, or the document is longer than the limits allow.</exception>
        public byte[] ReadBody()
        {
            if (BodyLength > _limits.MaxInputBytes)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file holds a document of "
                    + ContainerFormat.Text(BodyLength) + " bytes, more than the " + ContainerFormat.Text(_limits.MaxInputBytes)
                    + " bytes of KitbagLimits.MaxInputBytes.");
            if (Kind == KitbagFileKind.Log)
                throw new KitbagException(KitbagErrorReason.NotSupported, "The file is a log: read it with KitbagLog.");
            if (Kind == KitbagFileKind.Document)
                return ReadFile(0, (int)BodyLength);
            // Blocks may announce much where little is stored.
            if (BodyLength > _limits.AllocationFor((int)Math.Min(FileLength, int.MaxValue)))
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file of " + ContainerFormat.Text(FileLength)
                    + " bytes holds a document of " + ContainerFormat.Text(BodyLength)
                    + " bytes, more than KitbagLimits.MaxAllocation allows.");
            var body = new byte[(int)BodyLength];
            ReadBlocks(body);
            return body;
        }

        /// <summary>Reads all blocks, one after the other, and finds out whether they are whole.</summary>
        internal void CheckBlocks()
        {
            foreach (KitbagBlock block in _blocks)
                CheckBytes(block, ReadStored(block));
        }

        /// <summary>Reads bytes of the document, from any place; reads and checks the blocks that hold them.</summary>
        /// <param name="offset">The first byte.</param>
        /// <param name="buffer">Where to.</param>
        /// <returns>How many bytes that were; fewer than there is room for only at the end.</returns>
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
                    byte[] some = ReadFile(offset + done, Math.Min(wanted - done, ContainerFormat.BlockSize));
                    some.CopyTo(buffer.Slice(done));
                    done += some.Length;
                    continue;
                }
                int index = (int)((offset + done) / BlockSize), start = (int)(offset + done - (long)index * BlockSize);
                if (_blockIndex != index)
                {
                    _block = ReadBlock(index);
                    _blockIndex = index;
                }
                int n = Math.Min(wanted - done, _block!.Length - start);
                _block.AsSpan(start, n).CopyTo(buffer.Slice(done));
                done += n;
            }
            return wanted;
        }

        private long ReadEnd(in ContainerHeader header, bool readTable)
        {
            if (FileLength < header.BlocksAt + ContainerFormat.EndLength)
                throw new KitbagException(KitbagErrorReason.Truncated, "The file ends before its blocks do: it was cut off.", FileLength);
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
                    throw new KitbagException(KitbagErrorReason.Malformed, "The table of the file says of block " + ContainerFormat.Text(i)
                        + " what cannot be.", tableAt + entry);
                _blocks.Add(new KitbagBlock(i, at, block.StoredLength, first, length, block.Compression, block.Checksum));
                at += ContainerFormat.BlockHeaderLength + block.StoredLength;
                first += length;
            }
            if (at != tableAt)
                throw new KitbagException(KitbagErrorReason.Malformed,
                    "The blocks of the file end at another place than that where its table begins.", tableAt);
        }

        private void ReadBlocks(byte[] body)
        {
            const int Batch = 16;
            for (int start = 0; start < _blocks.Count; start += Batch)
            {
                int count = Math.Min(Batch, _blocks.Count - start);
                var stored = new byte[count][];
                bool isCompressed = false;
                for (int i = 0; i < count; i++)
                {
                    KitbagBlock block = _blocks[start + i];
                    if (block.Compression == KitbagCompression.None)
                    {
                        ReadPlain(block, body);
                        continue;
                    }
                    isCompressed = true;
                    stored[i] = ReadStored(block);
                }
                if (!isCompressed)
                    continue;
                var failures = new KitbagException?[count];
                void Decode(int i)
                {
                    KitbagBlock block = _blocks[start + i];
                    if (stored[i] == null)
                        return;
                    try
                    {
                        this.Decode(block, stored[i], body.AsSpan((int)block.Offset, block.Length));
                    }
                    catch (KitbagException e)
                    {
                        failures[i] = e;
                    }
                }
                if (_mayRunInParallel && count >= 4)
                    Parallel.For(0, count, Decode);
                else
                {
                    for (int i = 0; i < count; i++)
                        Decode(i);
                }
                if (Array.Find(failures, f => f != null) is { } failure)
                    throw failure;
            }
        }

        // Straight to where it belongs.
        private void ReadPlain(in KitbagBlock block, byte[] body)
        {
            CheckHeader(block);
            FileBytes.Fill(_file, block.FileOffset + ContainerFormat.BlockHeaderLength, body, (int)block.Offset, block.Length);
            CheckBytes(block, body.AsSpan((int)block.Offset, block.Length));
        }

        private byte[] ReadStored(in KitbagBlock block)
        {
            CheckHeader(block);
            return ReadFile(block.FileOffset + ContainerFormat.BlockHeaderLength, block.StoredLength);
        }

        private void Decode(in KitbagBlock block, byte[] stored, Span<byte> bytes)
        {
            CheckBytes(block, stored);
            BlockCoder.Decompress(new BlockHeader(block.Compression, 0, block.StoredLength, block.Length, block.Offset, block.Checksum),
                stored, bytes, block.FileOffset);
        }

        // What the table says is said once more before the block: a file of which both do not agree was written over.
        private void CheckHeader(in KitbagBlock block)
        {
            byte[] bytes = ReadFile(block.FileOffset, ContainerFormat.BlockHeaderLength);
            if (!BlockHeader.TryRead(bytes, BlockSize, out BlockHeader header) || header.Checksum != block.Checksum
                || header.StoredLength != block.StoredLength || header.RawLength != block.Length || header.First != block.Offset
                || header.Compression != block.Compression)
                throw new KitbagException(KitbagErrorReason.ChecksumMismatch, "The header of block " + ContainerFormat.Text(block.Index)
                    + " of the file is damaged.", block.FileOffset);
        }

        private static void CheckBytes(in KitbagBlock block, ReadOnlySpan<byte> stored) =>
            ContainerFormat.Check(Crc32C.Append(0, stored), block.Checksum, "Block " + ContainerFormat.Text(block.Index)
                + " of the file (bytes " + ContainerFormat.Text(block.Offset) + " to "
                + ContainerFormat.Text(block.Offset + block.Length - 1) + " of its document) is damaged",
                block.FileOffset + ContainerFormat.BlockHeaderLength);

        private byte[] ReadFile(long offset, int count) => FileBytes.Read(_file, offset, count);

        /// <summary>Closes the file.</summary>
        public void Dispose() => _file.Dispose();
    }
}
