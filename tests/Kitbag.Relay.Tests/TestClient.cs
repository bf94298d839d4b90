using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Tests
{
    /// <summary>A client of rooms that records events, one line for each.</summary>
    internal sealed class TestClient : IAsyncDisposable
    {
        private readonly List<string> _heard = [];

        public KitbagRoomClient Client { get; private set; } = null!;

        public string Id => Client.Id;

        /// <summary>Called for each message before it is recorded.</summary>
        public Func<KitbagRoomMessage, ValueTask>? Pause { get; set; }

        public static async Task<TestClient> Enter(Func<CancellationToken, Task<IDuplexPipe>> connect, string credentials,
            KitbagSessionOptions? options = null)
        {
            var client = new TestClient();
            options ??= new KitbagSessionOptions
            {
                ResumeTimeout = TimeSpan.FromSeconds(30),
                Credentials = Encoding.UTF8.GetBytes(credentials),
            };
            client.Client = await KitbagRoomClient.ConnectAsync(connect, client.Handlers(), options).Soon();
            return client;
        }

        public Task<KitbagRoom> Join(string room, KitbagRoomOptions? options = null) => Client.JoinAsync(room, options).Soon();

        public string[] Events()
        {
            lock (_heard)
                return [.. _heard];
        }

        /// <summary>The recorded lines with a given start.</summary>
        public string[] Events(string begin) => [.. Events().Where(l => l.StartsWith(begin, StringComparison.Ordinal))];

        /// <summary>Waits until a line was recorded.</summary>
        public Task WaitFor(string line) => Waiting.Until(() => Events().Contains(line),
            () => "Not recorded: '" + line + "', but\n" + string.Join("\n", Events().TakeLast(50)));

        /// <summary>Waits until a number of messages was recorded.</summary>
        public Task WaitForMessages(int count) => Waiting.Until(() => Events("message ").Length >= count,
            () => Events("message ").Length + " of " + count + " messages");

        public ValueTask DisposeAsync() => Client.DisposeAsync();

        private KitbagRoomHandlers Handlers() => new KitbagRoomHandlers()
            .OnMessage(async (room, message) =>
            {
                if (Pause is { } pause)
                    await pause(message);
                string key = message.Key.IsEmpty ? "" : " key " + Encoding.UTF8.GetString(message.Key.ToArray());
                Write("message " + Name(message.From) + ": " + Encoding.UTF8.GetString(message.Payload.ToArray()) + key
                    + (message.IsToOne ? " (to me)" : "") + (message.IsPast ? " (past)" : ""));
            })
            .OnPeer((room, what, peer, cause) => Write(what + " " + peer.Name + " " + cause))
            .OnGap((room, gap) => Write("gap " + gap.Cause + " " + gap.Count))
            .OnLive(room => Write("live " + room.Name))
            .OnChanged(room => Write("room of " + Name(room.Owner) + ": " + Encoding.UTF8.GetString(room.Metadata)))
            .OnRemoved((room, cause) => Write("removed " + cause))
            .OnUndelivered((room, e) => Write("undelivered " + room.Name + " " + e.Failure));

        private static string Name(string id) => id.Length > 9 ? id[..^9] : id;

        private void Write(string line)
        {
            lock (_heard)
                _heard.Add(line);
        }
    }

    internal static class Sending
    {
        public static ValueTask SendText(this KitbagRoom room, string text, KitbagSend how = default) =>
            room.SendBytesAsync(Encoding.UTF8.GetBytes(text), how);

        public static Task<byte[]> Keep(this KitbagRoom room, string text, KitbagSend how = default) =>
            room.SendBytesConfirmedAsync(Encoding.UTF8.GetBytes(text), how).Soon();
    }
}
