using System.CommandLine;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class JsonCommand : ToolCommand
    {
        private readonly Argument<string> _file = File();

        private readonly Option<bool> _compact = new Option<bool>("--compact") { Description = "Print on one line." };

        private readonly Option<int> _depth = new Option<int>("--max-depth")
        {
            Description = "The maximum nesting depth, 1 to 1,000; tracked objects that are nested deeper follow under $objects.",
            DefaultValueFactory = _ => KitbagJsonOptions.Default.MaxDepth,
        };

        private readonly Option<bool> _numbers = new Option<bool>("--enum-numbers") { Description = "Write enums as numbers." };

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write.",
            HelpName = "FILE",
        };

        private readonly Option<string?> _lock =
            LockOption("The lock file of a project with KitbagLockJson: its order and names of members are used.");

        public JsonCommand()
            : base("json", "Writes the document as JSON: the text that KitbagJson writes for the value.",
                "kitbag json slot1.kit --out slot1.json",
                "kitbag json slot1.kit --compact | jq .Zones[3].Name",
                "kitbag json slot1.kit --lock src/Game/kitbag.lock  # members as the program writes them",
                "kitbag pack slot1.json --like slot1.kit --out slot2.kit  # back to a file")
        {
            Add(_file);
            Add(_compact);
            Add(_numbers);
            Add(_depth);
            Add(_out);
            Add(_lock);
        }

        private protected override int Run(ParseResult arguments)
        {
            OutputFile.RefuseInput(Console, arguments.GetValue(_file)!, arguments.GetValue(_out));
            using Source source = Open(arguments, arguments.GetValue(_lock)).Open(arguments.GetValue(_file)!);
            if (arguments.GetValue(_depth) is < 1 or > 1000)
                throw ToolException.Usage("--max-depth must be from 1 to 1,000.");
            var options = new KitbagJsonOptions
            {
                Format = arguments.GetValue(_compact) ? KitbagJsonFormat.Compact : KitbagJsonFormat.Text,
                EnumsByName = !arguments.GetValue(_numbers),
                NonFinite = KitbagJsonNonFinite.AsStrings,
                MaxDepth = arguments.GetValue(_depth),
            };
            OutputFile.WriteTo(Console, arguments.GetValue(_out), output =>
            {
                source.Document.WriteJson(output, options);
                // The formatted text already ends with a line feed.
                if (options.Format == KitbagJsonFormat.Compact)
                    output.WriteByte((byte)'\n');
            });
            return ExitCodes.Good;
        }
    }
}
