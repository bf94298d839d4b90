namespace Kitbag.Relay.Rooms
{
    /// <summary>The codes of failures, as docs/protocol.md has them.</summary>
    internal static class RoomFailure
    {
        public const int NotEntered = 1, NoSuchRoom = 2, Exists = 3, Full = 4, NotAllowed = 5, Banned = 6, NotInRoom = 7, NoSuchPeer = 8,
            Limit = 9, NotNow = 10, InDoubt = 11;

        public static string Text(int code) => code switch
        {
            NotEntered => "Not entered, or entered already.",
            NoSuchRoom => "There is no such room.",
            Exists => "The room exists.",
            Full => "The room is full.",
            NotAllowed => "Not allowed.",
            Banned => "Removed from this room, for some time.",
            NotInRoom => "Not in this room.",
            NoSuchPeer => "There is no such peer here now.",
            Limit => "A limit is exceeded.",
            NotNow => "The other relays cannot be reached now.",
            _ => "In doubt: send it again.",
        };
    }
}
