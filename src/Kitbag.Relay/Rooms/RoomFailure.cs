namespace Kitbag.Relay.Rooms
{
    /// <summary>Defines the codes of failures, as specified in docs/protocol.md.</summary>
    internal static class RoomFailure
    {
        public const int NotEntered = 1, NoSuchRoom = 2, Exists = 3, Full = 4, NotAllowed = 5, Banned = 6, NotInRoom = 7, NoSuchPeer = 8,
            Limit = 9, NotNow = 10, InDoubt = 11;

        public static string Text(int code) => code switch
        {
            NotEntered => "The peer has not entered, or has already entered.",
            NoSuchRoom => "The room does not exist.",
            Exists => "The room already exists.",
            Full => "The room is full.",
            NotAllowed => "Not allowed.",
            Banned => "The peer is banned from this room for some time.",
            NotInRoom => "The peer is not in this room.",
            NoSuchPeer => "There is no such peer in the room at the moment.",
            Limit => "A limit was exceeded.",
            NotNow => "The other relays cannot be reached at the moment.",
            _ => "It is unknown whether the message was kept; send it again.",
        };
    }
}
