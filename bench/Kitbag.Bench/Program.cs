using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using Kitbag.Bench;
using Workloads;

if (args.Contains("--help"))
{
    Console.WriteLine("""
        Kitbag.Bench             all workloads in turns with all peers: medians, and ratios to Kitbag (about 4 minutes)
        Kitbag.Bench --full      the same under BenchmarkDotNet (long); --full --short with its short job
        Kitbag.Bench NAME …      only these workloads
        Kitbag.Bench --cold-json the first write and read of a boot response in fresh processes
        Kitbag.Bench --random-json [SEED]   a complex object, written and read 10,000 times
        Kitbag.Bench --plot RESULTS.md NAME OUT.svg   draws one workload of a table that was kept
        """);
    return;
}
if (args is ["--plot", var results, var workload, var svg])
{
    Plot.Draw(results, workload, svg);
    return;
}
switch (args)
{
    case ["--cold-json"]: JsonTrials.Cold(); return;
    case ["--cold-child", var peer]: JsonTrials.ColdChild(peer); return;
    case ["--random-json"]: JsonTrials.Random(Environment.TickCount); return;
    case ["--random-json", var seed]: JsonTrials.Random(int.Parse(seed, System.Globalization.CultureInfo.InvariantCulture)); return;
}
if (args.Contains("--full"))
{
    ManualConfig config = ManualConfig.Create(DefaultConfig.Instance);
    if (args.Contains("--short"))
        config = config.AddJob(Job.ShortRun);
    BenchmarkRunner.Run<PeerBenchmarks>(config);
    return;
}
List<Contender> all = Peers.All();
string[] names = args.Where(a => !a.StartsWith("--", StringComparison.Ordinal)).ToArray();
Rounds.Run(names.Length == 0 ? all : all.Where(c => names.Contains(c.Workload)).ToList(), 7, 40, Console.WriteLine);

namespace Kitbag.Bench
{
    /// <summary>Each workload with each peer.</summary>
    [MemoryDiagnoser]
    public class PeerBenchmarks
    {
        private static readonly Dictionary<string, Contender> s_all = Peers.All().ToDictionary(c => c.Workload + " " + c.Peer);
        private readonly ArrayBufferWriter<byte> _buffer = new ArrayBufferWriter<byte>(16 << 20);

        public static IEnumerable<string> Names => s_all.Keys;

        [ParamsSource(nameof(Names))]
        public string Name { get; set; } = "";

        [Benchmark]
        public int Serialize()
        {
            _buffer.ResetWrittenCount();
            return s_all[Name].Serialize(_buffer);
        }

        [Benchmark]
        public object? Deserialize() => s_all[Name].Deserialize();
    }
}
