using System;
using System.Buffers;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Compares the examples of the chapter on rooms with the bytes that are sent, and their fields with the page.</summary>
    public class RoomProtocolTests
    {
        private const string Ada = "ada~AQIDBAUG", Bob = "bob~BwgJCgsM";
        private static readonly byte[] s_position = [0x07, 0x80, 0x02, 0x03], s_key = [0x6B];

        public static TheoryData<string, byte[], byte[], string> Examples()
        {
            var to = new FrameBuilder();
            byte[] ada = Encoding.UTF8.GetBytes(Ada), bob = Encoding.UTF8.GetBytes(Bob);
            var settings = new RoomSettings { IsKept = true, MaxPeers = 8, History = 200, Keys = 0, Metadata = [0x7B, 0x7D] };
            byte[] joined = to.Begin(RoomOp.Joined).Number(2).Number(300).Byte(1).Byte(1).Text(Ada, 99).Bytes([0x7B, 0x7D]).Number(1)
                .Text(Ada, 99).Byte(0).Bytes([0xAA]).EndHeader().ToArray();
            byte[] rooms = to.Begin(RoomOp.Rooms).Number(4).Byte(0).Number(1)
                .Text("board", 99).Byte(1).Byte(0).Number(2).Number(8).Bytes([0x7B, 0x7D]).EndHeader().ToArray();
            return new TheoryData<string, byte[], byte[], string>
            {
                { "enter: request 1, instance 01 02 03 04 05 06", End(to.Enter(1, [1, 2, 3, 4, 5, 6])), [], "1 n n b" },
                { "entered: request 1, as ada, by the relay 'one'", End(to.Entered(1, Ada, "one")), [], "32 n t t" },
                {
                    "join: request 2, 'board', created where needed: kept, 8 peers, history 200; metadata AA",
                    End(to.Join(2, "board", JoinMode.ExistingOrNew, [], [], settings)), [0xAA], "2 n t 1 b b 1 1 n n n b b"
                },
                {
                    "join: request 3, 'board', which exists, behind a position",
                    End(to.Join(3, "board", JoinMode.Existing, [], s_position, null)), [], "2 n t 1 b b"
                },
                { "joined: request 2, number 300, created, kept, ada owns it and is in it", joined, [], "33 n n 1 1 t b n t 1 b" },
                { "leave: request 3, room 300", End(to.Leave(3, 300)), [], "3 n n" },
                { "list: request 4, prefix 'b'", End(to.List(4, "b", "")), [], "4 n t t" },
                { "rooms: request 4, 'board': kept, open, 2 of 8 peers", rooms, [], "36 n 1 n t 1 1 n n b" },
                { "describe: request 5, room 300, new metadata of the peer", End(to.Describe(5, 300, true)), [0xBB], "5 n n 1" },
                { "remove: request 6, room 300, bob for 60 s", End(to.Remove(6, 300, Bob, 60)), [], "6 n n t n" },
                { "hand over: request 7, room 300, to bob", End(to.HandOver(7, 300, Bob)), [], "7 n n t" },
                { "send: room 300, to all others", End(to.Send(300, 0, [], [], 0)), [0xFF, 0xFE], "16 n 1" },
                {
                    "send: room 300, to bob, key 6B, to be confirmed as request 8",
                    End(to.Send(300, 2 | 8 | 16, bob, s_key, 8)), [0xFF, 0xFE], "16 n 1 t b n"
                },
                { "message: room 300, to all others, from ada", End(to.Message(300, 0, ada, [], [])), [0xFF, 0xFE], "37 n 1 t" },
                {
                    "message: room 300, to all, key 6B, kept, of the past, from ada",
                    End(to.Message(300, 1 | 8 | 32 | 64, ada, s_key, s_position)), [0xFF, 0xFE], "37 n 1 t b b"
                },
                { "live: room 300, which is there now", End(to.Live(300, s_position)), [], "42 n b" },
                { "done: request 8, kept there", End(to.Done(8, s_position)), [], "34 n b" },
                { "failure: request 2, the room is full", End(to.Failure(2, 4, "Full.")), [], "35 n n t" },
                {
                    "failure: a message in room 300 could not be delivered, no such peer", End(to.Undelivered(300, 8, "Gone.")), [],
                    "35 n n t n"
                },
                { "peer: room 300, bob has joined", End(to.Peer(300, KitbagPeerEvent.Joined, Bob, 0)), [0xAA], "38 n 1 t 1" },
                {
                    "peer: room 300, bob was away too long and has left",
                    End(to.Peer(300, KitbagPeerEvent.Left, Bob, KitbagPeerCause.AwayTooLong)), [], "38 n 1 t 1"
                },
                { "room: number 300, bob owns it", End(to.Room(300, Bob)), [0x7B, 0x7D], "39 n t" },
                { "gap: room 300, 5 sheddable messages were dropped", End(to.Gap(300, KitbagGapCause.TooSlow, 5, "")), [], "40 n 1 n t" },
                { "removed: from room 300, by the owner", End(to.Removed(300, KitbagPeerCause.Removed, "")), [], "41 n 1 t" },
            };
        }

        [Theory]
        [MemberData(nameof(Examples))]
        public void The_examples_are_what_is_sent(string name, byte[] header, byte[] payload, string fields)
        {
            string[] lines = File.ReadAllLines(Page());
            int at = Array.IndexOf(lines, name);
            Assert.True(at >= 0, "The page has no example '" + name + "'. Its bytes are:\n" + Hex(header, payload));
            string[] parts = string.Concat(lines.Skip(at + 1).TakeWhile(l => l.StartsWith("    ", StringComparison.Ordinal)))
                .Replace(" ", "", StringComparison.Ordinal).Split('|');
            Assert.Equal(Convert.ToHexString(header), parts[0]);
            Assert.Equal(Convert.ToHexString(payload), parts.Length == 1 ? "" : parts[1]);

            string[] expected = fields.Split(' ');
            var reader = new BodyReader(new ReadOnlySequence<byte>(Convert.FromHexString(parts[0])), "example");
            Assert.Equal(expected[0], reader.ReadByte().ToString(null, null));
            foreach (string field in expected.Skip(1))
            {
                if (field == "n")
                    reader.ReadNumber(RoomLimits.Number);
                else if (field == "1")
                    reader.ReadByte();
                else
                    reader.ReadBytes(RoomLimits.Metadata);
            }
            reader.End();
        }

        private static byte[] End(FrameBuilder header) => header.EndHeader().ToArray();

        private static string Hex(byte[] header, byte[] payload)
        {
            string text = string.Join("\n", header.Chunk(24).Select(c => "    " + string.Join(" ", c.Select(b => b.ToString("X2", null)))));
            return payload.Length == 0 ? text : text + " | " + string.Join(" ", payload.Select(b => b.ToString("X2", null)));
        }

        private static string Page([CallerFilePath] string file = "") =>
            Path.Combine(Path.GetDirectoryName(file)!, "..", "..", "docs", "protocol.md");
    }
}
