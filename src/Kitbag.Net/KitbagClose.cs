using System;

namespace Kitbag.Net
{
    /// <summary>How a session ended.</summary>
    public sealed class KitbagClose
    {
        internal KitbagClose(KitbagCloseReason reason, string message, bool byPeer, Exception? exception = null)
        {
            Reason = reason;
            Message = message;
            IsByPeer = byPeer;
            Exception = exception;
        }

        /// <summary>Why.</summary>
        public KitbagCloseReason Reason { get; }

        /// <summary>What happened, for people.</summary>
        public string Message { get; }

        /// <summary>Whether the peer ended the session.</summary>
        public bool IsByPeer { get; }

        /// <summary>What it came from, where it was an exception here.</summary>
        public Exception? Exception { get; }

        /// <summary>
        /// How many bytes of the frames that were sent here the peer had not acknowledged: it is not known whether they were handled. 0
        /// where this end closed the session and the peer answered with its goodbye.
        /// </summary>
        public long UnconfirmedBytes { get; internal set; }

        /// <inheritdoc/>
        public override string ToString() => Reason + (IsByPeer ? " (by the peer): " : ": ") + Message;

        internal KitbagSessionException ToException(KitbagSession session) =>
            new KitbagSessionException(Reason, Message, Exception) { ClosedSession = session };
    }
}
