using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Serves nothing: Kestrel, where it is told of no address, would listen on one of its own.</summary>
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
