using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>Writes the container of one value: header, info document, blocks, table, end.</summary>
    internal sealed class ContainerWriter
    {
        // The number of blocks that are compressed in parallel, if there are as many.
        private const int Batch = 16;

        // Small parts are written together; smaller than the size from which the garbage collector treats arrays as large.
        private const int BufferLength = 64 * 1024;

        private readonly Stream _output;
        private readonly KitbagCompression _compression;
        private readonly bool _mayRunInParallel;
        private readonly byte[] _header = new byte[ContainerFormat.HeaderLength];
        private readonly MemoryStream _table = new MemoryStream();
        private readonly byte[] _buffer = new byte[BufferLength];
        private int _buffered;
        private long _written;

        public ContainerWriter(Stream output, KitbagCompression compression, bool mayRunInParallel)
        {
            _output = output;
            _compression = compression;
            _mayRunInParallel = mayRunInParallel;
        }

        /// <summary>Returns the number of bytes of a file that is not compressed.</summary>
        public static long LengthOf(long bodyLength, long infoLength, int blockSize) => ContainerFormat.HeaderLength + infoLength
            + bodyLength + (2 * ContainerFormat.BlockHeaderLength * Blocks(bodyLength, blockSize)) + ContainerFormat.EndLength;

        private static long Blocks(long bodyLength, int blockSize) => (bodyLength + blockSize - 1) / blockSize;

        /// <summary>Writes the file. Returns the number of bytes.</summary>
        /// <param name="pieces">The body.</param>
        /// <param name="bodyLength">The number of bytes of the body.</param>
        /// <param name="info">The info document; empty if there is none.</param>
        /// <param name="generation">The number of the generation.</param>
        /// <param name="blockSize">The number of bytes of the body in a block.</param>
        /// <param name="progress">Receives the fraction of the body that is written, from 0 to 1.</param>
        /// <param name="cancellationToken">A token to cancel the operation between two blocks.</param>
        public long Write(List<ArraySegment<byte>> pieces, long bodyLength, byte[] info, ulong generation, int blockSize,
            IProgress<double>? progress, CancellationToken cancellationToken)
        {
            ContainerFormat.WriteHeader(_header, KitbagFileKind.Value, blockSize, generation, info);
            Put(_header, 0, ContainerFormat.HeaderLength);
            Put(info, 0, info.Length);
            var source = new BlockSource(pieces);
            for (long at = 0; at < bodyLength;)
            {
                cancellationToken.ThrowIfCancellationRequested();
                at += _compression == KitbagCompression.None
                    ? PutPlain(source, at, (int)Math.Min(blockSize, bodyLength - at))
                    : PutCompressed(source, at, bodyLength, blockSize);
                progress?.Report((double)at / bodyLength);
            }
            int blocks = (int)Blocks(bodyLength, blockSize);
            byte[] table = _table.ToArray();
            Put(table, 0, table.Length);
            ContainerFormat.WriteEnd(_header, new ContainerEnd(blocks, Crc32C.Append(0, table), bodyLength, generation,
                _written + ContainerFormat.EndLength));
            Put(_header, 0, ContainerFormat.EndLength);
            Flush();
            return _written;
        }

        private int PutPlain(BlockSource source, long at, int size)
        {
            var block = new List<ArraySegment<byte>>(2);
            source.TakeBlock(size, block);
            uint checksum = 0;
            foreach (ArraySegment<byte> piece in block)
                checksum = Crc32C.Append(checksum, piece);
            PutHeader(new BlockHeader(KitbagCompression.None, 0, size, size, at, checksum));
            foreach (ArraySegment<byte> piece in block)
                Put(piece.Array!, piece.Offset, piece.Count);
            return size;
        }

        // Throws the exception of a block, as without threads: for example, that Brotli is not supported on .NET Standard.
        private void CompressInParallel(List<ArraySegment<byte>> blocks, ArraySegment<byte>?[] stored)
        {
            try
            {
                Parallel.For(0, stored.Length, i => stored[i] = BlockCoder.Compress(_compression, blocks[i]));
            }
            catch (AggregateException e)
            {
                ExceptionDispatchInfo.Capture(e.InnerExceptions[0]).Throw();
            }
        }

        private int PutCompressed(BlockSource source, long at, long bodyLength, int blockSize)
        {
            var blocks = new List<ArraySegment<byte>>(Batch);
            int size = 0;
            while (blocks.Count < Batch && at + size < bodyLength)
            {
                blocks.Add(source.TakeWhole((int)Math.Min(blockSize, bodyLength - at - size)));
                size += blocks[blocks.Count - 1].Count;
            }
            var stored = new ArraySegment<byte>?[blocks.Count];
            if (_mayRunInParallel && blocks.Count >= 4)
                CompressInParallel(blocks, stored);
            else
            {
                for (int i = 0; i < stored.Length; i++)
                    stored[i] = BlockCoder.Compress(_compression, blocks[i]);
            }
            for (int i = 0; i < stored.Length; i++)
            {
                ArraySegment<byte> bytes = stored[i] ?? blocks[i];
                PutHeader(new BlockHeader(stored[i] == null ? KitbagCompression.None : _compression, 0, bytes.Count, blocks[i].Count, at,
                    Crc32C.Append(0, bytes)));
                Put(bytes.Array!, bytes.Offset, bytes.Count);
                at += blocks[i].Count;
            }
            return size;
        }

        private void PutHeader(in BlockHeader header)
        {
            header.Write(_header);
            Put(_header, 0, ContainerFormat.BlockHeaderLength);
            _table.Write(_header, 0, ContainerFormat.BlockHeaderLength);
        }

        private void Put(byte[] bytes, int offset, int count)
        {
            _written += count;
            if (count > _buffer.Length - _buffered)
                Flush();
            if (count >= _buffer.Length)
            {
                _output.Write(bytes, offset, count);
                return;
            }
            Buffer.BlockCopy(bytes, offset, _buffer, _buffered, count);
            _buffered += count;
        }

        private void Flush()
        {
            _output.Write(_buffer, 0, _buffered);
            _buffered = 0;
        }
    }
}
