using System.ComponentModel;
using System.Diagnostics;
using System.Threading.Tasks;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Schemas
{
    /// <summary>Calls of the .NET SDK in a folder.</summary>
    internal static class DotnetProgram
    {
        /// <summary>What the SDK says, and its exit code.</summary>
        public static (int Code, string Output) Run(string folder, params string[] arguments)
        {
            var start = new ProcessStartInfo("dotnet", arguments)
            {
                WorkingDirectory = folder,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            // A tool runs under a host that tells its children which SDK it was started with.
            start.Environment.Remove("MSBUILD_EXE_PATH");
            start.Environment.Remove("MSBuildSDKsPath");
            start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en";
            try
            {
                using Process process = Process.Start(start)!;
                Task<string> error = process.StandardError.ReadToEndAsync();
                string output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                return (process.ExitCode, output + error.Result);
            }
            catch (Win32Exception)
            {
                throw ToolException.Bad("dotnet could not be started: is the .NET SDK installed, and in the PATH?");
            }
        }
    }
}
