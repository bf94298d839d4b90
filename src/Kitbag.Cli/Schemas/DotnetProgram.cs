using System.ComponentModel;
using System.Diagnostics;
using System.Threading.Tasks;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Schemas
{
    /// <summary>Runs the .NET SDK in a folder.</summary>
    internal static class DotnetProgram
    {
        /// <summary>Returns the output of the SDK, and its exit code.</summary>
        public static (int Code, string Output) Run(string folder, params string[] arguments)
        {
            var start = new ProcessStartInfo("dotnet", arguments)
            {
                WorkingDirectory = folder,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            // The host of a tool passes the SDK version with which it was started to child processes.
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
