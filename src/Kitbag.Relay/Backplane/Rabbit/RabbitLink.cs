using System;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.Logging;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Supervises one connection to the broker: creates it, runs the code that uses it, and creates a new one whenever it ends or its state
    /// is uncertain. The old connection is abandoned, because closing it may hang.
    /// </summary>
    internal sealed class RabbitLink : IAsyncDisposable
    {
        private static readonly TimeSpan s_longestPause = TimeSpan.FromSeconds(2), s_proved = TimeSpan.FromSeconds(10);

        // More than the longest batch that a relay sends. Relays may have other limits of messages than this one, and this one may have
        // had others when it wrote to a stream.
        private const uint MostMessage = 128 << 20;

        private readonly string _name;
        private readonly RabbitOptions _options;
        private readonly ILogger _logger;
        private readonly Func<IConnection, CancellationToken, Task> _use;
        private readonly CancellationTokenSource _stop = new();
        private Task _loop = Task.CompletedTask;

        /// <param name="name">The name of the connection in logs and at the broker.</param>
        /// <param name="options">The address of the broker, and the timeouts.</param>
        /// <param name="logger">The log to which the link writes.</param>
        /// <param name="use">
        /// Uses a connection until it throws or its token is canceled, which happens when the connection is lost. It must not return before
        /// everything that it started has ended.
        /// </param>
        public RabbitLink(string name, RabbitOptions options, ILogger logger, Func<IConnection, CancellationToken, Task> use)
        {
            _name = name;
            _options = options;
            _logger = logger;
            _use = use;
        }

        public void Start() => _loop = Task.Run(Run);

        public async ValueTask DisposeAsync()
        {
            await _stop.CancelAsync();
            await _loop;
            _stop.Dispose();
        }

        private async Task Run()
        {
            TimeSpan pause = TimeSpan.Zero;
            string? told = null;
            while (!_stop.IsCancellationRequested)
            {
                long began = Environment.TickCount64;
                try
                {
                    await Once();
                }
                catch (OperationCanceledException) when (_stop.IsCancellationRequested)
                {
                    return;
                }
                catch (Exception e)
                {
                    // Each error is logged only once while the broker is unavailable for a long time.
                    string reason = e is TimeoutException ? "The broker did not respond in time." : e.Message;
                    if (reason != told)
                        _logger.LogWarning("RabbitMQ, connection {Name}: {Reason} Reconnecting.", _name, reason);
                    told = reason;
                }
                bool wasGood = Environment.TickCount64 - began > s_proved.TotalMilliseconds;
                pause = wasGood ? TimeSpan.Zero : pause * 2 + TimeSpan.FromMilliseconds(100);
                if (pause > s_longestPause)
                    pause = s_longestPause;
                // Relays that lost the broker at the same time should not reconnect at the same time.
                await Task.Delay(pause * (0.5 + Random.Shared.NextDouble()), _stop.Token).ContinueWith(_ => { }, TaskScheduler.Default);
            }
        }

        private async Task Once()
        {
            using var lost = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
            IConnection connection = await Connect();
            string reason = "The connection was lost.";
            connection.ConnectionShutdownAsync += OnShutdown;
            try
            {
                if (!connection.IsOpen)
                    throw new BackplaneException("The connection was closed immediately.");
                await _use(connection, lost.Token);
            }
            catch (OperationCanceledException) when (lost.IsCancellationRequested && !_stop.IsCancellationRequested)
            {
                throw new BackplaneException(reason);
            }
            finally
            {
                connection.ConnectionShutdownAsync -= OnShutdown;
                Abandon(connection);
            }

            Task OnShutdown(object sender, ShutdownEventArgs e)
            {
                reason = $"The connection was lost: {e.ReplyText}.";
                // Code that waits for the token must not run on the thread of the client library.
                _ = lost.CancelAsync();
                return Task.CompletedTask;
            }
        }

        private async Task<IConnection> Connect()
        {
            var factory = new ConnectionFactory
            {
                Uri = _options.Address,
                AutomaticRecoveryEnabled = false,
                TopologyRecoveryEnabled = false,
                RequestedConnectionTimeout = _options.ConnectTimeout,
                HandshakeContinuationTimeout = _options.ConnectTimeout,
                ContinuationTimeout = _options.ConnectTimeout,
                RequestedHeartbeat = TimeSpan.FromSeconds(10),
                MaxInboundMessageBodySize = MostMessage,
            };
            if (_options.Authority != null)
                factory.Ssl.CertificateValidationCallback = IsTrusted;
            Task<IConnection> connecting = factory.CreateConnectionAsync($"kitbag-relay {_name}", _stop.Token);
            try
            {
                return await connecting.WaitAsync(_options.ConnectTimeout * 2, _stop.Token);
            }
            catch
            {
                _ = connecting.ContinueWith(late => Abandon(late.Result), CancellationToken.None,
                    TaskContinuationOptions.OnlyOnRanToCompletion, TaskScheduler.Default);
                throw;
            }
        }

        // The name must be that of the host, and the chain must end at the given certificate.
        private bool IsTrusted(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
        {
            if (certificate == null || (errors & ~SslPolicyErrors.RemoteCertificateChainErrors) != 0)
                return false;
            using var own = new X509Chain();
            own.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            own.ChainPolicy.CustomTrustStore.Add(_options.Authority!);
            own.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
            if (chain != null)
                own.ChainPolicy.ExtraStore.AddRange(chain.ChainPolicy.ExtraStore);
            return own.Build(new X509Certificate2(certificate));
        }

        private static void Abandon(IConnection connection)
        {
            _ = Task.Run(async () =>
            {
                try
                {
                    await connection.CloseAsync(Constants.ReplySuccess, "done", TimeSpan.FromSeconds(2), abort: true)
                        .WaitAsync(TimeSpan.FromSeconds(5));
                    await connection.DisposeAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(5));
                }
                catch (Exception)
                {
                    // The connection is no longer needed, whatever its state is.
                }
            });
        }
    }
}
