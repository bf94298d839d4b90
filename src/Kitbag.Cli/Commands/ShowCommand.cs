using System;
using System.CommandLine;
using System.Globalization;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class ShowCommand : ToolCommand
    {
        private const int DefaultDepth = 3, DefaultItems = 5, DefaultText = 200;

        private readonly Argument<string> _file = File();

        private readonly Argument<string?> _path = new Argument<string?>("PATH")
        {
            Description = "The path of the value, for example Zones[3].Name; by default the whole document.",
            Arity = ArgumentArity.ZeroOrOne,
        };

        private readonly Option<int?> _depth = new Option<int?>("--depth", "-d")
        {
            Description = "The number of levels to show; 3 by default.",
        };

        private readonly Option<int?> _items = new Option<int?>("--items", "-n")
        {
            Description = "The number of list items to show; 5 by default.",
        };

        private readonly Option<bool> _all = new Option<bool>("--all", "-a") { Description = "Show everything." };

        private readonly Option<bool> _info = new Option<bool>("--info") { Description = "Show the info document of the file instead." };

        private readonly Option<bool> _plain = new Option<bool>("--plain")
        {
            Description = "Show everything in a form for text comparison: no counts, no item numbers.",
        };

        public ShowCommand()
            : base("show", "Shows the content of a file as a tree; long lists are truncated.",
                "kitbag show slot1.kit",
                "kitbag show slot1.kit 'Zones[3]' --depth 1",
                "kitbag show slot1.kit --all --color always | less -R",
                "kitbag show slot1.kit --info",
                "kitbag show replay.kitlog '[17]'",
                "cat slot1.kit | kitbag show -")
        {
            Add(_file);
            Add(_path);
            Add(_depth);
            Add(_items);
            Add(_all);
            Add(_info);
            Add(_plain);
            PathCompletions.Add(_path, _file, Open);
        }

        private protected override int Run(ParseResult arguments)
        {
            bool isPlain = arguments.GetValue(_plain);
            TreeLimits limits = Limits(arguments, isPlain);
            Sources sources = Open(arguments);
            string file = arguments.GetValue(_file)!;
            if (!arguments.GetValue(_info) && sources.OpenLog(file) is { } log)
            {
                ShowLog(log, arguments.GetValue(_path) ?? "", limits, isPlain);
                return ExitCodes.Good;
            }
            using Source source = sources.Open(file);
            using KitbagDocument? info = arguments.GetValue(_info) ? sources.OpenInfo(source) : null;
            KitbagDocument document = info ?? source.Document;
            string path = arguments.GetValue(_path) ?? "";
            KitbagNode node = path.Length == 0 ? document.Root : document.Find(path);
            if (Console.Json)
            {
                JsonOut.Write(Console, w => TreeJson.Write(w, node, limits));
                return ExitCodes.Good;
            }
            if (path.Length == 0 && !isPlain && info == null)
                Console.Out.WriteLine(new Paint(Console).Faint(About(source)));
            new TreeWriter(Console.Out, new Paint(Console), limits, isPlain).Write(node, path.Length == 0 ? "" : Plain.Text(path) + ": ");
            return ExitCodes.Good;
        }

        // Each record is a separate tree.
        private void ShowLog(LogSource log, string path, TreeLimits limits, bool isPlain)
        {
            if (path.Length != 0)
            {
                KitbagNode node = log.Find(path);
                if (Console.Json)
                    JsonOut.Write(Console, w => TreeJson.Write(w, node, limits));
                else
                    new TreeWriter(Console.Out, new Paint(Console), limits, isPlain).Write(node, Plain.Text(path) + ": ");
                return;
            }
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartArray();
                    foreach ((long number, KitbagNode record) in log.Records())
                    {
                        if (number >= limits.Items)
                            break;
                        TreeJson.Write(w, record, limits);
                    }
                    w.WriteEndArray();
                });
                return;
            }
            var paint = new Paint(Console);
            if (!isPlain)
                Console.Out.WriteLine(paint.Faint(log.Length.ToString("N0", CultureInfo.InvariantCulture) + " bytes, a log"));
            foreach ((long number, KitbagNode record) in log.Records())
            {
                if (number >= limits.Items)
                {
                    Console.Out.WriteLine(paint.Faint("… more records"));
                    break;
                }
                new TreeWriter(Console.Out, paint, limits, isPlain)
                    .Write(record, isPlain ? "" : "[" + number.ToString(CultureInfo.InvariantCulture) + "]: ");
            }
        }

        private TreeLimits Limits(ParseResult arguments, bool isPlain)
        {
            int depth = arguments.GetValue(_depth) ?? DefaultDepth, items = arguments.GetValue(_items) ?? DefaultItems;
            if (depth < 0 || items < 0)
                throw ToolException.Usage("--depth and --items must not be negative.");
            if (!arguments.GetValue(_all) && !isPlain)
                return new TreeLimits(Math.Min(depth, TreeLimits.Deepest), items, DefaultText);
            return TreeLimits.All with
            {
                Depth = arguments.GetValue(_depth) ?? TreeLimits.Deepest,
                Items = arguments.GetValue(_items) ?? int.MaxValue,
            };
        }

        private static string About(Source source)
        {
            string size = source.Length.ToString("N0", CultureInfo.InvariantCulture) + " bytes";
            if (source.Container is not { } file)
                return size + (source.Document.IsBare ? ", a bare document" : ", a document")
                    + (source.Document.HasChecksum ? " with a checksum" : "");
            return size + ", generation " + file.Generation.ToString(CultureInfo.InvariantCulture) + ", "
                + file.Blocks.Count.ToString("N0", CultureInfo.InvariantCulture) + (file.Blocks.Count == 1 ? " block" : " blocks")
                + (source.Shape.Compression == KitbagCompression.None ? "" : " of " + source.Shape.Compression)
                + (file.HasInfo ? ", with an info document" : "");
        }
    }
}
