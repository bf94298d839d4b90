using System;
using System.Diagnostics;
using System.IO;
using System.IO.Pipes;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Tests standard input, pipes, and files that must not be read.</summary>
    public sealed class InputTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public void Dispose() => _folder.Dispose();

        private string Good(string input, params string[] args)
        {
            ToolRun run = ToolRun.WithInput(_folder.Path, File.ReadAllBytes(_folder[input]), args);
            Assert.Equal("", run.Error);
            Assert.Equal(0, run.ExitCode);
            return run.Output;
        }

        [Fact]
        public void A_log_is_read_from_standard_input()
        {
            Assert.Equal("-: whole, 1,461 bytes\n", Good("replay.kitlog", "verify", "-"));
            Assert.Equal(ToolRun.Good(_folder.Path, "show", "replay.kitlog"), Good("replay.kitlog", "show", "-"));
            Assert.Equal("\"jump\"\n", Good("replay.kitlog", "get", "-", "[45].Action"));
            byte[] bytes = File.ReadAllBytes(_folder["replay.kitlog"]);
            bytes[700] ^= 1;
            ToolRun run = ToolRun.WithInput(_folder.Path, bytes, "verify", "-");
            Assert.Equal(1, run.ExitCode);
            Assert.StartsWith("-: damaged: ", run.Output, StringComparison.Ordinal);
        }

        [Fact]
        public void A_file_of_blocks_keeps_its_container_on_standard_input()
        {
            Assert.Equal(ToolRun.Good(_folder.Path, "show", "slot1.kit"), Good("slot1.kit", "show", "-"));
            Assert.Equal(ToolRun.Good(_folder.Path, "show", "slot1.kit", "--info"), Good("slot1.kit", "show", "-", "--info"));
            Good("slot1.kit", "pack", "-", "--compression", "Lz4", "--out", "packed.kit");
            Assert.Equal(ToolRun.Good(_folder.Path, "show", "slot1.kit", "--info"),
                ToolRun.Good(_folder.Path, "show", "packed.kit", "--info"));
            Good("world.schema", "show", "world.bare", "--schema", "-");
        }

        [Fact]
        public async Task A_pipe_is_written_to()
        {
            if (!OperatingSystem.IsLinux())
                return;
            using var pipe = new AnonymousPipeServerStream(PipeDirection.In);
            string name = "/dev/fd/" + pipe.GetClientHandleAsString();
            Task<string> read = new StreamReader(pipe).ReadToEndAsync();
            Assert.Equal("", ToolRun.Good(_folder.Path, "json", "slot1.kit", "--out", name));
            pipe.DisposeLocalCopyOfClientHandle();
            Assert.Equal(ToolRun.Good(_folder.Path, "json", "slot1.kit"), await read);
        }

        [Theory]
        [InlineData("slot1.kit", "show", "pipe")]
        [InlineData("replay.kitlog", "verify", "pipe")]
        [InlineData("slot1.kit", "diff", "pipe", "slot1.kit")]
        [InlineData("world.bin", "query", "pipe", "count(Zones)")]
        public async Task A_pipe_is_read(string input, params string[] args)
        {
            if (OperatingSystem.IsWindows())
                return;
            using (Process make = Process.Start("mkfifo", _folder["pipe"]))
                await make.WaitForExitAsync();
            Task write = Task.Run(() =>
            {
                using var pipe = new FileStream(_folder["pipe"], FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
                pipe.Write(File.ReadAllBytes(_folder[input]));
            });
            string output = ToolRun.Good(_folder.Path, args);
            await write;
            Assert.Equal(output.Replace("pipe", input, StringComparison.Ordinal),
                ToolRun.Good(_folder.Path, Array.ConvertAll(args, a => a == "pipe" ? input : a)));
        }

        // A process substitution of a shell is a link whose target is not a path.
        [Fact]
        public void A_pipe_of_the_process_is_read_but_not_replaced()
        {
            if (!OperatingSystem.IsLinux())
                return;
            using var writer = new AnonymousPipeServerStream(PipeDirection.Out);
            string path = "/proc/self/fd/" + writer.GetClientHandleAsString();
            foreach (string command in new[] { "set", "repair" })
            {
                ToolRun run = ToolRun.Of(_folder.Path, command == "set" ? [command, path, "Name", "x"] : [command, path]);
                Assert.Equal("kitbag: " + path + ": This is a pipe, not a file.\n", run.Error);
                Assert.Equal(2, run.ExitCode);
            }
            writer.Write(File.ReadAllBytes(_folder["slot1.kit"]));
            writer.Dispose();
            Assert.Equal(ToolRun.Good(_folder.Path, "show", "slot1.kit"), ToolRun.Good(_folder.Path, "show", path));
        }

        [Fact]
        public void A_file_that_must_not_be_read_is_not_called_damaged()
        {
            if (OperatingSystem.IsWindows() || Environment.IsPrivilegedProcess)
                return;
            Directory.CreateDirectory(_folder["closed"]);
            File.Copy(_folder["slot1.kit"], _folder["closed/s.kit"]);
            File.SetUnixFileMode(_folder["closed"], UnixFileMode.None);
            File.SetUnixFileMode(_folder["slot1.kit"], UnixFileMode.None);
            try
            {
                ToolRun run = ToolRun.Of(_folder.Path, "verify", "slot1.kit", "closed/s.kit", "slot2.kit");
                Assert.Equal(1, run.ExitCode);
                Assert.StartsWith("slot1.kit: not verified: ", run.Output, StringComparison.Ordinal);
                Assert.EndsWith("\n3 files, 2 not verified.\n", run.Output, StringComparison.Ordinal);
                Assert.Contains(" is denied.", ToolRun.Of(_folder.Path, "show", "closed/s.kit").Error, StringComparison.Ordinal);
            }
            finally
            {
                File.SetUnixFileMode(_folder["closed"], UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            }
        }

        [Theory]
        [InlineData(2, "show", "none.kit")]
        [InlineData(2, "show", "none/none.kit")]
        [InlineData(2, "show", ".")]
        [InlineData(2, "repair", ".")]
        [InlineData(2, "verify", "*.none")]
        [InlineData(2, "set", "slot1.kit", "Name", "x", "--out", "none/slot.kit")]
        [InlineData(1, "get", "slot1.kit", "None")]
        [InlineData(1, "diff", "slot1.kit", "slot2.kit")]
        public void Exit_codes_distinguish_values_from_files(int expected, params string[] args)
        {
            ToolRun run = ToolRun.Of(_folder.Path, args);
            run.AssertAnswered();
            Assert.Equal(expected, run.ExitCode);
        }
    }
}
