using System;
using System.Diagnostics;
using System.IO;
using System.IO.Pipelines;
using System.Linq;
using System.Net.Http;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Hosting;

namespace Kitbag.Relay.Bench
{
    /// <summary>
    /// Measures the memory that idle peers take. The relay runs in its own process, as a user would start it, with Kestrel listening; the
    /// peers are clients that can resume, in rooms of 100. The memory is measured after they have been idle for a while.
    /// </summary>
    internal static class Idle
    {
        private const int Tcp = 17431, Http = 17432, Tls = 17433, InRoom = 100, AtOnce = 50;

        // By then, the peers have acknowledged everything, and the relay has released the memory that it does not need.
        private static readonly TimeSpan s_settling = TimeSpan.FromSeconds(25);

        public static async Task RunAsync(int peers, string transport)
        {
            string certificate = Path.GetTempFileName();
            WriteCertificate(certificate);
            using Process relay = Process.Start(new ProcessStartInfo("dotnet", [typeof(KitbagRelay).Assembly.Location,
                "--tcp", "127.0.0.1:" + Tcp, "--http", "127.0.0.1:" + Http,
                "--tls", transport == "tls" ? "127.0.0.1:" + Tls : "", "--certificate", certificate,
                "--logging.loglevel.default", "Warning"]))!;
            try
            {
                await ReadyAsync();
                long before = Memory(relay, "VmRSS");
                var clients = new KitbagRoomClient[peers];
                await Parallel.ForAsync(0, peers, new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, async (i, _) =>
                {
                    clients[i] = await KitbagRoomClient.ConnectAsync(c => ConnectAsync(transport, c), new KitbagRoomHandlers());
                    await clients[i].JoinAsync("room-" + (i / InRoom));
                });
                long joined = Memory(relay, "VmRSS");
                await Task.Delay(s_settling);
                if (!clients.All(c => c.IsReady && c.Sessions == 1))
                    throw new InvalidOperationException("Peers have lost their sessions.");
                Console.WriteLine($"{peers:N0} idle peers by {transport}: {Memory(relay, "VmRSS") >> 20} MiB resident, {joined >> 20} MiB "
                    + $"when all had joined, {Memory(relay, "VmHWM") >> 20} MiB at most, {before >> 20} MiB without them");
                foreach (KitbagRoomClient client in clients)
                    client.Abort();
            }
            finally
            {
                relay.Kill();
                await relay.WaitForExitAsync();
                File.Delete(certificate);
            }
        }

        private static async Task ReadyAsync()
        {
            using var http = new HttpClient();
            for (int attempt = 0; ; attempt++)
            {
                try
                {
                    await http.GetStringAsync(new Uri("http://127.0.0.1:" + Http + "/ready"));
                    return;
                }
                catch (HttpRequestException) when (attempt < 300)
                {
                    await Task.Delay(100);
                }
            }
        }

        private static Task<IDuplexPipe> ConnectAsync(string transport, CancellationToken cancellation) => transport switch
        {
            "tcp" => KitbagTransport.ConnectTcpAsync("127.0.0.1", Tcp, null, cancellation),
            "tls" => KitbagTransport.ConnectTcpAsync("127.0.0.1", Tls, new SslClientAuthenticationOptions
            {
                TargetHost = "localhost",
                RemoteCertificateValidationCallback = (_, _, _, _) => true,
            }, cancellation),
            "websocket" => KitbagTransport.ConnectWebSocketAsync(new Uri("ws://127.0.0.1:" + Http + "/kitbag"), cancellation),
            _ => throw new ArgumentException("tcp, tls or websocket."),
        };

        private static void WriteCertificate(string path)
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
            using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1),
                DateTimeOffset.UtcNow.AddDays(1));
            File.WriteAllBytes(path, certificate.Export(X509ContentType.Pkcs12));
        }

        private static long Memory(Process process, string what) => long.Parse(File.ReadLines("/proc/" + process.Id + "/status")
            .First(l => l.StartsWith(what, StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], null) << 10;
    }
}
