using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Documents;
using Kitbag.Files;
using Kitbag.Layout;

namespace Kitbag
{
    // Reading blocks.
    public sealed partial class KitbagContainer
    {
        // The number of bytes that are read at once to compute a checksum.
        private const int CheckStep = 1 << 18;

        private long _reported;

        /// <summary>Gets or sets what receives the part of the document that was read, from 0 to 1.</summary>
        internal IProgress<double>? Progress { get; set; }

        /// <summary>Gets or sets a token that cancels reading the document, between two blocks.</summary>
        internal CancellationToken Cancellation { get; set; }

        /// <summary>Reads blocks to their places in the document, and verifies their checksums.</summary>
        /// <param name="index">The index of the first block.</param>
        /// <param name="count">The number of blocks.</param>
        /// <param name="body">The memory of the whole document.</param>
        /// <exception cref="KitbagException">A block is damaged.</exception>
        internal void ReadBlocks(int index, int count, Memory<byte> body)
        {
            const int Batch = 16;
            for (int end = index + count; index < end; index += Batch)
            {
                int some = Math.Min(Batch, end - index);
                ReadBatch(index, some, body);
                KitbagBlock last = _blocks[index + some - 1];
                ReportRead(last.Offset + last.Length);
            }
        }

        /// <summary>
        /// Joins the blocks of a file that is in memory by moving them within it, so that the document is not copied. Compressed blocks
        /// cannot be joined. Afterwards, nothing else can be read from the file.
        /// </summary>
        /// <param name="file">The bytes of the file.</param>
        /// <param name="document">The part of them that contains the document now.</param>
        /// <returns>true if the blocks were joined; false if nothing was changed.</returns>
        /// <exception cref="KitbagException">A block is damaged, or the document is longer than the limits allow.</exception>
        internal bool TryJoinBlocks(ArraySegment<byte> file, out ArraySegment<byte> document)
        {
            CheckLength();
            document = file;
            if (Kind == KitbagFileKind.Document)
                return true;
            if (_blocks.Exists(b => b.Compression != KitbagCompression.None))
                return false;
            int start = 0, length = 0;
            foreach (KitbagBlock block in _blocks)
            {
                CheckHeader(block);
                int at = file.Offset + (int)block.FileOffset + ContainerFormat.BlockHeaderLength;
                CheckBytes(block, file.Array.AsSpan(at, block.Length));
                if (length == 0)
                    start = at;
                // Ends before the header of the next block, which is still needed.
                Buffer.BlockCopy(file.Array!, at, file.Array!, start + length, block.Length);
                length += block.Length;
            }
            document = new ArraySegment<byte>(file.Array!, start, length);
            return true;
        }

        // Some bytes are read again, to report how schemas differ or to locate an error: the progress does not go back.
        private void ReportRead(long end)
        {
            if (Progress == null || end <= _reported)
                return;
            _reported = end;
            Progress.Report((double)end / BodyLength);
        }

