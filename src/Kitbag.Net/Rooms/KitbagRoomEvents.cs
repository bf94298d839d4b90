namespace Kitbag.Net.Rooms
{
    /// <summary>Specifies an event of a peer in a room.</summary>
    public enum KitbagPeerEvent : byte
    {
        /// <summary>The peer has joined.</summary>
        Joined = 1,

        /// <summary>The peer has left the room.</summary>
        Left = 2,

        /// <summary>The connection of the peer is lost; its membership is kept for some time.</summary>
        Away = 3,

        /// <summary>The peer has a connection again.</summary>
        Back = 4,

        /// <summary>The peer has changed its metadata.</summary>
        Described = 5,
    }

    /// <summary>Specifies why a peer is no longer in a room.</summary>
    public enum KitbagPeerCause : byte
    {
        /// <summary>The peer has left the room or closed its session.</summary>
        OwnWill = 0,

        /// <summary>The connection of the peer was lost, and it did not reconnect in time.</summary>
        AwayTooLong = 1,

        /// <summary>The owner has removed the peer.</summary>
        Removed = 2,

        /// <summary>The peer, or this program, was too slow to receive its messages.</summary>
        TooSlow = 3,

        /// <summary>The relay of the peer is lost.</summary>
        RelayLost = 4,

        /// <summary>
        /// The room was closed, because another relay had created it before and would not have let the program in; or the client could not
        /// join it again after the session was lost.
        /// </summary>
        RoomClosed = 5,
    }

    /// <summary>Specifies why messages are missing.</summary>
    public enum KitbagGapCause : byte
    {
        /// <summary>The session was lost, together with the messages that were sent in the room meanwhile.</summary>
        SessionLost = 0,

        /// <summary>The peer, or this program, was too slow to receive its messages.</summary>
        TooSlow = 1,

        /// <summary>The connection to another relay was interrupted.</summary>
        Backplane = 2,

        /// <summary>Kept messages are no longer available.</summary>
        Trimmed = 3,
    }

    /// <summary>Describes missing messages in a room.</summary>
    public readonly struct KitbagRoomGap
    {
        internal KitbagRoomGap(KitbagGapCause cause, long count, string whom)
        {
            Cause = cause;
            Count = count;
            Whom = whom;
        }

        /// <summary>Gets the cause.</summary>
        public KitbagGapCause Cause { get; }

        /// <summary>Gets the number of missing messages, or 0 if it is unknown.</summary>
        public long Count { get; }

        /// <summary>Gets the prefix of the ids of the senders concerned, or an empty string if it is unknown.</summary>
        public string Whom { get; }
    }

    /// <summary>Describes a peer in a room, according to the latest events.</summary>
    public sealed class KitbagRoomPeer
    {
        internal KitbagRoomPeer(string id, bool isAway, byte[] metadata)
        {
            Id = id;
            IsAway = isAway;
            Metadata = metadata;
        }

        /// <summary>Gets the id: the authenticated name, and a suffix that distinguishes peers with the same name.</summary>
        public string Id { get; }

        /// <summary>Gets the authenticated name, without the suffix.</summary>
        public string Name => Id.Length > 9 ? Id.Substring(0, Id.Length - 9) : Id;

        /// <summary>Gets a value indicating whether the connection of the peer is lost while its membership is kept.</summary>
        public bool IsAway { get; }

        /// <summary>Gets the metadata of the peer. The array must not be changed.</summary>
        public byte[] Metadata { get; }
    }
}
