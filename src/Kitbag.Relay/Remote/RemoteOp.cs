namespace Kitbag.Relay.Remote
{
    /// <summary>The first byte of what relays say to each other in fast entries; the name of the room follows.</summary>
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

        /// <summary>Nothing: who has peers in the room is to say so, and who has not as well.</summary>
        public const byte Question = 5;

        /// <summary>16 bytes relay that asked or zeros, 1 byte flags, and what <see cref="RoomSnapshot"/> writes.</summary>
        public const byte Snapshot = 6;
    }
}
