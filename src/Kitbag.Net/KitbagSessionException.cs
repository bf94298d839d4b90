using System;

namespace Kitbag.Net
{
    /// <summary>
    /// The exception that is thrown if a session could not be established, or has ended before an operation was completed.
    /// </summary>
    public sealed class KitbagSessionException : Exception
    {
        /// <summary>Initializes a new instance.</summary>
        /// <param name="reason">Why the session ended.</param>
        /// <param name="message">A description of what happened.</param>
        /// <param name="inner">The exception that caused the failure, or null.</param>
        public KitbagSessionException(KitbagCloseReason reason, string message, Exception? inner = null)
            : base(message, inner)
        {
            Reason = reason;
        }

        /// <summary>Gets the reason why the session ended.</summary>
        public KitbagCloseReason Reason { get; }

        /// <summary>
        /// Gets or sets the session whose end caused the exception when something was sent or requested in it; otherwise null.
        /// </summary>
        internal KitbagSession? ClosedSession { get; set; }

        /// <summary>Creates an exception for a frame that is longer than both ends accept.</summary>
        internal static KitbagSessionException ExceedsMaxFrame(string what, int maxFrame) => new KitbagSessionException(
            KitbagCloseReason.LimitExceeded, what + " exceeds the limit of " + maxFrame
            + " bytes. That is the smaller one of KitbagSessionOptions.MaxFrame at both ends.");
    }

    /// <summary>
    /// The exception that is thrown for a request that failed at the peer. If a request handler throws this exception, its message and code
    /// are sent to the requester; for other exceptions the requester learns only that the handler failed.
    /// </summary>
    public sealed class KitbagRemoteException : Exception
    {
        /// <summary>Initializes a new instance.</summary>
        /// <param name="message">The message for the requester, truncated to 1,024 bytes in UTF-8.</param>
        /// <param name="code">An application-defined code, which must not be negative.</param>
        public KitbagRemoteException(string message, int code = 0)
            : base(message)
        {
            if (code < 0)
                throw new ArgumentOutOfRangeException(nameof(code));
            Code = code;
        }

        /// <summary>Gets the application-defined code.</summary>
        public int Code { get; }
    }
}
