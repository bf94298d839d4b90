using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Identity;
using Kitbag.Relay.Tests.Rooms;
using Xunit;

namespace Kitbag.Relay.Tests.Identity
{
    /// <summary>The identity of a peer depends only on its token.</summary>
    public class IdentityTests
    {
        private static readonly byte[] s_key = Enumerable.Range(0, 32).Select(i => (byte)i).ToArray();
        private static readonly byte[] s_oldKey = Enumerable.Range(1, 32).Select(i => (byte)i).ToArray();
        private static readonly SignedTokens s_tokens = new([s_key], TimeProvider.System);

        [Fact]
        public async Task A_token_admits_its_subject()
        {
            await using TestRelay relay = await Start();
            await using TestClient ada = await relay.Enter(Token("ada")), bob = await relay.Enter(Token("bob"));
            Assert.StartsWith("ada~", ada.Id, StringComparison.Ordinal);
            KitbagRoom room = await ada.Join("one");
            await bob.Join("one");
            await room.SendText("hello");
            await bob.WaitFor("message ada: hello");
            await using TestClient old = await relay.Enter(
                new SignedTokens([s_oldKey], TimeProvider.System).Make(RelayIdentity.Of("old")));
        }

        [Theory]
        [InlineData("")]
        [InlineData("ada")]
        [InlineData("k1.")]
        [InlineData("k1..")]
        [InlineData("k1.!.!")]
        public async Task Invalid_tokens_are_rejected(string token)
        {
            await using TestRelay relay = await Start();
            await Refused(relay, token);
        }

        [Fact]
        public async Task Expired_and_altered_tokens_and_tickets_and_those_of_another_key_are_rejected()
        {
            await using TestRelay relay = await Start();
            await Refused(relay, s_tokens.Make(RelayIdentity.Of("ada") with { Expires = DateTimeOffset.UtcNow.AddSeconds(-1) }));
            await Refused(relay, new SignedTokens([new byte[32]], TimeProvider.System).Make(RelayIdentity.Of("ada")));
            await Refused(relay, s_tokens.Make(new RelayIdentity("ada", RelayRights.Ticket, ["one"], null)));
            string token = Token("ada");
            for (int i = 0; i < token.Length; i++)
            {
                // In base64, the last character of a part has unused bits, which must be correct, too.
                char other = token[i] == 'A' ? 'B' : 'A';
                string altered = token[..i] + other + token[(i + 1)..];
                Assert.True(s_tokens.Read(Encoding.ASCII.GetBytes(altered), out _) == null, "At " + i + " of " + token);
            }
            for (int i = 0; i < token.Length; i++)
                Assert.Null(s_tokens.Read(Encoding.ASCII.GetBytes(token[..i]), out _));
        }

