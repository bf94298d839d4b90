using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace Quest.Measuring
{
    /// <summary>Starts this program in a new process, in which nothing has been called yet, to measure first calls.</summary>
    public static class Child
    {
        /// <summary>Runs the program with these arguments and returns the outcome that it prints.</summary>
        public static Outcome Run(IEnumerable<string> arguments)
        {
            string program = Environment.ProcessPath ?? throw new InvalidOperationException("The program's own path is not known.");
            var start = new ProcessStartInfo(program) { RedirectStandardOutput = true, RedirectStandardError = true };

            // If the program was started as `dotnet Quest.dll`, the process is the host, and its first argument is the program.
            if (Path.GetFileNameWithoutExtension(program) == "dotnet")
            {
                start.ArgumentList.Add(Environment.GetCommandLineArgs()[0]);
            }

            foreach (string argument in arguments)
            {
                start.ArgumentList.Add(argument);
            }

            using Process process = Process.Start(start)!;
            Task<string> errors = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return output.Split('\n').Select(line => Outcome.Parse(line.TrimEnd('\r'))).FirstOrDefault(outcome => outcome != null)
                ?? Outcome.Failed($"the process ended with {process.ExitCode}: {FirstLine(errors.Result)}");
        }

        private static string FirstLine(string text) => text.Trim().Split('\n')[0].Trim();
    }
}
