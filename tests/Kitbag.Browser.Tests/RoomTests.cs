using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Browser.Tests.Chromium;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;
using Xunit;

namespace Kitbag.Browser.Tests
{
    /// <summary>Tests the JavaScript client for rooms in a browser, with a relay.</summary>
    [Collection(BrowserTests.Name)]
    public sealed class RoomTests : IAsyncLifetime
    {
        private readonly Chromium.Browser _browser;
        private KitbagRelay _relay = null!;

        public RoomTests(BrowserFixture fixture) => _browser = fixture.Browser;

        public async Task InitializeAsync() =>
            _relay = await KitbagRelay.StartAsync(new RelayOptions { Tcp = "127.0.0.1:0", Http = "127.0.0.1:0" });

        public async Task DisposeAsync() => await _relay.DisposeAsync();

        [Fact]
        public async Task Peers_create_join_list_send_describe_hand_over_and_remove()
        {
            await using Site site = await Site.StartAsync(socket => Task.CompletedTask);
            Page page = await _browser.OpenAsync(site.Blank);
            string result = await page.EvaluateAsync<string>("""
                (async () => {
                    const { KitbagRooms, utf8 } = await import("/kitbag.js");
                    const text = bytes => new TextDecoder().decode(bytes), log = [];
                    const connect = name => KitbagRooms.connect("RELAY", { credentials: name });
                    const code = promise => promise.then(() => "in", error => error.name + error.code);
                    const until = async condition => { while (!condition()) await new Promise(done => setTimeout(done, 5)); };
                    const hear = who => ({
                        onmessage: ({ from, payload, key, isPast, isKept }) => log.push(`${who}:${from.split("~")[0]}:${text(payload)}`
                            + (key ? "/" + text(key) : "") + (isPast ? " past" : "") + (isKept ? " kept" : "")),
                        onremoved: (room, cause) => log.push(`${who} removed ${cause}`),
                    });
                    const ada = await connect("ada"), bob = await connect("bob"), eve = await connect("eve");
                    const settings = { mode: 2, kept: true, password: "pw", maxPeers: 2, history: 10, about: utf8("lair") };
                    const den = await ada.join("den", settings, hear("ada"));
                    log.push(await code(bob.join("den", { mode: 0 })), await code(bob.join("nowhere", { mode: 0 })));
                    await den.sendConfirmed(utf8("early"));
                    const place = await bob.join("den", { mode: 0, secret: "pw", metadata: utf8("me") }, hear("bob"));
                    log.push(await code(eve.join("den", { mode: 0, secret: "pw" })));
                    const [listed] = await eve.list("d");
                    log.push([listed.name, listed.isKept, listed.isLocked, listed.peers, listed.limit, text(listed.about)].join());
                    await until(() => den.peers.size === 2);
                    log.push([...den.peers.values()].map(peer => peer.name + text(peer.metadata)).join());
                    await den.sendConfirmed(utf8("all"), { toMe: true, key: "k" });
                    await until(() => log.filter(line => line.includes(":all")).length === 2);
                    log.push(...log.splice(-2).sort());
                    place.send(utf8("one"), { to: ada.id });
                    await until(() => log.includes("ada:bob:one"));
                    await place.describe(utf8("new"));
                    await until(() => text(den.peers.get(bob.id).metadata) === "new");
                    await den.handOver(bob.id);
                    await until(() => place.owner === bob.id);
                    await place.remove(ada.id, 60);
                    await until(() => log.includes("ada removed 2"));
                    log.push(await code(ada.join("den", { mode: 0, secret: "pw" })), String(place.peers.size), String(den.send(utf8("x"))));
                    const after = place.position;
                    await place.sendConfirmed(utf8("missed"));
                    await place.leave();
                    const again = await bob.join("den", { secret: "pw", kept: true, password: "pw", position: after }, hear("again"));
                    await new Promise(done => setTimeout(done, 100));
                    log.push(String(again.isKept));
                    log.push((await ada.close()).reason, (await bob.close()).reason, (await eve.close()).reason);
                    return log.join("; ");
                })()
                """.Replace("RELAY", Address, StringComparison.Ordinal));
            Assert.Equal("RoomError5; RoomError2; bob:ada:early past kept; RoomError4; den,true,true,2,2,lair; ada,bobme; "
                + "ada:ada:all/k kept; bob:ada:all/k kept; ada:bob:one; ada removed 2; RoomError6; 1; false; true; 0; 0; 0", result);
            Assert.Empty(page.Errors);
        }

        /// <summary>Sessions are not resumed here: after each cut, a new session joins and sends again.</summary>
        [Fact]
        public async Task Kept_messages_arrive_once_and_in_order_however_often_the_session_is_lost()
        {
            const int Count = 300;
            var heard = new ConcurrentQueue<int>();
            await using KitbagRoomClient listener = await KitbagRoomClient.ConnectAsync(
                cancellation => KitbagTransport.ConnectWebSocketAsync(new Uri(Address), cancellation),
                new KitbagRoomHandlers().OnMessage((room, message) =>
                {
                    heard.Enqueue(int.Parse(Encoding.UTF8.GetString(message.Payload.ToArray()), CultureInfo.InvariantCulture));
                    return default;
                }), new KitbagSessionOptions { Credentials = "listener"u8.ToArray() });
            KitbagRoom room = await listener.JoinAsync("log", new KitbagRoomOptions { IsKept = true });

            var bridge = new Bridge(_relay.TcpEndPoint!.Port, 3, random => random.Next(600, 6000));
            await using Site site = await Site.StartAsync(bridge.ServeAsync);
            Page page = await _browser.OpenAsync(site.Blank);
            string sent = await page.EvaluateAsync<string>("""
                (async () => {
                    const { KitbagRooms, utf8 } = await import("/kitbag.js");
                    let client = null;
                    while (!client)
                        client = await KitbagRooms.connect(`ws://${location.host}/kitbag`, { credentials: "page", resumeTimeout: 0 })
                            .catch(() => null);
                    const room = await client.join("log", { mode: 0 });
                    const back = [];
                    room.handlers.onmessage = ({ payload }) => back.push(Number(new TextDecoder().decode(payload)));
                    const sending = [];
                    for (let i = 0; i < COUNT; i++) {
                        sending.push(room.sendConfirmed(utf8(String(i)), { toMe: true }));
                        if (sending.length === 20)
                            await Promise.all(sending.splice(0));
                    }
                    await Promise.all(sending);
                    while (back.length < COUNT)
                        await new Promise(done => setTimeout(done, 10));
                    await client.close();
                    return back.join();
                })()
                """.Replace("COUNT", Count.ToString(null, null), StringComparison.Ordinal));
            Assert.Equal(string.Join(",", Enumerable.Range(0, Count)), sent);
            for (int i = 0; i < 600 && heard.Count < Count; i++)
                await Task.Delay(50);
            Assert.Equal(Enumerable.Range(0, Count), heard);
            Assert.InRange(site.Connections, 3, 10_000);
            Assert.True(room.IsKept);
        }

        private string Address => "ws://" + _relay.HttpAddresses[0].Authority + "/kitbag";
    }
}
