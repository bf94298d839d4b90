using System;
using System.Collections.Generic;
using System.Linq;
using Quest.Measuring;
using Spectre.Console;

namespace Quest.Reporting
{
    /// <summary>Prints colors, a progress bar and a table, for terminals.</summary>
    public sealed class TerminalReport : IReport
    {
        public void Line(string text) => AnsiConsole.WriteLine(text);

        public void Track(int steps, Action<Action<string>> work) =>
            AnsiConsole.Progress()
                .AutoClear(true)
                .Columns(new SpinnerColumn(), new ProgressBarColumn(), new PercentageColumn(),
                    new TaskDescriptionColumn { Alignment = Justify.Left })
                .Start(context =>
                {
                    ProgressTask task = context.AddTask("", maxValue: steps);
                    bool begun = false;
                    work(text =>
                    {
                        task.Description = Markup.Escape(text);
                        task.Increment(begun ? 1 : 0);
                        begun = true;
                    });
                });

        public void Table(IReadOnlyList<Row> rows)
        {
            Table table = new Table().Border(TableBorder.Rounded);
            foreach (string title in Cells.Header)
            {
                var column = new TableColumn(new Text(title, new Style(decoration: Decoration.Bold)));
                bool words = title == Cells.Header[0] || title == Cells.Header[^1];
                table.AddColumn(words ? column : column.RightAligned().NoWrap());
            }

            foreach (Row row in rows)
            {
                var style = new Style(row.IsEqual ? Color.Default : Color.Grey);
                string[] cells = Cells.Of(row);
                table.AddRow(cells[..^1]
                    .Select(cell => new Text(cell, style))
                    .Append(new Text(cells[^1], new Style(row.IsEqual ? Color.Green : Color.Yellow))));
            }

            AnsiConsole.Write(table);
        }
    }
}
