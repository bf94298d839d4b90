using System.CommandLine;
using System.Globalization;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;

namespace Kitbag.Cli.Commands
{
    internal sealed class SchemaCommand : ToolCommand
    {
        private readonly Argument<string> _file = File(description: "A file, a saved schema, or - for standard input.");

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "Save the schema by itself, for --schema and for KitbagSchema.Parse.",
            HelpName = "FILE",
        };

        public SchemaCommand()
            : base("schema", "Writes the types of a file, with their members.",
                "kitbag schema slot1.kit",
                "kitbag schema slot1.kit --out world.schema",
                "kitbag show message.bin --schema world.schema  # a bare document")
        {
            Add(_file);
            Add(_out);
        }

        private protected override int Run(ParseResult arguments)
        {
            KitbagSchema schema = Open(arguments).OpenSchema(arguments.GetValue(_file)!);
            if (arguments.GetValue(_out) is { } target)
            {
                Console.Subject = target;
                System.IO.File.WriteAllBytes(Console.Place(target), schema.Bytes.ToArray());
                Console.Out.WriteLine("Wrote " + schema.Bytes.Length.ToString("N0", CultureInfo.InvariantCulture) + " bytes, fingerprint "
                    + schema.Fingerprint.ToString("x16", CultureInfo.InvariantCulture) + ".");
                return ExitCodes.Good;
            }
            if (Console.Json)
                JsonOut.Write(Console, w => SchemaText.WriteJson(w, schema));
            else
                SchemaText.Write(Console.Out, schema, new Paint(Console));
            return ExitCodes.Good;
        }
    }
}
