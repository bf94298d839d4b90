using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using Kitbag.Compression;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests blocks and frames of LZ4, which are exchanged with the program lz4 in both directions.</summary>
    public sealed class Lz4Tests : TemporaryFolder
    {
        public static IEnumerable<byte[]> Inputs()
        {
            var random = new Random(4);
            for (int length = 0; length <= 80; length++)
            {
                yield return new byte[length];
                yield return Noise(length, length);
                yield return Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("ab", length))[..length]);
            }
            foreach (int length in new[] { 255, 270, 271, 4096, 65_535, 65_536, 65_547, 262_144, 300_001 })
            {
                yield return new byte[length];
                yield return Noise(length);
                yield return Enumerable.Range(0, length).Select(i => (byte)(i * i >> 9)).ToArray();
                // Runs and copies of all distances and lengths.
                var mixed = new List<byte>();
                while (mixed.Count < length)
                {
                    int n = random.Next(1, 1 << random.Next(1, 12));
                    if (mixed.Count == 0 || random.Next(3) == 0)
                        mixed.AddRange(Enumerable.Range(0, n).Select(_ => (byte)random.Next(256)));
                    else
                    {
                        int from = Math.Max(mixed.Count - random.Next(1, 1 << random.Next(1, 17)), 0);
                        for (int i = 0; i < n; i++)
                            mixed.Add(mixed[from + i]);
                    }
                }
                yield return mixed.Take(length).ToArray();
            }
        }

        [Fact]
        public void Blocks_are_restored()
        {
            foreach (byte[] input in Inputs())
            {
                var block = new byte[Lz4Block.MostOf(input.Length)];
                int length = Lz4Block.Compress(input, block);
                Assert.True(length > 0);
                // Exactly as much space as is needed, surrounded by memory that must not change.
                var output = new byte[input.Length + 16];
                output.AsSpan().Fill(0xEE);
                Assert.Equal(input.Length, Lz4Block.Decompress(block.AsSpan(0, length), output.AsSpan(0, input.Length)));
                Assert.True(input.AsSpan().SequenceEqual(output.AsSpan(0, input.Length)));
                Assert.True(output.AsSpan(input.Length).IndexOfAnyExcept((byte)0xEE) < 0);
                for (int room = 0; room < Math.Min(length, 300); room++)
                    Assert.Equal(0, Lz4Block.Compress(input, block.AsSpan(0, room)));
                Assert.True(input.Length == 0 || Lz4Block.Decompress(block.AsSpan(0, length), output.AsSpan(0, input.Length - 1)) < 0);
            }
        }

        [Fact]
        public void Hostile_blocks_stay_within_their_memory()
        {
            var random = new Random(9);
            byte[] text = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 400).Select(i => "entry " + (i % 37) + ";")));
            var block = new byte[Lz4Block.MostOf(text.Length)];
            int length = Lz4Block.Compress(text, block);
            var output = new byte[text.Length + 64];
            for (int n = 0; n < 200_000; n++)
            {
                byte[] input = n % 3 == 0 ? Noise(random.Next(1, 200), n) : block[..random.Next(1, length + 1)];
                for (int i = random.Next(4); i > 0; i--)
                    input[random.Next(input.Length)] = (byte)random.Next(256);
                int room = random.Next(text.Length + 1);
                output.AsSpan().Fill(0xEE);
                int end = Lz4Block.Decompress(input, output.AsSpan(32, room));
                Assert.InRange(end, -1, room);
                Assert.True(output.AsSpan(0, 32).IndexOfAnyExcept((byte)0xEE) < 0);
                Assert.True(output.AsSpan(32 + room).IndexOfAnyExcept((byte)0xEE) < 0);
            }
        }

        [Fact]
        public void Checksums_are_those_of_xxHash()
        {
            Assert.Equal(0x02CC5D05u, XxHash32.Of(default));
            Assert.Equal(0x32D153FFu, XxHash32.Of("abc"u8));
            Assert.Equal(0xE2293B2Fu, XxHash32.Of("Nobody inspects the spammish repetition"u8));
        }

        [Fact]
        public void Frames_are_those_of_the_program()
        {
            if (!HasProgram())
                return;
            int n = 0;
            string[][] ways = [["-1"], ["-9"], ["-B4", "-BD"], ["-B4", "-BX"], ["--content-size"], ["--no-frame-crc"]];
            foreach (byte[] input in Inputs().Where(i => i.Length is 0 or 1 or 17 or 80 or > 60_000))
            {
                byte[] frame = KitbagLz4.Encode(input);
                Assert.Equal(input, KitbagLz4.Decode(frame));
                File.WriteAllBytes(At("a.lz4"), frame);
                Run("-d", "-f", "-q", At("a.lz4"), At("a"));
                Assert.Equal(input, File.ReadAllBytes(At("a")));
                string[] way = ways[n++ % ways.Length];
                // With small blocks, version 1.9.4 of the program itself fails for some inputs.
                int result = TryRun([.. way, "-f", "-q", At("a"), At("b.lz4")]);
                if (result != 0 && way.Contains("-B4"))
                    continue;
                Assert.True(result == 0, string.Join(" ", way) + ", " + input.Length + " bytes: " + result);
                Assert.Equal(input, KitbagLz4.Decode(File.ReadAllBytes(At("b.lz4"))));
            }
            // Several frames, and a skippable one.
            byte[] some = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
            Assert.Equal(new byte[] { 1, 2, 3, 4 }, KitbagLz4.Decode([.. some, .. KitbagLz4.Encode([1, 2]), .. some,
                .. KitbagLz4.Encode([3, 4])]));
        }

        [Fact]
        public void Damaged_frames_are_refused()
        {
            byte[] input = Inputs().Last(), frame = KitbagLz4.Encode(input);
            for (int length = 0; length < frame.Length; length += length < 100 ? 1 : 997)
                Assert.Throws<KitbagException>(() => KitbagLz4.Decode(frame.AsSpan(0, length)));
            var random = new Random(7);
            for (int n = 0; n < 500; n++)
            {
                byte[] changed = frame.ToArray();
                changed[random.Next(Math.Min(changed.Length, n < 250 ? 30 : changed.Length))] ^= (byte)(1 << random.Next(8));
                try
                {
                    // Some bits of the descriptor do not affect the content.
                    Assert.Equal(input, KitbagLz4.Decode(changed));
                }
                catch (KitbagException)
                {
                }
            }
            KitbagException e = Assert.Throws<KitbagException>(
                () => KitbagLz4.Decode(KitbagLz4.Encode(new byte[1 << 20]), new KitbagLimits { MaxInputBytes = 1000 }));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        private static bool HasProgram() =>
            Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(p => File.Exists(Path.Combine(p, "lz4")));

        private static void Run(params string[] arguments) => Assert.Equal(0, TryRun(arguments));

        private static int TryRun(params string[] arguments)
        {
            using Process program = Process.Start(new ProcessStartInfo("lz4", arguments) { RedirectStandardError = true })!;
            program.StandardError.ReadToEnd();
            program.WaitForExit();
            return program.ExitCode;
        }
    }
}
