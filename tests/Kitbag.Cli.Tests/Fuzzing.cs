using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag.Cli.Tests.Game;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Damaged files, and what they go through. A seed makes the same damage again.</summary>
    internal static class Fuzzing
    {
        // Each with the file in the place of FILE; the other file that some need is whole.
        private static readonly string[] s_commands =
        [
            "show FILE", "show FILE --all", "show FILE --plain", "show FILE --json", "show FILE --info",
            "show FILE Zones[1].Entities[2]",
            "show FILE [3].At", "get FILE [2].Tick [0]", "get FILE Name Zones[0].Entities[1].Level", "query FILE ..Name",
            "query FILE Zones[*].Entities[Level>20]|group{Kind", "json FILE", "json FILE --compact", "diff FILE world.bin",
            "diff world.bin FILE --json", "diff FILE world.bin --stat", "stats FILE", "stats FILE --json", "schema FILE",
            "schema FILE --json", "compat FILE world.bin", "compat world.bin FILE", "types FILE", "verify FILE",
            "set FILE Name \"X\" --out out.kit", "repair FILE --out out.kit", "report FILE --out out.html", "unpack FILE --out out.bin",
            "pack world.json --like FILE --out out.kit", "merge world.bin world.bin FILE --out out.kit", "bench FILE --rounds 1",
            "merge FILE FILE FILE --out out.kit",
        ];

        public static IReadOnlyList<string> Commands => s_commands;

        /// <summary>Small files of all forms.</summary>
        public static IReadOnlyList<byte[]> Files { get; } = Make();

        private static List<byte[]> Make()
        {
            using var folder = new TemporaryFolder();
            World world = Saves.MakeWorld();
            world.Zones.RemoveRange(2, 2);
            foreach (Zone zone in world.Zones)
                zone.Entities.RemoveRange(9, 16);
            var files = new List<byte[]>
            {
                KitbagSerializer.Serialize(world),
                KitbagSerializer.Serialize(world, new KitbagOptions { Checksum = true }),
                KitbagSerializer.Serialize(GraphCases.Ring(12)),
                KitbagSerializer.Serialize(GraphTests.MakeCastle()),
            };
            foreach (KitbagCompression compression in Enum.GetValues<KitbagCompression>())
            {
                string file = folder["fuzz" + compression + ".kit"];
                KitbagFile.Save(file, world, new SlotInfo { Name = "x" }, new KitbagFileOptions { Keep = 1, Compression = compression });
                files.Add(File.ReadAllBytes(file));
            }
            string log = folder["fuzz.kitlog"];
            using (KitbagLog<Frame> frames = KitbagLog<Frame>.Open(log, new KitbagLogOptions { GroupRecords = 10 }))
            {
                for (int i = 0; i < 30; i++)
                    frames.Append(new Frame { Tick = i, Action = "a" + i });
            }
            files.Add(File.ReadAllBytes(log));
            return files;
        }

        /// <summary>Bytes changed, taken out, doubled or cut off.</summary>
        public static byte[] Mutate(byte[] file, Random random)
        {
            byte[] bytes = [.. file];
            for (int n = random.Next(1, 4); n > 0; n--)
            {
                int at = random.Next(bytes.Length), length = random.Next(1, Math.Min(20, bytes.Length - at + 1));
                switch (random.Next(7))
                {
                    case 0: bytes[at] ^= (byte)(1 << random.Next(8)); break;
                    case 1: bytes[at] = (byte)random.Next(256); break;
                    case 2: bytes[at] = (byte)(random.Next(2) * 255); break;
                    case 3: bytes = [.. bytes[..at], .. bytes[(at + length)..], 0]; break;
                    case 4: bytes = [.. bytes[..(at + length)], .. bytes[at..]]; break;
                    case 5: bytes = bytes[..Math.Max(1, at)]; break;
                    default: random.NextBytes(bytes.AsSpan(at, Math.Min(length, bytes.Length - at))); break;
                }
            }
            return bytes;
        }

        /// <summary>Runs a command on a file with these bytes; it must answer, or say one line of error.</summary>
        public static void Run(string folder, string command, byte[] bytes, string what)
        {
            File.WriteAllBytes(Path.Combine(folder, "damaged.kit"), bytes);
            string[] args = [.. command.Split(' ').Select(a => a == "FILE" ? "damaged.kit" : a.Replace('{', ' '))];
            ToolRun run = ToolRun.Of(folder, args);
            try
            {
                run.AssertAnswered();
            }
            catch (Exception e)
            {
                throw new InvalidOperationException("kitbag " + command + " on " + what + ": " + e.Message + "\n" + run.Error, e);
            }
        }

        /// <summary>Runs the commands, one after the other, on mutations of all files.</summary>
        public static void Mutations(string folder, int count, int seed)
        {
            for (int i = 0; i < count; i++)
            {
                var random = new Random(seed + i);
                byte[] bytes = Mutate(Files[random.Next(Files.Count)], random);
                Run(folder, s_commands[i % s_commands.Length], bytes, "mutation " + (seed + i).ToString(CultureInfo.InvariantCulture));
            }
        }
    }

    /// <summary>
    /// Damaged input of every command ends with an answer or one line of error. KITBAG_CLI_FUZZ says how many mutations each command gets
    /// (`./build.sh tool-fuzz`), KITBAG_CLI_FUZZ_SEED the first seed.
    /// </summary>
    public sealed class DamageTests : IClassFixture<TemporaryFolder>
    {
        private readonly TemporaryFolder _folder;

        public DamageTests(TemporaryFolder folder)
        {
            _folder = folder;
            ToolRun.Good(folder.Path, "json", "world.bin", "--out", "world.json");
        }

        private static int Number(string name, int otherwise) =>
            int.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out int number) ? number : otherwise;

        [Fact]
        public void Whole_files_are_answered_by_every_command()
        {
            foreach (byte[] file in Fuzzing.Files)
            {
                foreach (string command in Fuzzing.Commands)
                    Fuzzing.Run(_folder.Path, command, file, "a whole file");
            }
        }

        [Fact]
        public void Every_truncation_is_answered()
        {
            bool isLong = Number("KITBAG_CLI_FUZZ", 0) != 0;
            for (int i = 0; i < Fuzzing.Files.Count; i++)
            {
                byte[] file = Fuzzing.Files[i];
                // A document and a file of blocks byte by byte, the others at some places.
                for (int length = 0; length < file.Length; length += isLong || i is 0 or 4 ? 1 : 11)
                {
                    foreach (string command in isLong ? Fuzzing.Commands : [Fuzzing.Commands[length % Fuzzing.Commands.Count]])
                        Fuzzing.Run(_folder.Path, command, file[..length], "the first " + length + " bytes");
                }
            }
        }

        [Fact]
        public void Mutations_are_answered() => Fuzzing.Mutations(_folder.Path,
            Number("KITBAG_CLI_FUZZ", 20) * Fuzzing.Commands.Count, Number("KITBAG_CLI_FUZZ_SEED", 1));

        [Fact]
        public void Any_query_is_answered()
        {
            string[] words =
            [
                "Zones", "Entities", "Name", "Level", "Prices", "[*]", "[0]", "[^1]", "[1..2]", "[", "]", "(", ")", ".", "..", "==",
                "<", ">=", "&&", "||", "!", "+", "-", "*", "/", "%", "|", ",", ":", "=", "count", "sum", "group", "sort", "desc",
                "select", "first", "where", "distinct", "keys(", "length(", "type(", "exists(", "\"iron\"", "'x'", "`Name`", "5", "1.5",
                "1e400", "null", "true", "$", "@", "#",
            ];
            for (int i = 0; i < Number("KITBAG_CLI_FUZZ", 500); i++)
            {
                var random = new Random(Number("KITBAG_CLI_FUZZ_SEED", 1) + i);
                string query = string.Join(random.Next(2) == 0 ? "" : " ",
                    Enumerable.Range(0, random.Next(1, 12)).Select(_ => words[random.Next(words.Length)]));
                Answer("query", "world.bin", query);
            }
        }

        [Fact]
        public void Any_path_is_answered()
        {
            string[] parts =
            [
                "Zones", "Entities", "Name", "Prices", "[0]", "[3]", "[99]", "[-1]", "[^1]", "[\"iron\"]", "[iron]", "['x", "]", "[",
                ".", "$", "#Zone[0]", "Position", "X", "Bag", "Target", "Health", " ", "\0", "日本",
            ];
            string[] values =
                ["5", "-1", "null", "\"x\"", "[]", "{}", "1e999", "true", "[1,2", "{\"Name\":5}", "", "NaN", "99999999999999999999"];
            for (int i = 0; i < Number("KITBAG_CLI_FUZZ", 200); i++)
            {
                var random = new Random(Number("KITBAG_CLI_FUZZ_SEED", 1) + i);
                string path = string.Join(random.Next(2) == 0 ? "." : "",
                    Enumerable.Range(0, random.Next(1, 6)).Select(_ => parts[random.Next(parts.Length)]));
                Answer("get", "world.bin", path);
                Answer("set", "world.bin", path, values[random.Next(values.Length)], "--out", "out.kit");
            }
        }

        [Fact]
        public void Any_JSON_is_answered_by_pack()
        {
            byte[] json = File.ReadAllBytes(_folder["world.json"]);
            for (int i = 0; i < Number("KITBAG_CLI_FUZZ", 150); i++)
            {
                int seed = Number("KITBAG_CLI_FUZZ_SEED", 1) + i;
                File.WriteAllBytes(_folder["damaged.json"], Fuzzing.Mutate(json, new Random(seed)));
                Answer("pack", "damaged.json", "--like", "world.bin", "--out", "out.kit");
            }
        }

        private void Answer(params string[] args)
        {
            ToolRun run = ToolRun.Of(_folder.Path, args);
            try
            {
                run.AssertAnswered();
            }
            catch (Exception e)
            {
                throw new InvalidOperationException("kitbag " + string.Join(' ', args) + ": " + e.Message + "\n" + run.Error, e);
            }
        }
    }
}
