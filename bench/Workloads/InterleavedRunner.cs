using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;

namespace Workloads
{
    /// <summary>One way to write and read one workload.</summary>
    public sealed class Candidate
    {
        public Candidate(string workload, string peer, Func<IBufferWriter<byte>, int> serialize, Func<object?> deserialize)
        {
            Workload = workload;
            Peer = peer;
            Serialize = serialize;
            Deserialize = deserialize;
        }

        public string Workload { get; }

        public string Peer { get; }

        /// <summary>Writes to a buffer that is empty and large enough, and returns the number of bytes.</summary>
        public Func<IBufferWriter<byte>, int> Serialize { get; }

        public Func<object?> Deserialize { get; }

        /// <summary>Creates a candidate that reads the bytes which it wrote once.</summary>
        public static Candidate Of<T>(string workload, string peer, T value, Action<IBufferWriter<byte>, T> serialize,
            Func<byte[], T> deserialize)
        {
            var first = new ArrayBufferWriter<byte>();
            serialize(first, value);
            byte[] bytes = first.WrittenSpan.ToArray();
            return new Candidate(workload, peer, output => { serialize(output, value); return bytes.Length; }, () => deserialize(bytes));
        }
    }

    /// <summary>
    /// Measures candidates in turns, so that all of them see the same machine load, and prints medians and ratios to the first candidate of
    /// each workload.
    /// </summary>
    public static class InterleavedRunner
    {
        public static void Run(IReadOnlyList<Candidate> all, int rounds, int milliseconds, Action<string> print)
        {
            print("| workload | peer | bytes | serialize µs | ratio | deserialize µs | ratio | allocated, serialize | deserialize |");
            print("|---|---|---:|---:|---:|---:|---:|---:|---:|");
            foreach (IGrouping<string, Candidate> workload in all.GroupBy(c => c.Workload))
            {
                Candidate[] candidates = workload.ToArray();
                var buffer = new ArrayBufferWriter<byte>(16 << 20);
                var write = candidates.Select(_ => new List<double>()).ToArray();
                var read = candidates.Select(_ => new List<double>()).ToArray();
                int[] sizes = candidates.Select(c => { buffer.ResetWrittenCount(); return c.Serialize(buffer); }).ToArray();
                foreach (Candidate c in candidates)
                {
                    Time(() => { buffer.ResetWrittenCount(); c.Serialize(buffer); }, 400);
                    Time(() => c.Deserialize(), 400);
                }
                for (int round = -2; round < rounds; round++)
                {
                    for (int i = 0; i < candidates.Length; i++)
                    {
                        Candidate c = candidates[i];
                        double w = Time(() => { buffer.ResetWrittenCount(); c.Serialize(buffer); }, milliseconds);
                        double r = Time(() => c.Deserialize(), milliseconds);
                        if (round >= 0)
                        {
                            write[i].Add(w);
                            read[i].Add(r);
                        }
                    }
                }
                for (int i = 0; i < candidates.Length; i++)
                {
                    double w = Median(write[i]), r = Median(read[i]);
                    print(string.Format(CultureInfo.InvariantCulture,
                        "| {0} | {1} | {2:N0} | {3:F3} | {4:F2} | {5:F3} | {6:F2} | {7:N0} | {8:N0} |", workload.Key, candidates[i].Peer,
                        sizes[i], w, w / Median(write[0]), r, r / Median(read[0]),
                        Allocated(() => { buffer.ResetWrittenCount(); candidates[i].Serialize(buffer); }),
                        Allocated(() => candidates[i].Deserialize())));
                }
            }
        }

        private static long Allocated(Action action)
        {
            action();
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        private static double Time(Action action, int milliseconds)
        {
            long end = Stopwatch.GetTimestamp() + milliseconds * Stopwatch.Frequency / 1000, start = Stopwatch.GetTimestamp(), now;
            long count = 0;
            int batch = 1;
            do
            {
                for (int i = 0; i < batch; i++)
                    action();
                count += batch;
                now = Stopwatch.GetTimestamp();
                if (now - start < Stopwatch.Frequency / 1000 && batch < 4096)
                    batch *= 2;
            }
            while (now < end);
            return (now - start) * 1e6 / Stopwatch.Frequency / count;
        }

        private static double Median(List<double> values)
        {
            double[] sorted = values.OrderBy(v => v).ToArray();
            return sorted[sorted.Length / 2];
        }
    }
}
