using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Browser.Tests.Chromium
{
    /// <summary>The connection to a browser: numbered calls, their results, and events of pages.</summary>
    internal sealed class DevTools : IAsyncDisposable
    {
        private static readonly TimeSpan s_callTimeout = TimeSpan.FromSeconds(60);

        private readonly ClientWebSocket _socket = new();
        private readonly SemaphoreSlim _sending = new(1);
        private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonNode>> _calls = [];
        private int _lastCall;
        private Task _receiving = Task.CompletedTask;

        private DevTools()
        {
        }

        /// <summary>Raised for events on the reading thread, with the session of the page, the name, and the parameters.</summary>
        public event Action<string, string, JsonNode>? Event;

        public static async Task<DevTools> ConnectAsync(Uri address)
        {
            var tools = new DevTools();
            await tools._socket.ConnectAsync(address, CancellationToken.None);
            tools._receiving = tools.ReceiveAsync();
            return tools;
        }

        /// <summary>Calls a method, of the browser or of a page.</summary>
        /// <exception cref="InvalidOperationException">The browser reports an error.</exception>
        public async Task<JsonNode> CallAsync(string method, JsonObject? parameters = null, string? session = null)
        {
            int id = Interlocked.Increment(ref _lastCall);
            var call = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters ?? [] };
            if (session != null)
                call["sessionId"] = session;
            var result = new TaskCompletionSource<JsonNode>(TaskCreationOptions.RunContinuationsAsynchronously);
            _calls[id] = result;
            await _sending.WaitAsync();
            try
            {
                await _socket.SendAsync(Encoding.UTF8.GetBytes(call.ToJsonString()), WebSocketMessageType.Text, true,
                    CancellationToken.None);
            }
            finally
            {
                _sending.Release();
            }
            return await result.Task.WaitAsync(s_callTimeout);
        }

        public async ValueTask DisposeAsync()
        {
            _socket.Abort();
            await _receiving;
            _socket.Dispose();
            _sending.Dispose();
        }

        private async Task ReceiveAsync()
        {
            var message = new ArrayBufferWriter<byte>(1 << 16);
            try
            {
                while (true)
                {
                    ValueWebSocketReceiveResult part = await _socket.ReceiveAsync(message.GetMemory(1 << 16), CancellationToken.None);
                    if (part.MessageType == WebSocketMessageType.Close)
                        break;
                    message.Advance(part.Count);
                    if (!part.EndOfMessage)
                        continue;
                    Take(JsonNode.Parse(message.WrittenSpan)!);
                    message.ResetWrittenCount();
                }
            }
            catch (Exception e) when (e is WebSocketException or OperationCanceledException or ObjectDisposedException)
            {
                // The browser has ended, or the connection was disposed.
            }
            foreach (TaskCompletionSource<JsonNode> call in _calls.Values)
                call.TrySetException(new InvalidOperationException("The browser has ended."));
        }

        private void Take(JsonNode message)
        {
            if (message["id"] is not JsonNode id)
            {
                Event?.Invoke(message["sessionId"]?.GetValue<string>() ?? "", message["method"]!.GetValue<string>(), message["params"]!);
            }
            else if (_calls.TryRemove(id.GetValue<int>(), out TaskCompletionSource<JsonNode>? call))
            {
                if (message["error"] is JsonNode error)
                    call.SetException(new InvalidOperationException(error.ToJsonString()));
                else
                    call.SetResult(message["result"]!);
            }
        }
    }
}
