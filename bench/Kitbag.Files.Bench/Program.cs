using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Compression;
using Workloads;

namespace Kitbag.Files.Bench
{
    /// <summary>
    /// Measures files: compares saving with writing the same bytes by plain file operations, and LZ4 with a copy and the program lz4.
    /// </summary>
    internal static class Program
    {
        private static readonly CultureInfo s_culture = CultureInfo.InvariantCulture;

        private static void Main(string[] arguments)
        {
            if (arguments is ["--documents", var name, var way, var count])
            {
                Documents.Run(name, way == "typed", int.Parse(count, s_culture));
                return;
            }
            if (arguments is ["--json", var jsonRounds])
            {
                Json(int.Parse(jsonRounds, s_culture));
                return;
            }
            if (arguments is ["--log"])
            {
                Log(Path.Combine(Environment.CurrentDirectory, "kitbag-files-bench.log"), true);
                return;
            }
            if (arguments is ["--save-async" or "--serialize", var saves])
            {
                RunSave(arguments[0] == "--save-async", int.Parse(saves, s_culture));
                return;
            }
            int rounds = arguments.Length > 0 ? int.Parse(arguments[0], s_culture) : 100;
            string folder = Directory.CreateDirectory(Path.Combine(Environment.CurrentDirectory, "kitbag-files-bench")).FullName;
            try
            {
                Json(rounds);
                Save(Path.Combine(folder, "a.kit"), rounds);
                Log(Path.Combine(folder, "a.log"), arguments.Contains("--log"));
                Lz4(folder, rounds);
            }
            finally
            {
                Directory.Delete(folder, true);
            }
        }

        private static void Json(int rounds)
        {
            foreach ((string workload, Action document, Action typed) in Documents.All())
            {
                double[] first = MeasureInTurns(rounds, document, typed);
                int calls = Documents.CallsPerRound(document, typed);
                double[] times = MeasureInTurns(rounds, () => Repeat(document, calls), () => Repeat(typed, calls));
                Print("JSON without the types, " + workload, times[0] / calls, times[1] / times[0],
                    "speed / that of Deserialize and JSON");
                Print("  the first calls, before the JIT optimizes the code", first[0], first[1] / first[0], "the same");
            }
        }

        private static void Repeat(Action action, int calls)
        {
            for (int i = 0; i < calls; i++)
                action();
        }

        private static void Save(string path, int rounds)
        {
            World world = Data.SaveGame();
            byte[] file = null!;
            KitbagFile.Save(path, world);
            file = File.ReadAllBytes(path);
            string byHand = path + ".hand";
            double[] times = MeasureInTurns(rounds,
                () => KitbagFile.Save(path, world),
                () =>
                {
                    KitbagSerializer.Serialize(world);
                    using var stream = new FileStream(byHand, FileMode.Create, FileAccess.Write, FileShare.None, 1);
                    stream.Write(file);
                    stream.Flush(true);
                },
                () => KitbagFile.Save(path, world, new KitbagFileOptions { Keep = 1 }));
            Print("Save of the save game, " + file.Length + " bytes, with fsync", times[0]);
            Print("  the same bytes by hand, with fsync", times[1], times[0] / times[1], "save / by hand");
            Print("  save with one generation", times[2], times[2] / times[1], "save / by hand");
            times = MeasureInTurns(rounds, () => KitbagFile.Save(path, world), () => SaveByHand(byHand, world, file));
            Print("  against a new file, fsync, rename, fsync of the folder, all by hand", times[1], times[0] / times[1], "save / by hand");

            Task saving = Task.CompletedTask;
            // Both start after a wait of the same length: the first work after a wait takes longer, because others have used the caches of
            // the processor, and the clock rate of an idle processor goes down.
            times = MeasureInTurns(rounds * 2,
                () => saving = KitbagFile.SaveAsync(path, world), () => saving.GetAwaiter().GetResult(), Rest,
                () => KitbagSerializer.Serialize(world), Rest);
            Print("SaveAsync until it returns", times[0]);
            Print("  Serialize", times[3], times[0] / times[3], "SaveAsync / Serialize");

            static void Rest() => System.Threading.Thread.Sleep(3);
        }

        // For a profiler that counts the instructions of the thread that saves.
        private static void RunSave(bool saves, int rounds)
        {
            World world = Data.SaveGame();
            string path = Path.Combine(Environment.CurrentDirectory, "kitbag-files-bench.kit");
            long allocated = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < rounds; i++)
            {
                if (!saves)
                {
                    KitbagSerializer.Serialize(world);
                    continue;
                }
                Task saving = KitbagFile.SaveAsync(path, world, options: new KitbagFileOptions { Durability = KitbagDurability.None });
                // Waiting for the task would add the instructions of waiting to the count.
                while (!saving.IsCompleted)
                    System.Threading.Thread.Sleep(1);
            }
            Console.WriteLine((GC.GetAllocatedBytesForCurrentThread() - allocated) / rounds + " bytes allocated each time");
            KitbagFile.Delete(path);
        }

        private static void SaveByHand(string path, World world, byte[] file)
        {
            KitbagSerializer.Serialize(world);
            using (var stream = new FileStream(path + ".new", FileMode.Create, FileAccess.Write, FileShare.None, 1))
            {
                stream.Write(file);
                stream.Flush(true);
            }
            File.Move(path + ".new", path, true);
            UnixCalls.FlushFolder(Path.GetDirectoryName(path)!);
        }

