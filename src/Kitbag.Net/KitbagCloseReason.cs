namespace Kitbag.Net
{
    /// <summary>Specifies why a session ended or was rejected. The numbers are those of docs/protocol.md.</summary>
    public enum KitbagCloseReason
    {
        /// <summary>One end closed the session normally.</summary>
        Done = 0,

        /// <summary>One end is shutting down, for example because its program ends.</summary>
        GoingAway = 1,

        /// <summary>The bytes violate a rule of the protocol.</summary>
        Protocol = 2,

        /// <summary>The peers have no version of the protocol in common.</summary>
        Version = 3,

        /// <summary>A limit of <see cref="KitbagSessionOptions"/> was exceeded.</summary>
        LimitExceeded = 4,

        /// <summary>A message cannot be read: its schema is incompatible with the local type, or its bytes are malformed.</summary>
        BadMessage = 5,

        /// <summary>There is no handler for a type of message.</summary>
        UnknownMessage = 6,

        /// <summary>A handler of messages threw an exception.</summary>
        HandlerFailed = 7,

        /// <summary>
        /// Nothing was received from the peer, or a frame or the handshake was not completed, within the configured time.
        /// </summary>
        TimedOut = 8,

        /// <summary>The peer did not receive data within the configured time.</summary>
        SlowPeer = 9,

        /// <summary>The peer is not authenticated or not authorized.</summary>
        NotAllowed = 10,

        /// <summary>The session to resume is unknown: it has ended, or its server was restarted.</summary>
        UnknownSession = 11,

        /// <summary>The peer has reached its capacity, or an error prevents it from authenticating. A later attempt may succeed.</summary>
        Busy = 12,

        /// <summary>The connection was lost without a goodbye. This reason is never sent.</summary>
        ConnectionLost = 64,

        /// <summary>The session was disposed locally before the peer had sent its goodbye. This reason is never sent.</summary>
        Aborted = 65,
    }
}
