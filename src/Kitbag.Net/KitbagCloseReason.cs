namespace Kitbag.Net
{
    /// <summary>Why a session ended, or was refused. The numbers are those of docs/protocol.md.</summary>
    public enum KitbagCloseReason
    {
        /// <summary>One end had nothing more to say.</summary>
        Done = 0,

        /// <summary>One end goes away, for example because its program ends.</summary>
        GoingAway = 1,

        /// <summary>The bytes break a rule of the protocol.</summary>
        Protocol = 2,

        /// <summary>The peers have no version of the protocol in common.</summary>
        Version = 3,

        /// <summary>A limit of <see cref="KitbagSessionOptions"/> was exceeded.</summary>
        LimitExceeded = 4,

        /// <summary>A message cannot be read: its schema does not fit the type here, or its bytes are malformed.</summary>
        BadMessage = 5,

        /// <summary>There is no handler for a type of message.</summary>
        UnknownMessage = 6,

        /// <summary>A handler of messages threw an exception.</summary>
        HandlerFailed = 7,

        /// <summary>Nothing was heard of the peer, or a frame or the handshake was not completed, in the time set for it.</summary>
        TimedOut = 8,

        /// <summary>The peer does not take what is sent to it in the time set for it.</summary>
        SlowPeer = 9,

        /// <summary>The peer may not do this: it is not who it says it is, or not allowed.</summary>
        NotAllowed = 10,

        /// <summary>The session that was to be resumed is not known: it ended, or its server was started anew.</summary>
        UnknownSession = 11,

        /// <summary>The peer is as busy as it may be. Later it may not be.</summary>
        Busy = 12,

        /// <summary>The connection was lost without a word of the peer. No peer sends this.</summary>
        ConnectionLost = 64,

        /// <summary>The session was disposed here before the peer had said goodbye. No peer sends this.</summary>
        Aborted = 65,
    }
}
