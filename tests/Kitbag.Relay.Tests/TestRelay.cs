using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Net;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Tests
{
    /// <summary>A relay in this process, on loopback.</summary>
    internal sealed class TestRelay : IAsyncDisposable
    {
        private readonly KitbagRelay _relay;

        private TestRelay(KitbagRelay relay) => _relay = relay;

        public RelayNode Node => _relay.Node;

        public IPEndPoint EndPoint => _relay.TcpEndPoint!;

        public KitbagRelay Relay => _relay;

        public static async Task<TestRelay> Start(Action<RelayOptions>? change = null, IBackplane? backplane = null,
            TimeProvider? time = null)
        {
            var options = new RelayOptions { Tcp = "127.0.0.1:0", Http = "127.0.0.1:0", ComeBackWithin = TimeSpan.FromMilliseconds(20) };
            change?.Invoke(options);
            var relay = new TestRelay(await KitbagRelay.StartAsync(options, null, backplane, time ?? TimeProvider.System,
                b => b.Logging.ClearProviders(), default));
            await Waiting.Until(() => relay.Node.IsReady);
            return relay;
        }

        public Task<IDuplexPipe> Connect(CancellationToken cancellation = default) =>
            KitbagTransport.ConnectTcpAsync(EndPoint.Address.ToString(), EndPoint.Port, null, cancellation);

        /// <summary>Connects a client with a name or a token as credentials, which records events.</summary>
        public Task<TestClient> Enter(string credentials, KitbagSessionOptions? options = null) =>
            TestClient.Enter(Connect, credentials, options);

        public ValueTask DisposeAsync() => _relay.DisposeAsync();
    }

    internal static class Waiting
    {
        // An operation that takes longer hangs.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(30);

        public static Task Soon(this Task task) => task.WaitAsync(s_timeout);

        public static Task<T> Soon<T>(this Task<T> task) => task.WaitAsync(s_timeout);

        /// <summary>Waits until something holds that another thread brings about.</summary>
        public static async Task Until(Func<bool> condition, Func<string>? otherwise = null)
        {
            DateTime end = DateTime.UtcNow + s_timeout;
            while (!condition())
            {
                if (DateTime.UtcNow > end)
                    throw new TimeoutException("The condition did not become true. " + otherwise?.Invoke());
                await Task.Delay(2, CancellationToken.None);
            }
        }
    }
}
