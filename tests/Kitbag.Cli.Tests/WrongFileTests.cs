using System;
using System.IO;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Files that cannot be read or written cause one line with the reason, and the exit code of a usage error.</summary>
    public sealed class WrongFileTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new();

        public WrongFileTests() => File.WriteAllBytes(_folder["a.kit"], KitbagSerializer.Serialize(Saves.CreateWorld()));

        public void Dispose() => _folder.Dispose();

        private static void AssertUsage(string expected, ToolRun run)
        {
            Assert.Equal(expected, run.Error);
            Assert.Equal(2, run.ExitCode);
        }

        [Fact]
        public void Merge_names_the_file_that_does_not_exist()
        {
            string[] Command(string theirs, string output) => ["merge", "a.kit", "a.kit", theirs, "--out", output];
            AssertUsage("kitbag: b.kit: The file does not exist.\n", ToolRun.Of(_folder.Path, Command("b.kit", "c.kit")));
            string output = Path.Combine("none", "c.kit");
            AssertUsage("kitbag: " + output + ": The folder of the file does not exist.\n",
                ToolRun.Of(_folder.Path, Command("a.kit", output)));
        }

        [Fact]
        public void Standard_input_is_one_file()
        {
            byte[] world = File.ReadAllBytes(_folder["a.kit"]);
            AssertUsage("kitbag: -: Standard input can be used for one file only.\n",
                ToolRun.WithInput(_folder.Path, world, "merge", "-", "-", "a.kit", "--out", "c.kit"));
            ToolRun run = ToolRun.WithInput(_folder.Path, world, "merge", "-", "a.kit", "a.kit", "--out", "c.kit");
            Assert.Equal("", run.Error);
            Assert.Equal(world, File.ReadAllBytes(_folder["c.kit"]));
        }
    }
}
