using System;
using System.IO;
using System.Text;

namespace Kitbag.Cli.Running
{
    /// <summary>The standard streams and settings of a command; tests use their own.</summary>
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

        /// <summary>Whether <see cref="Out"/> is a terminal.</summary>
        public bool IsTerminal { get; init; }

        /// <summary>Whether <see cref="Error"/> is a terminal: progress is shown only then.</summary>
        public bool IsErrorTerminal { get; init; }

        /// <summary>Whether the output is colored.</summary>
        public bool HasColors { get; set; }

        /// <summary>The width of a line in columns.</summary>
        public int Width { get; init; } = 100;

        /// <summary>The folder for relative paths.</summary>
        public string Folder { get; init; } = Environment.CurrentDirectory;

        /// <summary>Whether the output is JSON.</summary>
        public bool Json { get; set; }

        /// <summary>The file that a command is processing, for messages.</summary>
        public string Subject { get; set; } = "";

        /// <summary>An unexpected exception, for tests; users see one line.</summary>
        public Exception? Defect { get; set; }

        public static ToolConsole OfProcess()
        {
            bool isTerminal = !Console.IsOutputRedirected;
            // Flushing each line would dominate the run time.
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
            // It cannot be read twice: the second reader would get nothing.
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

        /// <summary>Returns the full path of a file on the command line.</summary>
        public string Place(string file)
        {
            if (file.Length == 0)
                throw ToolException.Usage("The name of a file is empty.");
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
