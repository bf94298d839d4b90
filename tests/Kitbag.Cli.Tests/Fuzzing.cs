using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Cli.Tests.Game;

namespace Kitbag.Cli.Tests
{
    /// <summary>Damages files, and runs commands on them. The same seed causes the same damage.</summary>
    internal static class Fuzzing
    {
        // FILE is replaced by the damaged file; the second file of some commands is intact.
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

        /// <summary>Small files of all formats.</summary>
        public static IReadOnlyList<byte[]> Files { get; } = CreateFiles();

        private static List<byte[]> CreateFiles()
        {
            using var folder = new TemporaryFolder();
            World world = Saves.CreateWorld();
            world.Zones.RemoveRange(2, 2);
            foreach (Zone zone in world.Zones)
                zone.Entities.RemoveRange(9, 16);
            var files = new List<byte[]>
            {
                KitbagSerializer.Serialize(world),
                KitbagSerializer.Serialize(world, new KitbagOptions { Checksum = true }),
                KitbagSerializer.Serialize(GraphCases.Ring(12)),
                KitbagSerializer.Serialize(GraphTests.CreateCastle()),
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

        /// <summary>Changes, removes, duplicates or truncates bytes.</summary>
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

        /// <summary>Runs an action a number of times on all processors; each thread has its own folder.</summary>
        /// <param name="count">The number of times.</param>
        /// <param name="run">The action, which takes a folder and the number of the run.</param>
        public static void Each(int count, Action<string, int> run)
        {
            var folders = new ConcurrentBag<TemporaryFolder>();
            try
            {
                Parallel.For(0, count, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, CreateFolder,
                    (i, _, folder) =>
                    {
                        run(folder.Path, i);
                        return folder;
                    }, folders.Add);
            }
            catch (AggregateException e)
            {
                throw e.InnerExceptions[0];
            }
            finally
            {
                foreach (TemporaryFolder folder in folders)
                    folder.Dispose();
            }
        }

        private static TemporaryFolder CreateFolder()
        {
            var folder = new TemporaryFolder();
            ToolRun.Good(folder.Path, "json", "world.bin", "--out", "world.json");
            return folder;
        }

        /// <summary>Runs a command on a file with these bytes; it must print a result or one line of error.</summary>
        public static void Run(string folder, string command, byte[] bytes, string what)
        {
            File.WriteAllBytes(Path.Combine(folder, "damaged.kit"), bytes);
            Answer(folder, " on " + what, [.. command.Split(' ').Select(a => a == "FILE" ? "damaged.kit" : a.Replace('{', ' '))]);
        }

        /// <summary>Runs a command on intact files; it must print a result or one line of error.</summary>
        public static void Answer(string folder, params string[] args) => Answer(folder, "", args);

        private static void Answer(string folder, string what, string[] args)
        {
            ToolRun run = ToolRun.Of(folder, args);
            try
            {
                run.AssertAnswered();
            }
            catch (Exception e)
            {
                throw new InvalidOperationException("kitbag " + string.Join(' ', args) + what + ": " + e.Message + "\n" + run.Error, e);
            }
        }

        /// <summary>Runs the commands, one after the other, on mutations of all files.</summary>
        public static void Mutations(int count, int seed) => Each(count, (folder, i) =>
        {
            var random = new Random(seed + i);
            byte[] bytes = Mutate(Files[random.Next(Files.Count)], random);
            Run(folder, s_commands[i % s_commands.Length], bytes, "mutation " + (seed + i).ToString(CultureInfo.InvariantCulture));
        });
    }
}
