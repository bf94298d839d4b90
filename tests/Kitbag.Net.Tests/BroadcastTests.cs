using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Messages of a server to all its sessions, as docs/network.md describes.</summary>
    public class BroadcastTests
    {
        [Fact]
        public async Task A_handler_finds_the_server_of_its_session()
        {
            var found = new TaskCompletionSource<KitbagServer?>();
            KitbagHandlers handlers = new KitbagHandlers().On<Count>((session, count) =>
            {
                found.SetResult(session.Server);
                return default;
            });
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers);
            await using KitbagSession client = await ConnectAsync(server, new KitbagHandlers());
            await client.SendAsync(new Count(1));
            Assert.Same(server, await found.Task.Soon());
            Assert.Null(client.Server);
            await using Pair pair = await Pair.Begin();
            Assert.Null(pair.Server.Server);
        }

        [Fact]
        public async Task A_slow_client_does_not_stall_the_others_and_loses_its_session()
        {
            const int Messages = 300;
            byte[] payload = new byte[1000];
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers(),
                new KitbagSessionOptions { SendBuffer = 10_000, MaxSendBuffer = 100_000 });
            var slow = new RawPeer(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port));
            await slow.Send(new Hello(1024, 1 << 20, [], 1, 0, []).Write().ToArray());
            await Waiting.Until(() => server.Sessions.Count == 1);
            KitbagSession ofSlow = server.Sessions.Single();
            var heard = new List<int>[3];
            for (int i = 0; i < heard.Length; i++)
            {
                List<int> list = heard[i] = [];
                await ConnectAsync(server, new KitbagHandlers().On<Count>((session, count, bytes) =>
                {
                    lock (list)
                        list.Add(count.Number);
                    return default;
                }));
            }
            await Waiting.Until(() => server.Sessions.Count == 1 + heard.Length);

            // One of the sessions has ended, but the program still has it in its snapshot.
            ICollection<KitbagSession> sessions = server.Sessions;
            KitbagSession ended = sessions.First(s => s != ofSlow);
            ended.Abort();
            for (int i = 0; i < Messages; i++)
            {
                foreach (KitbagSession session in sessions)
                    _ = SendOrAbortAsync(session, new Count(i), payload);
                // The buffers of the others are small, too, so they need time to receive the messages.
                await Waiting.Until(() => sessions.All(s => s == ofSlow || !s.IsOpen || s.PendingBytes < 10_000));
            }
            await Waiting.Until(() => heard.Count(Complete) == heard.Length - 1);
            Assert.Equal(KitbagCloseReason.Aborted, (await ofSlow.Completion.Soon()).Reason);

            static bool Complete(List<int> list)
            {
                lock (list)
                    return list.SequenceEqual(Enumerable.Range(0, Messages));
            }
        }

        private static async Task<KitbagSession> ConnectAsync(KitbagServer server, KitbagHandlers handlers) =>
            await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), handlers);

        private static async Task SendOrAbortAsync(KitbagSession session, Count message, byte[] payload)
        {
            try
            {
                await session.SendAsync(message, payload);
            }
            catch (KitbagSessionException)
            {
                session.Abort();
            }
        }
    }
}
