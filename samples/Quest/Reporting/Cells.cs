using System.Globalization;
using Quest.Measuring;

namespace Quest.Reporting
{
    /// <summary>The texts in the cells of a table.</summary>
    internal static class Cells
    {
        public static readonly string[] Header =
            { "Serializer", "Bytes", "Save, first", "Save, warm", "Load, first", "Load, warm", "Equal" };

        public static string[] Of(Row row) => new[]
        {
            row.Name,
            row.Bytes is long bytes ? bytes.ToString("N0", CultureInfo.InvariantCulture) : "-",
            Time(row.Save, row.Save.First),
            Time(row.Save, row.Save.Warm),
            Time(row.Load, row.Load?.First),
            Time(row.Load, row.Load?.Warm),
            row.Verdict,
        };

        private static string Time(Outcome? outcome, double? milliseconds) =>
            outcome is { Problem: null } ? string.Create(CultureInfo.InvariantCulture, $"{milliseconds:N2} ms") : "-";
    }
}
