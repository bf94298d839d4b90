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
        /// How many bytes of what was sent here, with its frames, the peer had not confirmed: whether they were handled is not known. None
        /// where this end closed the session and the peer said goodbye, too.
        /// </summary>
        public long UnconfirmedBytes { get; internal set; }

        /// <inheritdoc/>
        public override string ToString() => Reason + (IsByPeer ? " (by the peer): " : ": ") + Message;

        internal KitbagSessionException ToException() => new KitbagSessionException(Reason, Message, Exception) { IsOfClose = true };
    }
}
