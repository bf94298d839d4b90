using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.WebSockets;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.Logging;

namespace Kitbag.Browser.Tests
{
    /// <summary>A web server on loopback: the files of samples/Rooms, an empty page, and WebSockets at /kitbag.</summary>
    internal sealed class Site : IAsyncDisposable
    {
        private readonly WebApplication _application;
        private readonly Func<WebSocket, Task> _serve;
        private readonly ConcurrentDictionary<WebSocket, bool> _sockets = [];

        private Site(WebApplication application, Func<WebSocket, Task> serve)
        {
            _application = application;
            _serve = serve;
        }

        /// <summary>The address of an empty page.</summary>
        public string Blank => Address + "/blank";

        /// <summary>The number of WebSockets so far.</summary>
        public int Connections { get; private set; }

        /// <summary>Whether WebSockets are refused.</summary>
        public bool IsDown { get; set; }

        private string Address => _application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses
            .First();

        public static async Task<Site> StartAsync(Func<WebSocket, Task> serve)
        {
            WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
            builder.Logging.ClearProviders();
            builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0));
            WebApplication application = builder.Build();
            var site = new Site(application, serve);
            application.UseWebSockets();
            application.UseStaticFiles(new StaticFileOptions { FileProvider = new PhysicalFileProvider(Files()) });
            application.MapGet("/blank", () => Results.Content("<!doctype html><link rel=icon href=data:,><title>blank</title>",
                "text/html"));
            application.Map("/kitbag", site.AcceptAsync);
            await application.StartAsync();
            return site;
        }

        /// <summary>Aborts all WebSockets, without a close message.</summary>
        public void Cut()
        {
            foreach (WebSocket socket in _sockets.Keys)
                socket.Abort();
        }

        public async ValueTask DisposeAsync()
        {
            Cut();
            await _application.StopAsync();
            await _application.DisposeAsync();
        }

        private async Task AcceptAsync(HttpContext context)
        {
            if (IsDown || !context.WebSockets.IsWebSocketRequest
                || !context.WebSockets.WebSocketRequestedProtocols.Contains(KitbagProtocol))
            {
                context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
                return;
            }
            using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync(KitbagProtocol);
            Connections++;
            _sockets.TryAdd(socket, true);
            try
            {
                await _serve(socket);
            }
            catch (Exception e) when (e is WebSocketException or IOException or OperationCanceledException)
            {
                // The WebSocket was aborted.
            }
            _sockets.TryRemove(socket, out _);
        }

        private const string KitbagProtocol = Net.KitbagTransport.SubProtocol;

        private static string Files([CallerFilePath] string file = "") =>
            Path.Combine(Path.GetDirectoryName(file)!, "..", "..", "samples", "Rooms", "wwwroot");
    }
}
