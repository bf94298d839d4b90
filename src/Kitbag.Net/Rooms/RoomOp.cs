namespace Kitbag.Net.Rooms
{
    /// <summary>Defines the values of the first byte of a header, as specified in docs/protocol.md.</summary>
    internal static class RoomOp
    {
        // Sent by peers.
        public const byte Enter = 1, Join = 2, Leave = 3, List = 4, Describe = 5, Remove = 6, HandOver = 7, Send = 16;

        // Sent by relays.
        public const byte Entered = 32, Joined = 33, Done = 34, Failure = 35, Rooms = 36, Message = 37, Peer = 38, Room = 39, Gap = 40,
            Removed = 41, Live = 42;
    }

    /// <summary>Defines the flags of a message, as its sender sets them and as the relay forwards them.</summary>
    internal static class RoomFlags
    {
        public const byte ToOthers = 0, ToAll = 1, ToOne = 2, Target = 3, Sheddable = 4, HasKey = 8;

        /// <summary>Set only by the sender.</summary>
        public const byte Confirm = 16;

        /// <summary>Set only by the relay.</summary>
        public const byte Past = 32, Kept = 64;
    }

    /// <summary>Defines the maximum lengths of fields, and other limits, of the protocol of rooms.</summary>
    internal static class RoomLimits
    {
        public const int Version = 1;

        public const int Instance = 6, Subject = 80, Peer = 96, Name = 128, Secret = 1024, Password = 256, Metadata = 4096, Key = 64,
            Position = 32, Text = 1024, Listed = 100;

        /// <summary>The maximum number of messages of one peer that wait for their confirmations.</summary>
        public const int Unconfirmed = 256;

        public const long Number = (1L << 53) - 1;
    }
}
