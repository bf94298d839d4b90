using System.Buffers;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Represents a message in a room. Key and payload refer to the receive buffer, and are valid until the handler's task is completed.
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

        /// <summary>Gets the id of the sender, which the relay has authenticated.</summary>
        public string From { get; }

        /// <summary>Gets the payload.</summary>
        public ReadOnlySequence<byte> Payload { get; }

        /// <summary>Gets the key; empty if the message has none.</summary>
        public ReadOnlySequence<byte> Key { get; }

        /// <summary>Gets a value indicating whether the message was sent before this program joined.</summary>
        public bool IsPast => (Flags & RoomFlags.Past) != 0;

        /// <summary>Gets a value indicating whether the message is kept.</summary>
        public bool IsKept => (Flags & RoomFlags.Kept) != 0;

        /// <summary>Gets a value indicating whether the message was sent to this peer only.</summary>
        public bool IsToOne => (Flags & RoomFlags.Target) == RoomFlags.ToOne;

        private byte Flags { get; }
    }
}
