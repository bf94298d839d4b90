using System.ComponentModel;
using System.Diagnostics;
using System.Threading.Tasks;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Git
{
    /// <summary>Runs git in a folder.</summary>
    internal sealed class GitProgram
    {
        private readonly string _folder;

        public GitProgram(string folder) => _folder = folder;

        /// <summary>Returns the output of git, or null if its exit code is not 0.</summary>
        public string? TryRun(params string[] arguments)
        {
            (int code, string output, _) = Start(arguments);
            return code == 0 ? output.TrimEnd('\n', '\r') : null;
        }

        /// <summary>Returns the output of git.</summary>
        /// <exception cref="ToolException">git fails.</exception>
        public string Run(params string[] arguments)
        {
            (int code, string output, string error) = Start(arguments);
            return code == 0 ? output.TrimEnd('\n', '\r')
                : throw ToolException.Bad("git " + string.Join(' ', arguments) + ": " + error.Trim());
        }

        private (int Code, string Output, string Error) Start(string[] arguments)
        {
            var start = new ProcessStartInfo("git", arguments)
            {
                WorkingDirectory = _folder,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            try
            {
                using Process process = Process.Start(start)!;
                Task<string> error = process.StandardError.ReadToEndAsync();
                string output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                return (process.ExitCode, output, error.Result);
            }
            catch (Win32Exception)
            {
                throw ToolException.Bad("git could not be started: is it installed, and in the PATH?");
            }
        }
    }
}
