using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Kitbag.Bench.Generator
{
    /// <summary>Measures builds of the game without a generator, with Kitbag's, and with System.Text.Json's for the same roots.</summary>
    internal static class Builds
    {
        public static void Measure(SortedDictionary<string, string> sources, int rounds)
        {
            var withContext = new SortedDictionary<string, string>(sources, StringComparer.Ordinal) { ["Context.cs"] = Context(sources) };
            Measure(
                new[]
                {
                    ("without", sources, Kitbag),
                    ("with Kitbag's", sources, KitbagGenerator),
                    ("with System.Text.Json's", withContext, Kitbag),
                },
                rounds);
        }

        private static string Bin => AppContext.BaseDirectory;

        private static string Kitbag => "<Reference Include=\"" + Bin + "Kitbag.dll\" />";

        private static string KitbagGenerator => Kitbag + "<Analyzer Include=\"" + Bin + "Kitbag.Generator.dll\" />";

        /// <summary>Measures builds of classes with ten members, each of which is a root.</summary>
        /// <param name="classes">The number of classes.</param>
        /// <param name="rounds">The number of builds; the fastest one counts.</param>
        /// <param name="memoryPack">The folder of MemoryPack's assemblies, or null to leave MemoryPack out.</param>
        public static void MeasureTen(int classes, int rounds, string? memoryPack)
        {
            var variants = new List<(string Name, SortedDictionary<string, string> Sources, string Items)>
            {
                ("without", TenMembers.Sources(classes, TenMembers.Documents), Kitbag),
                ("with Kitbag's", TenMembers.Sources(classes, TenMembers.Documents), KitbagGenerator),
                ("with Kitbag's, JSON too", TenMembers.Sources(classes, TenMembers.DocumentsAndJson), KitbagGenerator),
            };
            if (memoryPack != null)
                variants.Add(("with MemoryPack's",
                    TenMembers.Sources(classes, TenMembers.MemoryPack, "[MemoryPack.MemoryPackable] "),
                    "<Reference Include=\"" + memoryPack + "/MemoryPack.Core.dll\" />"
                        + "<Analyzer Include=\"" + memoryPack + "/MemoryPack.Generator.dll\" />"));
            Measure(variants, rounds);
        }

        private static void Measure(
            IReadOnlyList<(string Name, SortedDictionary<string, string> Sources, string Items)> variants, int rounds)
        {
            string root = Path.Combine(Path.GetTempPath(), "kitbag-generator-bench");
            var times = variants.Select(_ => new List<double>()).ToArray();
            for (int i = 0; i < variants.Count; i++)
                Write(Path.Combine(root, i.ToString(CultureInfo.InvariantCulture)), variants[i].Sources, variants[i].Items);
            for (int round = 0; round < rounds; round++)
            {
                for (int i = 0; i < variants.Count; i++)
                    times[i].Add(Build(Path.Combine(root, i.ToString(CultureInfo.InvariantCulture))));
            }
            Console.WriteLine();
            Console.WriteLine("| generator | build, s | assembly, KiB |");
            Console.WriteLine("|---|---|---|");
            for (int i = 0; i < variants.Count; i++)
            {
                long size = new FileInfo(Path.Combine(root, i.ToString(CultureInfo.InvariantCulture), "bin", "Release", "net10.0",
                    "Game.dll")).Length;
                Console.WriteLine("| " + variants[i].Name + " | " + times[i].Min().ToString("F1", CultureInfo.InvariantCulture) + " | "
                    + size / 1024 + " |");
            }
            Directory.Delete(root, recursive: true);
        }

        private static string Context(SortedDictionary<string, string> sources)
        {
            IEnumerable<string> roots = sources["Saving.cs"].Split('<').Skip(1).Select(part => part.Split('>')[0]);
            return "using System.Text.Json.Serialization;\nnamespace Game.Model\n{\n"
                + string.Concat(roots.Select(r => "    [JsonSerializable(typeof(" + r + "))]\n"))
                + "    internal partial class Context : JsonSerializerContext\n    {\n    }\n}\n";
        }

        private static void Write(string folder, SortedDictionary<string, string> sources, string items)
        {
            foreach (KeyValuePair<string, string> source in sources)
            {
                string file = Path.Combine(folder, source.Key);
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                File.WriteAllText(file, source.Value);
            }
            File.WriteAllText(Path.Combine(folder, "Game.csproj"),
                "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net10.0</TargetFramework>"
                + "<Nullable>enable</Nullable></PropertyGroup><ItemGroup>" + items + "</ItemGroup></Project>");
        }

        private static double Build(string folder)
        {
            var start = Stopwatch.StartNew();
            using Process build = Process.Start(new ProcessStartInfo("dotnet",
                "build -c Release -m:1 --no-incremental -v quiet --nologo")
            { WorkingDirectory = folder, RedirectStandardOutput = true })!;
            string output = build.StandardOutput.ReadToEnd();
            build.WaitForExit();
            return build.ExitCode == 0 ? start.Elapsed.TotalSeconds : throw new InvalidOperationException(output);
        }
    }
}
