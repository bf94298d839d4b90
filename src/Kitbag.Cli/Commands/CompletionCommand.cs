using System.CommandLine;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class CompletionCommand : ToolCommand
    {
        private readonly Argument<string> _shell = new Argument<string>("SHELL") { Description = "bash, zsh or pwsh." };

        public CompletionCommand()
            : base("completion", "Prints the script with which a shell completes commands and options.",
                "eval \"$(kitbag completion bash)\"  # in ~/.bashrc",
                "eval \"$(kitbag completion zsh)\"  # in ~/.zshrc, after compinit",
                "kitbag completion pwsh | Out-String | Invoke-Expression  # in $PROFILE")
        {
            _shell.AcceptOnlyFromAmong("bash", "zsh", "pwsh");
            Add(_shell);
        }

        public override bool ReadsDocuments => false;

        private protected override int Run(ParseResult arguments)
        {
            Console.Out.Write(Resources.Text("completion." + arguments.GetValue(_shell)));
            return ExitCodes.Good;
        }
    }
}
