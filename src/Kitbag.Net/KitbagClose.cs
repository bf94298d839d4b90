using System;

namespace Kitbag.Net
{
    /// <summary>Describes how a session ended.</summary>
    public sealed class KitbagClose
    {
        internal KitbagClose(KitbagCloseReason reason, string message, bool byPeer, Exception? exception = null)
        {
            Reason = reason;
            Message = message;
            IsByPeer = byPeer;
            Exception = exception;
        }

        /// <summary>Gets the reason.</summary>
        public KitbagCloseReason Reason { get; }

        /// <summary>Gets a description of what happened.</summary>
        public string Message { get; }

        /// <summary>Gets a value indicating whether the peer ended the session.</summary>
        public bool IsByPeer { get; }

        /// <summary>Gets the local exception that ended the session, or null.</summary>
        public Exception? Exception { get; }

        /// <summary>
        /// Gets the number of sent bytes that the peer had not acknowledged: it is unknown whether they were handled. 0 if this end closed
        /// the session and the peer sent its goodbye.
        /// </summary>
        public long UnconfirmedBytes { get; internal set; }

        /// <inheritdoc/>
        public override string ToString() => Reason + (IsByPeer ? " (by the peer): " : ": ") + Message;

        internal KitbagSessionException ToException(KitbagSession session) =>
            new KitbagSessionException(Reason, Message, Exception) { ClosedSession = session };
    }
}
