using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using Xunit;

namespace Kitbag.Unity.Tests
{
    /// <summary>Tests the content of the archive.</summary>
    public class PackageTests : IClassFixture<UnpackedPackage>
    {
        private readonly string _folder;

        public PackageTests(UnpackedPackage package) => _folder = package.Folder;

        private IEnumerable<string> Assets => Directory.GetFileSystemEntries(_folder, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(_folder, path))
            .Where(path => !path.StartsWith("Documentation~", StringComparison.Ordinal) && path != "Samples~");

        /// <summary>Unity ignores files and folders of a package without a .meta file, because it cannot create one there.</summary>
        [Fact]
        public void Every_file_and_folder_has_a_meta_file()
        {
            List<string> all = Assets.ToList(), files = all.Where(path => !path.EndsWith(".meta", StringComparison.Ordinal)).ToList();
            Assert.Equal(files.Select(path => path + ".meta").Order(StringComparer.Ordinal),
                all.Except(files).Order(StringComparer.Ordinal));
            List<string> ids = files.Select(Id).ToList();
            Assert.All(ids, id => Assert.Matches("^[0-9a-f]{32}$", id));
            Assert.Equal(ids.Count, ids.Distinct().Count());
        }

        /// <summary>Scenes and assembly definitions of users refer to these: they must never change.</summary>
        [Theory]
        [InlineData("Runtime/Kitbag.Unity.asmdef", "0ecf9ce76aea42833595319557e0f5a7")]
        [InlineData("Runtime/Plugins/Kitbag.dll", "681c1f0ab72e2a03afb3d63ef34d964f")]
        [InlineData("Samples~/FirstSave/FirstSave.cs", "b65350706e4add39323d7378b0a292ca")]
        public void Ids_are_fixed(string path, string id) => Assert.Equal(id, Id(path));

        [Fact]
        public void Plugins_are_what_Unity_loads_and_analyzers_what_its_compiler_loads()
        {
            Assert.Equal(new[] { "Kitbag.Runtime.CompilerServices.Unsafe.dll", "Kitbag.dll" }, Plugins("Runtime/Plugins"));
            Assert.Equal(new[] { "Kitbag.CodeFixes.dll", "Kitbag.Generator.dll" }, Plugins("Runtime/Generator"));
            Assert.Equal(4, Directory.GetFiles(_folder, "*.dll", SearchOption.AllDirectories).Length);
            foreach (string path in Directory.GetFiles(_folder, "*.dll", SearchOption.AllDirectories))
            {
                var plugin = new Plugin(path);
                bool isAnalyzer = path.Contains("Generator" + Path.DirectorySeparatorChar, StringComparison.Ordinal);
                Assert.Equal(isAnalyzer, plugin.IsAnalyzer);
                Assert.Equal(!isAnalyzer, plugin.IsForAnyPlatform);
                // A second accessible assembly with the class Unsafe would make the name ambiguous in users' code.
                Assert.Equal(Path.GetFileName(path) == "Kitbag.dll", plugin.IsAutoReferenced);
            }
        }

        /// <summary>
        /// A project in Unity must not contain two assemblies with the same name, and other packages may contain those of NuGet packages.
        /// </summary>
        [Fact]
        public void No_assembly_has_a_name_that_other_packages_use()
        {
            foreach (string path in Directory.GetFiles(_folder, "*.dll", SearchOption.AllDirectories))
            {
                string name = System.Reflection.AssemblyName.GetAssemblyName(path).Name!;
                Assert.StartsWith("Kitbag", name, StringComparison.Ordinal);
                Assert.Equal(Path.GetFileNameWithoutExtension(path), name);
            }
        }

        [Fact]
        public void The_manifest_describes_the_contents()
        {
            JsonElement manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder, "package.json"))).RootElement;
            Assert.Equal("com.kitbag.unity", manifest.GetProperty("name").GetString());
            Assert.Equal("com.kitbag.unity-" + manifest.GetProperty("version").GetString() + ".tgz", Path.GetFileName(Locations.Archive));
            foreach (JsonElement sample in manifest.GetProperty("samples").EnumerateArray())
                Assert.True(Directory.Exists(Path.Combine(_folder, sample.GetProperty("path").GetString()!)));
            foreach (string file in new[] { "README.md", "CHANGELOG.md", "LICENSE.md", "Third Party Notices.md",
                "Documentation~/unity.md" })
                Assert.True(File.Exists(Path.Combine(_folder, file)), file);
            Assert.False(File.Exists(Path.Combine(_folder, "pack.sh")));
        }

        private string[] Plugins(string folder) => Directory.GetFiles(Path.Combine(_folder, folder), "*.dll")
            .Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal).ToArray();

        private string Id(string path) => File.ReadAllLines(Path.Combine(_folder, path + ".meta"))[1].Replace("guid: ", "",
            StringComparison.Ordinal);
    }
}
