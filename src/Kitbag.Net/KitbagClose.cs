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

        /// <summary>
        /// Gets a description of what happened. If the peer ended the session because of a failure, the description is that of the peer
        /// and starts with "The peer reports: ", because "this program" means the peer there.
        /// </summary>
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

        /// <summary>
        /// Gets the message, or for a session that was closed without one, a text that says by whom. It is the message of exceptions.
        /// </summary>
        internal string Text => Message.Length != 0 ? Message
            : IsByPeer ? "The session was closed by the peer." : "The session was closed by this program.";

        /// <inheritdoc/>
        public override string ToString() => Reason + (IsByPeer ? " (by the peer): " : ": ") + Text;

        /// <summary>Returns the close that a goodbye of the peer describes.</summary>
        internal static KitbagClose ByPeer(KitbagCloseReason reason, string message)
        {
            // The descriptions of the other reasons are written for the receiver.
            bool isFailure = reason is >= KitbagCloseReason.Protocol and <= KitbagCloseReason.SlowPeer;
            return new KitbagClose(reason, isFailure && message.Length != 0 ? "The peer reports: " + message : message, byPeer: true);
        }

        internal KitbagSessionException ToException(KitbagSession session) =>
            new KitbagSessionException(Reason, Text, Exception) { ClosedSession = session };
    }
}
