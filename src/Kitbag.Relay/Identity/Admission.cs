using System;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Sessions;
using Kitbag.Relay.Peers;

namespace Kitbag.Relay.Identity
{
    /// <summary>Finds out who a peer is, whenever it connects, and whether a session that it wants to go on with is its own.</summary>
    internal sealed class Admission : ISessionAdmission
    {
        private readonly Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> _identify;
        private readonly Func<RelayIdentity, Peer> _begin;

        public Admission(Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> identify, Func<RelayIdentity, Peer> begin)
        {
            _identify = identify;
            _begin = begin;
        }

        public async ValueTask<object?> AdmitAsync(ReadOnlyMemory<byte> credentials, KitbagSession? resumed,
            CancellationToken cancellationToken)
        {
            RelayIdentity identity = await _identify(credentials, cancellationToken);
            if (RelayIdentity.Check(identity.Subject) is { } fault)
                throw RelayIdentity.Refused(fault);
            if (resumed == null)
                return _begin(identity);
            var peer = (Peer)resumed.State!;
            if (peer.Identity.Subject != identity.Subject)
                throw RelayIdentity.Refused("The session is another peer's.");
            peer.Identity = identity;
            return null;
        }

        public void OnConnectionChanged(KitbagSession session) => ((Peer)session.State!).OnConnectionChanged(session);

        /// <summary>Whoever has a token of this relay is who it says.</summary>
        public static Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> ByToken(SignedTokens tokens) =>
            (credentials, cancellation) =>
            {
                RelayIdentity? identity = tokens.Read(credentials.Span, out string refusal);
                // A ticket opens a room to a peer; it says nothing about who that is.
                if (identity == null || (identity.Rights & RelayRights.All) == 0)
                    throw RelayIdentity.Refused(identity == null ? refusal : "The token lets nobody in.");
                return ValueTask.FromResult(identity);
            };

        /// <summary>Whoever comes is who it says: the credentials are the name.</summary>
        public static ValueTask<RelayIdentity> Open(ReadOnlyMemory<byte> credentials, CancellationToken cancellation)
        {
            string name = Encoding.UTF8.GetString(credentials.Span);
            return ValueTask.FromResult(RelayIdentity.Of(RelayIdentity.Check(name) == null ? name : "guest"));
        }
    }
}
