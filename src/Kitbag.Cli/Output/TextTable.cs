using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>Aligned columns without lines between them; numbers are right-aligned.</summary>
    internal sealed class TextTable
    {
        private const int WidestColumn = 60;

        private readonly string[] _names;
        private readonly List<(string Text, bool IsNumber)[]> _rows = [];

        public TextTable(string[] names) => _names = names;

        public void Add((string Text, bool IsNumber)[] row) => _rows.Add(row);

        public void Write(ToolConsole console)
        {
            var paint = new Paint(console);
            int[] widths = [.. _names.Select((name, i) => Math.Max(name.Length, Math.Min(WidestColumn, _rows.Max(r => r[i].Text.Length))))];
            bool[] isNumber = [.. _names.Select((_, i) => _rows.All(r => r[i].IsNumber))];
            console.Out.WriteLine(paint.Bold(Line(_names.Select((n, i) => (n, isNumber[i])), widths)));
            foreach ((string Text, bool IsNumber)[] row in _rows)
                console.Out.WriteLine(Line(row.Select((c, i) => (c.Text, isNumber[i])), widths));
        }

        private static string Line(IEnumerable<(string Text, bool IsRight)> cells, int[] widths)
        {
            var line = new StringBuilder();
            int i = 0;
            foreach ((string text, bool isRight) in cells)
            {
                line.Append(i == 0 ? "" : "  ").Append(isRight ? text.PadLeft(widths[i]) : text.PadRight(widths[i]));
                i++;
            }
            return line.ToString().TrimEnd();
        }
    }
}
