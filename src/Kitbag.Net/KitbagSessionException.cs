using System;

namespace Kitbag.Net
{
    /// <summary>A session could not begin, or has ended, and with it what was asked of it.</summary>
    public sealed class KitbagSessionException : Exception
    {
        /// <summary>Makes an exception.</summary>
        /// <param name="reason">Why the session ended.</param>
        /// <param name="message">What happened.</param>
        /// <param name="inner">What it came from.</param>
        public KitbagSessionException(KitbagCloseReason reason, string message, Exception? inner = null)
            : base(message, inner)
        {
            Reason = reason;
        }

        /// <summary>Why the session ended.</summary>
        public KitbagCloseReason Reason { get; }

        /// <summary>The session whose end was the cause, where something was sent or requested in it; else null.</summary>
        internal KitbagSession? ClosedSession { get; set; }
    }

    /// <summary>
    /// What a request failed with at the other end. A handler of requests that throws one decides what the requester is told; of other
    /// exceptions the requester learns only that there was one.
    /// </summary>
    public sealed class KitbagRemoteException : Exception
    {
        /// <summary>Makes an exception for a requester.</summary>
        /// <param name="message">What the requester is told; at most 1,024 bytes of it in UTF-8.</param>
        /// <param name="code">A number with a meaning that both ends agree on; not negative.</param>
        public KitbagRemoteException(string message, int code = 0)
            : base(message)
        {
            if (code < 0)
                throw new ArgumentOutOfRangeException(nameof(code));
            Code = code;
        }

        /// <summary>A number with a meaning that both ends agree on.</summary>
        public int Code { get; }
    }
}
