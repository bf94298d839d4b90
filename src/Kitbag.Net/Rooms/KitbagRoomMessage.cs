using System.Buffers;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// A message in a room. Key and payload lie where they were received, and are valid until the handler's task is done.
    /// </summary>
    public readonly struct KitbagRoomMessage
    {
        internal KitbagRoomMessage(string from, byte flags, ReadOnlySequence<byte> key, ReadOnlySequence<byte> payload)
        {
            From = from;
            Flags = flags;
            Key = key;
            Payload = payload;
        }

        /// <summary>The id of the sender, which the relay found out.</summary>
        public string From { get; }

        /// <summary>What was sent.</summary>
        public ReadOnlySequence<byte> Payload { get; }

        /// <summary>The key; empty where it has none.</summary>
        public ReadOnlySequence<byte> Key { get; }

        /// <summary>Whether it was sent before this program has joined.</summary>
        public bool IsPast => (Flags & RoomFlags.Past) != 0;

        /// <summary>Whether it is kept.</summary>
        public bool IsKept => (Flags & RoomFlags.Kept) != 0;

        /// <summary>Whether it was sent to this peer only.</summary>
        public bool IsToOne => (Flags & RoomFlags.Target) == RoomFlags.ToOne;

        private byte Flags { get; }
    }
}
