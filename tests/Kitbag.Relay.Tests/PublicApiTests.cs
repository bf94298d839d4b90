using System;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using Kitbag.Relay.Hosting;
using Kitbag.Tests;
using Xunit;

namespace Kitbag.Relay.Tests
{
    /// <summary>Compares the public API of the package for programs that host a relay with a file, so that changes are reviewed.</summary>
    public class PublicApiTests
    {
        [Fact]
        public void Matches_the_file()
        {
            string file = Path.Combine(Root(), "src", "Kitbag.Relay", "PublicAPI.net10.0.txt");
            string[] found = PublicApiText.Of(typeof(KitbagRelay).Assembly);
            if (Environment.GetEnvironmentVariable("KITBAG_WRITE_API") == "1")
                File.WriteAllText(file, string.Join("\n", found) + "\n");
            string[] written = File.ReadAllLines(file);
            string[] changes = found.Except(written).Select(line => "+ " + line).Concat(written.Except(found).Select(line => "- " + line))
                .ToArray();
            Assert.True(changes.Length == 0, "The public API has changed. Run the tests once with KITBAG_WRITE_API=1 where the change is "
                + "meant:\n" + string.Join("\n", changes));
        }

        private static string Root([CallerFilePath] string file = "") =>
            Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file)!, "..", ".."));
    }
}
