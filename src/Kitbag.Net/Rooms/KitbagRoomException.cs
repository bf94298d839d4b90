using System;

namespace Kitbag.Net.Rooms
{
    /// <summary>Specifies why a relay rejected a request. The numbers are those of docs/protocol.md.</summary>
    public enum KitbagRoomFailure
    {
        /// <summary>
        /// The session was lost before the response arrived, or the relay did not respond in time: it is unknown whether the request was
        /// executed. The reason is the <see cref="Exception.InnerException"/>.
        /// </summary>
        SessionLost = 0,

        /// <summary>The peer has not entered, or has already entered.</summary>
        NotEntered = 1,

        /// <summary>The room does not exist.</summary>
        NoSuchRoom = 2,

        /// <summary>The room already exists.</summary>
        Exists = 3,

        /// <summary>The room is full.</summary>
        Full = 4,

        /// <summary>The peer is not authorized.</summary>
        NotAllowed = 5,

        /// <summary>The peer was removed from this room, for some time.</summary>
        Banned = 6,

        /// <summary>The peer is not in this room.</summary>
        NotInRoom = 7,

        /// <summary>The peer is currently not in the room.</summary>
        NoSuchPeer = 8,

        /// <summary>A limit is exceeded.</summary>
        Limit = 9,

        /// <summary>The relay currently cannot reach the other relays.</summary>
        NotNow = 10,

        /// <summary>It is unknown whether the message was kept.</summary>
        InDoubt = 11,

        /// <summary>The value of <see cref="KitbagRoomOptions.Position"/> is damaged: no relay has provided it.</summary>
        BadPosition = 12,
    }

    /// <summary>The exception that is thrown if a relay rejects a request.</summary>
    public sealed class KitbagRoomException : Exception
    {
        internal KitbagRoomException(KitbagRoomFailure failure, string message, Exception? inner = null)
            : base(message, inner)
        {
            Failure = failure;
        }

        /// <summary>Gets the reason of the failure.</summary>
        public KitbagRoomFailure Failure { get; }
    }
}
