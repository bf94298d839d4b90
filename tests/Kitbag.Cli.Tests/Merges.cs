using System.IO;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Runs 'kitbag merge' with values.</summary>
    internal static class Merges
    {
        public static ToolRun Run<[KitbagRoot] T>(TemporaryFolder folder, T @base, T ours, T theirs, params string[] options)
        {
            File.WriteAllBytes(folder["base.kit"], KitbagSerializer.Serialize(@base));
            File.WriteAllBytes(folder["ours.kit"], KitbagSerializer.Serialize(ours));
            File.WriteAllBytes(folder["theirs.kit"], KitbagSerializer.Serialize(theirs));
            File.Delete(folder["merged.kit"]);
            return ToolRun.Of(folder.Path, ["merge", "base.kit", "ours.kit", "theirs.kit", "--out", "merged.kit", .. options]);
        }

        /// <summary>Returns the result of a merge without conflicts.</summary>
        public static T Good<[KitbagRoot] T>(TemporaryFolder folder, T @base, T ours, T theirs)
        {
            ToolRun run = Run(folder, @base, ours, theirs);
            Assert.Equal("", run.Error + run.Output);
            Assert.Equal(0, run.ExitCode);
            return KitbagSerializer.Deserialize<T>(File.ReadAllBytes(folder["merged.kit"]));
        }
    }
}
