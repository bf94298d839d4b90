using System.Globalization;
using System.Linq;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Kitbag.Bench
{
    /// <summary>
    /// A mean as a multiple of Kitbag's for the same workload. BenchmarkDotNet's own ratios are between methods; here peers are values of a
    /// parameter.
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
            BenchmarkCase? ours = summary.BenchmarksCases.FirstOrDefault(c =>
                c.Descriptor.WorkloadMethod == benchmarkCase.Descriptor.WorkloadMethod && c.Job.Id == benchmarkCase.Job.Id
                    && Contestant(c) == Workload(benchmarkCase) + " Kitbag");
            return ours != null && summary[ours]?.ResultStatistics is { } theirs && summary[benchmarkCase]?.ResultStatistics is { } own
                ? (own.Mean / theirs.Mean).ToString("F2", CultureInfo.InvariantCulture)
                : "-";
        }

        /// <summary>The workload of a benchmark.</summary>
        public static string Workload(BenchmarkCase benchmark) => Contestant(benchmark).Split(' ')[0];

        private static string Contestant(BenchmarkCase benchmark) => (string)benchmark.Parameters[nameof(PeerBenchmarks.Name)];
    }
}
