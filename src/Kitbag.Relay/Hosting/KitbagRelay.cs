using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Identity;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Represents a relay, which runs as a program of its own or inside another program.</summary>
    public sealed class KitbagRelay : IAsyncDisposable
    {
        private readonly WebApplication _app;
        private readonly RelayService _service;

        private KitbagRelay(WebApplication app, RelayService service)
        {
            _app = app;
            _service = service;
        }

        /// <summary>Gets the endpoint on which the relay listens for TCP connections, or null if there is none.</summary>
        public IPEndPoint? TcpEndPoint => _service.Tcp?.EndPoint;

        /// <summary>Gets the addresses on which the relay listens for HTTP and HTTPS requests.</summary>
        public IReadOnlyList<Uri> HttpAddresses => [.. _app.Services.GetRequiredService<IServer>().Features
            .Get<IServerAddressesFeature>()!.Addresses.Select(a => new Uri(a))];

        internal RelayNode Node => _service.Node;

        /// <summary>Runs the relay until a signal or the token stops it.</summary>
        /// <param name="cancellation">The token that stops the relay.</param>
        public Task RunAsync(CancellationToken cancellation = default) => _app.WaitForShutdownAsync(cancellation);

        /// <summary>Starts a relay.</summary>
        /// <param name="options">The options.</param>
        /// <param name="identify">
        /// A function that authenticates a peer by its credentials, instead of tokens of this relay. It is called for each connection, also
        /// if a session is resumed. To reject a peer, it throws a <see cref="Net.KitbagSessionException"/>, whose message is sent to the
        /// peer. If null, peers are authenticated by tokens, or all are accepted if the options contain no keys.
        /// </param>
        /// <param name="log">The provider of the log to which the relay writes, or null for none.</param>
        /// <param name="cancellation">The token that cancels the start.</param>
        /// <exception cref="OptionsValidationException">The options are invalid.</exception>
        public static Task<KitbagRelay> StartAsync(RelayOptions options,
            Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>>? identify = null, ILoggerProvider? log = null,
            CancellationToken cancellation = default) =>
            StartAsync(options, identify, null, TimeProvider.System, builder =>
            {
                builder.Logging.ClearProviders();
                if (log != null)
                    builder.Logging.AddProvider(log);
            }, cancellation);

        /// <summary>Sends a goodbye to all peers, and stops the relay.</summary>
        public async ValueTask DisposeAsync()
        {
            await _app.StopAsync();
            await _app.DisposeAsync();
        }

        internal static async Task<KitbagRelay> StartAsync(RelayOptions options,
            Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>>? identify, IBackplane? backplane, TimeProvider time,
            Action<WebApplicationBuilder> configure, CancellationToken cancellation)
        {
            ArgumentNullException.ThrowIfNull(options);
            ValidateOptionsResult checkedOptions = new RelayOptionsValidator().Validate(null, options);
            // A program that authenticates peers itself needs no keys.
            IEnumerable<string> faults = (checkedOptions.Failures ?? [])
                .Where(f => identify == null || !f.StartsWith("Keys:", StringComparison.Ordinal));
            if (faults.Any())
                throw new OptionsValidationException("Relay", typeof(RelayOptions), faults);

            // Without the defaults of ASP.NET Core: it would watch configuration files and all folders below the current one, and these
            // files or the environment could make Kestrel listen on other addresses.
            WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
            configure(builder);
            builder.Services.AddRoutingCore();
            builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration();
            var tokens = options.Keys.Count == 0 ? null : new SignedTokens(RelayOptionsValidator.Keys(options), time);
            identify ??= tokens == null ? Admission.Open : Admission.ByToken(tokens);
            builder.Services.AddSingleton(services => new RelayNode(options,
                backplane ?? Backplanes.Create(options, services), tokens, identify, time,
                services.GetRequiredService<ILoggerFactory>().CreateLogger("Kitbag.Relay")));
            builder.Services.AddSingleton(services => new RelayService(services.GetRequiredService<RelayNode>(), options));
            builder.Services.AddHostedService(services => services.GetRequiredService<RelayService>());
            builder.Services.AddSingleton<SessionHandler>();
            builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = options.DrainTime + TimeSpan.FromSeconds(10));
            if (options.Http.Length + options.Https.Length + options.Tls.Length == 0)
                builder.Services.AddSingleton<IServer, NoServer>();
            builder.WebHost.ConfigureKestrel(kestrel => Listen(kestrel, options));
            WebApplication app = builder.Build();
            RelayNode node = app.Services.GetRequiredService<RelayNode>();
            Endpoints.Map(app, node, options);
            try
            {
                await app.StartAsync(cancellation);
            }
            catch
            {
                await app.DisposeAsync();
                throw;
            }
            return new KitbagRelay(app, app.Services.GetRequiredService<RelayService>());
        }

        private static void Listen(KestrelServerOptions kestrel, RelayOptions options)
        {
            X509Certificate2? certificate = options.Certificate.Length == 0 ? null : Certificates.OfRelay(options);
            kestrel.Limits.MaxConcurrentUpgradedConnections = null;
            kestrel.Limits.RequestHeadersTimeout = options.Limits.HandshakeTimeout;
            kestrel.ConfigureHttpsDefaults(https => https.HandshakeTimeout = options.Limits.HandshakeTimeout);
            kestrel.Limits.MaxResponseBufferSize = 1 << 20;
            // When Kestrel stops, its own timeouts do not apply any more.
            CancellationToken drained = kestrel.ApplicationServices.GetRequiredService<RelayNode>().Drained;
            kestrel.ConfigureEndpointDefaults(listen => listen.Use(next => async connection =>
            {
                using (drained.Register(connection.Abort))
                    await next(connection);
            }));
            if (options.Http.Length != 0)
                kestrel.Listen(IPEndPoint.Parse(options.Http), listen => listen.Protocols = HttpProtocols.Http1);
            if (options.Https.Length != 0)
                kestrel.Listen(IPEndPoint.Parse(options.Https), listen =>
                {
                    listen.Protocols = HttpProtocols.Http1;
                    listen.UseHttps(certificate!);
                });
            if (options.Tls.Length != 0)
                kestrel.Listen(IPEndPoint.Parse(options.Tls), listen =>
                {
                    listen.UseHttps(certificate!);
                    listen.UseConnectionHandler<SessionHandler>();
                });
        }
    }
}
