using System;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;

namespace Kitbag.Relay.Rooms
{
    /// <summary>A message of the past, for who comes late, in memory of its own.</summary>
    internal sealed class PastMessage
    {
        // What an object takes beside its bytes.
        private const int Overhead = 128;

        public PastMessage(KeptPosition position, byte flags, byte[] from, byte[] key, ReadOnlyMemory<byte> payload)
        {
            Position = position;
            Flags = flags;
            From = from;
            Key = key;
            Payload = payload;
        }

        /// <summary>Where it is kept; none in a fast room.</summary>
        public KeptPosition Position { get; }

        /// <summary>What its sender said of it.</summary>
        public byte Flags { get; }

        /// <summary>Whose it is.</summary>
        public byte[] From { get; }

        public byte[] Key { get; }

        public ReadOnlyMemory<byte> Payload { get; }

        public bool HasKey => (Flags & RoomFlags.HasKey) != 0;

        /// <summary>How many bytes of memory it takes.</summary>
        public int Bytes => Overhead + From.Length + Key.Length + Payload.Length;
    }
}
