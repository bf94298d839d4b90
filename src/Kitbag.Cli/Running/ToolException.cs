using System;

namespace Kitbag.Cli.Running
{
    /// <summary>Ends a command with a one-line error message.</summary>
    internal sealed class ToolException : Exception
    {
        public ToolException(int exitCode, string message)
            : base(message) => ExitCode = exitCode;

        public int ExitCode { get; }

        public static ToolException Usage(string message) => new ToolException(ExitCodes.Usage, message);

        public static ToolException Bad(string message) => new ToolException(ExitCodes.Bad, message);
    }
}
