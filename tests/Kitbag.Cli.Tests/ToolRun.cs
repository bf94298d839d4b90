using System;
using System.IO;
using System.Text;
using Kitbag.Cli.Running;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>One run of the tool in this process.</summary>
    internal sealed class ToolRun
    {
        private ToolRun(int exitCode, string output, string error, Exception? defect)
        {
            ExitCode = exitCode;
            Output = output;
            Error = error;
            Defect = defect;
        }

        public int ExitCode { get; }

        public string Output { get; }

        public string Error { get; }

        /// <summary>An exception that the tool did not expect.</summary>
        public Exception? Defect { get; }

        public static ToolRun Of(string folder, params string[] args) => Of(folder, null, false, args);

        public static ToolRun WithInput(string folder, byte[] input, params string[] args) => Of(folder, input, false, args);

        public static ToolRun InColor(string folder, params string[] args) => Of(folder, null, true, args);

        private static ToolRun Of(string folder, byte[]? input, bool hasColors, string[] args)
        {
            var output = new StringWriter { NewLine = "\n" };
            var error = new StringWriter { NewLine = "\n" };
            var bytes = new MemoryStream();
            var console = new ToolConsole(output, error, () => new MemoryStream(input ?? []), () => new Unclosed(bytes))
            {
                Folder = folder,
                HasColors = hasColors,
            };
            int exitCode = Tool.Run(args, console);
            return new ToolRun(exitCode, output + Encoding.UTF8.GetString(bytes.ToArray()), error.ToString(), console.Defect);
        }

        /// <summary>Runs a command that must succeed, and returns its output.</summary>
        public static string Good(string folder, params string[] args)
        {
            ToolRun run = Of(folder, args);
            Assert.Equal("", run.Error);
            Assert.Equal(0, run.ExitCode);
            return run.Output;
        }

        /// <summary>Asserts that the tool printed a result, or one line of error with the corresponding exit code.</summary>
        public void AssertAnswered()
        {
            Assert.True(Defect == null, Defect?.ToString());
            Assert.InRange(ExitCode, 0, 2);
            if (Error.Length == 0)
                return;
            Assert.NotEqual(0, ExitCode);
            Assert.Equal(Error.Length - 1, Error.IndexOf('\n', StringComparison.Ordinal));
            Assert.StartsWith("kitbag: ", Error, StringComparison.Ordinal);
        }

        // The tool closes the stream, but the test reads it afterwards.
        private sealed class Unclosed : Stream
        {
            private readonly Stream _stream;

            public Unclosed(Stream stream) => _stream = stream;

            public override bool CanRead => false;

            public override bool CanSeek => false;

            public override bool CanWrite => true;

            public override long Length => _stream.Length;

            public override long Position { get => _stream.Position; set => throw new NotSupportedException(); }

            public override void Flush()
            {
            }

            public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

            public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

            public override void SetLength(long value) => throw new NotSupportedException();

            public override void Write(byte[] buffer, int offset, int count) => _stream.Write(buffer, offset, count);
        }
    }
}
