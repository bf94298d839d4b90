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
            File("INPUT", "A file of JSON, of Kitbag or of the lz4 program, or - for standard input.");

        private readonly Option<string?> _like = new Option<string?>("--like")
        {
            Description = "A file with the schema; the new file also gets its compression and its info document.",
            HelpName = "FILE",
        };

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write.",
            HelpName = "FILE",
        };

        private readonly Option<KitbagCompression?> _compression = new Option<KitbagCompression?>("--compression")
        {
            Description = "Write a file with blocks, with this compression: None, Lz4 or Brotli.",
            HelpName = "HOW",
        };

        private readonly Option<string?> _lock =
            LockOption("The lock file of a project with KitbagLockJson, whose names of members JSON has.");

        public PackCommand()
            : base("pack", "Creates a file from JSON with the schema of another file, or packs a file again with another compression.",
                "kitbag pack slot1.json --like slot1.kit --out slot2.kit",
                "kitbag pack slot1.json --schema world.schema --compression Brotli --out slot2.kit",
                "kitbag pack slot1.kit --compression Lz4 --out slot2.kit  # the same document, compressed",
                "kitbag pack world.lz4 --compression Lz4 --out slot2.kit  # what 'unpack --lz4' or the lz4 program has written")
        {
            Add(_file);
            Add(_like);
            Add(_out);
            Add(_compression);
            Add(_lock);
        }

        private protected override int Run(ParseResult arguments)
        {
            Sources sources = Open(arguments, arguments.GetValue(_lock));
            string file = arguments.GetValue(_file)!;
            using Source? blocks = sources.OpenBlocks(file);
            FileShape shape = blocks?.Shape ?? FileShape.Document;
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
            string target = arguments.GetValue(_out) ?? Sources.Standard;
            if (target == Sources.Standard && arguments.GetValue(_compression) != null)
                throw ToolException.Usage("--compression needs --out FILE: only files have blocks, and the document is written to standard "
                    + "output.");
            byte[] document = blocks?.Document.ToBytes() ?? DocumentOf(file, target, schema, sources);
            Saving.Save(Console, target, document, shape);
            return ExitCodes.Good;
        }

        private byte[] DocumentOf(string file, string target, KitbagSchema? schema, Sources sources)
        {
            byte[] input = sources.ReadAll(file);
            if (input.AsSpan().StartsWith("KIT"u8))
                return input;
            OutputFile.RefuseInput(Console, file, target);
            return KitbagLz4.IsFrame(input) ? KitbagLz4.Decode(input, Sources.Limits) : FromJson(input, schema, sources.Lock);
        }

        private static byte[] FromJson(byte[] json, KitbagSchema? schema, KitbagLockFile? lockFile)
        {
            if (schema == null)
                throw ToolException.Usage("Specify the schema of the new file with --like FILE or --schema FILE.");
            return KitbagDocument.FromJson(json, schema, JsonTexts.Reading, lockFile: lockFile).ToBytes();
        }
    }
}
