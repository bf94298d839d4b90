using System;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Configuration;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Hosting
{
    /// <summary>
    /// Starts and stops a relay with its host. It listens at once, and accepts peers when it has found the other relays. On shutdown, peers
    /// are notified before anything else stops.
    /// </summary>
    internal sealed class RelayService : IHostedLifecycleService
    {
        private readonly RelayOptions _options;
        private readonly CancellationTokenSource _stopping = new();
        private Task _starting = Task.CompletedTask;
        private bool _isStopped;

        public RelayService(RelayNode node, RelayOptions options)
        {
            Node = node;
            _options = options;
        }

        public RelayNode Node { get; }

        public TcpListener? Tcp { get; private set; }

        public async Task StartAsync(CancellationToken cancellationToken)
        {
            _starting = Node.StartAsync(_stopping.Token);
            if (Node.IsAlone)
                await _starting;
            else
                _ = LogFailureAsync(_starting);
            if (_options.Tcp.Length != 0)
            {
                Tcp = new TcpListener(IPEndPoint.Parse(_options.Tcp), Node);
                Node.Log.LogInformation("Listening for sessions on {EndPoint}.", Tcp.EndPoint);
            }
        }

        private async Task LogFailureAsync(Task starting)
        {
            try
            {
                await starting;
            }
            catch (Exception e) when (e is not (OperationCanceledException or OutOfMemoryException))
            {
                Node.Log.LogCritical(e, "The other relays cannot be reached, so no peers are accepted.");
            }
        }

        public async Task StoppingAsync(CancellationToken cancellationToken)
        {
            if (_isStopped)
                return;
            Node.Log.LogInformation("Disconnecting all peers.");
            if (Tcp != null)
                await Tcp.DisposeAsync();
            await Node.DrainAsync();
        }

        public async Task StopAsync(CancellationToken cancellationToken)
        {
            // A host that was stopped by a signal is stopped again when it is disposed.
            if (_isStopped)
                return;
            _isStopped = true;
            await _stopping.CancelAsync();
            try
            {
                await _starting;
            }
            catch (OperationCanceledException)
            {
                // The relay had not found the other relays yet.
            }
            await Node.DisposeAsync();
        }

        public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
