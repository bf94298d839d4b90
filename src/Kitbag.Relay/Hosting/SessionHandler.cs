using System.Threading.Tasks;
using Microsoft.AspNetCore.Connections;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Runs sessions over connections of Kestrel, which handles TLS.</summary>
    internal sealed class SessionHandler : ConnectionHandler
    {
        private readonly RelayNode _node;

        public SessionHandler(RelayNode node) => _node = node;

        public override Task OnConnectedAsync(ConnectionContext connection) => _node.ServeAsync(connection.Transport);
    }
}
