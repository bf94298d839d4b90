using System;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Threading.Tasks;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>A relay in a separate process, which uses the broker of the tests or none.</summary>
    internal sealed class RelayProcess : IAsyncDisposable
    {
        private static readonly HttpClient s_http = new() { Timeout = TimeSpan.FromSeconds(2) };

        private readonly string? _network;
        private readonly string[] _options;
        private readonly ConcurrentQueue<string> _output = new();
        private readonly int _http = FreePort();
        private Process? _process;

        /// <param name="network">The name of its network on the broker; null for a relay without a broker.</param>
        /// <param name="options">Additional arguments.</param>
        public RelayProcess(string? network, params string[] options)
        {
            _network = network;
            _options = options;
        }

        public int Port { get; } = FreePort();

        public bool IsRunning => _process is { HasExited: false };

        /// <summary>The memory of the process, in bytes.</summary>
        public long Memory
        {
            get
            {
                _process!.Refresh();
                return _process.WorkingSet64;
            }
        }

        public string Output => string.Join("\n", _output);

        /// <summary>Starts or restarts the process, and waits until it is ready.</summary>
        public async Task Start()
        {
            string[] broker = _network == null ? [] : ["--broker", Broker.Address.ToString(), "--network", _network];
            _process = Process.Start(new ProcessStartInfo("dotnet",
                [typeof(Kitbag.Relay.Tool.Program).Assembly.Location, "--tcp", $"127.0.0.1:{Port}", "--http", $"127.0.0.1:{_http}",
                    .. broker, .. _options])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            _process.OutputDataReceived += (_, e) => _output.Enqueue(e.Data ?? "");
            _process.ErrorDataReceived += (_, e) => _output.Enqueue(e.Data ?? "");
            _process.BeginOutputReadLine();
            _process.BeginErrorReadLine();
            await Ready();
        }

        public async Task Ready(int seconds = 40)
        {
            var watch = Stopwatch.StartNew();
            while (!await IsReady())
            {
                if (watch.Elapsed.TotalSeconds > seconds || !IsRunning)
                    throw new TimeoutException($"The relay is not ready after {seconds} s: {Output}");
                await Task.Delay(50);
            }
        }

        public async Task<string> Metrics() => await s_http.GetStringAsync($"http://127.0.0.1:{_http}/metrics");

        public void Kill() => Signal("-KILL");

        public void Signal(string signal)
        {
            using Process kill = Process.Start("kill", [signal, _process!.Id.ToString()]);
            kill.WaitForExit();
            if (signal == "-KILL")
                _process.WaitForExit();
        }

        public ValueTask DisposeAsync()
        {
            if (IsRunning)
                Kill();
            _process?.Dispose();
            return default;
        }

        private async Task<bool> IsReady()
        {
            try
            {
                using HttpResponseMessage answer = await s_http.GetAsync($"http://127.0.0.1:{_http}/ready");
                return answer.StatusCode == HttpStatusCode.OK;
            }
            catch (Exception e) when (e is HttpRequestException or TaskCanceledException or IOException)
            {
                return false;
            }
        }

        // The port is below those that the system assigns to clients, because it must stay free while the relay is not running.
        private static int FreePort()
        {
            for (int i = 0; i < 200; i++)
            {
                int port = Random.Shared.Next(10_000, 20_000);
                try
                {
                    using var listener = new TcpListener(IPAddress.Loopback, port);
                    listener.Start();
                    return port;
                }
                catch (SocketException)
                {
                    // The port is in use.
                }
            }
            throw new InvalidOperationException("No port is free.");
        }
    }
}
