using System;

namespace Kitbag.Cli.Running
{
    /// <summary>Ends a command with a one-line error message.</summary>
    internal sealed class ToolException : Exception
    {
        public ToolException(int exitCode, string message)
            : base(message) => ExitCode = exitCode;

        public int ExitCode { get; }

        /// <summary>Gets a value indicating whether other files of the command line can be processed nevertheless.</summary>
        public bool IsOfFile { get; private init; }

        public static ToolException Usage(string message) => new ToolException(ExitCodes.Usage, message);

        public static ToolException Bad(string message) => new ToolException(ExitCodes.Bad, message) { IsOfFile = true };

        /// <summary>The command line names a file that does not exist.</summary>
        public static ToolException Missing(string message) => new ToolException(ExitCodes.Usage, message) { IsOfFile = true };
    }
}
