using System.Collections.Generic;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;
using Kitbag.Schema;

namespace Kitbag.Cli.Commands
{
    internal sealed class SchemaCommand : ToolCommand
    {
        private readonly Argument<string> _file = File(description: "A file, a saved schema, or - for standard input.");

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "Save the schema to a file, for --schema and for KitbagSchema.Parse.",
            HelpName = "FILE",
        };

        private readonly Option<string?> _against = new Option<string?>("--against")
        {
            Description = "A lock file: print which of its releases wrote the file. The exit code is 1 if none did.",
            HelpName = "LOCK",
        };

        public SchemaCommand()
            : base("schema", "Prints the types of a file, with their members.",
                "kitbag schema slot1.kit",
                "kitbag schema slot1.kit --out world.schema",
                "kitbag schema slot1.kit --against kitbag.lock  # which release wrote it",
                "kitbag show message.bin --schema world.schema  # a bare document")
        {
            Add(_file);
            Add(_out);
            Add(_against);
        }

        private protected override int Run(ParseResult arguments)
        {
            OutputFile.RefuseInput(Console, arguments.GetValue(_file)!, arguments.GetValue(_out));
            KitbagSchema schema = Open(arguments).OpenSchema(arguments.GetValue(_file)!);
            if (arguments.GetValue(_out) is { } target)
            {
                OutputFile.Write(Console, target, stream => stream.Write(schema.Bytes));
                Console.Out.WriteLine("Wrote " + schema.Bytes.Length.ToString("N0", CultureInfo.InvariantCulture) + " bytes, fingerprint "
                    + schema.Fingerprint.ToString("x16", CultureInfo.InvariantCulture) + ".");
                return ExitCodes.Good;
            }
            if (arguments.GetValue(_against) is { } lockFile)
            {
                Console.Subject = lockFile;
                return TellReleases(LockFile.Read(Console.Place(lockFile)), schema);
            }
            if (Console.Json)
                JsonOut.Write(Console, w => SchemaOutput.WriteJson(w, schema));
            else
                SchemaOutput.Write(Console.Out, schema, new Paint(Console));
            return ExitCodes.Good;
        }

        private int TellReleases(SchemaLock file, KitbagSchema schema)
        {
            (string Root, List<string> Versions)[] found = LockFile.Guard(() => LockFile.Writers(file, schema.Fingerprint).ToArray());
            if (Console.Json)
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartObject();
                    foreach ((string root, List<string> versions) in found)
                    {
                        w.WriteStartArray(root);
                        versions.ForEach(w.WriteStringValue);
                        w.WriteEndArray();
                    }
                    w.WriteEndObject();
                });
            else if (found.Length == 0)
                Console.Out.WriteLine("No release and no locked version of the program writes this schema.");
            foreach ((string root, List<string> versions) in Console.Json ? [] : found)
                Console.Out.WriteLine(new Paint(Console).Type(root) + ": " + string.Join(", ", versions));
            return found.Length == 0 ? ExitCodes.Bad : ExitCodes.Good;
        }
    }
}
