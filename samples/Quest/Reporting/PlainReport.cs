using System;
using System.Collections.Generic;
using System.Linq;
using Quest.Measuring;

namespace Quest.Reporting
{
    /// <summary>Prints plain lines, for files and logs.</summary>
    public sealed class PlainReport : IReport
    {
        public void Line(string text) => Console.WriteLine(text);

        public void Track(int steps, Action<Action<string>> work)
        {
            int step = 0;
            work(text => Console.WriteLine($"[{++step}/{steps}] {text}"));
        }

        public void Table(IReadOnlyList<Row> rows)
        {
            string[][] lines = rows.Select(Cells.Of).Prepend(Cells.Header).ToArray();
            int[] widths = Enumerable.Range(0, Cells.Header.Length).Select(column => lines.Max(line => line[column].Length)).ToArray();
            Console.WriteLine();
            foreach (string[] line in lines)
            {
                // Numbers are right-aligned; the last column is text, which may be long.
                IEnumerable<string> numbers = line[1..^1].Select((cell, i) => cell.PadLeft(widths[i + 1]));
                Console.WriteLine($"{line[0].PadRight(widths[0])}  {string.Join("  ", numbers)}  {line[^1]}");
            }

            Console.WriteLine();
        }
    }
}
