using System;
using System.Buffers.Binary;
using System.Globalization;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>The fixed parts of a file: docs/files.md, "The container".</summary>
    internal static class ContainerFormat
    {
        /// <summary>The format version that this program writes, and the newest that it reads.</summary>
        public const byte Version = 1;

        /// <summary>Lengths of the header of a file, of that of a block, and of the end.</summary>
        public const int HeaderLength = 40, BlockHeaderLength = 32, EndLength = 40;

        /// <summary>The number of bytes of the body in a block: the default, the minimum and the maximum.</summary>
        public const int BlockSize = 256 * 1024, SmallestBlock = 1024, LargestBlock = 16 << 20;

        /// <summary>The maximum number of bytes to read for the info document.</summary>
        public const int InfoReads = 64 * 1024;

        /// <summary>The most bytes of the info document of a file, and of the schema of a log.</summary>
        public const int MostInfo = InfoReads - HeaderLength - EndLength, MostSchema = LargestBlock;

        /// <summary>The most records of one group of a log.</summary>
        public const int MostRecords = (1 << 24) - 1;

        private const int VersionAt = 8, KindAt = 9, BlockSizeAt = 12, GenerationAt = 16, InfoLengthAt = 24, InfoChecksumAt = 28,
            HeaderChecksumAt = 36;

        // As in PNG: not valid text, and damaged by programs that treat the file as text.
        private static readonly byte[] s_magic = { 0x89, (byte)'K', (byte)'B', (byte)'F', 0x0D, 0x0A, 0x1A, 0x0A };
        private static readonly byte[] s_end = { (byte)'K', (byte)'B', (byte)'E', (byte)'N' };

        /// <summary>Gets the number of bytes that identify a container.</summary>
        public static int MagicLength => s_magic.Length;

        /// <summary>Returns whether bytes start like a container.</summary>
        public static bool HasMagic(ReadOnlySpan<byte> bytes) => bytes.StartsWith(s_magic);

        /// <summary>Returns whether bytes are shorter than the magic number, but are the start of it.</summary>
        public static bool MayHaveMagic(ReadOnlySpan<byte> bytes) =>
            bytes.Length < s_magic.Length && !bytes.IsEmpty && s_magic.AsSpan().StartsWith(bytes);

        /// <summary>Writes the header of a file.</summary>
        public static void WriteHeader(Span<byte> p, KitbagFileKind kind, int blockSize, ulong generation, ReadOnlySpan<byte> info)
        {
            p = p.Slice(0, HeaderLength);
            p.Clear();
            s_magic.CopyTo(p);
            p[VersionAt] = Version;
            p[KindAt] = (byte)kind;
            BinaryPrimitives.WriteInt32LittleEndian(p.Slice(BlockSizeAt), blockSize);
            BinaryPrimitives.WriteUInt64LittleEndian(p.Slice(GenerationAt), generation);
            BinaryPrimitives.WriteInt32LittleEndian(p.Slice(InfoLengthAt), info.Length);
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(InfoChecksumAt), Crc32C.Append(0, info));
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(HeaderChecksumAt), Crc32C.Append(0, p.Slice(0, HeaderChecksumAt)));
        }

        /// <summary>
        /// Repairs the bytes that identify a container if they are damaged, but the checksum of the header, which includes them, shows that
        /// this is one.
        /// </summary>
        public static bool TryRestoreMagic(Span<byte> header)
        {
            if (header.Length < HeaderLength || HasMagic(header))
                return false;
            byte[] restored = header.Slice(0, HeaderLength).ToArray();
            s_magic.CopyTo(restored.AsSpan());
            if (!IsWholeHeader(restored))
                return false;
            s_magic.CopyTo(header);
            return true;
        }

        /// <summary>Returns whether the checksum of a header is correct.</summary>
        public static bool IsWholeHeader(ReadOnlySpan<byte> p) => p.Length >= HeaderLength
            && Crc32C.Append(0, p.Slice(0, HeaderChecksumAt)) == BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(HeaderChecksumAt));

        /// <summary>Returns the kind of a file whose header has a correct checksum.</summary>
        public static KitbagFileKind KindOf(ReadOnlySpan<byte> header) => (KitbagFileKind)header[KindAt];

        /// <summary>Reads the header of a file.</summary>
        /// <exception cref="KitbagException">It is none, or damaged.</exception>
        public static ContainerHeader ReadHeader(ReadOnlySpan<byte> p)
        {
            if (p.Length < HeaderLength)
                throw new KitbagException(KitbagErrorReason.Truncated, "The file ends within its header, which has "
                    + Text(HeaderLength) + " bytes.", p.Length);
            if (!HasMagic(p))
                throw new KitbagException(KitbagErrorReason.NotKitbag, "This is not a Kitbag file.", 0);
            if (p[VersionAt] > Version && !IsOfThisVersion(p))
                throw new KitbagException(KitbagErrorReason.NewerVersion, "The file has container version " + Text(p[VersionAt])
                    + "; this version of Kitbag reads up to " + Text(Version) + ". Update Kitbag.", VersionAt);
            Check(p.Slice(0, HeaderChecksumAt), p.Slice(HeaderChecksumAt), "The header of the file is damaged", HeaderChecksumAt);
            var header = new ContainerHeader((KitbagFileKind)p[KindAt], BinaryPrimitives.ReadInt32LittleEndian(p.Slice(BlockSizeAt)),
                BinaryPrimitives.ReadUInt64LittleEndian(p.Slice(GenerationAt)),
                BinaryPrimitives.ReadInt32LittleEndian(p.Slice(InfoLengthAt)),
                BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(InfoChecksumAt)));
            bool isLog = header.Kind == KitbagFileKind.Log;
            if (p[VersionAt] == 0 || header.Kind > KitbagFileKind.Log || BinaryPrimitives.ReadUInt16LittleEndian(p.Slice(10)) != 0
                || BinaryPrimitives.ReadInt32LittleEndian(p.Slice(32)) != 0
                || header.BlockSize < SmallestBlock || header.BlockSize > LargestBlock
                || header.InfoLength < 0 || header.InfoLength > (isLog ? MostSchema : MostInfo))
                throw new KitbagException(KitbagErrorReason.Malformed, "The header of the file has undefined values.",
                    VersionAt);
            return header;
        }

        // Whether only the byte of the version is damaged: then no update would help, and other generations must be used.
        private static bool IsOfThisVersion(ReadOnlySpan<byte> p)
        {
            byte[] header = p.Slice(0, HeaderChecksumAt).ToArray();
            header[VersionAt] = Version;
            return Crc32C.Append(0, header) == BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(HeaderChecksumAt));
        }

        /// <summary>Writes the end of a file, which follows the table.</summary>
        public static void WriteEnd(Span<byte> p, in ContainerEnd end)
        {
            BinaryPrimitives.WriteInt32LittleEndian(p, end.Blocks);
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(4), end.TableChecksum);
            BinaryPrimitives.WriteInt64LittleEndian(p.Slice(8), end.BodyLength);
            BinaryPrimitives.WriteUInt64LittleEndian(p.Slice(16), end.Generation);
            BinaryPrimitives.WriteInt64LittleEndian(p.Slice(24), end.FileLength);
            s_end.CopyTo(p.Slice(32));
            BinaryPrimitives.WriteUInt32LittleEndian(p.Slice(36), Crc32C.Append(0, p.Slice(0, 36)));
        }

        /// <summary>Returns whether bytes contain the mark of an end.</summary>
        public static bool HasEnd(ReadOnlySpan<byte> p) => p.Length == EndLength && p.Slice(32, 4).SequenceEqual(s_end);

        /// <summary>Reads the end of a file, its last bytes.</summary>
        /// <exception cref="KitbagException">It is none, or damaged: the file was cut off.</exception>
        public static ContainerEnd ReadEnd(ReadOnlySpan<byte> p, in ContainerHeader header, long fileLength)
        {
            long offset = fileLength - EndLength;
            if (!HasEnd(p))
                throw new KitbagException(KitbagErrorReason.Truncated,
                    "The end of the file is missing or damaged: the file was truncated or is damaged.", fileLength);
            Check(p.Slice(0, 36), p.Slice(36), "The end of the file is damaged", offset + 36);
            var end = new ContainerEnd(BinaryPrimitives.ReadInt32LittleEndian(p), BinaryPrimitives.ReadUInt32LittleEndian(p.Slice(4)),
                BinaryPrimitives.ReadInt64LittleEndian(p.Slice(8)), BinaryPrimitives.ReadUInt64LittleEndian(p.Slice(16)),
                BinaryPrimitives.ReadInt64LittleEndian(p.Slice(24)));
            if (end.FileLength != fileLength)
                throw new KitbagException(KitbagErrorReason.Malformed, "The file should have " + Text(end.FileLength)
                    + " bytes, but it has " + Text(fileLength) + ": a part of it is missing or belongs to another file.", offset + 24);
            if (end.Generation != header.Generation)
                throw new KitbagException(KitbagErrorReason.Malformed, "The file begins as generation " + Text(header.Generation)
                    + " and ends as generation " + Text(end.Generation) + ": it was overwritten.", offset + 16);
            long blocks = header.BlockSize == 0 ? 0 : (end.BodyLength + header.BlockSize - 1) / header.BlockSize;
            if (end.BodyLength < 0 || end.Blocks != blocks || end.TableAt(fileLength) < HeaderLength + header.InfoLength)
                throw new KitbagException(KitbagErrorReason.Malformed,
                    "The end of the file has impossible values for its blocks.", offset);
            return end;
        }

        /// <summary>Compares a checksum with the stored one, which follows the bytes.</summary>
        public static void Check(ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> stored, string what, long offset) =>
            Check(Crc32C.Append(0, bytes), BinaryPrimitives.ReadUInt32LittleEndian(stored), what, offset);

        /// <summary>Compares two checksums.</summary>
        public static void Check(uint found, uint stored, string what, long offset)
        {
            if (found != stored)
                throw new KitbagException(KitbagErrorReason.ChecksumMismatch,
                    what + ": its checksum is " + stored.ToString("x8", CultureInfo.InvariantCulture) + ", its bytes give "
                        + found.ToString("x8", CultureInfo.InvariantCulture) + ".", offset);
        }

        public static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

        public static string Text(ulong number) => number.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>Represents the header of a file.</summary>
    internal readonly struct ContainerHeader
    {
        public readonly KitbagFileKind Kind;
        public readonly int BlockSize, InfoLength;
        public readonly ulong Generation;
        public readonly uint InfoChecksum;

        public ContainerHeader(KitbagFileKind kind, int blockSize, ulong generation, int infoLength, uint infoChecksum)
        {
            Kind = kind;
            BlockSize = blockSize;
            Generation = generation;
            InfoLength = infoLength;
            InfoChecksum = infoChecksum;
        }

        /// <summary>Gets the offset of the blocks.</summary>
        public int BlocksAt => ContainerFormat.HeaderLength + InfoLength;
    }

    /// <summary>Represents the end of a file.</summary>
    internal readonly struct ContainerEnd
    {
        public readonly int Blocks;
        public readonly uint TableChecksum;
        public readonly long BodyLength, FileLength;
        public readonly ulong Generation;

        public ContainerEnd(int blocks, uint tableChecksum, long bodyLength, ulong generation, long fileLength)
        {
            Blocks = blocks;
            TableChecksum = tableChecksum;
            BodyLength = bodyLength;
            Generation = generation;
            FileLength = fileLength;
        }

        /// <summary>Returns the offset of the table.</summary>
        public long TableAt(long fileLength) =>
            fileLength - ContainerFormat.EndLength - (long)Blocks * ContainerFormat.BlockHeaderLength;
    }
}
