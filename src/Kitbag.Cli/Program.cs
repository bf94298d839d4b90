using Kitbag.Cli.Running;

namespace Kitbag.Cli
{
    internal static class Program
    {
        private static int Main(string[] args) => Tool.Run(args, ToolConsole.OfProcess());
    }
}
