using System;
using System.Linq;
using System.Net.WebSockets;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Maps the HTTP endpoints: WebSockets, health, readiness and metrics.</summary>
    internal static class Endpoints
    {
        public static void Map(WebApplication app, RelayNode node, RelayOptions options)
        {
            app.UseWebSockets();
            app.MapGet("/health", () => Results.Text("alive\n"));
            app.MapGet("/ready", () => node.IsReady
                ? Results.Text("ready\n") : Results.Text("not ready: backplane " + node.Backplane.State + "\n", statusCode: 503));
            app.MapGet("/metrics", () => Results.Text(MetricsText.Write(node.Metrics), "text/plain; version=0.0.4"));
            app.Map("/kitbag", context => AcceptAsync(context, node, options));
        }

        // A browser lets any page connect to this machine. Without authentication, only pages of this machine may connect.
        private static bool IsAllowed(string origin, RelayNode node, RelayOptions options)
        {
            if (options.Origins.Count != 0)
                return options.Origins.Contains(origin, StringComparer.OrdinalIgnoreCase);
            return options.Open || node.AsksForCredentials || (Uri.TryCreate(origin, UriKind.Absolute, out Uri? page) && page.IsLoopback);
        }

        private static async Task AcceptAsync(HttpContext context, RelayNode node, RelayOptions options)
        {
            if (!context.WebSockets.IsWebSocketRequest
                || !context.WebSockets.WebSocketRequestedProtocols.Contains(KitbagTransport.SubProtocol))
            {
                context.Response.StatusCode = StatusCodes.Status400BadRequest;
                await context.Response.WriteAsync("A WebSocket with the subprotocol " + KitbagTransport.SubProtocol + " is expected.\n");
                return;
            }
            string origin = context.Request.Headers.Origin.ToString();
            if (origin.Length != 0 && !IsAllowed(origin, node, options))
            {
                context.Response.StatusCode = StatusCodes.Status403Forbidden;
                return;
            }
            WebSocket socket = await context.WebSockets.AcceptWebSocketAsync(KitbagTransport.SubProtocol);
            await node.ServeAsync(KitbagTransport.FromWebSocket(socket));
        }
    }
}
