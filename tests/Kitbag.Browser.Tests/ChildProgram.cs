using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace Kitbag.Browser.Tests
{
    /// <summary>A program of this repository in a separate process.</summary>
    internal sealed class ChildProgram : IDisposable
    {
        // An operation that takes longer hangs.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(60);

        private readonly Process _process;
        private readonly List<string> _lines = [];

        private ChildProgram(Process process)
        {
            _process = process;
            process.OutputDataReceived += Take;
            process.ErrorDataReceived += Take;
            process.BeginOutputReadLine();
            process.BeginErrorReadLine();
        }

        /// <summary>Starts a program that was built with these tests.</summary>
        /// <param name="project">The folder of its project.</param>
        /// <param name="assembly">Its assembly.</param>
        /// <param name="arguments">Its arguments.</param>
        public static ChildProgram Start(string project, string assembly, params string[] arguments)
        {
            // bin/Release/net10.0, as here.
            string[] here = AppContext.BaseDirectory.TrimEnd('/').Split('/');
            string file = Path.Combine([Root(), .. project.Split('/'), .. here[^3..], assembly + ".dll"]);
            return new ChildProgram(Process.Start(new ProcessStartInfo("dotnet", [file, .. arguments])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!);
        }

        /// <summary>Waits until the program has written a line with a given start, and returns the rest of that line.</summary>
        public async Task<string> WaitForAsync(string beginning)
        {
            long began = Stopwatch.GetTimestamp();
            while (true)
            {
                lock (_lines)
                {
                    if (_lines.Find(line => line.StartsWith(beginning, StringComparison.Ordinal)) is { } found)
                        return found[beginning.Length..];
                    if (_process.HasExited || Stopwatch.GetElapsedTime(began) > s_timeout)
                        throw new TimeoutException("The program did not write '" + beginning + "', but:\n" + string.Join("\n", _lines));
                }
                await Task.Delay(20);
            }
        }

        public int Count(string beginning)
        {
            lock (_lines)
                return _lines.Count(line => line.StartsWith(beginning, StringComparison.Ordinal));
        }

        /// <summary>Kills the process, with SIGKILL on Unix.</summary>
        public void Kill()
        {
            _process.Kill();
            _process.WaitForExit();
        }

        public void Dispose()
        {
            if (!_process.HasExited)
                Kill();
            _process.Dispose();
        }

        public static int FreePort()
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            return ((IPEndPoint)socket.LocalEndPoint!).Port;
        }

        private void Take(object sender, DataReceivedEventArgs line)
        {
            if (line.Data == null)
                return;
            lock (_lines)
                _lines.Add(line.Data);
        }

        private static string Root([CallerFilePath] string file = "") => Path.Combine(Path.GetDirectoryName(file)!, "..", "..");
    }
}
