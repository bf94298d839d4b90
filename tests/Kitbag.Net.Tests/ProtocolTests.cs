using System;
using System.Buffers;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    public record struct Point(int X, int Y);

    /// <summary>Compares the examples of docs/protocol.md with the bytes that are sent, and reads them.</summary>
    public class ProtocolTests
    {
        private static readonly byte[] s_value = [1, 2, 3, 4, 5, 6, 7, 8];

        public static TheoryData<string, byte[]> Examples()
        {
            byte[] point = KitbagSerializer.Serialize(new Point(3, 200), KitbagOptions.Bare);
            var frame = new FrameBuilder();
            return new TheoryData<string, byte[]>
            {
                {
                    "hello: window 1,048,576, frames up to 4,194,304, no credentials",
                    new Hello(1 << 20, 4 << 20, [], 1, 0, []).Write().ToArray()
                },
                { "welcome: the same limits", new Welcome(1 << 20, 4 << 20, [], 0).Write().ToArray() },
                { "refuse: not allowed", new Goodbye(KitbagCloseReason.NotAllowed, "No ticket.").Write(FrameKind.Refuse).ToArray() },
                {
                    "schema: type 1 is Point",
                    Frame(frame.Begin(FrameKind.Schema).Number(1).Text("Point", 99).Raw(KitbagSchema.Of<Point>().Bytes))
                },
                {
                    "message: Point { X = 3, Y = 200 }, payload FF FE",
                    Frame(frame.Begin(FrameKind.Message).Number(1).Bytes(point).Raw([0xFF, 0xFE]))
                },
                { "message: raw, header AA, no payload", Frame(frame.Begin(FrameKind.Message).Number(0).Bytes([0xAA])) },
                { "request: number 5, the same Point", Frame(frame.Begin(FrameKind.Request).Number(5).Number(1).Raw(point)) },
                { "answer: to request 5, the same Point", Frame(frame.Begin(FrameKind.Answer).Number(5).Number(1).Raw(point)) },
                { "failure: of request 5, code 404", Frame(frame.Begin(FrameKind.Failure).Number(5).Number(404).Text("Gone.", 99)) },
                { "cancel: request 5", Frame(frame.Begin(FrameKind.Cancel).Number(5)) },
                { "ping", Frame(frame.Begin(FrameKind.Ping).Raw(s_value)) },
                { "pong", Frame(frame.Begin(FrameKind.Pong).Raw(s_value)) },
                { "ack: position 300", Frame(frame.Begin(FrameKind.Ack).Number(300)) },
                { "goodbye: done", new Goodbye(KitbagCloseReason.Done, "").Write().ToArray() },
            };
        }

        [Theory]
        [MemberData(nameof(Examples))]
        public void The_examples_are_what_is_sent(string name, byte[] bytes)
        {
            string[] lines = File.ReadAllLines(Page());
            int at = Array.IndexOf(lines, name);
            Assert.True(at >= 0, "The page has no example '" + name + "'. Its bytes are:\n" + Hex(bytes));
            string hex = string.Concat(lines.Skip(at + 1).TakeWhile(l => l.StartsWith("    ", StringComparison.Ordinal)))
                .Replace(" ", "", StringComparison.Ordinal);
            Assert.Equal(Convert.ToHexString(bytes), hex);

            // The frame reader can read the bytes on the page.
            var reader = new FrameReader(new ReadOnlySequence<byte>(Convert.FromHexString(hex)), 1 << 20);
            Assert.True(reader.TryRead(out Frame frame));
            Assert.False(reader.TryRead(out _));
            Assert.Equal(Name(frame.Kind), name.Split(':')[0]);
        }

        private static string Name(byte kind) => typeof(FrameKind).GetFields()
            .Single(f => f.IsLiteral && (byte)f.GetRawConstantValue()! == kind).Name.ToLowerInvariant();

        private static byte[] Frame(FrameBuilder frame) => frame.End().ToArray();

        private static string Hex(byte[] bytes) =>
            string.Join("\n", bytes.Chunk(24).Select(c => "    " + string.Join(" ", c.Select(b => b.ToString("X2", null)))));

        private static string Page([CallerFilePath] string file = "") =>
            Path.Combine(Path.GetDirectoryName(file)!, "..", "..", "docs", "protocol.md");
    }
}
