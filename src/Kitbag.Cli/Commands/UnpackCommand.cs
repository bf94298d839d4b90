using System.CommandLine;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class UnpackCommand : ToolCommand
    {
        private readonly Argument<string> _file = File();

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write.",
            HelpName = "FILE",
        };

        private readonly Option<bool> _lz4 = new Option<bool>("--lz4") { Description = "Write a file of the lz4 program." };

        private readonly Option<bool> _info = new Option<bool>("--info") { Description = "Extract the info document instead." };

        public UnpackCommand()
            : base("unpack", "Extracts the document from the blocks of a file.",
                "kitbag unpack slot1.kit --out world.bin",
                "kitbag unpack slot1.kit --lz4 --out world.bin.lz4 && lz4 -d world.bin.lz4")
        {
            Add(_file);
            Add(_out);
            Add(_lz4);
            Add(_info);
        }

        private protected override int Run(ParseResult arguments)
        {
            OutputFile.RefuseInput(Console, arguments.GetValue(_file)!, arguments.GetValue(_out));
            Sources sources = Open(arguments);
            byte[] document;
            using (Source source = sources.Open(arguments.GetValue(_file)!))
            {
                document = arguments.GetValue(_info)
                    ? sources.OpenInfo(source).ToBytes()
                    : source.Document.ToBytes();
            }
            if (arguments.GetValue(_lz4))
                document = KitbagLz4.Encode(document);
            OutputFile.WriteTo(Console, arguments.GetValue(_out), output => output.Write(document));
            return ExitCodes.Good;
        }
    }
}
