using System;
using System.Buffers.Binary;
using System.Globalization;
using System.IO;
using Kitbag.Buffers;

namespace Kitbag.Compression
{
    /// <summary>LZ4 frames, the format of the program lz4: a descriptor, blocks, checksums (xxHash32).</summary>
    internal static class Lz4Frame
    {
        private const uint Magic = 0x184D2204, Skippable = 0x184D2A50, NotCompressed = 0x80000000;
        private const int Version = 0x40, Independent = 0x20, BlockChecksums = 0x10, ContentSize = 8, ContentChecksum = 4, Dictionary = 1,
            Reserved = 2, Window = 65536, BlockOf256K = 5;

        /// <summary>Whether bytes start with a frame.</summary>
        public static bool IsAtStart(ReadOnlySpan<byte> bytes) =>
            bytes.Length >= 4 && (BinaryPrimitives.ReadUInt32LittleEndian(bytes) is var magic)
                && (magic == Magic || (magic & ~15u) == Skippable);

        /// <summary>Writes bytes as one frame of independent blocks of 256 KiB, with their size and a checksum of the content.</summary>
        public static void Write(ReadOnlySpan<byte> content, Stream output)
        {
            const int BlockSize = 256 * 1024;
            var head = new byte[15];
            BinaryPrimitives.WriteUInt32LittleEndian(head, Magic);
            head[4] = Version | Independent | ContentSize | ContentChecksum;
            head[5] = BlockOf256K << 4;
            BinaryPrimitives.WriteUInt64LittleEndian(head.AsSpan(6), (ulong)content.Length);
            head[14] = (byte)(XxHash32.Of(head.AsSpan(4, 10)) >> 8);
            output.Write(head, 0, head.Length);
            var block = new byte[4 + Lz4Block.MostOf(BlockSize)];
            uint checksum = XxHash32.Of(content);
            while (!content.IsEmpty)
            {
                ReadOnlySpan<byte> raw = content.Slice(0, Math.Min(BlockSize, content.Length));
                int length = Lz4Block.Compress(raw, block.AsSpan(4, raw.Length));
                BinaryPrimitives.WriteUInt32LittleEndian(block, length > 0 ? (uint)length : (uint)raw.Length | NotCompressed);
                if (length == 0)
                {
                    raw.CopyTo(block.AsSpan(4));
                    length = raw.Length;
                }
                output.Write(block, 0, 4 + length);
                content = content.Slice(raw.Length);
            }
            BinaryPrimitives.WriteUInt32LittleEndian(block, 0);
            BinaryPrimitives.WriteUInt32LittleEndian(block.AsSpan(4), checksum);
            output.Write(block, 0, 8);
        }

        /// <summary>Reads all frames, and skips skippable frames.</summary>
        /// <param name="input">The frames.</param>
        /// <param name="most">The maximum total length of their content.</param>
        /// <exception cref="KitbagException">They are damaged, or exceed the maximum length.</exception>
        public static byte[] Read(ReadOnlySpan<byte> input, long most)
        {
            var content = new byte[(int)Math.Min(Math.Max(input.Length * 2L, 256), Math.Min(most + 1, 1 << 24))];
            int length = 0, at = 0;
            if (input.IsEmpty)
                throw Error(KitbagErrorReason.Truncated, "The input is empty; expected an LZ4 frame.", 0);
            while (at < input.Length)
            {
                uint magic = Word(input, ref at);
                if ((magic & ~15u) == Skippable)
                {
                    uint skipped = Word(input, ref at);
                    if (skipped > input.Length - at)
                        throw Cut(input.Length);
                    at += (int)skipped;
                    continue;
                }
                if (magic != Magic)
                    throw Error(KitbagErrorReason.Malformed, "This is not an LZ4 frame.", at - 4);
                ReadFrame(input, ref at, ref content, ref length, most);
            }
            Array.Resize(ref content, length);
            return content;
        }

