using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>Decides who may have a session, or go on with one, and is told of its connections.</summary>
    internal interface ISessionAdmission
    {
        /// <summary>Asked for each client, after <see cref="KitbagSessionOptions.Authenticate"/>.</summary>
        /// <param name="credentials">What the client shows.</param>
        /// <param name="resumed">The session that it wants to go on with; null for a new one.</param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <returns>The state of the new session; it is there before the first message is handled.</returns>
        /// <exception cref="KitbagSessionException">It may not; the reason and the text are what the client is told.</exception>
        ValueTask<object?> AdmitAsync(ReadOnlyMemory<byte> credentials, KitbagSession? resumed, CancellationToken cancellationToken);

        /// <summary>
        /// A session has lost its connection or has another one; which, <see cref="KitbagSession.IsConnected"/> says. Calls may come late.
        /// </summary>
        void OnConnectionChanged(KitbagSession session);
    }
}
