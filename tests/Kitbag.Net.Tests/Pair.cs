using System;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Tests
{
    /// <summary>The two ends of a connection, with a session at each or at one.</summary>
    internal sealed class Pair : IAsyncDisposable
    {
        private Pair(KitbagSession client, KitbagSession server)
        {
            Client = client;
            Server = server;
        }

        public KitbagSession Client { get; }

        public KitbagSession Server { get; }

        public static async Task<Pair> Begin(KitbagHandlers? client = null, KitbagHandlers? server = null,
            KitbagSessionOptions? clientOptions = null, KitbagSessionOptions? serverOptions = null,
            Func<Task<(IDuplexPipe Client, IDuplexPipe Server)>>? connect = null)
        {
            (IDuplexPipe one, IDuplexPipe other) = await (connect ?? InMemory)();
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(other, server ?? new KitbagHandlers(), serverOptions);
            KitbagSession session = await KitbagSession.ConnectAsync(one, client ?? new KitbagHandlers(), clientOptions);
            return new Pair(session, await accepting);
        }

        public static Task<(IDuplexPipe Client, IDuplexPipe Server)> InMemory() => InMemory(PipeScheduler.ThreadPool);

        /// <param name="server">What runs the server when something was sent to it.</param>
        public static Task<(IDuplexPipe Client, IDuplexPipe Server)> InMemory(PipeScheduler server)
        {
            var up = new Pipe(new PipeOptions(readerScheduler: server));
            var down = new Pipe();
            return Task.FromResult<(IDuplexPipe, IDuplexPipe)>((new Ends(down.Reader, up.Writer), new Ends(up.Reader, down.Writer)));
        }

        public static async Task<(IDuplexPipe Client, IDuplexPipe Server)> Tcp()
        {
            (Socket client, Socket server) = await Sockets();
            return (KitbagTransport.FromSocket(client), KitbagTransport.FromSocket(server));
        }

        public static async Task<(Socket Client, Socket Server)> Sockets()
        {
            using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen();
            var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            Task<Socket> accepting = listener.AcceptAsync();
            await client.ConnectAsync(listener.LocalEndPoint!);
            return (client, await accepting);
        }

        public async ValueTask DisposeAsync()
        {
            await Task.WhenAll(Client.DisposeAsync().AsTask(), Server.DisposeAsync().AsTask()).Soon();
        }

        internal sealed class Ends : IDuplexPipe
        {
            public Ends(PipeReader input, PipeWriter output)
            {
                Input = input;
                Output = output;
            }

            public PipeReader Input { get; }

            public PipeWriter Output { get; }
        }
    }

    internal static class Waiting
    {
        // An operation that takes longer hangs.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(30);

        public static Task Soon(this Task task) => task.WaitAsync(s_timeout);

        public static Task<T> Soon<T>(this Task<T> task) => task.WaitAsync(s_timeout);

        /// <summary>Waits until a condition is true that depends on another thread.</summary>
        public static async Task Until(Func<bool> condition)
        {
            DateTime end = DateTime.UtcNow + s_timeout;
            while (!condition())
            {
                if (DateTime.UtcNow > end)
                    throw new TimeoutException("The condition did not become true.");
                await Task.Delay(1, CancellationToken.None);
            }
        }
    }
}
