using System;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Sessions;
using Kitbag.Relay.Peers;

namespace Kitbag.Relay.Identity
{
    /// <summary>Authenticates peers whenever they connect, and checks that a session that a peer wants to resume is its own.</summary>
    internal sealed class Admission : ISessionAdmission
    {
        private readonly Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> _identify;
        private readonly Func<RelayIdentity, Peer> _begin;

        public Admission(Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> identify, Func<RelayIdentity, Peer> begin)
        {
            _identify = identify;
            _begin = begin;
        }

        public async ValueTask AdmitAsync(KitbagAuthenticationContext client, CancellationToken cancellationToken)
        {
            RelayIdentity identity = await _identify(client.Credentials, cancellationToken);
            if (RelayIdentity.Check(identity.Subject) is { } fault)
                throw RelayIdentity.Refused(fault);
            if (client.ResumedSession == null)
            {
                client.State = _begin(identity);
                return;
            }
            var peer = (Peer)client.ResumedSession.State!;
            if (peer.Identity.Subject != identity.Subject)
                throw RelayIdentity.Refused("The session belongs to another peer.");
            peer.Identity = identity;
        }

        public void OnConnectionChanged(KitbagSession session) => ((Peer)session.State!).OnConnectionChanged(session);

        /// <summary>Returns a function that authenticates peers by tokens of this relay.</summary>
        public static Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> ByToken(SignedTokens tokens) =>
            (credentials, cancellation) =>
            {
                RelayIdentity? identity = tokens.Read(credentials.Span, out string refusal);
                // A ticket grants access to a room, but does not authenticate a peer.
                if (identity == null || (identity.Rights & RelayRights.All) == 0)
                    throw RelayIdentity.Refused(identity == null ? refusal : "The token grants no permissions.");
                return ValueTask.FromResult(identity);
            };

        /// <summary>Accepts every peer, and uses the credentials as its name.</summary>
        public static ValueTask<RelayIdentity> Open(ReadOnlyMemory<byte> credentials, CancellationToken cancellation)
        {
            string name = Encoding.UTF8.GetString(credentials.Span);
            return ValueTask.FromResult(RelayIdentity.Of(RelayIdentity.Check(name) == null ? name : "guest"));
        }
    }
}
