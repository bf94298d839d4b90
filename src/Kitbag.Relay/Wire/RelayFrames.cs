using System;
using System.Buffers;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Wire
{
    /// <summary>Builds complete frames of the session protocol, which can be sent to any number of peers.</summary>
    internal static class RelayFrames
    {
        /// <summary>The maximum length of a message up to its payload, rounded up.</summary>
        public const int MostMessageHead = 288;

        /// <summary>
        /// The maximum length of any frame that is not a message, rounded up: the longest ones are lists of peers and of rooms.
        /// </summary>
        public const int MostControl = 512 << 10;

        /// <summary>The number of bytes by which a message may become longer when it is forwarded.</summary>
        public const int MostAdded = 512;

        /// <summary>Writes the start of a message up to its payload. Returns its length.</summary>
        public static int WriteMessage(Span<byte> to, long room, byte flags, ReadOnlySpan<byte> from, ReadOnlySpan<byte> key,
            ReadOnlySpan<byte> position, long payloadLength)
        {
            bool hasKey = (flags & RoomFlags.HasKey) != 0, isKept = (flags & RoomFlags.Kept) != 0;
            int header = 2 + Varint.Length(room) + Varint.Length(from.Length) + from.Length;
            if (hasKey)
                header += Varint.Length(key.Length) + key.Length;
            if (isKept)
                header += Varint.Length(position.Length) + position.Length;
            int at = WritePrefix(to, header, payloadLength);
            to[at++] = RoomOp.Message;
            at += Varint.Write(to.Slice(at), room);
            to[at++] = flags;
            at = WriteBytes(to, at, from);
            if (hasKey)
                at = WriteBytes(to, at, key);
            if (isKept)
                at = WriteBytes(to, at, position);
            return at;
        }

        /// <summary>Returns a complete frame of a header and a payload.</summary>
        public static byte[] Control(FrameBuilder header, ReadOnlySpan<byte> payload = default)
        {
            ReadOnlySpan<byte> built = header.EndHeader().Span;
            Span<byte> prefix = stackalloc byte[2 + 2 * Varint.MostBytes];
            int length = WritePrefix(prefix, built.Length, payload.Length);
            var frame = new byte[length + built.Length + payload.Length];
            prefix.Slice(0, length).CopyTo(frame);
            built.CopyTo(frame.AsSpan(length));
            payload.CopyTo(frame.AsSpan(length + built.Length));
            return frame;
        }

        public static int WriteBytes(Span<byte> to, int at, ReadOnlySpan<byte> bytes)
        {
            at += Varint.Write(to.Slice(at), bytes.Length);
            bytes.CopyTo(to.Slice(at));
            return at + bytes.Length;
        }

        // The length of the frame, its kind, the type 0, and the length of the header.
        private static int WritePrefix(Span<byte> to, int header, long payload)
        {
            int at = Varint.Write(to, 2 + Varint.Length(header) + header + payload);
            to[at++] = FrameKind.Message;
            to[at++] = 0;
            return at + Varint.Write(to.Slice(at), header);
        }
    }
}
