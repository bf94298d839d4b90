using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Kitbag.Tests;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Compares the public API of both builds with a file, so that changes of the API are reviewed.</summary>
    public class PublicApiTests
    {
        [Theory]
        [InlineData("net8.0")]
        [InlineData("netstandard2.1")]
        public void Matches_the_file(string framework)
        {
            string project = Path.Combine(Root(), "src", "Kitbag.Net"), file = Path.Combine(project, "PublicAPI." + framework + ".txt");
            string[] found = PublicApiText.Of(Build(project, framework));
            if (Environment.GetEnvironmentVariable("KITBAG_WRITE_API") == "1")
                File.WriteAllText(file, string.Join("\n", found) + "\n");
            string[] written = File.ReadAllLines(file);
            string[] changes = found.Except(written).Select(line => "+ " + line).Concat(written.Except(found).Select(line => "- " + line))
                .ToArray();
            Assert.True(changes.Length == 0, "The public API has changed. Run the tests once with KITBAG_WRITE_API=1 where the change is "
                + "meant:\n" + string.Join("\n", changes));
        }

        private static Assembly Build(string project, string framework)
        {
            if (framework == "net8.0")
                return typeof(KitbagSession).Assembly;
            string configuration = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar)).Parent!.Name;
            string folder = Path.Combine(project, "bin", configuration, framework);
            var context = new AssemblyLoadContext(framework);
            context.Resolving += (_, name) => File.Exists(Path.Combine(folder, name.Name + ".dll"))
                ? context.LoadFromAssemblyPath(Path.Combine(folder, name.Name + ".dll"))
                : null;
            return context.LoadFromAssemblyPath(Path.Combine(folder, "Kitbag.Net.dll"));
        }

        private static string Root([CallerFilePath] string file = "") =>
            Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file)!, "..", ".."));
    }
}
