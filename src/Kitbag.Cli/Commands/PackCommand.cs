using System;
using System.CommandLine;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Commands
{
    internal sealed class PackCommand : ToolCommand
    {
        private readonly Argument<string> _file =
            File("INPUT", "A file of JSON or of the lz4 program, a document, or - for standard input.");

        private readonly Option<string?> _like = new Option<string?>("--like")
        {
            Description = "A file with the schema, which also says how the new one is compressed, and has its info document.",
            HelpName = "FILE",
        };

        private readonly Option<string?> _out = new Option<string?>("--out", "-o") { Description = "Where to.", HelpName = "FILE" };

        private readonly Option<KitbagCompression?> _compression = new Option<KitbagCompression?>("--compression")
        {
            Description = "Make a file with blocks: None, Lz4 or Brotli.",
            HelpName = "HOW",
        };

        public PackCommand()
            : base("pack", "Makes a file of JSON, by the schema of another file; or of a document.",
                "kitbag pack slot1.json --like slot1.kit --out slot2.kit",
                "kitbag pack slot1.json --schema world.schema --compression Brotli --out slot2.kit",
                "kitbag pack world.lz4 --compression Lz4 --out slot2.kit  # what 'unpack --lz4' or the lz4 program has written")
        {
            Add(_file);
            Add(_like);
            Add(_out);
            Add(_compression);
        }

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments);
            string file = arguments.GetValue(_file)!;
            FileShape shape = FileShape.Document;
            KitbagSchema? schema = null;
            if (arguments.GetValue(_like) is { } like)
            {
                using Source source = sources.Open(like);
                schema = source.Document.Schema;
                shape = source.Shape;
            }
            schema ??= sources.Schema;
            if (arguments.GetValue(_compression) is { } compression)
                shape = shape with { IsContainer = true, Compression = compression };
            byte[] input = sources.ReadAll(file), document = DocumentOf(input, schema);
            Saving.Save(Console, arguments.GetValue(_out) ?? Sources.Standard, document, shape);
            return ExitCodes.Good;
        }

        private static byte[] DocumentOf(byte[] input, KitbagSchema? schema)
        {
            if (KitbagLz4.IsFrame(input))
                return KitbagLz4.Decode(input, Sources.Limits);
            return input.AsSpan().StartsWith("KIT"u8) ? input : FromJson(input, schema);
        }

        private static byte[] FromJson(byte[] json, KitbagSchema? schema)
        {
            if (schema == null)
                throw ToolException.Usage("Which schema the new file has, --like FILE or --schema FILE says.");
            return KitbagDocument.FromJson(json, schema, JsonTexts.Reading).ToBytes();
        }
    }
}
