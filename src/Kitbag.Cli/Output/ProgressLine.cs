using System;
using System.Diagnostics;
using System.Globalization;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>
    /// Shows the progress of long operations on one line of the terminal; nothing if the output is not a terminal or the operation is
    /// short.
    /// </summary>
    internal sealed class ProgressLine : IDisposable, IProgress<double>
    {
        private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(500), s_step = TimeSpan.FromMilliseconds(100);

        private readonly ToolConsole _console;
        private readonly string _what;
        private readonly long _began = Stopwatch.GetTimestamp();
        private TimeSpan _last = s_patience - s_step;
        private bool _isShown;

        public ProgressLine(ToolConsole console, string what)
        {
            _console = console;
            _what = what;
        }

        /// <summary>Reports the progress, from 0 to 1.</summary>
        public void Report(double value)
        {
            TimeSpan now = Stopwatch.GetElapsedTime(_began);
            if (!_console.IsErrorTerminal || now - _last < s_step)
                return;
            _last = now;
            _isShown = true;
            int done = (int)(Math.Clamp(value, 0, 1) * 30);
            _console.Error.Write("\r" + Plain.Line(_what) + " " + new string('█', done) + new string('░', 30 - done) + " "
                + (Math.Clamp(value, 0, 1) * 100).ToString("0", CultureInfo.InvariantCulture) + " %");
        }

        public void Dispose()
        {
            if (_isShown)
                _console.Error.Write("\r\x1b[K");
        }
    }
}
