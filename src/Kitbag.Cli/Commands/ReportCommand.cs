using System;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Text;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Reports;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class ReportCommand : ToolCommand
    {
        private const int MostValues = 200_000;

        private readonly Argument<string> _file = File();

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The page to write; by default the name of the file with the extension .html.",
            HelpName = "FILE",
        };

        private readonly Option<int> _values = new Option<int>("--values")
        {
            Description = "The maximum number of values in the page.",
            DefaultValueFactory = _ => MostValues,
        };

        public ReportCommand()
            : base("report", "Writes a self-contained HTML page: a searchable tree of values, a treemap of bytes, histograms.",
                "kitbag report slot1.kit --out slot1.html")
        {
            Add(_file);
            Add(_out);
            Add(_values);
        }

        private protected override int Run(ParseResult arguments)
        {
            string file = arguments.GetValue(_file)!, target = arguments.GetValue(_out) ?? Path.GetFileName(file) + ".html";
            OutputFile.RefuseInput(Console, file, target);
            string page;
            using (Source source = Open(arguments).Open(file))
            using (new ProgressLine(Console, file))
                page = ReportPage.Make(source, Math.Max(1, arguments.GetValue(_values)));
            OutputFile.WriteTo(Console, target, output => output.Write(Encoding.UTF8.GetBytes(page)));
            if (Console.Json)
                JsonOut.Write(Console, w => w.WriteStringValue(target));
            else if (target != Sources.Standard)
                Console.Out.WriteLine("Wrote " + Plain.Text(target) + ", " + page.Length.ToString("N0", CultureInfo.InvariantCulture)
                    + " characters.");
            return ExitCodes.Good;
        }
    }
}