        private void ReadBatch(int start, int count, Memory<byte> body)
        {
            var stored = new byte[count][];
            bool isCompressed = false;
            var failures = new KitbagException?[count];
            try
            {
                for (int i = 0; i < count; i++)
                {
                    KitbagBlock block = _blocks[start + i];
                    Cancellation.ThrowIfCancellationRequested();
                    if (block.Compression == KitbagCompression.None)
                    {
                        ReadPlain(block, body);
                        continue;
                    }
                    isCompressed = true;
                    CheckHeader(block);
                    stored[i] = ArrayPool<byte>.Shared.Rent(block.StoredLength);
                    FileBytes.Fill(_file, block.FileOffset + ContainerFormat.BlockHeaderLength, stored[i], 0, block.StoredLength);
                }
                if (!isCompressed)
                    return;
                void Decode(int i)
                {
                    KitbagBlock block = _blocks[start + i];
                    if (stored[i] == null)
                        return;
                    try
                    {
                        this.Decode(block, stored[i].AsSpan(0, block.StoredLength), body.Span.Slice((int)block.Offset, block.Length));
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
            }
            finally
            {
                foreach (byte[]? bytes in stored)
                {
                    if (bytes != null)
                        ArrayPool<byte>.Shared.Return(bytes);
                }
            }
            if (Array.Find(failures, f => f != null) is { } failure)
                throw failure;
        }

        /// <summary>
        /// Reads all blocks, one after the other, and verifies their checksums; of a document without a container its own checksum, if it
        /// has one.
        /// </summary>
        /// <exception cref="KitbagException">The file is damaged.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        internal void CheckBlocks(CancellationToken cancellationToken)
        {
            byte[] buffer = ArrayPool<byte>.Shared.Rent(CheckStep);
            try
            {
                if (Kind == KitbagFileKind.Document)
                    CheckDocument(buffer, cancellationToken);
                foreach (KitbagBlock block in _blocks)
                {
                    CheckHeader(block);
                    CheckBytes(block, ChecksumOf(block.FileOffset + ContainerFormat.BlockHeaderLength, block.StoredLength, buffer,
                        cancellationToken));
                }
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
        }

        private void CheckDocument(byte[] buffer, CancellationToken cancellationToken)
        {
            byte[] start = ReadFile(0, (int)Math.Min(FileLength, DocumentFormat.HeaderLength));
            DocumentHeader.CheckStart(start);
            if ((start[DocumentFormat.FlagsAt] & DocumentFormat.Checksummed) == 0)
                return;
            long end = Math.Max(FileLength - DocumentFormat.ChecksumLength, DocumentFormat.HeaderLength);
            uint found = ChecksumOf(0, end, buffer, cancellationToken);
            ContainerFormat.Check(found, LittleEndian.Load32(ref ReadFile(end, DocumentFormat.ChecksumLength)[0]),
                "The document is damaged", end);
        }

        // In parts, so that no memory is allocated for large blocks.
        private uint ChecksumOf(long offset, long count, byte[] buffer, CancellationToken cancellationToken)
        {
            uint checksum = 0;
            for (long end = offset + count; offset < end;)
            {
                cancellationToken.ThrowIfCancellationRequested();
                int some = (int)Math.Min(end - offset, buffer.Length);
                FileBytes.Fill(_file, offset, buffer, 0, some);
                checksum = Crc32C.Append(checksum, buffer.AsSpan(0, some));
                offset += some;
            }
            return checksum;
        }

        // A block that is not compressed is read directly into the document.
        private void ReadPlain(in KitbagBlock block, Memory<byte> body)
        {
            CheckHeader(block);
            FileBytes.Fill(_file, block.FileOffset + ContainerFormat.BlockHeaderLength, body.Slice((int)block.Offset, block.Length));
            CheckBytes(block, body.Span.Slice((int)block.Offset, block.Length));
        }

        private void FillBlock(in KitbagBlock block, Span<byte> bytes)
        {
            Cancellation.ThrowIfCancellationRequested();
            if (block.Compression != KitbagCompression.None)
            {
                Decode(block, ReadStored(block), bytes);
                return;
            }
            CheckHeader(block);
            FileBytes.Fill(_file, block.FileOffset + ContainerFormat.BlockHeaderLength, bytes);
            CheckBytes(block, bytes);
        }

        private byte[] ReadStored(in KitbagBlock block)
        {
            CheckHeader(block);
            return ReadFile(block.FileOffset + ContainerFormat.BlockHeaderLength, block.StoredLength);
        }

        private void Decode(in KitbagBlock block, ReadOnlySpan<byte> stored, Span<byte> bytes)
        {
            CheckBytes(block, stored);
            BlockCoder.Decompress(new BlockHeader(block.Compression, 0, block.StoredLength, block.Length, block.Offset, block.Checksum),
                stored, bytes, block.FileOffset);
        }

        // The header before a block repeats its entry in the table. If they differ, the file has been overwritten.
        private void CheckHeader(in KitbagBlock block)
        {
            byte[] bytes = ReadFile(block.FileOffset, ContainerFormat.BlockHeaderLength);
            if (!BlockHeader.TryRead(bytes, BlockSize, out BlockHeader header) || header.Checksum != block.Checksum
                || header.StoredLength != block.StoredLength || header.RawLength != block.Length || header.First != block.Offset
                || header.Compression != block.Compression)
                throw new KitbagException(KitbagErrorReason.ChecksumMismatch, "The header of block " + ContainerFormat.Text(block.Index)
                    + " of the file is damaged.", block.FileOffset);
        }

        private static void CheckBytes(in KitbagBlock block, ReadOnlySpan<byte> stored) => CheckBytes(block, Crc32C.Append(0, stored));

        private static void CheckBytes(in KitbagBlock block, uint found) =>
            ContainerFormat.Check(found, block.Checksum, "Block " + ContainerFormat.Text(block.Index)
                + " of the file (bytes " + ContainerFormat.Text(block.Offset) + " to "
                + ContainerFormat.Text(block.Offset + block.Length - 1) + " of its document) is damaged",
                block.FileOffset + ContainerFormat.BlockHeaderLength);
    }
}
