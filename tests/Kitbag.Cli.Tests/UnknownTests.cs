using System;
using System.IO;
using System.Linq;
using Kitbag.Cli.Tests.Older;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Members that were unknown to the program which saved a file are shown as members.</summary>
    public sealed class UnknownTests : IClassFixture<TemporaryFolder>
    {
        private readonly TemporaryFolder _folder;

        public UnknownTests(TemporaryFolder folder) => _folder = folder;

        [Theory]
        [InlineData(1)]
        [InlineData(12)]
        public void They_are_shown_by_name(int count)
        {
            Newer.Blade[] newer = Enumerable.Range(0, count).Select(i => new Newer.Blade { Name = "b" + i, Lore = "old tale " + i })
                .ToArray();
            Blade[] older = KitbagSerializer.Deserialize<Blade[]>(KitbagSerializer.Serialize(newer))!;
            File.WriteAllBytes(_folder["older.bin"], KitbagSerializer.Serialize(older));
            ToolRun run = ToolRun.Of(_folder.Path, "show", "older.bin");
            Assert.Equal(0, run.ExitCode);
            Assert.Contains("Lore: \"old tale 0\"", run.Output, StringComparison.Ordinal);
            Assert.Contains("old tale 0", ToolRun.Of(_folder.Path, "show", "older.bin", "--json").Output, StringComparison.Ordinal);
        }
    }
}

namespace Kitbag.Cli.Tests.Older
{
    [KitbagKeepUnknown]
    public sealed partial class Blade
    {
        public string Name { get; set; } = "";
    }
}

namespace Kitbag.Cli.Tests.Newer
{
    [KitbagKeepUnknown]
    public sealed partial class Blade
    {
        public string Name { get; set; } = "";

        public string Lore { get; set; } = "";
    }
}
