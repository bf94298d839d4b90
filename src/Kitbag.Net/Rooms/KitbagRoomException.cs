using System;

namespace Kitbag.Net.Rooms
{
    /// <summary>Why a relay did not do what it was asked to. The numbers are those of docs/protocol.md.</summary>
    public enum KitbagRoomFailure
    {
        /// <summary>The session was lost before the answer came: it may have been done or not.</summary>
        SessionLost = 0,

        /// <summary>The peer has not entered, or has entered already.</summary>
        NotEntered = 1,

        /// <summary>There is no such room.</summary>
        NoSuchRoom = 2,

        /// <summary>The room exists.</summary>
        Exists = 3,

        /// <summary>The room is full.</summary>
        Full = 4,

        /// <summary>The peer may not.</summary>
        NotAllowed = 5,

        /// <summary>The peer was removed from this room, for some time.</summary>
        Banned = 6,

        /// <summary>The peer is not in this room.</summary>
        NotInRoom = 7,

        /// <summary>There is no such peer in the room now.</summary>
        NoSuchPeer = 8,

        /// <summary>A limit is exceeded.</summary>
        Limit = 9,

        /// <summary>The relay cannot reach the others now.</summary>
        NotNow = 10,

        /// <summary>The message may have been kept or not.</summary>
        InDoubt = 11,
    }

    /// <summary>A relay did not do what it was asked to.</summary>
    public sealed class KitbagRoomException : Exception
    {
        internal KitbagRoomException(KitbagRoomFailure failure, string message)
            : base(message)
        {
            Failure = failure;
        }

        /// <summary>Why.</summary>
        public KitbagRoomFailure Failure { get; }
    }
}
