using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Linq;
using System.Reflection;
using System.Threading;
using Kitbag.Dynamic;
using Kitbag.Schema;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests schemas of the lock file that are compiled into the program: documents of a locked version can be read by the
    /// fingerprint of their schema.
    /// </summary>
    public class LockedSchemasTests
    {
        private const string Program = @"
public static class Program
{
    public static byte[] Write(int gold) => Kitbag.KitbagSerializer.Serialize(new NAME { Gold = gold, Bag = { [1] = ""a\""b"" } },
        new Kitbag.KitbagOptions { Schema = Kitbag.KitbagSchemaMode.Fingerprint });
    public static string Read(byte[] document)
    {
        var save = Kitbag.KitbagSerializer.Deserialize<NAME>(document)!;
        return save.Gold + save.Bag[1];
    }
    public static string Schema() => Kitbag.KitbagSchema.Of<NAME>().ToText();
}
public class NAME { TYPE }
";

        private const string Old = "public int Gold; public System.Collections.Generic.Dictionary<int, string> Bag = new();";
        private const string New =
            "public long Gold; public System.Collections.Generic.Dictionary<int, string> Bag = new(); public int Level;";

        [Fact]
        public void Documents_of_older_versions_are_read_by_their_fingerprint()
        {
            Assembly old = Load("Lock1", Source("LockSave", Old), null);
            SchemaLock file = SchemaLock.Empty.Update(SchemaForm.Of(SchemaFile.Parse((string)Call(old, "Schema")))).Release("1.0");
            Assembly plain = Load("Lock2", Source("LockSave", New), null);
            file = file.Update(SchemaForm.Of(SchemaFile.Parse((string)Call(plain, "Schema")))).Release("1.\u00e4");
            var document = (byte[])Call(old, "Write", 5);

            // Without the compiled schemas, the document of the old version cannot be read.
            var unread = Assert.Throws<TargetInvocationException>(() => Call(plain, "Read", document));
            Assert.Equal(KitbagErrorReason.UnknownSchema, ((KitbagException)unread.InnerException!).Reason);
            Assert.Throws<KitbagException>(() => KitbagDocument.Parse(document));

            Assembly now = Load("Lock3", Source("LockSave", New), file.ToString());
            Assert.Equal("5a\"b", Call(now, "Read", document));
            Assert.Equal("5a\"b", Call(now, "Read", Call(now, "Write", 5)));
            Assert.Equal(5L, KitbagDocument.Parse(document).Root["Gold"].GetInt64());
            // The next version, whose documents the older one reads if it has the newer lock file.
            Assembly older = Load("Lock4", Source("LockSave", Old), file.ToString());
            Assert.Equal("6a\"b", Call(older, "Read", Call(now, "Write", 6)));
            // A schema of no version is not known.
            var other = (byte[])Call(Load("Lock5", Source("Another", Old), null), "Write", 5);
            Assert.Throws<TargetInvocationException>(() => Call(now, "Read", other));
        }

        [Fact]
        public void Schemas_are_a_string_that_is_not_parsed_at_startup()
        {
            SchemaLock file = SchemaLock.Empty.Update(SchemaForm.Of(SchemaFile.Parse("root A\nclass A\n  \"a \\\"b\": int")));
            string printed = Printed(file.ToString())!;
            Assert.Contains("@\"kitbag.lock 1", printed, StringComparison.Ordinal);
            Assert.Contains("AddLocked(Roots.Find, Text)", printed, StringComparison.Ordinal);
            // Schemas with reported differences are not compiled in.
            Assert.Null(Printed("<<<<<<< ours"));
            Assert.Null(Printed(null));
        }

        private static string Source(string name, string members) => Program.Replace("NAME", name).Replace("TYPE", members);

        private static string? Printed(string? lockFile)
        {
            CSharpCompilation compilation = Harness.Compile(Source("LockSave", Old));
            return Driver(compilation, lockFile).RunGenerators(compilation).GetRunResult().GeneratedTrees
                .SingleOrDefault(tree => tree.FilePath.EndsWith("Kitbag.LockedSchemas.g.cs", StringComparison.Ordinal))?.ToString();
        }

        private static Assembly Load(string name, string source, string? lockFile)
        {
            CSharpCompilation compilation = Harness.Compile(source, name);
            Driver(compilation, lockFile)
                .RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out ImmutableArray<Diagnostic> diagnostics);
            Assert.Empty(diagnostics);
            return Assembly.Load(Harness.Emit(compilation, output));
        }

        private static object Call(Assembly assembly, string method, params object[] arguments) =>
            assembly.GetType("Program")!.GetMethod(method)!.Invoke(null, arguments)!;

        private static GeneratorDriver Driver(CSharpCompilation compilation, string? lockFile) => CSharpGeneratorDriver.Create(
            new[] { new KitbagGenerator().AsSourceGenerator() },
            additionalTexts: lockFile == null ? [] : [new Text(lockFile)],
            parseOptions: (CSharpParseOptions)compilation.SyntaxTrees[0].Options,
            optionsProvider: new Provider());

        private sealed class Text(string text) : AdditionalText
        {
            public override string Path => "kitbag.lock";

            public override SourceText GetText(CancellationToken cancellationToken = default) => SourceText.From(text);
        }

        private sealed class Provider : AnalyzerConfigOptionsProvider
        {
            public override AnalyzerConfigOptions GlobalOptions { get; } = new Options([]);

            public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

            public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) =>
                new Options(new() { ["build_metadata.AdditionalFiles.KitbagLockedSchemas"] = "true" });
        }

        private sealed class Options(Dictionary<string, string> values) : AnalyzerConfigOptions
        {
            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => values.TryGetValue(key, out value);
        }
    }
}
