using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>Decides which clients may start or resume a session, and is notified of the connections of sessions.</summary>
    internal interface ISessionAdmission
    {
        /// <summary>Admits a client. Called for each client after <see cref="KitbagSessionOptions.Authenticate"/>.</summary>
        /// <param name="client">The client, whose <see cref="KitbagAuthenticationContext.State"/> is set for a new session.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <exception cref="KitbagSessionException">The client is rejected. The client receives the reason and the message.</exception>
        ValueTask AdmitAsync(KitbagAuthenticationContext client, CancellationToken cancellationToken);

        /// <summary>
        /// Called after a session has lost its connection or has resumed; <see cref="KitbagSession.IsConnected"/> is the current state.
        /// Calls may be delayed.
        /// </summary>
        void OnConnectionChanged(KitbagSession session);
    }
}
