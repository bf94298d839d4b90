extern alias generator;
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Kitbag.Generator.Locking;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;
using Derived = generator::Kitbag.Schema.SchemaType;

namespace Kitbag.Generator.Tests
{
    /// <summary>The schemas that the generator derives from its models equal those that the codecs have at run time.</summary>
    public class DerivedSchemaTests
    {
        /// <summary>Compares all types of the list of cases, and the types that they contain.</summary>
        [Fact]
        public void Of_all_cases()
        {
            byte[] fields = Harness.Build(Sources(Directory.GetFiles(Folder("Kitbag.TestCases.Fields"), "*.cs"), "Fields"));
            IEnumerable<string> files = Directory.GetFiles(Folder("Kitbag.TestCases"), "*.cs")
                .Where(file => !file.EndsWith(".Portable.cs", StringComparison.Ordinal)
                    && !file.EndsWith(".Standard20.cs", StringComparison.Ordinal));
            Compare(Sources(files, "Cases", MetadataReference.CreateFromImage(fields)), 200, fields);
        }

        [Fact]
        public void Of_one_assembly_of_many() => Compare(Sources(new[] { "A", "B", "C" }
            .SelectMany(part => Directory.GetFiles(Path.Combine(Folder("Chain"), part), "*.cs"))
            .Where(file => Path.GetFileName(file) is "Map.cs" or "Scene.cs" or "Story.cs"), "Chain"), 3);

        private static void Compare(CSharpCompilation compilation, int minimum, params byte[][] others)
        {
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation);
            GeneratorRunResult result = driver.GetRunResult().Results.Single();
            Assert.Null(result.Exception);
            Assert.DoesNotContain(result.Diagnostics, d => d.Severity == DiagnosticSeverity.Error);
            var parsed = (ParseResult)result.TrackedSteps[KitbagGenerator.ParseStep].Single().Outputs.Single().Value;
            var builder = new SchemaBuilder(parsed.Assembly);
            Assert.Empty(builder.Unknown);
            string[] keys = parsed.Assembly.Roots.ToArray();
            Assert.True(keys.Length >= minimum, keys.Length + " roots");
            // KitbagSchema.Of is not used, because assemblies of other tests have codecs of the same lists of objects.
            string probe = "public static class Probe { public static object[] All() => new object[] {" + string.Concat(keys.Select(key =>
                " " + parsed.Assembly.Namespace + ".Roots.Find(typeof(" + key + "), false),")) + "}; "
                + "public static byte[][] Printed() => new byte[][] {" + string.Concat(keys.Select(key =>
                " " + parsed.Assembly.Namespace + ".Schemas.Find(typeof(" + key + ")).ToArray(),")) + "}; }";
            Compilation output = compilation.AddSyntaxTrees(result.GeneratedSources.Select(source => source.SyntaxTree))
                .AddSyntaxTrees(CSharpSyntaxTree.ParseText(probe, (CSharpParseOptions)compilation.SyntaxTrees[0].Options));
            var image = new MemoryStream();
            Microsoft.CodeAnalysis.Emit.EmitResult emitted = output.Emit(image);
            Assert.True(emitted.Success, string.Join("\n", emitted.Diagnostics.Take(20)));
            var context = new AssemblyLoadContext("derived");
            foreach (byte[] other in others)
                context.LoadFromStream(new MemoryStream(other));
            image.Position = 0;
            Type type = context.LoadFromStream(image).GetType("Probe")!;
            var codecs = (object[])type.GetMethod("All")!.Invoke(null, null)!;
            var printed = (byte[][])type.GetMethod("Printed")!.Invoke(null, null)!;
            for (int i = 0; i < keys.Length; i++)
            {
                byte[] schema = SchemaCopy.BytesOf(codecs[i]);
                Assert.True(schema.AsSpan().SequenceEqual(SchemaCopy.BytesOf(builder.Of(keys[i])!)), keys[i]);
                Assert.True(printed[i].Length == 0 || printed[i].AsSpan().SequenceEqual(schema), keys[i]);
            }
            Assert.True(printed.Count(bytes => bytes.Length != 0) >= Math.Min(minimum, 50));
        }

