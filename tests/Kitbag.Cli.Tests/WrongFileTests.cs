using System;
using System.IO;
using Kitbag.Schema;
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

        [Theory]
        [InlineData("--items: expected a whole number instead of 'x'.", "show", "a.kit", "--items", "x")]
        [InlineData("--rounds: expected a whole number instead of 'x'.", "bench", "a.kit", "--rounds", "x")]
        [InlineData("--compression: expected None, Lz4, Brotli instead of 'Foo'.", "pack", "a.kit", "--compression", "Foo")]
        [InlineData("Argument 'fish' not recognized. Must be one of: 'bash' 'zsh' 'pwsh'", "completion", "fish")]
        [InlineData("There is no option '--bogus'; a value that begins with -- follows the argument --.", "show", "a.kit", "--bogus")]
        public void Wrong_options_are_described_for_users(string expected, string command, params string[] args) =>
            AssertUsage("kitbag: " + expected + " Try 'kitbag " + command + " --help'.\n", ToolRun.Of(_folder.Path, [command, .. args]));

        [Fact]
        public void Repair_names_what_reads_a_damaged_log()
        {
            Saves.Fill(_folder.Path);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "replay.kitlog");
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("KitbagLogOptions.SkipDamaged", run.Error, StringComparison.Ordinal);
        }

        [Fact]
        public void Counting_reads_no_items()
        {
            KitbagFile.Save(_folder["numbers.kit"], new int[1_000_000]);
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Equal("1000000\n", ToolRun.Good(_folder.Path, "query", "numbers.kit", "count($)"));
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000_000);
        }

        [Fact]
        public void A_value_may_begin_like_an_option() =>
            Assert.Equal("Name: \"The Realm\" → --bogus\n", ToolRun.Good(_folder.Path, "set", "a.kit", "Name", "--", "--bogus"));

        [Fact]
        public void A_lock_file_is_not_taken_for_a_schema()
        {
            File.WriteAllText(_folder["kitbag.lock"], SchemaLock.Empty.ToString());
            AssertUsage("kitbag: kitbag.lock: This is a lock file, not a schema; 'kitbag compat FILE --lock kitbag.lock' compares a file "
                + "with its types.\n", ToolRun.Of(_folder.Path, "compat", "kitbag.lock", "a.kit"));
        }

        [Theory]
        [InlineData("Prices[\"iron\"]", "{\"a\":1}", "Path: Prices[\"iron\"]. Line: 1, column: 1.")]
        [InlineData("Zones[0].Entities[1]", "{\"Level\": \"x\"}", "Path: Zones[0].Entities[1].Level. Line: 1, column: 11.")]
        public void Errors_of_a_value_contain_the_path_that_was_given(string path, string value, string expected) =>
            Assert.Contains(expected, ToolRun.Of(_folder.Path, "set", "a.kit", path, value).Error, StringComparison.Ordinal);

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
