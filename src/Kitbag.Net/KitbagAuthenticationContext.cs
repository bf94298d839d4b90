using System;
using System.Net;

namespace Kitbag.Net
{
    /// <summary>Describes a client that a server authenticates: <see cref="KitbagSessionOptions.Authenticate"/>.</summary>
    public sealed class KitbagAuthenticationContext
    {
        internal KitbagAuthenticationContext(ReadOnlyMemory<byte> credentials, EndPoint? remoteEndPoint, KitbagSession? resumedSession)
        {
            Credentials = credentials;
            RemoteEndPoint = remoteEndPoint;
            ResumedSession = resumedSession;
        }

        /// <summary>Gets the credentials that the client has sent: its <see cref="KitbagSessionOptions.Credentials"/>.</summary>
        public ReadOnlyMemory<byte> Credentials { get; }

        /// <summary>
        /// Gets the endpoint of the client's connection, as <see cref="KitbagSession.RemoteEndPoint"/>, or null if it is unknown.
        /// </summary>
        public EndPoint? RemoteEndPoint { get; }

        /// <summary>
        /// Gets the session that the client wants to resume, or null if it starts a new one. A client can only name a session whose secret
        /// token it knows. Compare <see cref="KitbagSession.State"/> with the credentials to reject another user who has obtained the
        /// token.
        /// </summary>
        public KitbagSession? ResumedSession { get; }

        /// <summary>
        /// Gets or sets the <see cref="KitbagSession.State"/> of the new session, for example the user. The session has it before its first
        /// message is handled. A session that is resumed keeps its state, whatever is set here.
        /// </summary>
        public object? State { get; set; }
    }
}
