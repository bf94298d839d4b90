using System;
using System.Buffers;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Wire
{
    /// <summary>Makes whole frames of a session's protocol, as they go to any number of peers.</summary>
    internal static class RelayFrames
    {
        /// <summary>More than the beginning of any message has, up to its payload.</summary>
        public const int MostMessageHead = 288;

        /// <summary>More than any frame has that is not a message: the longest are lists of peers and of rooms.</summary>
        public const int MostControl = 512 << 10;

        /// <summary>By how many bytes a message that is passed on may be longer than as it came.</summary>
        public const int MostAdded = 512;

        /// <summary>Writes the beginning of a message, up to its payload; answers how long it is.</summary>
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

        /// <summary>A whole frame: a header that is built, and a payload.</summary>
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

        // The length of the frame, its kind, the type 0, the length of the header.
        private static int WritePrefix(Span<byte> to, int header, long payload)
        {
            int at = Varint.Write(to, 2 + Varint.Length(header) + header + payload);
            to[at++] = FrameKind.Message;
            to[at++] = 0;
            return at + Varint.Write(to.Slice(at), header);
        }
    }
}
