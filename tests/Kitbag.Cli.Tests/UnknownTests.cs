using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
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

        // The process of the tool has no classes that keep unknown members, unlike the process of this test.
        [Theory]
        [InlineData("show", "forge.bin", "--all")]
        [InlineData("show", "forge.bin", "--all", "--json")]
        [InlineData("show", "forge.bin", "--plain")]
        public async Task References_are_shown_by_a_process_without_such_classes(params string[] args)
        {
            var smith = new Newer.Smith { Name = "Wayland" };
            smith.Teacher = smith;
            var forge = new Newer.Forge { Blades = { new Newer.Hammer { Name = "h", Owner = smith } }, Smiths = { smith } };
            Forge older = KitbagSerializer.Deserialize<Forge>(KitbagSerializer.Serialize(forge))!;
            File.WriteAllBytes(_folder["forge.bin"], KitbagSerializer.Serialize(older));
            var start = new ProcessStartInfo("dotnet")
            {
                WorkingDirectory = _folder.Path,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            start.ArgumentList.Add(typeof(Running.Tool).Assembly.Location);
            foreach (string arg in args)
                start.ArgumentList.Add(arg);
            using Process process = Process.Start(start)!;
            Task<string> error = process.StandardError.ReadToEndAsync();
            string output = await process.StandardOutput.ReadToEndAsync();
            await process.WaitForExitAsync();
            Assert.Equal((0, ""), (process.ExitCode, await error));
            Assert.Contains("Hammer", output, StringComparison.Ordinal);
            Assert.Contains("Wayland", output, StringComparison.Ordinal);
        }
    }
}

namespace Kitbag.Cli.Tests.Older
{
    public sealed class Forge
    {
        public List<Tool> Blades { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public abstract partial class Tool
    {
        public string Name { get; set; } = "";
    }

    [KitbagKeepUnknown(Cases = true)]
    public sealed class OtherTool : Tool
    {
    }

    [KitbagKeepUnknown]
    public sealed partial class Blade
    {
        public string Name { get; set; } = "";
    }
}

namespace Kitbag.Cli.Tests.Newer
{
    public sealed class Forge
    {
        public List<Tool> Blades { get; set; } = new();

        public List<Smith> Smiths { get; set; } = new();
    }

    public sealed class Smith
    {
        public string Name { get; set; } = "";

        public Smith? Teacher { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Tool
    {
        public string Name { get; set; } = "";
    }

    public sealed class Hammer : Tool
    {
        public Smith? Owner { get; set; }
    }

    [KitbagKeepUnknown(Cases = true)]
    public sealed class OtherTool : Tool
    {
    }

    [KitbagKeepUnknown]
    public sealed partial class Blade
    {
        public string Name { get; set; } = "";

        public string Lore { get; set; } = "";
    }
}
