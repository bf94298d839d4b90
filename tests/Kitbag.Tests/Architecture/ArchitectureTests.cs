using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Which folder of the library may know which, and that files within one do not go in circles.</summary>
    public class ArchitectureTests
    {
        private static readonly string s_source = Path.Combine(Repository.Root, "src", "Kitbag");

        private static readonly IReadOnlyCollection<CompiledReference> s_references =
            CompiledReferences.Read(typeof(KitbagSerializer).Assembly.Location, s_source);

        // What one call has to itself, and a table that is complete before anybody else sees it.
        private static readonly string[] s_nullablesOfOneThread =
        [
            "CopyCheck._cycle", "JsonMembers._refusesUnknown", "Place.<Effects>k__BackingField", "PlanBuilder._whole",
        ];

        // A nullable is stored in two parts: another thread may see that there is a value before it sees the value. A fingerprint of 0 came
        // into documents so, which nobody could read.
        [Fact]
        public void What_is_found_out_on_first_use_is_stored_at_once()
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

        // From the lowest floor to the highest. What is not here is forbidden.
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
            ["Dynamic"] = ["Errors", "Settings", "Buffers", "Wire", "Layout", "Schema", "Json", "Codecs", "Documents", "Files"],
        };

        // Files that need each other: a codec resolves a schema with the builder, which asks other codecs, and those of what migrations
        // take; numbers of all kinds read each other's; a document has nodes, which ask it for others.
        private static readonly string[][] s_families =
        [
            [
                "Codecs/Codec.cs", "Codecs/Codec.Rented.cs", "Codecs/Codec.Tracked.cs", "Codecs/Graphs/CopyCheck.cs",
                "Codecs/Graphs/GraphCompletion.cs", "Codecs/Graphs/GraphCopier.cs", "Codecs/Graphs/GraphCopies.cs",
                "Codecs/Graphs/GraphPath.cs", "Codecs/Graphs/GraphPlan.cs", "Codecs/Graphs/GraphReader.cs",
                "Codecs/Graphs/GraphReader.Kept.cs", "Codecs/Graphs/GraphReader.Unknown.cs", "Codecs/Graphs/GraphRoot.cs",
                "Codecs/Graphs/GraphWalk.cs", "Codecs/Graphs/GraphWriter.cs", "Codecs/Graphs/JsonChanges.cs",
                "Codecs/Graphs/JsonGraphReader.cs", "Codecs/Graphs/JsonObjectTypes.cs", "Codecs/Graphs/TrackedObjects.cs",
                "Codecs/Graphs/TrackedType.cs", "Codecs/Graphs/ValueTable.cs", "Codecs/GroupReader.cs", "Codecs/GroupReader.Standard21.cs",
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
        public void Arrows_point_downwards() => Assert.Empty(Violations(s_references));

        [Fact]
        public void All_references_are_seen()
        {
            // Of each kind one: a base, a field, a signature, a local variable or a call, an attribute, a generic argument.
            Assert.Contains(s_references, r => r is { From: "Kitbag.Codecs.ListCodec`1", To: "Kitbag.Codecs.CollectionCodec`2" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.Wire.WireReader", To: "Kitbag.KitbagLimits" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.Schema.SchemaReader", To: "Kitbag.Wire.WireReader" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.Codecs.GuidCodec", To: "Kitbag.Codecs.CodecForAttribute" });
            Assert.Contains(s_references, r => r is { From: "Kitbag.KitbagSerializer", To: "Kitbag.CompilerServices.CodecCache`1" });
            Assert.Equal(s_allowed.Keys.OrderBy(k => k), s_references.Select(r => r.ToFolder).Append("(root)").Distinct().OrderBy(k => k));
        }

        [Fact]
        public void An_arrow_that_points_upwards_is_found()
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
                // What users hold of a codec's values is named as all else that they use.
                bool isPublic = reference.ToFolder is "Errors" or "Settings" or "Documents" or "Files" or "(root)"
                    || reference.ToFile == "Codecs/Unknown/KitbagUnknown.cs";
                Assert.True(space == "Kitbag." + reference.ToFolder || (isPublic && space == "Kitbag"),
                    reference.ToFile + " declares " + reference.To);
            }
        }

        [Fact]
        public void Files_do_not_go_in_circles()
        {
            Dictionary<string, string[]> known = s_references.Where(r => r.FromFile != r.ToFile).GroupBy(r => r.FromFile)
                .ToDictionary(g => g.Key, g => g.Select(r => r.ToFile).Distinct().ToArray());
            string[][] circles = Circles.Find(known).Where(c => !s_families.Any(f => c.All(f.Contains))).ToArray();
            Assert.True(circles.Length == 0, string.Join("\n", circles.Select(c => string.Join(", ", c))));
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
