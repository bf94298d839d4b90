using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Kept
{
    /// <summary>
    /// Reads and writes the entries of streams: 1 byte version, bytes name of the room, 1 byte flags, bytes sender, number that the sender
    /// assigned to the message or 0, bytes key if there is one, the payload.
    /// </summary>
    internal static class KeptEntries
    {
        /// <summary>The maximum number of bytes of an entry before its payload, rounded up.</summary>
        public const int MostHead = 512;

        private const byte Version = 1;

        public static int Write(Span<byte> to, ReadOnlySpan<byte> room, byte flags, ReadOnlySpan<byte> from, long serial,
            ReadOnlySpan<byte> key)
        {
            to[0] = Version;
            int at = RelayFrames.WriteBytes(to, 1, room);
            to[at++] = flags;
            at = RelayFrames.WriteBytes(to, at, from);
            at += Varint.Write(to.Slice(at), serial);
            return (flags & RoomFlags.HasKey) == 0 ? at : RelayFrames.WriteBytes(to, at, key);
        }

        /// <summary>
        /// Reads an entry and copies its bytes. Returns false if it is malformed: something else has written to the stream, or a relay of a
        /// later version.
        /// </summary>
        public static bool TryRead(KeptPosition position, in ReadOnlySequence<byte> entry, [NotNullWhen(true)] out PastMessage? message,
            out byte[] room)
        {
            byte[] bytes = entry.ToArray();
            var reader = new HeaderReader(bytes);
            message = null;
            room = [];
            try
            {
                if (reader.Byte() != Version)
                    return false;
                room = reader.Bytes(RoomLimits.Name).ToArray();
                byte flags = reader.Byte();
                byte[] from = reader.Bytes(RoomLimits.Peer).ToArray();
                long serial = reader.Number(RoomLimits.Number);
                byte[] key = (flags & RoomFlags.HasKey) == 0 ? [] : reader.Bytes(RoomLimits.Key).ToArray();
                message = new PastMessage(position, flags, from, key, bytes.AsMemory(bytes.Length - reader.Rest.Length), serial);
                return true;
            }
            catch (KitbagSessionException)
            {
                return false;
            }
        }
    }
}
