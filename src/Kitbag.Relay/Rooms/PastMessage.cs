using System;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;

namespace Kitbag.Relay.Rooms
{
    /// <summary>Represents a message of the past, for peers that join later, in its own memory.</summary>
    internal sealed class PastMessage
    {
        // The memory of an object in addition to its bytes.
        private const int Overhead = 128;

        public PastMessage(KeptPosition position, byte flags, byte[] from, byte[] key, ReadOnlyMemory<byte> payload, long serial = 0)
        {
            Position = position;
            Serial = serial;
            Flags = flags;
            From = from;
            Key = key;
            Payload = payload;
        }

        /// <summary>Gets the position of a kept message; the default in a fast room.</summary>
        public KeptPosition Position { get; }

        /// <summary>Gets the flags that the sender set.</summary>
        public byte Flags { get; }

        /// <summary>Gets the id of the sender.</summary>
        public byte[] From { get; }

        public byte[] Key { get; }

        public ReadOnlyMemory<byte> Payload { get; }

        /// <summary>Gets the number that the sender assigned to a kept message, or 0.</summary>
        public long Serial { get; }

        public bool HasKey => (Flags & RoomFlags.HasKey) != 0;

        /// <summary>Gets the number of bytes of memory that the message uses.</summary>
        public int Bytes => Overhead + From.Length + Key.Length + Payload.Length;
    }
}