        private static void Log(string path, bool isLong)
        {
            int count = isLong ? 10_000_000 : 1_000_000;
            var clock = Stopwatch.StartNew();
            using (KitbagLog<Vec3> log = KitbagLog<Vec3>.Open(path))
            {
                for (int i = 0; i < count; i++)
                    log.Append(new Vec3 { X = i, Y = i * 0.25f, Z = 3 });
            }
            Print("Log: writing " + count + " records", clock.Elapsed.TotalMilliseconds * 1000);
            clock.Restart();
            long read = KitbagLog<Vec3>.Read(path).LongCount();
            Print("Log: reading " + read + " records", clock.Elapsed.TotalMilliseconds * 1000);
            Console.WriteLine("  " + new FileInfo(path).Length.ToString("N0", s_culture) + " bytes; memory of the process at most "
                + (Process.GetCurrentProcess().PeakWorkingSet64 >> 20) + " MB");
        }

        private static void Lz4(string folder, int rounds)
        {
            byte[] input = KitbagSerializer.Serialize(Data.Words(),
                new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = KitbagNumbers.Raw });
            string file = Path.Combine(folder, "words");
            File.WriteAllBytes(file, input);
            const int BlockSize = 256 * 1024;
            int blocks = (input.Length + BlockSize - 1) / BlockSize;
            var compressed = new byte[blocks][];
            var lengths = new int[blocks];
            for (int i = 0; i < blocks; i++)
                compressed[i] = new byte[Lz4Block.MostOf(BlockSize)];
            var output = new byte[input.Length];
            var copy = new byte[input.Length];
            ReadOnlySpan<byte> Block(int i) => input.AsSpan(i * BlockSize, Math.Min(BlockSize, input.Length - (i * BlockSize)));
            void DecompressTo(byte[] target)
            {
                for (int i = 0; i < blocks; i++)
                    Lz4Block.Decompress(compressed[i].AsSpan(0, lengths[i]), target.AsSpan(i * BlockSize, Block(i).Length));
            }
            double[] times = MeasureInTurns(rounds * 5, true,
                () =>
                {
                    for (int i = 0; i < blocks; i++)
                        lengths[i] = Lz4Block.Compress(Block(i), compressed[i]);
                },
                () => DecompressTo(output),
                () => input.AsSpan().CopyTo(copy));
            // Loading a file decompresses into newly allocated memory, which is not in the cache.
            double[] newTimes = MeasureInTurns(rounds * 5,
                () => DecompressTo(GC.AllocateUninitializedArray<byte>(input.Length)),
                () => input.AsSpan().CopyTo(GC.AllocateUninitializedArray<byte>(input.Length)));
            if (!output.AsSpan().SequenceEqual(input))
                throw new InvalidDataException("The decompressed bytes differ from the input.");
            int size = lengths.Sum();
            Print("LZ4, compressing the raw word graph of " + input.Length + " bytes", times[0]);
            Console.WriteLine("  " + Speed(input.Length, times[0]) + " MB/s, " + size + " bytes");
            Print("LZ4, decompressing", times[1], times[2] / times[1], "speed / that of a copy");
            Console.WriteLine("  " + Speed(input.Length, times[1]) + " MB/s; the copy " + Speed(input.Length, times[2]) + " MB/s");
            Print("LZ4, decompressing into a new array", newTimes[0], newTimes[1] / newTimes[0], "speed / that of a copy into a new array");
            Console.WriteLine("  " + Speed(input.Length, newTimes[0]) + " MB/s; the copy " + Speed(input.Length, newTimes[1]) + " MB/s");
            Console.WriteLine("lz4 -1: " + Run(false, "lz4", "-1", "-q", "-c", file).Length + " bytes");
            Console.WriteLine("lz4 -b1: " + System.Text.Encoding.ASCII.GetString(Run(true, "lz4", "-b1", "-i2", file)).Split('\r')
                .Where(l => l.Contains("MB/s", StringComparison.Ordinal)).MaxBy(l => l.Length));
        }

        private static byte[] Run(bool isError, string program, params string[] arguments)
        {
            var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = isError };
            using Process process = Process.Start(start)!;
            var output = new MemoryStream();
            (isError ? process.StandardError : process.StandardOutput).BaseStream.CopyTo(output);
            process.WaitForExit();
            return output.ToArray();
        }

        // Returns medians in µs, or minima, which the program lz4 prints. The actions take turns, so that all see the same machine load.
        private static double[] MeasureInTurns(int rounds, params Action[] actions) => MeasureInTurns(rounds, false, actions);

        private static double[] MeasureInTurns(int rounds, bool takesMinimum, params Action[] actions)
        {
            List<double>[] times = actions.Select(_ => new List<double>()).ToArray();
            for (int round = -rounds / 5; round < rounds; round++)
            {
                for (int i = 0; i < actions.Length; i++)
                {
                    long start = Stopwatch.GetTimestamp();
                    actions[i]();
                    if (round >= 0)
                        times[i].Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds);
                }
            }
            return times.Select(t => t.Order().ElementAt(takesMinimum ? 0 : t.Count / 2)).ToArray();
        }

        private static string Speed(int bytes, double microseconds) => (bytes / microseconds).ToString("N0", s_culture);

        private static void Print(string what, double microseconds, double ratio = 0, string of = "") =>
            Console.WriteLine(what + ": " + microseconds.ToString("N1", s_culture) + " µs"
                + (ratio == 0 ? "" : "; " + of + ": " + ratio.ToString("N2", s_culture)));
    }
}
