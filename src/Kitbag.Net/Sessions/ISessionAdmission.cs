using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>Decides which clients may start or resume a session, and is notified of the connections of sessions.</summary>
    internal interface ISessionAdmission
    {
        /// <summary>Admits a client. Called for each client after <see cref="KitbagSessionOptions.Authenticate"/>.</summary>
        /// <param name="credentials">The credentials of the client.</param>
        /// <param name="resumed">The session that the client wants to resume, or null for a new one.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The state of the new session, which is set before the first message is handled.</returns>
        /// <exception cref="KitbagSessionException">The client is rejected. The client receives the reason and the message.</exception>
        ValueTask<object?> AdmitAsync(ReadOnlyMemory<byte> credentials, KitbagSession? resumed, CancellationToken cancellationToken);

        /// <summary>
        /// Called after a session has lost its connection or has resumed; <see cref="KitbagSession.IsConnected"/> is the current state.
        /// Calls may be delayed.
        /// </summary>
        void OnConnectionChanged(KitbagSession session);
    }
}
