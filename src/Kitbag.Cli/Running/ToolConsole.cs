using System;
using System.IO;
using System.Text;

namespace Kitbag.Cli.Running
{
    /// <summary>What a command reads from and writes to, other than files; tests have one of their own.</summary>
    internal sealed class ToolConsole
    {
        private readonly Func<Stream> _openInput, _openOutput;
        private bool _isInputOpen;

        public ToolConsole(TextWriter @out, TextWriter error, Func<Stream> openInput, Func<Stream> openOutput)
        {
            Out = @out;
            Error = error;
            _openInput = openInput;
            _openOutput = openOutput;
        }

        public TextWriter Out { get; }

        public TextWriter Error { get; }

        /// <summary>Whether people see what is written to <see cref="Out"/> at once.</summary>
        public bool IsTerminal { get; init; }

        /// <summary>Whether people see what is written to <see cref="Error"/> at once: progress is shown only then.</summary>
        public bool IsErrorTerminal { get; init; }

        /// <summary>Whether what is written has colours.</summary>
        public bool HasColors { get; set; }

        /// <summary>The columns of a line.</summary>
        public int Width { get; init; } = 100;

        /// <summary>The folder that relative paths are of.</summary>
        public string Folder { get; init; } = Environment.CurrentDirectory;

        /// <summary>Whether the caller wants JSON.</summary>
        public bool Json { get; set; }

        /// <summary>The file that a command is at, for messages.</summary>
        public string Subject { get; set; } = "";

        /// <summary>An exception that nobody expected, for tests; to users it is one line.</summary>
        public Exception? Defect { get; set; }

        public static ToolConsole OfProcess()
        {
            bool isTerminal = !Console.IsOutputRedirected;
            // A writer that flushes each line would cost more than all else.
            var writer = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false), 1 << 14) { NewLine = "\n" };
            return new ToolConsole(writer, Console.Error, Console.OpenStandardInput, Console.OpenStandardOutput)
            {
                IsTerminal = isTerminal,
                IsErrorTerminal = !Console.IsErrorRedirected,
                HasColors = isTerminal && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
                    && Environment.GetEnvironmentVariable("TERM") != "dumb",
                Width = isTerminal ? WidthOfTerminal() : 100,
            };
        }

        /// <summary>Standard input as bytes.</summary>
        public Stream OpenInput()
        {
            // It cannot be read twice: the second reader would find nothing.
            if (_isInputOpen)
                throw ToolException.Usage("Standard input can be used for one file only.");
            _isInputOpen = true;
            return _openInput();
        }

        /// <summary>Standard output as bytes.</summary>
        public Stream OpenOutput()
        {
            Out.Flush();
            return _openOutput();
        }

        /// <summary>The whole path of a file that the user named.</summary>
        public string Place(string file)
        {
            try
            {
                return Path.GetFullPath(file, Folder);
            }
            catch (ArgumentException)
            {
                throw ToolException.Usage("'" + Output.Plain.Text(file) + "' is not a valid file name.");
            }
        }

        private static int WidthOfTerminal()
        {
            try
            {
                return Math.Max(Console.WindowWidth, 40);
            }
            catch (IOException)
            {
                return 100;
            }
        }
    }
}
