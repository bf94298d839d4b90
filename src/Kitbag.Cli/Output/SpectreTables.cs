using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Cli.Running;
using Spectre.Console;

namespace Kitbag.Cli.Output
{
    /// <summary>Tables with colours and bars, by Spectre.Console. It takes a while to load, so only commands that draw use it.</summary>
    internal static class SpectreTables
    {
        private const int BarWidth = 16;

        // Eighths of a character.
        private static readonly string[] s_eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

        public static void Write(ToolConsole console, Table table)
        {
            var text = new StringWriter { NewLine = "\n" };
            IAnsiConsole ansi = AnsiConsole.Create(new AnsiConsoleSettings
            {
                Ansi = console.HasColors ? AnsiSupport.Yes : AnsiSupport.No,
                ColorSystem = console.HasColors ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
                Out = new AnsiConsoleOutput(text),
            });
            ansi.Profile.Width = console.IsTerminal ? console.Width : 500;
            ansi.Profile.Capabilities.Unicode = true;
            ansi.Write(table);
            foreach (string line in text.ToString().TrimEnd('\n').Split('\n'))
                console.Out.WriteLine(line.TrimEnd());
        }

        /// <summary>A table without borders; columns of numbers are right-aligned.</summary>
        public static Table Make(IEnumerable<(string Name, bool IsNumber)> columns)
        {
            var table = new Table { Border = TableBorder.None, UseSafeBorder = false };
            foreach ((string name, bool isNumber) in columns)
            {
                var column = new TableColumn("[bold]" + Markup.Escape(name) + "[/]") { NoWrap = true, Padding = new Padding(0, 0, 2, 0) };
                table.AddColumn(isNumber ? column.RightAligned() : column);
            }
            return table;
        }

        /// <summary>A bar for a share from 0 to 1.</summary>
        public static string Bar(double share)
        {
            int eighths = (int)Math.Round(Math.Clamp(share, 0, 1) * BarWidth * 8);
            return "[blue]" + new string('█', eighths / 8) + s_eighths[eighths % 8] + "[/]";
        }

        public static string Text(string text) => Markup.Escape(Plain.Text(text));
    }
}