        private static void ReadFrame(ReadOnlySpan<byte> input, ref int at, ref byte[] content, ref int length, long most)
        {
            int start = at, first = length;
            byte flags = Byte(input, ref at), sizes = Byte(input, ref at);
            int largest = 1 << (8 + (2 * ((sizes >> 4) & 7)));
            if ((flags & 0xC0) != Version || (flags & Reserved) != 0 || (sizes & 0x8F) != 0 || (sizes >> 4) < 4)
                throw Error(KitbagErrorReason.Malformed, "The LZ4 frame has undefined values.", start);
            if ((flags & Dictionary) != 0)
                throw Error(KitbagErrorReason.NotSupported, "The LZ4 frame needs a dictionary, which Kitbag does not support.", start);
            ulong size = (flags & ContentSize) == 0 ? ulong.MaxValue : Word(input, ref at) | ((ulong)Word(input, ref at) << 32);
            byte check = (byte)(XxHash32.Of(input.Slice(start, at - start)) >> 8);
            if (Byte(input, ref at) != check)
                throw Error(KitbagErrorReason.ChecksumMismatch, "The header of the LZ4 frame is damaged.", at - 1);
            uint word;
            while ((word = Word(input, ref at)) != 0)
            {
                int stored = (int)(word & ~NotCompressed), block = at;
                if (stored > largest)
                    throw Error(KitbagErrorReason.Malformed, "An LZ4 block is larger than its frame allows.", at - 4);
                if (stored > input.Length - at)
                    throw Cut(input.Length);
                ReadOnlySpan<byte> bytes = input.Slice(at, stored);
                at += stored;
                if ((flags & BlockChecksums) != 0 && XxHash32.Of(bytes) != Word(input, ref at))
                    throw Error(KitbagErrorReason.ChecksumMismatch, "An LZ4 block is damaged.", block);
                Grow(ref content, length, (word & NotCompressed) != 0 ? stored : largest, most);
                if ((word & NotCompressed) != 0)
                {
                    bytes.CopyTo(content.AsSpan(length));
                    length += stored;
                }
                else
                {
                    // A block may refer to earlier data of the frame, unless the frame says that blocks are independent.
                    int before = (flags & Independent) != 0 ? 0 : Math.Min(length - first, Window);
                    int end = Lz4Block.Decompress(bytes, content.AsSpan(length - before, before + Math.Min(largest,
                        content.Length - length)), before);
                    if (end < 0 && content.Length - length < largest)
                        throw TooLong(most, block);
                    if (end < 0)
                        throw Error(KitbagErrorReason.Malformed, "An LZ4 block cannot be decompressed.", block);
                    length += end - before;
                }
                if (length > most)
                    throw TooLong(most, block);
            }
            if (size != ulong.MaxValue && size != (ulong)(length - first))
                throw Error(KitbagErrorReason.Malformed, "The content of the LZ4 frame does not have the length in its header.", at);
            if ((flags & ContentChecksum) != 0 && XxHash32.Of(content.AsSpan(first, length - first)) != Word(input, ref at))
                throw Error(KitbagErrorReason.ChecksumMismatch, "The content of the LZ4 frame is damaged.", at - 4);
        }

        // Space for one more block, within the limit, plus one byte, which reveals that the limit is exceeded.
        private static void Grow(ref byte[] content, int length, int block, long most)
        {
            long wanted = Math.Min((long)length + block, Math.Min(most, Arrays.MaxLength - 1) + 1);
            if (wanted > content.Length)
                Array.Resize(ref content, (int)Math.Min(Math.Max(wanted, content.Length * 2L), Arrays.MaxLength));
        }

        private static byte Byte(ReadOnlySpan<byte> input, ref int at) => at < input.Length ? input[at++] : throw Cut(at);

        private static uint Word(ReadOnlySpan<byte> input, ref int at)
        {
            if (input.Length - at < 4)
                throw Cut(input.Length);
            at += 4;
            return BinaryPrimitives.ReadUInt32LittleEndian(input.Slice(at - 4));
        }

        private static KitbagException TooLong(long most, int at) => Error(KitbagErrorReason.LimitExceeded,
            "The LZ4 frame contains more than the " + most.ToString(CultureInfo.InvariantCulture) + " bytes that are allowed.", at);

        private static KitbagException Cut(int at) => Error(KitbagErrorReason.Truncated, "The LZ4 frame is truncated.", at);

        private static KitbagException Error(KitbagErrorReason reason, string message, long offset) =>
            new KitbagException(reason, message, offset);
    }
}
