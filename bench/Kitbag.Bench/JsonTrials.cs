using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Text;
using BootResponse.Model;
using Newtonsoft.Json;

namespace Kitbag.Bench
{
    /// <summary>
    /// JSON measurements that repeated calls with one object do not cover: the first call of a process, and objects that differ each time.
    /// </summary>
    internal static class JsonTrials
    {
        private const int Objects = 10_000, Processes = 15, WarmupRounds = 8;

        private static readonly string[] s_peers = { "Kitbag", "System.Text.Json", "Newtonsoft.Json" };

        /// <summary>Measures the first write and the first read of a boot response in new processes, and prints the medians.</summary>
        public static void Cold()
        {
            Console.WriteLine("| peer | first write ms | ratio | first read ms | ratio | both ms | ratio |");
            Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|");
            var times = s_peers.ToDictionary(peer => peer, _ => new List<double[]>());
            for (int i = 0; i < Processes; i++)
            {
                foreach (string peer in s_peers)
                    times[peer].Add(Child(peer));
            }
            double[] ours = Medians(times[s_peers[0]]);
            foreach (string peer in s_peers)
            {
                double[] m = Medians(times[peer]);
                Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
                    "| {0} | {1:F1} | {2:F2} | {3:F1} | {4:F2} | {5:F1} | {6:F2} |", peer, m[0], m[0] / ours[0], m[1], m[1] / ours[1], m[2],
                    m[2] / ours[2]));
            }
        }

        /// <summary>The process that <see cref="Cold"/> starts: measures one write and one read.</summary>
        public static void ColdChild(string peer)
        {
            Response<Boot> value = BootData.Response();
            var output = new ArrayBufferWriter<byte>(1 << 20);
            long start = Stopwatch.GetTimestamp();
            Write(peer, output, value);
            long afterWrite = Stopwatch.GetTimestamp();
            Response<Boot> again = Read(peer, output.WrittenMemory);
            long afterRead = Stopwatch.GetTimestamp();
            if (again.Payload?.Catalogue?.Count != value.Payload?.Catalogue?.Count)
                throw new InvalidOperationException(peer + " lost data.");
            Console.WriteLine(string.Join(' ',
                new[] { afterWrite - start, afterRead - afterWrite,
                afterRead - start }.Select(t => (t * 1e3 / Stopwatch.Frequency).ToString("R", CultureInfo.InvariantCulture))));
        }

        /// <summary>
        /// Writes and reads a complex object 10,000 times, first the same object each time, then different objects, and prints the total
        /// time and the total allocations.
        /// </summary>
        public static void Random(int seed)
        {
            Console.WriteLine("Seed " + seed.ToString(CultureInfo.InvariantCulture));
            Compare("The same object each time", Enumerable.Repeat(Small(new Random(seed)), Objects).ToArray());
            Compare("Another object each time", Enumerable.Range(0, Objects).Select(i => Small(new Random(seed + i))).ToArray());
        }

        private static void Compare(string title, Response<Boot>[] values)
        {
            Console.WriteLine();
            Console.WriteLine(title);
            Console.WriteLine();
            Console.WriteLine("| peer | write ms | read ms | time against Newtonsoft | allocated MB, write | read | against Newtonsoft |");
            Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|");
            var results = s_peers.ToDictionary(peer => peer, _ => new List<double[]>());
            for (int round = -WarmupRounds; round < 11; round++)
            {
                foreach (string peer in s_peers)
                {
                    double[] trial = Trial(peer, values);
                    if (round >= 0)
                        results[peer].Add(trial);
                }
            }
            double[] other = Medians(results["Newtonsoft.Json"]);
            foreach (string peer in s_peers)
            {
                double[] m = Medians(results[peer]);
                Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
                    "| {0} | {1:F1} | {2:F1} | {3:P1} less | {4:F1} | {5:F1} | {6:P1} less |", peer, m[0], m[1],
                    1 - (m[0] + m[1]) / (other[0] + other[1]), m[2] / 1e6, m[3] / 1e6, 1 - (m[2] + m[3]) / (other[2] + other[3])));
            }
        }

        // The clock is not read between objects, because that would take the same time for each peer and favor the slower ones.
        private static double[] Trial(string peer, ReadOnlySpan<Response<Boot>> values)
        {
            var output = new ArrayBufferWriter<byte>(1 << 20);
            long bytes = GC.GetAllocatedBytesForCurrentThread(), start = Stopwatch.GetTimestamp();
            foreach (Response<Boot> value in values)
            {
                output.ResetWrittenCount();
                Write(peer, output, value);
            }
            long time = Stopwatch.GetTimestamp(), write = time - start, writeBytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
            bytes += writeBytes;
            foreach (Response<Boot> value in values)
            {
                output.ResetWrittenCount();
                Write(peer, output, value);
                Read(peer, output.WrittenMemory);
            }
            long both = Stopwatch.GetTimestamp() - time, bothBytes = GC.GetAllocatedBytesForCurrentThread() - bytes;
            return new[] { write * 1e3 / Stopwatch.Frequency, (both - write) * 1e3 / Stopwatch.Frequency, writeBytes,
                bothBytes - writeBytes };
        }

        private static void Write(string peer, ArrayBufferWriter<byte> output, Response<Boot> value)
        {
            switch (peer)
            {
                case "Kitbag":
                    KitbagJson.Serialize(output, value);
                    break;
                case "System.Text.Json":
                    using (var writer = new System.Text.Json.Utf8JsonWriter(output))
                        System.Text.Json.JsonSerializer.Serialize(writer, value, Workloads.JsonContext.Default.ResponseBoot);
                    break;
                default:
                    output.Write(Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(value)));
                    break;
            }
        }

        private static Response<Boot> Read(string peer, ReadOnlyMemory<byte> json) => peer switch
        {
            "Kitbag" => KitbagJson.Deserialize<Response<Boot>>(json.Span),
            "System.Text.Json" => System.Text.Json.JsonSerializer.Deserialize(json.Span, Workloads.JsonContext.Default.ResponseBoot)!,
            _ => JsonConvert.DeserializeObject<Response<Boot>>(Encoding.UTF8.GetString(json.Span))!,
        };

        private static Response<Boot> Small(Random random) => new Response<Boot>
        {
            Status = (Status)random.Next(3),
            Error = random.Next(2) == 0 ? null : "error " + random.Next(),
            ServerTime = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next()),
            Payload = new Boot
            {
                Profile = new PlayerProfile
                {
                    Id = new Guid(random.Next(), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                    Name = "player " + random.Next(),
                    Platform = (Platform)random.Next(4),
                    Level = random.Next(100),
                    Experience = random.NextInt64(1_000_000_000),
                    Friends = Enumerable.Range(0, random.Next(10)).Select(_ => random.Next()).ToList()
                },
                Catalogue = Enumerable.Range(0, random.Next(8))
                    .Select(i => new CatalogueItem
                    {
                        Sku = "sku " + random.Next(),
                        Title = "title " + random.Next(),
                        Price = Math.Round(random.NextDouble() * 100, 2),
                        Kind = (ItemKind)random.Next(4),
                        Tags = new List<string> { "tag " + random.Next(9) }
                    }).ToList(),
                Rates = Enumerable.Range(0, random.Next(6)).ToDictionary(i => "rate " + i, _ => Math.Round(random.NextDouble() * 100, 4)),
            },
        };

        private static double[] Medians(List<double[]> rows) =>
            Enumerable.Range(0, rows[0].Length).Select(i => rows.Select(row => row[i]).OrderBy(x => x).ElementAt(rows.Count / 2)).ToArray();

        private static double[] Child(string peer)
        {
            var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
            if (System.IO.Path.GetFileNameWithoutExtension(start.FileName) == "dotnet")
                start.ArgumentList.Add(typeof(JsonTrials).Assembly.Location);
            start.ArgumentList.Add("--cold-child");
            start.ArgumentList.Add(peer);
            using Process process = Process.Start(start)!;
            string line = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return line.Split(' ').Select(t => double.Parse(t, CultureInfo.InvariantCulture)).ToArray();
        }
    }
}
