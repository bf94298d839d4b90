using System.CommandLine;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class TypesCommand : ToolCommand
    {
        private readonly Argument<string> _file = File();

        public TypesCommand()
            : base("types", "Prints C# declarations of types that can read the file.",
                "kitbag types slot1.kit > World.cs")
        {
            Add(_file);
        }

        private protected override int Run(ParseResult arguments)
        {
            using Source source = Open(arguments).Open(arguments.GetValue(_file)!);
            string code = source.Document.ToCSharp();
            if (Console.Json)
                JsonOut.Write(Console, w => w.WriteStringValue(code));
            else
                Console.Out.Write(code.ReplaceLineEndings("\n"));
            return ExitCodes.Good;
        }
    }
}
