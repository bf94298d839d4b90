using System;
using System.Buffers.Binary;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Specifies the kind of a message at the broker.</summary>
    internal enum BatchKind : byte
    {
        /// <summary>Fast entries of one bucket.</summary>
        Fast = 1,

        /// <summary>A heartbeat of a relay. Its body is the number of its last batch for each bucket, 8 bytes each.</summary>
        Heartbeat = 2,

        /// <summary>A relay disconnects.</summary>
        Goodbye = 3,

        /// <summary>Kept entries of one stream, possibly none.</summary>
        Kept = 4,

        /// <summary>Kept entries that were sent before, and may be in the stream twice.</summary>
        KeptAgain = 5,

        /// <summary>A record of the directory: the epoch of a stream, which was <see cref="BatchHeader.Since"/> before.</summary>
        Epoch = 6,

        /// <summary>A record of the directory by which a relay detects that it has read all earlier records.</summary>
        Mark = 7,
    }

    /// <summary>Represents the 36 bytes at the start of each message at the broker, in little-endian order.</summary>
    /// <param name="Kind">The kind of the message.</param>
    /// <param name="Sender">The relay that sent the message.</param>
    /// <param name="Number">
    /// The number of the batch among the sender's batches for this bucket or stream: 1, 2, 3 and so on. In the directory, the epoch or the
    /// mark.
    /// </param>
    /// <param name="Since">
    /// For a kept batch, the last offset of the stream that its sender knew before it sent the batch for the first time. If the batch is in
    /// the stream twice, both copies are after that offset.
    /// </param>
    /// <param name="Place">The bucket or the stream.</param>
    internal readonly record struct BatchHeader(BatchKind Kind, Guid Sender, long Number, long Since, int Place)
    {
        /// <summary>The number of bytes of the header.</summary>
        public const int Size = 36;

        private const byte Version = 1;

        /// <summary>Reads a header. Returns false if the bytes are not a header.</summary>
        public static bool TryRead(ReadOnlySpan<byte> bytes, out BatchHeader header)
        {
            header = default;
            if (bytes.Length < Size || bytes[0] != Version)
                return false;
            header = new BatchHeader(
                (BatchKind)bytes[1], new Guid(bytes.Slice(2, 16)), BinaryPrimitives.ReadInt64LittleEndian(bytes[18..]),
                BinaryPrimitives.ReadInt64LittleEndian(bytes[26..]), BinaryPrimitives.ReadUInt16LittleEndian(bytes[34..]));
            return true;
        }

        /// <summary>Writes the header at the start of <paramref name="bytes"/>.</summary>
        public void Write(Span<byte> bytes)
        {
            bytes[0] = Version;
            bytes[1] = (byte)Kind;
            Sender.TryWriteBytes(bytes.Slice(2, 16));
            BinaryPrimitives.WriteInt64LittleEndian(bytes[18..], Number);
            BinaryPrimitives.WriteInt64LittleEndian(bytes[26..], Since);
            BinaryPrimitives.WriteUInt16LittleEndian(bytes[34..], (ushort)Place);
        }

        /// <summary>Returns a message that consists of the header only.</summary>
        public byte[] ToMessage()
        {
            var bytes = new byte[Size];
            Write(bytes);
            return bytes;
        }
    }
}
