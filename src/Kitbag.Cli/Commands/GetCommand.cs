using System.Collections.Generic;
using System.CommandLine;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Commands
{
    internal sealed class GetCommand : ToolCommand
    {
        private readonly Argument<string> _file = File();

        private readonly Argument<string[]> _paths = new Argument<string[]>("PATH")
        {
            Description = "The path of the value, for example Zones[3].Name or Prices[\"iron\"].",
            Arity = ArgumentArity.OneOrMore,
        };

        private readonly Option<bool> _raw = new Option<bool>("--raw", "-r") { Description = "Print strings without quotes and escapes." };

        public GetCommand()
            : base("get", "Prints single values, one per line; objects, lists and maps as JSON.",
                "kitbag get slot1.kit Name SavedAt",
                "kitbag get slot1.kit 'Zones[3].Name' --raw",
                "kitbag get replay.kitlog '[17].Tick'")
        {
            Add(_file);
            Add(_paths);
            Add(_raw);
            PathCompletions.Add(_paths, _file, Open);
        }

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments);
            string file = arguments.GetValue(_file)!;
            LogSource? log = sources.OpenLog(file);
            using Source? source = log == null ? sources.Open(file) : null;
            var texts = new List<(string Json, string Line)>();
            foreach (string path in arguments.GetValue(_paths)!)
            {
                (KitbagDocument document, string place) = log != null ? log.Locate(path) : (source!.Document, path);
                texts.Add(Text(document, place, arguments.GetValue(_raw)));
            }
            if (!Console.Json)
            {
                foreach ((_, string line) in texts)
                    Console.Out.WriteLine(arguments.GetValue(_raw) ? line : Plain.Text(line));
                return ExitCodes.Good;
            }
            JsonOut.Write(Console, w =>
            {
                if (texts.Count != 1)
                    w.WriteStartArray();
                foreach ((string json, _) in texts)
                    JsonOut.WriteText(w, json);
                if (texts.Count != 1)
                    w.WriteEndArray();
            });
            return ExitCodes.Good;
        }

        // What 'kitbag set' accepts: JSON, but times, Guids and names of enum values without quotation marks, if the type is known.
        private static (string Json, string Line) Text(KitbagDocument document, string path, bool isRaw)
        {
            KitbagNode node = document.Find(path);
            if (node.Kind is not (KitbagNodeKind.Null or KitbagNodeKind.Value))
            {
                // Bytes, which may be long, are one string of JSON, for which not all values need to be read.
                string parts = Nodes.IsBytes(node) ? ValueText.Json(Value.Of(node)) : document.GetJson(path, JsonTexts.Writing);
                return (parts, parts);
            }
            string json = ValueText.Json(Value.Of(node));
            if (!isRaw && ValueText.TypeNameOf(node) != null)
                return (json, json);
            string text = ValueText.Untyped(node);
            if (node.Kind == KitbagNodeKind.Null || node.Type.Kind is not (SchemaKind.String or SchemaKind.Char))
                return (json, text.Trim('"'));
            return (json, isRaw ? Nodes.Text(node) : text);
        }
    }
}
