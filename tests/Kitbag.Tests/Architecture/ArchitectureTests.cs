using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Which folders of the library may use which others, and that files have no cyclic references.</summary>
    public class ArchitectureTests
    {
        private static readonly string s_source = Path.Combine(Repository.Root, "src", "Kitbag");

        private static readonly IReadOnlyCollection<CompiledReference> s_references =
            CompiledReferences.Read(typeof(KitbagSerializer).Assembly.Location, s_source);

        // Fields of objects that only one call uses, and of a table that is complete before other threads can see it.
        private static readonly string[] s_nullablesOfOneThread =
        [
            "CopyCheck._cycle", "JsonMembers._refusesUnknown", "Place.<Effects>k__BackingField", "PlanBuilder._whole",
        ];

        // A nullable is stored in two parts: another thread may see that there is a value before it sees the value. This once wrote a
        // fingerprint of 0 into documents, which no reader could read.
        [Fact]
        public void Lazily_computed_values_are_published_atomically()
        {
            const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic
                | BindingFlags.DeclaredOnly;
            Assert.Equal(s_nullablesOfOneThread, typeof(KitbagSerializer).Assembly.GetTypes()
                .Where(type => !type.IsValueType)
                .SelectMany(type => type.GetFields(All))
                .Where(field => !field.IsInitOnly && Nullable.GetUnderlyingType(field.FieldType) != null)
                .Select(field => field.DeclaringType!.Name + "." + field.Name)
                .OrderBy(name => name, StringComparer.Ordinal));
        }

        // From the lowest folder to the highest. A use that is not listed is forbidden.
        private static readonly Dictionary<string, string[]> s_allowed = new()
        {
            ["Errors"] = [],
            ["Settings"] = ["Errors"],
            ["Buffers"] = ["Errors", "Settings"],
            ["Compression"] = ["Errors", "Settings", "Buffers"],
            ["Wire"] = ["Errors", "Settings", "Buffers"],
            ["Layout"] = ["Errors", "Settings", "Buffers", "Wire"],
            ["Schema"] = ["Errors", "Settings", "Buffers", "Wire", "Layout"],
            ["Json"] = ["Errors", "Settings", "Buffers"],
            ["Codecs"] = ["Errors", "Settings", "Buffers", "Wire", "Layout", "Schema", "Json"],
            ["CompilerServices"] = ["Errors", "Settings", "Buffers", "Wire", "Layout", "Schema", "Json", "Codecs"],
            ["Documents"] = ["Errors", "Settings", "Buffers", "Wire", "Layout", "Schema", "Json", "Codecs", "CompilerServices"],
            ["Files"] =
            [
                "Errors", "Settings", "Buffers", "Compression", "Wire", "Layout", "Schema", "Json", "Codecs", "CompilerServices",
                "Documents", "(root)",
            ],
            ["(root)"] = ["Errors", "Settings", "Buffers", "Wire", "Layout", "Schema", "Json", "Codecs", "CompilerServices", "Documents"],
            ["Dynamic"] =
            [
                "Errors", "Settings", "Buffers", "Wire", "Layout", "Schema", "Json", "Codecs", "CompilerServices", "Documents", "Files",
            ],
        };

        // Files that may refer to each other: codecs and the builder of plans, including codecs of the parameters of migrations; the codecs
        // of numbers, which read each other's values; a document and its nodes.
        private static readonly string[][] s_allowedCycles =
        [
            [
                "Codecs/Codec.cs", "Codecs/Codec.Rented.cs", "Codecs/Codec.Tracked.cs", "Codecs/Graphs/CopyCheck.cs",
                "Codecs/Graphs/GraphCompletion.cs", "Codecs/Graphs/GraphCopier.cs", "Codecs/Graphs/GraphCopies.cs",
                "Codecs/Graphs/GraphPath.cs", "Codecs/Graphs/GraphPlan.cs", "Codecs/Graphs/GraphReader.cs",
                "Codecs/Graphs/GraphReader.Kept.cs", "Codecs/Graphs/GraphReader.Unknown.cs", "Codecs/Graphs/GraphRoot.cs",
                "Codecs/Graphs/GraphWalk.cs", "Codecs/Graphs/GraphWriter.cs", "Codecs/Graphs/JsonChanges.cs",
                "Codecs/Graphs/JsonGraphReader.cs", "Codecs/Graphs/JsonObjectTypes.cs", "Codecs/Graphs/JsonPending.cs",
                "Codecs/Graphs/TrackedObjects.cs", "Codecs/Graphs/TrackedType.cs", "Codecs/Graphs/ValueTable.cs",
                "Codecs/GroupReader.cs", "Codecs/GroupReader.Standard21.cs",
                "Codecs/LengthPrefixCodec.cs", "Codecs/Migrations/Codec.Migrations.cs", "Codecs/Migrations/MigratingPlan.cs",
                "Codecs/Migrations/Migration.cs", "Codecs/Plans/PlanBuilder.cs", "Codecs/Plans/PlanBuilder.Migrations.cs",
                "Codecs/Plans/PlanCache.cs",
                "Codecs/Primitives/StringCodec.cs", "Codecs/Unknown/KeptList.cs", "Codecs/Unknown/KeptReference.cs",
                "Codecs/Unknown/KeptSource.cs", "Codecs/Unknown/KeptTargets.cs", "Codecs/Unknown/KeptTargetsBuilder.cs",
                "Codecs/Graphs/UnknownObjects.cs", "Codecs/Unknown/ReplaceableObject.cs",
            ],
            [
                "Codecs/Bcl/DecimalCodec.cs", "Codecs/Conversions/NumberPlan.cs", "Codecs/Conversions/Numbers.cs",
                "Codecs/Primitives/DoubleCodec.cs", "Codecs/Primitives/Integers.cs", "Codecs/Primitives/SingleCodec.cs",
            ],
            [
                // Objects of classes that the program lacks have only unknown members.
                "Codecs/Unknown/UnknownCodec.cs", "Codecs/Unknown/UnknownObjectCodec.cs", "Codecs/Unknown/UnknownColumnBuilder.cs",
                "Codecs/ColumnWriter.cs",
                .. Directory.EnumerateFiles(Path.Combine(s_source, "Codecs", "OfSchema"), "*.cs")
                    .Select(f => Path.GetRelativePath(s_source, f).Replace('\\', '/')),
            ],
            [
                .. Directory.EnumerateFiles(Path.Combine(s_source, "Dynamic"), "*.cs", SearchOption.AllDirectories)
                    .Select(f => Path.GetRelativePath(s_source, f).Replace('\\', '/')),
            ],
        ];

        [Fact]
        public void Folders_use_only_lower_folders() => Assert.Empty(Violations(s_references));

        [Fact]
        public void References_of_every_kind_are_found()
        {
            // One of each kind: a base, a field, a signature, a local variable or a call, an attribute, a generic argument.
            Assert.Contains(s_references, r => r is { From: "Kitbag.Codecs.ListCodec`1", To: "Kitbag.Codecs.CollectionCodec`2" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.Wire.WireReader", To: "Kitbag.KitbagLimits" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.Schema.SchemaReader", To: "Kitbag.Wire.WireReader" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.Codecs.GuidCodec", To: "Kitbag.Codecs.CodecForAttribute" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.KitbagSerializer", To: "Kitbag.CompilerServices.CodecCache`1" });
            Assert.Equal(s_allowed.Keys.OrderBy(k => k), s_references.Select(r => r.ToFolder).Append("(root)").Distinct().OrderBy(k => k));
        }

        [Fact]
        public void A_use_of_a_higher_folder_is_found()
        {
            CompiledReference added = new("Kitbag.Wire.WireWriter", "Wire/WireWriter.cs", "Kitbag.KitbagOptions",
                "Documents/KitbagOptions.cs");
            Assert.Equal(["Wire/WireWriter.cs → Documents/KitbagOptions.cs (Kitbag.KitbagOptions)"],
                Violations([.. s_references, added]));
            CompiledReference unknown = new("Kitbag.Wire.WireWriter", "Wire/WireWriter.cs", "Kitbag.New.Thing", "New/Thing.cs");
            Assert.Single(Violations([unknown]));
        }

        [Fact]
        public void Namespaces_are_those_of_the_folders()
        {
            foreach (CompiledReference reference in s_references)
            {
                string space = reference.To[..reference.To.LastIndexOf('.')];
                // Types of values that users hold are in the namespace Kitbag like the rest of the public API.
                bool isPublic = reference.ToFolder is "Errors" or "Settings" or "Documents" or "Files" or "(root)"
                    || reference.ToFile == "Codecs/Unknown/KitbagUnknown.cs";
                Assert.True(space == "Kitbag." + reference.ToFolder || (isPublic && space == "Kitbag"),
                    reference.ToFile + " declares " + reference.To);
            }
        }

        [Fact]
        public void Files_have_no_cyclic_references()
        {
            Dictionary<string, string[]> known = s_references.Where(r => r.FromFile != r.ToFile).GroupBy(r => r.FromFile)
                .ToDictionary(g => g.Key, g => g.Select(r => r.ToFile).Distinct().ToArray());
            string[][] cycles = Cycles.Find(known).Where(c => !s_allowedCycles.Any(f => c.All(f.Contains))).ToArray();
            Assert.True(cycles.Length == 0, string.Join("\n", cycles.Select(c => string.Join(", ", c))));
        }

        private static string[] Violations(IEnumerable<CompiledReference> references) => references
            .Where(r => r.FromFolder != r.ToFolder
                && !(s_allowed.TryGetValue(r.FromFolder, out string[]? allowed) && allowed.Contains(r.ToFolder)))
            .Select(r => r.FromFile + " → " + r.ToFile + " (" + r.To + ")").Distinct().OrderBy(v => v, StringComparer.Ordinal).ToArray();

        [Fact]
        public void No_reflection_and_no_conditional_compilation()
        {
            string[] banned = { "System.Reflection", "MakeGeneric", "Activator.", "Type.GetType", "System.Linq.Expressions",
                "DynamicMethod", "dynamic ", "#if" };
            foreach (string file in Files(""))
            {
                string text = File.ReadAllText(file);
                foreach (string word in banned)
                    Assert.False(text.Contains(word, StringComparison.Ordinal), file + " has " + word);
            }
        }

        private static IEnumerable<string> Files(string folder) => Directory
            .EnumerateFiles(Path.Combine(s_source, folder), "*.cs", SearchOption.AllDirectories)
            .Where(f => !f.Contains(Path.DirectorySeparatorChar + "obj" + Path.DirectorySeparatorChar, StringComparison.Ordinal));
    }
}