        private static CSharpCompilation Sources(IEnumerable<string> files, string name, params MetadataReference[] references)
        {
            var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: new[] { "NET8_0_OR_GREATER" });
            return Harness.Compile("", name, references: references).RemoveAllSyntaxTrees()
                .AddSyntaxTrees(files.Select(file => CSharpSyntaxTree.ParseText(Older(File.ReadAllText(file)), options, file)));
        }

        // The compiler of these tests does not support two lines of the cases.
        private static string Older(string text) => text
            .Replace("class Ticket(string code, int seat)\n    {", "class Ticket\n    {\n"
                + "public Ticket(string code, int seat) { Code = code; Seat = seat; }", StringComparison.Ordinal)
            .Replace("{ get; } = code;", "{ get; }", StringComparison.Ordinal)
            .Replace("=> seat;", "{ get; }", StringComparison.Ordinal)
            .Replace("{ get; } = seat;", "{ get; }", StringComparison.Ordinal)
            .Replace("[all[i / 2], all[i - 1]]", "new[] { all[i / 2], all[i - 1] }", StringComparison.Ordinal);

        private static string Folder(string name, [CallerFilePath] string here = "") =>
            Path.Combine(Path.GetDirectoryName(here)!, "..", "..", name);
    }

    /// <summary>Converts schema types of the generator to those of the library, because only these can be written.</summary>
    internal static class SchemaCopy
    {
        private const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

        public static byte[] BytesOf(Derived root) =>
            BytesOfSchema(Create("Kitbag.Schema.CanonicalSchema", Copy(root, new Dictionary<Derived, object>())));

        /// <summary>The bytes of the schema that a codec has at run time.</summary>
        public static byte[] BytesOf(object codec) =>
            BytesOfSchema(Create("Kitbag.Schema.CanonicalSchema",
                Library("Kitbag.Codecs.Codec").GetProperty("Schema", All)!.GetValue(codec)!));

        private static byte[] BytesOfSchema(object schema) => (byte[])schema.GetType().GetField("_bytes", All)!.GetValue(schema)!;

        private static object Copy(Derived type, Dictionary<Derived, object> copies)
        {
            if (copies.TryGetValue(type, out object? copy))
                return copy;
            copy = Create("Kitbag.Schema.SchemaType", KindOf(type.Kind), type.Name);
            copies.Add(type, copy);
            Set(copy, "IsStruct", type.IsStruct);
            Set(copy, "IsTracked", type.IsTracked);
            Set(copy, "Underlying", KindOf(type.Underlying));
            if (type.IsTracked)
                Set(copy, "Identity", type.Identity);
            if (type.Key != null)
                Set(copy, "Key", Copy(type.Key, copies));
            if (type.Element != null)
                Set(copy, "Element", Copy(type.Element, copies));
            Set(copy, "MemberArray", ArrayOf("Kitbag.Schema.SchemaMember", type.MemberArray.Select(member =>
                Create("Kitbag.Schema.SchemaMember", member.Name, Copy(member.Type, copies), -1))));
            Set(copy, "ValueArray", ArrayOf("Kitbag.Schema.SchemaEnumValue", type.ValueArray.Select(value =>
                Create("Kitbag.Schema.SchemaEnumValue", value.Name, value.Value))));
            return copy;
        }

        private static Type Library(string name) => typeof(KitbagSerializer).Assembly.GetType(name, throwOnError: true)!;

        private static object KindOf(generator::Kitbag.Schema.SchemaKind kind) =>
            Enum.ToObject(Library("Kitbag.Schema.SchemaKind"), (byte)kind);

        private static object Create(string type, params object[] arguments) => Library(type).GetConstructors(All)
            .Single(one => one.GetParameters().Length == arguments.Length).Invoke(arguments);

        private static void Set(object copy, string property, object value) =>
            copy.GetType().GetProperty(property, All)!.SetValue(copy, value);

        private static Array ArrayOf(string type, IEnumerable<object> items)
        {
            object[] all = items.ToArray();
            var array = Array.CreateInstance(Library(type), all.Length);
            all.CopyTo(array, 0);
            return array;
        }
    }
}
