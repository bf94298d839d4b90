using System;

namespace Kitbag.Relay.Rooms
{
    /// <summary>
    /// Describes why a request of a peer failed: a code that docs/protocol.md specifies, and a text for people. The text must not contain
    /// anything that the peer may not know.
    /// </summary>
    internal sealed record RoomFailure(int Code, string Text)
    {
        public static readonly RoomFailure NotEntered = new(1, "The peer has not entered, or has already entered.");
        public static readonly RoomFailure NoSuchRoom = new(2, "The room does not exist.");
        public static readonly RoomFailure Exists = new(3, "The room already exists.");
        public static readonly RoomFailure Full = new(4, "The room is full.");

        public static readonly RoomFailure OtherRooms = new(NotAllowed, "The rights of the peer do not apply to this room.");
        public static readonly RoomFailure NoJoin = new(NotAllowed, "The peer does not have the right 'join'.");
        public static readonly RoomFailure NoCreate =
            new(NotAllowed, "The room does not exist, and the peer does not have the right 'create'.");

        public static readonly RoomFailure NoSend = new(NotAllowed, "The peer does not have the right 'send'.");
        public static readonly RoomFailure NoList = new(NotAllowed, "The peer does not have the right 'list'.");
        public static readonly RoomFailure NotOwner = new(NotAllowed, "Only the owner of the room may do this.");
        public static readonly RoomFailure NoSecret = new(NotAllowed,
            "The room requires its password or a ticket as the secret (KitbagRoomOptions.Secret).");
        public static readonly RoomFailure WrongSecret = new(NotAllowed,
            "The secret (KitbagRoomOptions.Secret) is neither the password of the room nor a valid ticket for it, "
            + "or the room requires a ticket.");

        public static readonly RoomFailure Banned = new(6, "The peer is banned from this room for some time.");
        public static readonly RoomFailure NotInRoom = new(7, "The peer is not in this room.");
        public static readonly RoomFailure NoSuchPeer = new(8, "There is no such peer in the room at the moment.");
        public static readonly RoomFailure NotNow = new(10, "The other relays cannot be reached at the moment.");
        public static readonly RoomFailure InDoubt = new(11, "It is unknown whether the message was kept; send it again.");

        private const int NotAllowed = 5;

        /// <summary>Returns the failure for a limit.</summary>
        /// <param name="subject">What has the limit, such as "A message has".</param>
        /// <param name="most">The limit.</param>
        /// <param name="unit">What is counted, and the option that specifies the limit.</param>
        public static RoomFailure Limit(string subject, long most, string unit) => new(9, subject + " at most " + most + " " + unit + ".");

        /// <summary>Returns the failure for a position that no relay has provided.</summary>
        public static RoomFailure BadPosition(byte[] position) =>
            new(12, "The position " + Convert.ToHexString(position) + ", after which the room is to continue, is damaged.");
    }
}
