using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

namespace Kitbag.Bench
{
    /// <summary>Draws one workload of a results table as bars: bytes, time to write and time to read, each relative to Kitbag.</summary>
    internal static class Plot
    {
        private const int Left = 150, Width = 640, BarHeight = 16, Gap = 6;

        public static void Draw(string results, string workload, string svg)
        {
            // The lines that InterleavedRunner prints: | workload | peer | bytes | serialize | ratio | deserialize | ratio |
            List<string[]> rows = File.ReadAllLines(results)
                .Select(l => l.Split('|').Select(c => c.Trim()).ToArray())
                .Where(c => c.Length >= 9 && c[1] == workload)
                .ToList();
            double kitbagBytes = Number(rows.First(r => r[2] == "Kitbag")[3]);
            var bars = rows.Select(r => (Peer: r[2], Values: new[] { Number(r[3]) / kitbagBytes, Number(r[5]), Number(r[7]) })).ToList();
            // The axis starts at 1/4, so that peers that are better than Kitbag still have a bar.
            Draw(svg, workload + ": relative to Kitbag, shorter is better (logarithmic)", new[] { "bytes", "write", "read" }, bars, 0.25);
        }

        /// <summary>Draws three values of each peer as bars on a logarithmic scale; a value of 0 has no bar.</summary>
        /// <param name="svg">The file.</param>
        /// <param name="title">The title of the chart.</param>
        /// <param name="names">The names of the three values.</param>
        /// <param name="bars">The peers and their values.</param>
        /// <param name="minimum">The value at which the axis starts.</param>
        public static void Draw(string svg, string title, string[] names, List<(string Peer, double[] Values)> bars, double minimum = 1)
        {
            double maximum = bars.Max(b => b.Values.Max());
            string[] colors = { "#4c78a8", "#f58518", "#54a24b" };

            int group = 3 * BarHeight + Gap + 8, height = 50 + bars.Count * group;
            var text = new StringBuilder();
            text.Append(Invariant($"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{Left + Width + 80}\" height=\"{height}\" "));
            text.Append(Invariant(
                $"font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"));
            text.Append(Invariant($"<text x=\"10\" y=\"20\" font-size=\"14\">{title}</text>\n"));
            for (int k = 0; k < 3; k++)
            {
                text.Append(Invariant($"<rect x=\"{Left + 430 + k * 90}\" y=\"10\" width=\"10\" height=\"10\" "));
                text.Append(Invariant($"fill=\"{colors[k]}\"/><text x=\"{Left + 444 + k * 90}\" y=\"19\">{names[k]}</text>\n"));
            }
            for (int i = 0; i < bars.Count; i++)
            {
                int y = 40 + i * group;
                text.Append(Invariant($"<text x=\"{Left - 8}\" y=\"{y + 28}\" text-anchor=\"end\">{bars[i].Peer}</text>\n"));
                for (int k = 0; k < 3; k++)
                {
                    double value = bars[i].Values[k];
                    if (value == 0)
                        continue;
                    double length = Width * Math.Max(0, Math.Log(value / minimum)) / Math.Log(maximum / minimum);
                    text.Append(Invariant($"<rect x=\"{Left}\" y=\"{y + k * BarHeight}\" width=\"{length:F1}\" "));
                    text.Append(Invariant($"height=\"{BarHeight - 2}\" fill=\"{colors[k]}\"/>"));
                    text.Append(Invariant($"<text x=\"{Left + length + 5:F1}\" y=\"{y + k * BarHeight + 12}\">{value:F2}</text>\n"));
                }
            }
            text.Append("</svg>\n");
            File.WriteAllText(svg, text.ToString());
        }

        private static double Number(string text) => double.Parse(text, NumberStyles.Number, CultureInfo.InvariantCulture);

        private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
    }
}
