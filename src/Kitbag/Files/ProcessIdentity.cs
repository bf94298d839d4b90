using System;
using System.Diagnostics;
using System.Globalization;

namespace Kitbag.Files
{
    /// <summary>
    /// Identifies the process, and its machine, that holds a file. The form is lines of text, because people read it, too.
    /// </summary>
    internal sealed class ProcessIdentity
    {
        private const string Title = "Kitbag lock";

        // A holder of another machine cannot be asked whether it lives; it renews its lock more often than this.
        private static readonly TimeSpan s_silence = TimeSpan.FromMinutes(2);

        private static readonly Lazy<ProcessIdentity> s_own = new Lazy<ProcessIdentity>(OfThisProcess);

        private ProcessIdentity(int process, string host, string program, long started, long since)
        {
            Process = process;
            Host = host;
            Program = program;
            Started = started;
            Since = since;
        }

        public int Process { get; }

        public string Host { get; }

        public string Program { get; }

        public long Started { get; }

        public long Since { get; }

        /// <summary>This process, now.</summary>
        public static ProcessIdentity Own()
        {
            ProcessIdentity own = s_own.Value;
            return new ProcessIdentity(own.Process, own.Host, own.Program, own.Started, DateTime.UtcNow.Ticks);
        }

        public override string ToString() =>
            Title + "\nprocess " + Text(Process) + "\nhost " + Host + "\nprogram " + Program + "\nstarted " + Text(Started) + "\nsince "
                + Text(Since) + "\n";

        /// <summary>The words for a message.</summary>
        public string Description => "process " + Text(Process) + " (" + Program + ") on " + Host + " has it";

        /// <summary>Parses the result of <see cref="ToString"/>; returns null if the text is something else.</summary>
        public static ProcessIdentity? Parse(string text)
        {
            string[] lines = text.Split('\n');
            if (lines.Length < 6 || lines[0] != Title
                || !int.TryParse(After(lines[1]), NumberStyles.None, CultureInfo.InvariantCulture, out int process)
                || !long.TryParse(After(lines[4]), NumberStyles.None, CultureInfo.InvariantCulture, out long started)
                || !long.TryParse(After(lines[5]), NumberStyles.None, CultureInfo.InvariantCulture, out long since))
                return null;
            return new ProcessIdentity(process, After(lines[2]), After(lines[3]), started, since);
        }

        /// <summary>
        /// Returns whether a text is what a process may have written before it ended, with no more than zeros where the system has not yet
        /// written it. Anything else with the name of a lock file belongs to another program.
        /// </summary>
        public static bool IsStart(string text)
        {
            for (int i = 0; i < text.Length && i < Title.Length; i++)
            {
                if (text[i] != Title[i] && text[i] != '\0')
                    return false;
            }
            return true;
        }

        /// <summary>
        /// Returns whether the process still exists. Called when the system has granted the lock to this process, which some mounts do
        /// without checking.
        /// </summary>
        public bool IsAlive()
        {
            ProcessIdentity own = s_own.Value;
            if (Host != own.Host)
                return Math.Abs(DateTime.UtcNow.Ticks - Since) < s_silence.Ticks;
            if (Process == own.Process)
                return false;
            try
            {
                using Process other = System.Diagnostics.Process.GetProcessById(Process);
                return StartOf(other) is var started && (started == 0 || Started == 0 || started == Started);
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException or NotSupportedException)
            {
                return false;
            }
        }

        private static ProcessIdentity OfThisProcess()
        {
            string host = "?", program = "?";
            int number = 0;
            long started = 0;
            try
            {
                host = Clean(Environment.MachineName);
                using Process own = System.Diagnostics.Process.GetCurrentProcess();
                number = own.Id;
                program = Clean(own.ProcessName);
                started = StartOf(own);
            }
            catch (Exception e) when (e is InvalidOperationException or NotSupportedException or System.ComponentModel.Win32Exception)
            {
                // Browsers and consoles have no processes.
            }
            return new ProcessIdentity(number, host, program, started, 0);
        }

        // Rounded to seconds, because the system counts from its start, in its own unit.
        private static long StartOf(Process process)
        {
            try
            {
                return process.StartTime.ToUniversalTime().Ticks / TimeSpan.TicksPerSecond;
            }
            catch (Exception e) when (e is InvalidOperationException or NotSupportedException or System.ComponentModel.Win32Exception)
            {
                return 0;
            }
        }

        private static string Clean(string name) => name.Replace('\n', ' ').Replace('\r', ' ');

        private static string After(string line)
        {
            int space = line.IndexOf(' ');
            return space < 0 ? "" : line.Substring(space + 1);
        }

        private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
