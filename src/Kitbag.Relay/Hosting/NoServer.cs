using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Represents a server that does nothing. Without any configured address, Kestrel would listen on a default address.</summary>
    internal sealed class NoServer : IServer
    {
        public NoServer() => Features.Set<IServerAddressesFeature>(new ServerAddressesFeature());

        public IFeatureCollection Features { get; } = new FeatureCollection();

        public Task StartAsync<TContext>(IHttpApplication<TContext> application, CancellationToken cancellationToken)
            where TContext : notnull => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public void Dispose()
        {
        }
    }
}
