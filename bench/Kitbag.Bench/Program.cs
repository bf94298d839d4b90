using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Kitbag.Bench;
using Workloads;

if (args.Contains("--help"))
{
    Console.WriteLine("""
        Kitbag.Bench             measures all workloads with all peers, interleaved: medians, and ratios to Kitbag (about 4 minutes)
        Kitbag.Bench --full      does the same under BenchmarkDotNet (takes hours; run it in the folder of the repository);
                                 --full --short uses its short job (20 minutes)
        Kitbag.Bench NAME …      measures only these workloads, also with --full
        Kitbag.Bench --cold-json measures the first write and read of a boot response in new processes
        Kitbag.Bench --random-json [SEED]   writes and reads a complex object 10,000 times
        Kitbag.Bench --plot RESULTS.md NAME OUT.svg   draws one workload of a saved results table
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
string[] names = args.Where(a => !a.StartsWith("--", StringComparison.Ordinal)).ToArray();
bool IsWanted(string workload) => names.Length == 0 || names.Contains(workload);
if (args.Contains("--full"))
{
    ManualConfig config = ManualConfig.Create(DefaultConfig.Instance)
        .AddFilter(new SimpleFilter(benchmark => IsWanted(RatioColumn.Workload(benchmark))))
        .AddColumn(new RatioColumn())
        .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(40));
    if (args.Contains("--short"))
        config = config.AddJob(Job.ShortRun);
    BenchmarkRunner.Run<PeerBenchmarks>(config);
    return;
}
InterleavedRunner.Run(Peers.All().Where(c => IsWanted(c.Workload)).ToList(), 7, 40, Console.WriteLine);

namespace Kitbag.Bench
{
    /// <summary>Each workload with each peer.</summary>
    [MemoryDiagnoser]
    public class PeerBenchmarks
    {
        private static readonly Dictionary<string, Candidate> s_all = Peers.All().ToDictionary(c => c.Workload + " " + c.Peer);
        private readonly ArrayBufferWriter<byte> _buffer = new ArrayBufferWriter<byte>(16 << 20);
        private Candidate _candidate = null!;

        public static IEnumerable<string> Names => s_all.Keys;

        [ParamsSource(nameof(Names))]
        public string Name { get; set; } = "";

        [GlobalSetup]
        public void Find() => _candidate = s_all[Name];

        [Benchmark]
        public int Serialize()
        {
            _buffer.ResetWrittenCount();
            return _candidate.Serialize(_buffer);
        }

        [Benchmark]
        public object? Deserialize() => _candidate.Deserialize();
    }
}
