namespace Kitbag.Relay.Remote
{
    /// <summary>Defines the first byte of fast entries that relays send to each other; the name of the room follows.</summary>
    internal static class RemoteOp
    {
        /// <summary>1 byte flags, bytes sender, bytes receiver and bytes key where the flags say so, the payload.</summary>
        public const byte Message = 1;

        /// <summary>1 byte event, bytes peer, 1 byte cause, number since when, metadata.</summary>
        public const byte Peer = 2;

        /// <summary>Bytes owner, metadata of the room.</summary>
        public const byte Room = 3;

        /// <summary>Bytes peer, number seconds.</summary>
        public const byte Remove = 4;

        /// <summary>No further fields. All relays reply, whether or not they have peers in the room.</summary>
        public const byte Question = 5;

        /// <summary>16 bytes id of the relay that asked, or zeros; 1 byte flags; and the fields of <see cref="RoomSnapshot"/>.</summary>
        public const byte Snapshot = 6;
    }
}