        [Fact]
        public async Task Rights_and_rooms_are_enforced()
        {
            await using TestRelay relay = await Start();
            await using TestClient ada = await relay.Enter(Token("ada"));
            await ada.Join("game-1");
            await ada.Join("chat");
            await using TestClient bob = await relay.Enter(s_tokens.Make(
                new RelayIdentity("bob", RelayRights.Join | RelayRights.List, ["game-*", "lobby"], null)));
            KitbagRoom his = await bob.Join("game-1");
            Assert.Equal(KitbagRoomFailure.NotAllowed, await RoomTests.Failure(() => bob.Join("chat")));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await RoomTests.Failure(() => bob.Join("game-2")));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await RoomTests.Failure(() => his.Keep("hello")));
            Assert.Equal(["game-1"], (await bob.Client.ListAsync().Soon()).Select(r => r.Name));
            await using TestClient eve = await relay.Enter(s_tokens.Make(new RelayIdentity("eve", RelayRights.Join, [], null)));
            Assert.Equal(KitbagRoomFailure.NotAllowed, await RoomTests.Failure(() => eve.Client.ListAsync()));
        }

        [Fact]
        public async Task A_ticket_opens_its_room_to_its_peer()
        {
            await using TestRelay relay = await Start();
            await using TestClient ada = await relay.Enter(Token("ada")), bob = await relay.Enter(Token("bob"));
            await ada.Join("one", new KitbagRoomOptions { NeedsTicket = true, Password = "no use" });
            await ada.Join("two", new KitbagRoomOptions { NeedsTicket = true });
            string[] useless =
            [
                "", "no use", Token("bob"), Ticket("bob", "two", 60), Ticket("eve", "one", 60), Ticket("bob", "one", -1),
            ];
            foreach (string secret in useless)
            {
                Assert.Equal(KitbagRoomFailure.NotAllowed,
                    await RoomTests.Failure(() => bob.Join("one", new KitbagRoomOptions { Secret = secret })));
            }
            await bob.Join("one", new KitbagRoomOptions { Secret = Ticket("bob", "one", 60) });
            await bob.Join("two", new KitbagRoomOptions { Secret = Ticket("*", "two", 60) });
        }

        [Fact]
        public async Task A_session_is_resumed_only_by_the_client_that_started_it()
        {
            await using TestRelay relay = await Start();
            await using RawPeer ada = await RawPeer.Begin(relay, Token("ada"), generation: 1);
            (byte kind, byte[] welcome) = await ada.Receive();
            Assert.Equal(FrameKind.Welcome, kind);
            byte[] token = welcome[^17..^1];

            string late = s_tokens.Make(RelayIdentity.Of("ada") with { Expires = DateTimeOffset.UtcNow.AddSeconds(-1) });
            foreach (string credentials in new[] { Token("eve"), "", late })
            {
                await using RawPeer eve = await RawPeer.Begin(relay, credentials, token: token, generation: 2);
                Assert.Equal((byte)KitbagCloseReason.NotAllowed, await eve.ReceiveEnd());
            }
            await using RawPeer again = await RawPeer.Begin(relay, Token("ada"), token: token, generation: 3);
            Assert.Equal(FrameKind.Welcome, (await again.Receive()).Kind);
        }

        [Fact]
        public async Task No_peer_can_send_as_another()
        {
            await using TestRelay relay = await TestRelay.Start();
            await using TestClient ada = await relay.Enter("ada");
            await ada.Join("one");
            byte[] id = Encoding.UTF8.GetBytes(ada.Id);
            // Peers must not send the messages and flags of the relay.
            Func<FrameBuilder, long, FrameBuilder>[] forged =
            [
                (f, room) => f.Message(room, 0, id, [], []),
                (f, room) => f.Begin(RoomOp.Send).Number(room).Byte(RoomFlags.Past),
                (f, room) => f.Begin(RoomOp.Send).Number(room).Byte(RoomFlags.Kept).Bytes([0]),
                (f, room) => f.Begin(RoomOp.Send).Number(room).Byte(3).Bytes(id),
                (f, room) => f.Send(room, 0, [], [], 0).Bytes(id),
                (f, room) => f.Peer(room, KitbagPeerEvent.Left, ada.Id, 0),
            ];
            foreach (Func<FrameBuilder, long, FrameBuilder> header in forged)
            {
                await using RawPeer eve = await RawPeer.Enter(relay, "eve");
                long room = await eve.Join("one");
                await eve.SendHeader(f => header(f, room), [1]);
                Assert.Equal((byte)KitbagCloseReason.Protocol, await eve.ReceiveEnd());
            }
            Assert.Empty(ada.Events("message"));

            // A peer that enters with the instance id of another one still has its own name, which comes from the credentials.
            await using RawPeer mallory = await RawPeer.Begin(relay, "mallory");
            await mallory.Receive();
            await mallory.SendHeader(f => f.Enter(1, Convert.FromBase64String(ada.Id[^8..].Replace('-', '+').Replace('_', '/'))));
            await mallory.ReceiveMessage();
            long number = await mallory.Join("one");
            await mallory.SendHeader(f => f.Send(number, 0, [], [], 0), "hello"u8.ToArray());
            await ada.WaitFor("message mallory: hello");
        }

        [Fact]
        public async Task A_program_may_authenticate_clients_itself()
        {
            await using Relay.Hosting.KitbagRelay relay = await Relay.Hosting.KitbagRelay.StartAsync(
                new RelayOptions { Tcp = "127.0.0.1:0", Http = "" },
                async (credentials, cancellation) =>
                {
                    await Task.Yield();
                    string word = Encoding.UTF8.GetString(credentials.Span);
                    return word == "sesame" ? RelayIdentity.Of("ada")
                        : throw new KitbagSessionException(KitbagCloseReason.NotAllowed, "Not that word.");
                });
            await using TestClient ada = await TestClient.Enter(
                c => KitbagTransport.ConnectTcpAsync("127.0.0.1", relay.TcpEndPoint!.Port, null, c), "sesame");
            Assert.StartsWith("ada~", ada.Id, StringComparison.Ordinal);
            KitbagSessionException refused = await Assert.ThrowsAsync<KitbagSessionException>(() => TestClient.Enter(
                c => KitbagTransport.ConnectTcpAsync("127.0.0.1", relay.TcpEndPoint!.Port, null, c), "open"));
            Assert.Contains("Not that word.", refused.Message, StringComparison.Ordinal);
        }

        private static Task<TestRelay> Start() => TestRelay.Start(o =>
            o.Keys = new List<string> { Convert.ToBase64String(s_key), Convert.ToBase64String(s_oldKey) });

        private static string Token(string subject) =>
            s_tokens.Make(RelayIdentity.Of(subject) with { Expires = DateTimeOffset.UtcNow.AddMinutes(5) });

        private static string Ticket(string subject, string room, int seconds) => s_tokens.Make(
            new RelayIdentity(subject, RelayRights.Ticket, [room], DateTimeOffset.UtcNow.AddSeconds(seconds)));

        private static async Task Refused(TestRelay relay, string token) => Assert.Equal(KitbagCloseReason.NotAllowed,
            (await Assert.ThrowsAsync<KitbagSessionException>(() => relay.Enter(token))).Reason);

        [Theory]
        [InlineData("")]
        [InlineData("a\nb")]
        [InlineData("01234567890123456789012345678901234567890123456789012345678901234567890123456789x")]
        public void Tokens_are_not_created_for_subjects_that_no_relay_accepts(string subject)
        {
            var tokens = new SignedTokens([new byte[SignedTokens.LeastKey]], TimeProvider.System);
            Assert.Throws<ArgumentException>(() => tokens.Make(RelayIdentity.Of(subject)));
            Assert.NotNull(tokens.Read(System.Text.Encoding.ASCII.GetBytes(tokens.Make(RelayIdentity.Of("ada"))), out _));
        }

        [Fact]
        public void The_reason_for_a_refusal_is_true()
        {
            var key = new byte[SignedTokens.LeastKey];
            var tokens = new SignedTokens([key], TimeProvider.System);
            Assert.Null(tokens.Read([], out string refusal));
            Assert.Equal("A token is required as credentials.", refusal);
            Assert.Null(tokens.Read(Signed("{\"sub\":\"" + new string('a', 81) + "\"}"), out refusal));
            Assert.Equal("The subject of the token is invalid. A name must have 1 to 80 bytes.", refusal);
            Assert.Null(tokens.Read(Signed("{}"), out refusal));
            Assert.Equal("The contents of the token are malformed.", refusal);

            byte[] Signed(string json)
            {
                string signed = "k1." + System.Buffers.Text.Base64Url.EncodeToString(System.Text.Encoding.UTF8.GetBytes(json));
                return System.Text.Encoding.ASCII.GetBytes(signed + "." + System.Buffers.Text.Base64Url.EncodeToString(
                    System.Security.Cryptography.HMACSHA256.HashData(key, System.Text.Encoding.ASCII.GetBytes(signed))));
            }
        }
    }
}
