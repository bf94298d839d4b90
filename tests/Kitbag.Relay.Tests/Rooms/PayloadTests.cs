using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Relay.Tests.Rooms
{
    public sealed record Stroke(int Color, float[] Points);

    /// <summary>The relay does not depend on the serializers of peers.</summary>
    public class PayloadTests
    {
        [Fact]
        public async Task All_kinds_of_payloads_can_be_sent_in_one_room()
        {
            await using TestRelay relay = await TestRelay.Start();
            var raw = new ConcurrentQueue<byte[]>();
            var typed = new ConcurrentQueue<Stroke>();
            await using KitbagRoomClient bob = await KitbagRoomClient.ConnectAsync(relay.Connect, new KitbagRoomHandlers()
                .OnMessage((room, message) =>
                {
                    raw.Enqueue(message.Payload.ToArray());
                    return default;
                })
                .On<Stroke>((room, stroke, message) =>
                {
                    typed.Enqueue(stroke);
                    return default;
                }));
            await using TestClient ada = await relay.Enter("ada");
            foreach (bool isKept in new[] { false, true })
            {
                await bob.JoinAsync("one " + isKept, new KitbagRoomOptions { IsKept = isKept }).Soon();
                KitbagRoom room = await ada.Join("one " + isKept, new KitbagRoomOptions { IsKept = isKept });
                raw.Clear();
                typed.Clear();
                byte[] random = new byte[100_000];
                new Random(5).NextBytes(random);
                byte[][] payloads =
                [
                    // A Protobuf message: field 1, varint 150; field 2, text.
                    [0x08, 0x96, 0x01, 0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67],
                    JsonSerializer.SerializeToUtf8Bytes(new { color = 3, points = new[] { 1.5, 2 } }),
                    random, [], [0x4B, 0x54], [0x4B, 0x54, 0xFF, 0xFF],
                    KitbagSerializer.Serialize(new Stroke(1, [2, 3])),
                ];
                foreach (byte[] payload in payloads)
                    await room.SendBytesAsync(payload);
                await room.SendAsync(new Stroke(7, [0.5f, 1.5f]));
                await Waiting.Until(() => raw.Count == payloads.Length && typed.Count == 1);
                Assert.Equal(payloads, raw);
                Assert.Equal((7, 1.5f), (typed.Single().Color, typed.Single().Points[1]));
                Assert.Equal([2, 3], KitbagSerializer.Deserialize<Stroke>(raw.Last()).Points);
            }
        }
    }
}
