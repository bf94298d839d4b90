using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Cli.Running;
using Kitbag.Cli.Tests.Game;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Messages about names, options, values and outputs, and the literals that the tool prints.</summary>
    public sealed class MessageTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public void Dispose() => _folder.Dispose();

        private string Run(params string[] args) => ToolRun.Good(_folder.Path, args);

        [Theory]
        [InlineData("The name of a file is empty.", "show", "")]
        [InlineData("The name of a file is empty.", "json", "slot1.kit", "--out", "")]
        [InlineData("--compression needs --out FILE", "pack", "slot1.kit", "--compression", "Lz4")]
        public void Wrong_command_lines_are_explained(string expected, params string[] args)
        {
            ToolRun run = ToolRun.Of(_folder.Path, args);
            Assert.Contains(expected, run.Error, StringComparison.Ordinal);
            Assert.Equal(2, run.ExitCode);
        }

        [Fact]
        public void Set_lists_the_members_of_a_type() =>
            Assert.Contains("A 'World' has no member 'Zzz'; it has Name, Prices, SavedAt, Zones.",
                ToolRun.Of(_folder.Path, "set", "slot1.kit", "Zzz", "1").Error, StringComparison.Ordinal);

        [Fact]
        public void Set_names_the_value_of_a_key_that_is_written_in_another_way()
        {
            KitbagFile.Save(_folder["keys.kit"], new Dictionary<double, int> { [-0.0] = 1 });
            Assert.Equal("[0]: 1 → 5\n", Run("set", "keys.kit", "[0]", "5"));
        }

        [Fact]
        public void Halves_of_surrogate_pairs_are_escaped()
        {
            KitbagFile.Save(_folder["texts.kit"], new List<string> { "a\ud800b", "\udc00\ud83d\ude00" });
            Assert.Equal("\"a\\ud800b\"\n\"\\udc00\ud83d\ude00\"\n", Run("get", "texts.kit", "[0]", "[1]"));
            Assert.Equal("\"a\\ud800b\"\n", Run("get", "texts.kit", "[0]", "--json"));
            Run("set", "texts.kit", "[1]", Run("get", "texts.kit", "[0]").TrimEnd('\n'));
            Assert.Equal("a\ud800b", KitbagFile.Load<List<string>>(_folder["texts.kit"])[1]);
        }

        [Fact]
        public void Numbers_are_literals_of_CSharp()
        {
            KitbagFile.Save(_folder["floats.kit"], new List<float> { float.NaN, float.PositiveInfinity, 1 });
            Assert.EndsWith("{ float.NaN, float.PositiveInfinity, 1.0f }\n", Run("show", "floats.kit"), StringComparison.Ordinal);
            KitbagFile.Save(_folder["halves.kit"], new List<Half> { Half.NaN, Half.NegativeInfinity });
            Assert.EndsWith("{ Half.NaN, Half.NegativeInfinity }\n", Run("show", "halves.kit"), StringComparison.Ordinal);
            KitbagFile.Save(_folder["decimals.kit"], new List<decimal> { -0.0m, 0.0m });
            Assert.EndsWith("{ -0.0m, 0.0m }\n", Run("show", "decimals.kit"), StringComparison.Ordinal);
            Run("set", "decimals.kit", "[1]", "--", Run("get", "decimals.kit", "[0]").TrimEnd('\n'));
            Assert.EndsWith("{ -0.0m, -0.0m }\n", Run("show", "decimals.kit"), StringComparison.Ordinal);
        }

        [Fact]
        public void Sizes_of_the_files_after_a_damaged_one_are_printed()
        {
            File.WriteAllBytes(_folder["cut.kit"], File.ReadAllBytes(_folder["slot1.kit"])[..1000]);
            ToolRun run = ToolRun.Of(_folder.Path, "stats", "slot1.kit", "cut.kit", "slot2.kit");
            run.AssertAnswered();
            Assert.Equal(1, run.ExitCode);
            Assert.StartsWith("kitbag: cut.kit: ", run.Error, StringComparison.Ordinal);
            Assert.Equal(2, run.Error.Split("cut.kit").Length);
            Assert.Contains("\nslot2.kit\n", run.Output, StringComparison.Ordinal);
            Assert.Contains("slot2.kit", ToolRun.Of(_folder.Path, "stats", "slot1.kit", "cut.kit", "slot2.kit", "--json").Output,
                StringComparison.Ordinal);
        }

        [Fact]
        public void A_damaged_file_is_named_once()
        {
            byte[] saved = File.ReadAllBytes(_folder["slot1.kit"]);
            KitbagFile.Save(_folder["file.kit"], new[] { 1, 2, 3 });
            byte[] file = File.ReadAllBytes(_folder["file.kit"]);
            foreach (byte[] damaged in new[] { saved[..(saved.Length / 2)], saved[..10], file[..^20], [1, 2, 3], [] })
            {
                File.WriteAllBytes(_folder["bad.kit"], damaged);
                foreach (string command in new[] { "show", "stats", "verify" })
                {
                    ToolRun run = ToolRun.Of(_folder.Path, command, "bad.kit");
                    Assert.Equal(1, run.ExitCode);
                    Assert.Equal(2, (run.Output + run.Error).Split("bad.kit").Length);
                }
            }
        }

        private sealed class ClosedWriter : StringWriter
        {
            // As standard output of a process that was started with >&-.
            public override void Write(char[] buffer, int index, int count) => throw new UnauthorizedAccessException();

            public override void Write(string? value) => throw new UnauthorizedAccessException();
        }

        [Fact]
        public void An_output_that_is_closed_is_not_an_error_in_the_input()
        {
            using var error = new StringWriter();
            var console = new ToolConsole(new ClosedWriter(), error, () => Stream.Null, () => Stream.Null) { Folder = _folder.Path };
            Assert.Equal(1, Tool.Run(["show", "slot1.kit"], console));
            Assert.Equal("kitbag: Standard output cannot be written. Is it closed?" + error.NewLine, error.ToString());
        }
    }
}
