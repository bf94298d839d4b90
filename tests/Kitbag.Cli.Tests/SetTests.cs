using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Cli.Tests.Game;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Cli.Tests
{
    public sealed class Anything
    {
        public List<object?> Items { get; set; } = [];
        public string Text { get; set; } = "";
    }

    /// <summary>Tests edits of files: of several commands at once, and of values of type <c>object</c>.</summary>
    public sealed class SetTests : IDisposable
    {
        private static readonly object?[] s_values =
        [
            5L, 5, (byte)1, (short)2, 1.5f, 1.50m, 1.0, -0.0, 1e300, double.NaN, 'x', ulong.MaxValue, long.MinValue,
            new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)),
            new byte[] { 1, 2 }, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), TimeSpan.FromDays(1), new DateOnly(2026, 1, 2),
            new TimeOnly(1, 2), (Half)1.5, Int128.MaxValue, "2026-01-02", "5", true, null,
        ];

        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public void Dispose() => _folder.Dispose();

        private string Run(params string[] args) => ToolRun.Good(_folder.Path, args);

        [Theory]
        [InlineData("slot1.kit")]
        [InlineData("world.bin")]
        public async Task Edits_at_the_same_time_are_all_saved(string file)
        {
            await Task.WhenAll(Enumerable.Range(0, 12).Select(i => Task.Factory.StartNew(
                () => Run("set", file, "Prices.new" + i.ToString(CultureInfo.InvariantCulture), i.ToString(CultureInfo.InvariantCulture)),
                default, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
            Assert.Equal("15\n", Run("query", file, "count(Prices)"));
            Assert.Empty(Directory.GetFiles(_folder.Path, "*.lock"));
        }

        [Fact]
        public async Task A_save_of_the_program_is_not_overwritten()
        {
            Task<ToolRun> edit;
            using (KitbagFileOptions.Default.Storage.Lock(_folder["slot1.kit"], TimeSpan.Zero))
            {
                edit = Task.Run(() => ToolRun.Of(_folder.Path, "set", "slot1.kit", "Name", "new"));
                Assert.NotSame(edit, await Task.WhenAny(edit, Task.Delay(300)));
                File.Copy(_folder["slot2.kit"], _folder["slot1.kit"], overwrite: true);
            }
            Assert.Equal("Name: \"The Realm\" → new\n", (await edit).Output);
            World saved = KitbagFile.Load<World>(_folder["slot1.kit"]);
            Assert.Equal("new", saved.Name);
            Assert.Equal(14, saved.Prices["iron"]);
        }

        [Fact]
        public void Values_of_type_object_keep_their_types()
        {
            KitbagFile.Save(_folder["any.kit"], new Anything { Items = [.. s_values] });
            KitbagFile.Save(_folder["new.kit"], new Anything { Items = [.. s_values.Select(_ => (object?)null)] });
            for (int i = 0; i < s_values.Length; i++)
            {
                string path = "Items[" + i.ToString(CultureInfo.InvariantCulture) + "]";
                Run("set", "new.kit", path, "--", Run("get", "any.kit", path).TrimEnd('\n'));
            }
            List<object?> items = KitbagFile.Load<Anything>(_folder["new.kit"]).Items;
            Assert.Equal(s_values.Select(v => v?.GetType()), items.Select(v => v?.GetType()));
            Assert.Equal(Run("json", "any.kit"), Run("json", "new.kit"));
            Run("diff", "any.kit", "new.kit");
        }

        // A program that registers types for values of type object has these as further cases.
        [Theory]
        [InlineData("{\"$type\":\"Color\",\"$value\":\"Blue\"}")]
        [InlineData("{\"$type\":\"System.Int64\",\"$value\":5}")]
        [InlineData("{\"$type\":\"System.Byte[]\",\"$values\":\"AQI=\"}")]
        [InlineData("1.0")]
        [InlineData("5")]
        public void Registered_types_are_kept(string value)
        {
            KitbagSchema schema = KitbagSchema.Parse("""
                root Pack

                enum Color : byte
                  Red = 0
                  Blue = 1

                class Pack
                  Item: object
                  Last: string

                class object
                  Bytes: byte[]
                  Integers: long[]
                  Reals: double[]
                  Texts: string[]
                  Types: byte[]

                union object
                  Color: Color
                  object: object
                """);
            KitbagDocument document = KitbagDocument.FromJson("{\"Item\":" + value + ",\"Last\":\"abc\"}", schema);
            File.WriteAllBytes(_folder["pack.bin"], document.ToBytes());
            Assert.Equal(value + "\n", Run("get", "pack.bin", "Item"));
            Run("set", "pack.bin", "Item", value);
            Assert.Equal(document.ToBytes(), File.ReadAllBytes(_folder["pack.bin"]));
            File.WriteAllBytes(_folder["cut.bin"], document.ToBytes()[..^1]);
            Assert.Contains("lost: Last", ToolRun.Of(_folder.Path, "repair", "cut.bin", "--out", "saved.bin").Output,
                StringComparison.Ordinal);
            Assert.Equal(value + "\n", Run("get", "saved.bin", "Item"));
        }

        [Theory]
        [InlineData("{\"$type\":\"System.Guid\",\"$value\":\"oops\"}")]
        [InlineData("{\"$type\":\"No.Such\",\"$value\":1}")]
        [InlineData("[{\"$type\":\"System.Int32\",\"$value\":\"x\"}]")]
        public void A_mistake_in_an_object_is_no_text(string value)
        {
            KitbagFile.Save(_folder["any.kit"], new Anything { Items = [1] });
            foreach (string[] options in new[] { Array.Empty<string>(), ["--insert"] })
            {
                ToolRun run = ToolRun.Of(_folder.Path, ["set", "any.kit", "Items[0]", value, .. options]);
                Assert.Equal(1, run.ExitCode);
                Assert.Equal("1\n", Run("get", "any.kit", "Items[0]"));
            }
            // Where only a string is possible, the same text is one.
            Run("set", "any.kit", "Text", value);
            Assert.Equal(value + "\n", Run("get", "any.kit", "Text", "--raw"));
        }

        [Theory]
        [InlineData("Flags[0]", "2")]
        [InlineData("Flags", "[1, 2, 1]")]
        [InlineData("Flags[^0]", "3", "--insert")]
        [InlineData("Cells[1]", "1")]
        public void Equal_elements_where_all_were_different_are_refused_because_the_list_may_be_a_set(string path, string value,
            params string[] options)
        {
            KitbagFile.Save(_folder["bags.kit"], new Bags { Flags = [1, 2, 3], Cells = [1, 2, 3] });
            byte[] before = File.ReadAllBytes(_folder["bags.kit"]);
            ToolRun run = ToolRun.Of(_folder.Path, ["set", "bags.kit", path, value, .. options]);
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("may be a set", run.Error, StringComparison.Ordinal);
            Assert.Equal(before, File.ReadAllBytes(_folder["bags.kit"]));
            Run(["set", "bags.kit", path, value, "--repeat", .. options]);
        }

        [Fact]
        public void Equal_elements_in_other_forms_are_refused()
        {
            KitbagFile.Save(_folder["forms.kit"], new EqualForms { Places = [0.0, 1], Rates = [1.0m, 2] });
            Assert.Equal(1, ToolRun.Of(_folder.Path, "set", "forms.kit", "Places[1]", "--", "-0.0").ExitCode);
            Assert.Equal(1, ToolRun.Of(_folder.Path, "set", "forms.kit", "Rates[1]", "1.00").ExitCode);
        }

        [Fact]
        public void Lists_with_equal_elements_or_a_single_one_and_lists_of_objects_are_no_sets()
        {
            KitbagFile.Save(_folder["bags.kit"], new Bags { Cells = [1, 2, 1], Stacks = [new(1, 1), new(2, 2)], Rows = [[5], [6, 7]] });
            Run("set", "bags.kit", "Cells[1]", "1");
            Run("set", "bags.kit", "Rows[0][^0]", "5", "--insert");
            Run("set", "bags.kit", "Stacks[0]", "{\"Item\":2,\"Count\":2}");
            Run("set", "bags.kit", "Rows[0]", "[6,7]");
            Assert.Equal([1, 1, 1], KitbagFile.Load<Bags>(_folder["bags.kit"]).Cells);
        }

        [Fact]
        public void An_input_is_not_replaced_by_another_form()
        {
            byte[] before = File.ReadAllBytes(_folder["slot1.kit"]);
            Run("json", "slot1.kit", "--out", "slot1.json");
            string text = File.ReadAllText(_folder["slot1.json"]);
            File.CreateSymbolicLink(_folder["link.kit"], "slot1.kit");
            foreach (string[] args in new string[][]
            {
                ["json", "slot1.kit", "--out", "slot1.kit"], ["json", "slot1.kit", "--out", "./link.kit"],
                ["unpack", "link.kit", "--out", "slot1.kit"], ["schema", "slot1.kit", "--out", "slot1.kit"],
                ["report", "slot1.kit", "--out", "slot1.kit"], ["repair", "slot1.kit", "--out", "slot1.kit"],
                ["pack", "slot1.json", "--like", "slot1.kit", "--out", "slot1.json"],
            })
            {
                ToolRun run = ToolRun.Of(_folder.Path, args);
                Assert.Contains("The output would replace the input", run.Error, StringComparison.Ordinal);
                Assert.Equal(2, run.ExitCode);
            }
            Assert.Equal(before, File.ReadAllBytes(_folder["slot1.kit"]));
            Assert.Equal(text, File.ReadAllText(_folder["slot1.json"]));
        }
    }
}
