using System;
using System.Buffers.Binary;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>What a message at the broker is.</summary>
    internal enum BatchKind : byte
    {
        /// <summary>Fast entries of one bucket.</summary>
        Fast = 1,

        /// <summary>A relay is there. Its body is the number of its last batch for each bucket, 8 bytes each.</summary>
        Heartbeat = 2,

        /// <summary>A relay goes.</summary>
        Goodbye = 3,

        /// <summary>Kept entries of one stream, maybe none.</summary>
        Kept = 4,

        /// <summary>Kept entries that were sent before: they may be in the stream twice.</summary>
        KeptAgain = 5,

        /// <summary>In the directory: a stream has an epoch, where it had <see cref="BatchHeader.Since"/> before.</summary>
        Epoch = 6,

        /// <summary>In the directory: how a relay knows that it has read all that came before.</summary>
        Mark = 7,
    }

    /// <summary>The 36 bytes that every message at the broker begins with, in little endian.</summary>
    /// <param name="Kind">What the message is.</param>
    /// <param name="Sender">The relay that sent it.</param>
    /// <param name="Number">
    /// Of the sender's batches of this bucket or stream: 1, 2, 3 and so on. In the directory the epoch, or the mark.
    /// </param>
    /// <param name="Since">
    /// Of a kept batch: the last offset that its sender had seen of the stream before it sent the batch for the first time. If the batch is
    /// there twice, both are behind that.
    /// </param>
    /// <param name="Place">The bucket or the stream.</param>
    internal readonly record struct BatchHeader(BatchKind Kind, Guid Sender, long Number, long Since, int Place)
    {
        /// <summary>How many bytes it has.</summary>
        public const int Size = 36;

        private const byte Version = 1;

        /// <summary>Reads a header; false where these bytes are none.</summary>
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

        /// <summary>The header alone, as a message.</summary>
        public byte[] ToMessage()
        {
            var bytes = new byte[Size];
            Write(bytes);
            return bytes;
        }
    }
}
