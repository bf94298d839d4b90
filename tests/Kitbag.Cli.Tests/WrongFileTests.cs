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

        [Fact]
        public void Links_without_a_target_are_files_that_do_not_exist()
        {
            File.CreateSymbolicLink(_folder["link.kit"], "nowhere.kit");
            AssertUsage("kitbag: link.kit: The file does not exist.\n", ToolRun.Of(_folder.Path, ["set", "link.kit", "Name", "x"]));
        }

        [Fact]
        public void A_file_that_cannot_be_opened_is_not_verified()
        {
            File.CreateSymbolicLink(_folder["b.kit"], "c.kit");
            File.CreateSymbolicLink(_folder["c.kit"], "b.kit");
            ToolRun run = ToolRun.Of(_folder.Path, ["verify", "a.kit", "b.kit"]);
            Assert.Contains("b.kit: not verified: ", run.Output, StringComparison.Ordinal);
            Assert.NotEqual(0, run.ExitCode);
            Assert.Contains("\"whole\": null", ToolRun.Of(_folder.Path, ["verify", "b.kit", "--json"]).Output, StringComparison.Ordinal);
        }

        [Fact]
        public void All_commands_name_an_empty_file_in_the_same_way()
        {
            File.WriteAllBytes(_folder["empty.kit"], []);
            foreach (string command in new[] { "show", "json", "stats", "types", "schema" })
            {
                ToolRun run = ToolRun.Of(_folder.Path, [command, "empty.kit"]);
                Assert.Contains("The input is empty; expected a Kitbag document.", run.Error, StringComparison.Ordinal);
                Assert.Equal(1, run.ExitCode);
            }
        }

        [Theory]
        [InlineData("--items: expected a whole number instead of 'x'.", "show", "a.kit", "--items", "x")]
        [InlineData("--rounds: expected a whole number instead of 'x'.", "bench", "a.kit", "--rounds", "x")]
        [InlineData("--compression: expected None, Lz4, Brotli instead of 'Foo'.", "pack", "a.kit", "--compression", "Foo")]
        [InlineData("Argument 'fish' not recognized. Must be one of: 'bash' 'zsh' 'pwsh'", "completion", "fish")]
        [InlineData("There is no option '--bogus'; a value that begins with -- follows the argument --.", "show", "a.kit", "--bogus")]
        [InlineData("There is no option '--dpeth'; did you mean '--depth'?", "show", "a.kit", "--dpeth", "3")]
        [InlineData("There is no option '--depht'; did you mean '--depth'?", "show", "a.kit", "Name", "--depht", "3")]
        [InlineData("There is no option '--shema'; did you mean '--schema'?", "show", "--shema", "a.kit")]
        public void Wrong_options_are_described_for_users(string expected, string command, params string[] args) =>
            AssertUsage("kitbag: " + expected + " Try 'kitbag " + command + " --help'.\n", ToolRun.Of(_folder.Path, [command, .. args]));

        [Theory]
        [InlineData("compat", "a.kit", "a.json")]
        [InlineData("compat", "a.json", "a.kit")]
        [InlineData("show", "a.kit", "--schema", "a.json")]
        [InlineData("schema", "a.json")]
        public void Json_is_not_read_as_a_schema(string command, params string[] args)
        {
            File.WriteAllText(_folder["a.json"], "\n{\"Name\": \"Ada\"}");
            ToolRun run = ToolRun.Of(_folder.Path, [command, .. args]);
            Assert.Equal("kitbag: a.json: This is JSON, neither a Kitbag file nor a saved schema; 'kitbag pack FILE --like OTHER' makes a "
                + "document of it.\n", run.Error);
            Assert.Equal(1, run.ExitCode);
        }

        [Fact]
        public void Repair_names_what_reads_a_damaged_log()
        {
            Saves.Fill(_folder.Path);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "replay.kitlog");
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("KitbagLogOptions.SkipDamaged", run.Error, StringComparison.Ordinal);
        }

        /// <summary>The other files are processed; 2 is the exit code of a missing file, also if another one is damaged.</summary>
        [Theory]
        [InlineData("missing.kit", "The file does not exist.")]
        [InlineData("*.sav", "No file fits this pattern.")]
        [InlineData("folder", "This is a folder, not a file.")]
        public void Several_files_may_include_one_that_does_not_exist(string missing, string reason)
        {
            Directory.CreateDirectory(_folder["folder"]);
            File.WriteAllBytes(_folder["damaged.kit"], File.ReadAllBytes(_folder["a.kit"])[..100]);
            ToolRun run = ToolRun.Of(_folder.Path, "verify", missing, "a.kit");
            Assert.Equal(2, run.ExitCode);
            Assert.Equal("", run.Error);
            Assert.StartsWith(missing + ": not verified: " + reason + "\na.kit: whole, ", run.Output, StringComparison.Ordinal);
            Assert.EndsWith("\n2 files, 1 not verified.\n", run.Output, StringComparison.Ordinal);
            run = ToolRun.Of(_folder.Path, "verify", missing, "damaged.kit", "a.kit");
            Assert.Equal(2, run.ExitCode);
            Assert.EndsWith("\n3 files, 1 damaged, 1 not verified.\n", run.Output, StringComparison.Ordinal);
            run = ToolRun.Of(_folder.Path, "stats", missing, "a.kit", "damaged.kit");
            Assert.Equal(2, run.ExitCode);
            Assert.StartsWith("kitbag: " + missing + ": " + reason + "\nkitbag: damaged.kit: ", run.Error, StringComparison.Ordinal);
            Assert.Contains("World", run.Output, StringComparison.Ordinal);
            foreach (string command in new[] { "verify", "stats" })
            {
                AssertUsage("kitbag: " + missing + ": " + reason + "\n", ToolRun.Of(_folder.Path, command, missing));
                // A missing schema is not an error of one of the files.
                AssertUsage("kitbag: " + missing + ": " + reason + "\n",
                    ToolRun.Of(_folder.Path, command, "a.kit", "b.kit", "--schema", missing));
            }
        }

        [Fact]
        public void A_document_that_names_its_schema_is_not_called_damaged()
        {
            File.WriteAllBytes(_folder["named.kit"],
                KitbagSerializer.Serialize(Saves.CreateWorld(), new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint }));
            ToolRun run = ToolRun.Of(_folder.Path, "verify", "named.kit", "a.kit");
            Assert.Equal(1, run.ExitCode);
            Assert.StartsWith("named.kit: not verified: The document names its schema by the fingerprint ", run.Output,
                StringComparison.Ordinal);
            Assert.Contains(" and does not contain it: --schema must name a file with that schema.", run.Output, StringComparison.Ordinal);
            Assert.EndsWith("\n2 files, 1 not verified.\n", run.Output, StringComparison.Ordinal);
            Assert.Contains("\"whole\": null", ToolRun.Of(_folder.Path, "verify", "named.kit", "--json").Output, StringComparison.Ordinal);
            Assert.StartsWith("named.kit: whole", ToolRun.Good(_folder.Path, "verify", "named.kit", "--schema", "a.kit"),
                StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("{\"Nope\": 1}", "Found the member \"Nope\", which this type does not have. Path: World.")]
        [InlineData("{\"Name\": \"a\", \"Name\": \"b\"}", "")]
        [InlineData("[[[", "")]
        public void Errors_name_no_members_of_the_library(string json, string expected)
        {
            File.WriteAllText(_folder["a.json"], json);
            string error = ToolRun.Of(_folder.Path, "pack", "a.json", "--like", "a.kit", "--out", "b.kit").Error;
            Assert.Contains(expected, error, StringComparison.Ordinal);
            Assert.DoesNotContain("KitbagJsonOptions", error, StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("A (KitbagJsonOptions.UnknownMembers refuses it).", "A.")]
        [InlineData("5 levels (KitbagJsonOptions.MaxDepth). Does an object reference itself?",
            "5 levels (option --max-depth of 'kitbag json').")]
        [InlineData("20 types; KitbagLimits.MaxSchemaTypes allows 10.", "20 types; the tool allows 10.")]
        [InlineData("9 bytes allowed. If the input is trusted, raise KitbagLimits.MaxAllocation.", "9 bytes allowed.")]
        public void Options_of_the_library_are_replaced_in_messages(string message, string expected) =>
            Assert.Equal(expected, Running.OptionNames.WithOptionNames(message));

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
