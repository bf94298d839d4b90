using System;
using System.CommandLine;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class SetCommand : ToolCommand
    {
        private readonly Argument<string> _file = File(description: "The file to change, or - for standard input.");

        private readonly Argument<string> _path = new Argument<string>("PATH")
        {
            Description = "Where the value is, for instance Zones[3].Name or Prices[\"iron\"]; a key of a map need not exist.",
        };

        private readonly Argument<string?> _value = new Argument<string?>("VALUE")
        {
            Description = "The new value as JSON; a string may be written without quotes.",
            Arity = ArgumentArity.ZeroOrOne,
        };

        private readonly Option<bool> _insert = new Option<bool>("--insert")
        {
            Description = "Insert an item before the one at PATH; Zones[^0] is after the last item.",
        };

        private readonly Option<bool> _remove = new Option<bool>("--remove") { Description = "Remove the item or entry at PATH." };

        private readonly Option<bool> _repeat = new Option<bool>("--repeat")
        {
            Description = "Accept equal elements where all were different: the list is not a set.",
        };

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write; by default the file itself.",
            HelpName = "FILE",
        };

        public SetCommand()
            : base("set", "Changes one value of a file, and saves the file atomically.",
                "kitbag set slot1.kit 'Zones[0].Name' 'Old harbour'",
                "kitbag set slot1.kit 'Prices[\"tea\"]' 30",
                "kitbag set slot1.kit 'Zones[0].Entities[2].Position' '{\"X\": 1, \"Y\": 0, \"Z\": 5}'",
                "kitbag set slot1.kit 'Zones[0].Entities[7]' --remove --out slot2.kit")
        {
            Add(_file);
            Add(_path);
            Add(_value);
            Add(_insert);
            Add(_remove);
            Add(_repeat);
            Add(_out);
            PathCompletions.Add(_path, _file, Open);
        }

        private protected override int Run(ParseResult arguments)
        {
            string file = arguments.GetValue(_file)!, path = arguments.GetValue(_path)!;
            bool insert = arguments.GetValue(_insert), remove = arguments.GetValue(_remove);
            string? value = arguments.GetValue(_value);
            if (remove ? insert || value != null : value == null)
                throw ToolException.Usage("Specify a VALUE, --insert with a VALUE, or --remove.");
            string target = arguments.GetValue(_out) ?? file;
            // Other commands and programs that save the file wait, so that this one changes what they have saved.
            using IDisposable? held = HeldFile.Lock(Console, file, target);
            byte[] changed;
            FileShape shape;
            string before = "";
            using (Source source = Open(arguments).Open(file))
            {
                KitbagDocument document = source.Document;
                if (!insert)
                    before = Before(document, path);
                PossibleSet? set = remove || arguments.GetValue(_repeat) ? null : PossibleSet.At(document, path);
                if (remove)
                    document.Remove(path);
                else
                    Change(document, path, value!, insert);
                set?.Check(document);
                changed = document.ToBytes();
                shape = source.Shape;
            }
            Saving.Save(Console, target, changed, shape, isLocked: held != null);
            if (target != Sources.Standard)
                Tell(path, before, remove ? null : value);
            return ExitCodes.Good;
        }

        // A key may be written in another way than in the document: 0 for -0.0.
        private static string Before(KitbagDocument document, string path)
        {
            if (document.TryFind(path, out KitbagNode old))
                return old.ToString();
            try
            {
                return document.GetJson(path, JsonTexts.Writing);
            }
            catch (KitbagException)
            {
                return "";
            }
        }

        private void Tell(string path, string before, string? after)
        {
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartObject();
                    w.WriteString("path", path);
                    w.WriteString("before", before);
                    w.WriteString("after", after);
                    w.WriteEndObject();
                });
                return;
            }
            var paint = new Paint(Console);
            Console.Out.WriteLine(paint.Name(Plain.Line(path)) + ": "
                + (before.Length == 0 ? paint.Added("added") : paint.Removed(Plain.Line(before)))
                + " → " + (after == null ? paint.Faint("removed") : paint.Added(Plain.Line(after))));
        }

        // Text that is not JSON is a string; JSON of another type than the value may be the characters of a string: 'set FILE Name 5'.
        private static void Change(KitbagDocument document, string path, string value, bool insert)
        {
            string text = ValueText.Json(Value.Of(value));
            if (!IsJson(value))
            {
                Change(document, path, text, insert, JsonTexts.Reading);
                return;
            }
            try
            {
                Change(document, path, value, insert, JsonTexts.Reading);
            }
            catch (KitbagException first) when (!value.StartsWith('"'))
            {
                // If an object or a list is rejected where one may be, it contains a mistake: a value of type object must not become a
                // string then.
                if ((value.TrimStart()[0] is '{' or '[' && TryChange(document, path, "{}", insert))
                    || !TryChange(document, path, text, insert))
                    throw new KitbagException(first.Reason, first.Message, -1, first);
            }
        }

        private static bool TryChange(KitbagDocument document, string path, string json, bool insert)
        {
            try
            {
                Change(document, path, json, insert, JsonTexts.Reading);
                return true;
            }
            catch (KitbagException)
            {
                return false;
            }
        }

        private static void Change(KitbagDocument document, string path, string json, bool insert, KitbagJsonOptions options)
        {
            if (insert)
                document.InsertJson(path, json, options);
            else
                document.SetJson(path, json, options);
        }

        private static bool IsJson(string text)
        {
            try
            {
                using JsonDocument document = JsonDocument.Parse(text, new JsonDocumentOptions
                {
                    AllowTrailingCommas = true,
                    CommentHandling = JsonCommentHandling.Skip,
                    MaxDepth = 1000,
                });
                return true;
            }
            catch (JsonException)
            {
                return false;
            }
        }
    }
}
