using System.CommandLine;
using System.CommandLine.Help;
using Kitbag.Cli.Commands;

namespace Kitbag.Cli.Running
{
    /// <summary>The list of all commands.</summary>
    internal static class ToolRoot
    {
        public static RootCommand Create(ToolConsole console)
        {
            var common = new CommonOptions();
            var root = new RootCommand("Shows, queries, compares, edits and repairs Kitbag files without their types.")
            {
                common.Json,
                common.Schema,
                common.Color,
            };
            ToolCommand[] commands =
            [
                new ShowCommand(), new GetCommand(), new QueryCommand(), new SchemaCommand(), new TypesCommand(), new JsonCommand(),
                new DiffCommand(), new CompatCommand(), new StatsCommand(), new ReportCommand(), new BenchCommand(),
                new SetCommand(), new PackCommand(), new UnpackCommand(), new VerifyCommand(), new RepairCommand(),
                new LockCommand(), new MergeCommand(), new GitSetupCommand(), new CompletionCommand(),
            ];
            foreach (ToolCommand command in commands)
                root.Add(command.With(console, common));
            foreach (Option option in root.Options)
            {
                if (option is HelpOption help)
                    help.Action = new ToolHelp(console);
            }
            root.SetAction(_ =>
            {
                ToolHelp.Write(root, console);
                return ExitCodes.Usage;
            });
            return root;
        }
    }
}
