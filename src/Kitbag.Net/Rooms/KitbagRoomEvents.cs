namespace Kitbag.Net.Rooms
{
    /// <summary>What has happened to a peer of a room.</summary>
    public enum KitbagPeerEvent : byte
    {
        /// <summary>It has joined.</summary>
        Joined = 1,

        /// <summary>It is not in the room any more.</summary>
        Left = 2,

        /// <summary>Its connection is lost; its place is kept for some time.</summary>
        Away = 3,

        /// <summary>It has a connection again.</summary>
        Back = 4,

        /// <summary>It has new metadata.</summary>
        Described = 5,
    }

    /// <summary>Why a peer is not in a room any more.</summary>
    public enum KitbagPeerCause : byte
    {
        /// <summary>It has left, or closed its session.</summary>
        OwnWill = 0,

        /// <summary>Its connection was lost, and it did not come back in time.</summary>
        AwayTooLong = 1,

        /// <summary>The owner has removed it.</summary>
        Removed = 2,

        /// <summary>It did not take what was sent to it.</summary>
        TooSlow = 3,

        /// <summary>Its relay is lost.</summary>
        RelayLost = 4,

        /// <summary>The room is closed.</summary>
        RoomClosed = 5,
    }

    /// <summary>Why messages are missing.</summary>
    public enum KitbagGapCause : byte
    {
        /// <summary>The session was lost, and what was sent in the room meanwhile with it.</summary>
        SessionLost = 0,

        /// <summary>This program was too slow: sheddable messages were dropped.</summary>
        TooSlow = 1,

        /// <summary>The way from another relay was broken.</summary>
        Backplane = 2,

        /// <summary>Kept messages are not there any more.</summary>
        Trimmed = 3,
    }

    /// <summary>Messages are missing in a room.</summary>
    public readonly struct KitbagRoomGap
    {
        internal KitbagRoomGap(KitbagGapCause cause, long count, string whom)
        {
            Cause = cause;
            Count = count;
            Whom = whom;
        }

        /// <summary>Why.</summary>
        public KitbagGapCause Cause { get; }

        /// <summary>How many; 0 where it is not known.</summary>
        public long Count { get; }

        /// <summary>What the ids of the senders concerned begin with; empty where it is not known.</summary>
        public string Whom { get; }
    }

    /// <summary>Somebody in a room, as last heard.</summary>
    public sealed class KitbagRoomPeer
    {
        internal KitbagRoomPeer(string id, bool isAway, byte[] metadata)
        {
            Id = id;
            IsAway = isAway;
            Metadata = metadata;
        }

        /// <summary>Its id: its name as the relay found it out, and what tells it from others of that name.</summary>
        public string Id { get; }

        /// <summary>Its name, without what tells it from others of that name.</summary>
        public string Name => Id.Length > 9 ? Id.Substring(0, Id.Length - 9) : Id;

        /// <summary>Whether its connection is lost, and its place kept.</summary>
        public bool IsAway { get; }

        /// <summary>What it says of itself. Not to be changed.</summary>
        public byte[] Metadata { get; }
    }
}
