using System.Globalization;
using System.Linq;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Kitbag.Bench
{
    /// <summary>
    /// The mean divided by Kitbag's mean for the same workload. BenchmarkDotNet's own ratios compare methods, but here the peers are values
    /// of a parameter.
    /// </summary>
    internal sealed class RatioColumn : IColumn
    {
        public string Id => nameof(RatioColumn);

        public string ColumnName => "Ratio";

        public string Legend => "Mean / Kitbag's mean for the same workload";

        public bool AlwaysShow => true;

        public ColumnCategory Category => ColumnCategory.Custom;

        public int PriorityInCategory => 0;

        public bool IsNumeric => true;

        public UnitType UnitType => UnitType.Dimensionless;

        public bool IsAvailable(Summary summary) => true;

        public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

        public string GetValue(Summary summary, BenchmarkCase benchmarkCase) => GetValue(summary, benchmarkCase, SummaryStyle.Default);

        public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style)
        {
            BenchmarkCase? kitbagCase = summary.BenchmarksCases.FirstOrDefault(c =>
                c.Descriptor.WorkloadMethod == benchmarkCase.Descriptor.WorkloadMethod && c.Job.Id == benchmarkCase.Job.Id
                    && CandidateName(c) == Workload(benchmarkCase) + " Kitbag");
            return kitbagCase != null && summary[kitbagCase]?.ResultStatistics is { } kitbag
                && summary[benchmarkCase]?.ResultStatistics is { } own
                ? (own.Mean / kitbag.Mean).ToString("F2", CultureInfo.InvariantCulture)
                : "-";
        }

        /// <summary>The workload of a benchmark.</summary>
        public static string Workload(BenchmarkCase benchmark) => CandidateName(benchmark).Split(' ')[0];

        private static string CandidateName(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(PeerBenchmarks.Name)];
    }
}
