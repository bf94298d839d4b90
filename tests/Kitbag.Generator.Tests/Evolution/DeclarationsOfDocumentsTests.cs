using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Kitbag.Dynamic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// The C# code of <see cref="KitbagDocument.ToCSharp"/> compiles together with the code that is generated for it, and can read the
    /// document.
    /// </summary>
    public class DeclarationsOfDocumentsTests
    {
        [Fact]
        public void Declarations_read_the_documents_of_all_cases()
        {
            string folder = Path.Combine(Root(), "tests", "Kitbag.Tests", "Golden");
            var documents = new List<(string Name, byte[] Bytes)>();
            foreach (string file in Directory.GetFiles(folder, "*.hex").Order(StringComparer.Ordinal))
            {
                // For long documents, only a hash is compared.
                string text = File.ReadAllText(file).Replace("\n", "", StringComparison.Ordinal);
                if (text.All(Uri.IsHexDigit))
                    documents.Add((Path.GetFileNameWithoutExtension(file), Convert.FromHexString(text)));
            }
            // No declaration represents a concrete type that is stored as a union.
            int undeclared = documents.RemoveAll(d =>
                KitbagDocument.Parse(d.Bytes).ToCSharp().Contains("// Not declared: 'Stroke'", StringComparison.Ordinal));
            Assert.InRange(undeclared, 2, 4);
            Assert.InRange(documents.Count, 400, 10_000);
            CSharpCompilation compilation = Harness.Compile("", "Declared", LanguageVersion.CSharp10);
            var options = (CSharpParseOptions)compilation.SyntaxTrees[0].Options;
            compilation = compilation.RemoveAllSyntaxTrees().AddSyntaxTrees(documents.Select((d, i) => CSharpSyntaxTree.ParseText(
                Source(KitbagDocument.Parse(d.Bytes).ToCSharp("Case" + i)), options, d.Name + ".cs")));
            Diagnostic[] found = Harness.Diagnose(compilation, out Compilation output).ToArray();
            var image = new MemoryStream();
            EmitResult result = output.Emit(image);
            string[] errors = found.Concat(result.Diagnostics).Where(d => d.Severity == DiagnosticSeverity.Error)
                .Select(d => d.ToString()).ToArray();
            Assert.True(errors.Length == 0, string.Join("\n", errors.Take(20)));
            Assert.True(result.Success);
            // Loads a separate instance of Kitbag: the codec of a root such as List<object> comes from the assembly that registered one
            // first, and other tests of this process register codecs that know more types.
            var context = new AssemblyLoadContext("Declared");
            Assembly kitbag = context.LoadFromAssemblyPath(typeof(KitbagSerializer).Assembly.Location);
            Assembly assembly = context.LoadFromStream(new MemoryStream(image.ToArray()));
            Assert.NotSame(typeof(KitbagSerializer).Assembly, kitbag);
            var failures = new List<string>();
            var json = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings, MaxDepth = 1000 };
            for (int i = 0; i < documents.Count; i++)
            {
                try
                {
                    var again = (byte[])assembly.GetType("Case" + i + ".Reader")!.GetMethod("Again")!.Invoke(null, [documents[i].Bytes])!;
                    // Classes with the same name are declared with different names.
                    string expected = KitbagDocument.Parse(documents[i].Bytes).ToJson(json)
                        .Replace("\"Kitbag.TestCases.Flat.Sheet\"", "\"Sheet\"", StringComparison.Ordinal)
                        .Replace("\"Kitbag.TestCases.Folded.Sheet\"", "\"Sheet2\"", StringComparison.Ordinal);
                    if (KitbagDocument.Parse(again).ToJson(json) != expected)
                        failures.Add(documents[i].Name + ": other values");
                }
                catch (TargetInvocationException e)
                {
                    failures.Add(documents[i].Name + ": " + e.InnerException!.Message);
                }
            }
            Assert.True(failures.Count == 0, failures.Count + "\n" + string.Join("\n", failures));
        }

        /// <summary>Values of different collections in members of type object are distinguished by the names of their types.</summary>
        [Fact]
        public void Collections_in_objects_are_registered_as_what_they_are()
        {
            const string Values = @"using System.Collections.Generic;
[assembly: Kitbag.KitbagSerializable(typeof(int[]))]
[assembly: Kitbag.KitbagSerializable(typeof(byte[]))]
[assembly: Kitbag.KitbagSerializable(typeof(string?[][]))]
[assembly: Kitbag.KitbagSerializable(typeof(List<int>))]
[assembly: Kitbag.KitbagSerializable(typeof(HashSet<int>))]
[assembly: Kitbag.KitbagSerializable(typeof(Queue<string?>))]
[assembly: Kitbag.KitbagSerializable(typeof(SortedDictionary<string, int>))]
[assembly: Kitbag.KitbagSerializable(typeof(Dictionary<string, List<int>?>))]
public class Bag { public List<object?>? All; }
public static class Program {
    public static byte[] Write() => Kitbag.KitbagSerializer.Serialize(new Bag { All = new List<object?> { new[] { 1, 2 }, new byte[] { 3 },
        new[] { new string?[] { ""a"" } }, new List<int> { 4 }, new HashSet<int> { 5 }, new Queue<string?>(new[] { ""b"" }),
        new SortedDictionary<string, int> { [""c""] = 6 }, new Dictionary<string, List<int>?> { [""d""] = null } } }); }";
            byte[] document = (byte[])Load(Harness.Compile(Values)).GetType("Program")!.GetMethod("Write")!.Invoke(null, null)!;
            Assembly declared = Load(Harness.Compile(Source(KitbagDocument.Parse(document).ToCSharp("Declared")), "Declared",
                LanguageVersion.CSharp10));
            Assert.Equal(document, declared.GetType("Declared.Reader")!.GetMethod("Again")!.Invoke(null, [document]));
        }

        [Fact]
        public void Classes_of_the_same_name_with_other_members_are_declared_with_different_names()
        {
            const string Values = @"using System.Collections.Generic; public interface IItem { }
namespace A { public class Item : IItem { public int V; } } namespace C { public class Item : IItem { public double W; } }
public static class Program { public static byte[] Write() =>
    Kitbag.KitbagSerializer.Serialize(new List<IItem> { new C.Item { W = 1.5 }, new A.Item { V = 2 } }); }";
            byte[] document = (byte[])Load(Harness.Compile(Values)).GetType("Program")!.GetMethod("Write")!.Invoke(null, null)!;
            Assembly declared = Load(Harness.Compile(Source(KitbagDocument.Parse(document).ToCSharp("Declared")), "Declared",
                LanguageVersion.CSharp10));
            var again = (byte[])declared.GetType("Declared.Reader")!.GetMethod("Again")!.Invoke(null, [document])!;
            Assert.Contains("\"W\":1.5},", KitbagDocument.Parse(again).ToJson(), StringComparison.Ordinal);
            Assert.EndsWith("\"V\":2}]", KitbagDocument.Parse(again).ToJson(), StringComparison.Ordinal);
        }

        // Together with its own instance of Kitbag.
        private static Assembly Load(CSharpCompilation compilation)
        {
            var context = new AssemblyLoadContext("Declared");
            context.LoadFromAssemblyPath(typeof(KitbagSerializer).Assembly.Location);
            return context.LoadFromStream(new MemoryStream(Harness.Build(compilation)));
        }

        private static string Source(string declarations)
        {
            const string Mark = "// The root: ";
            string root = declarations[(declarations.IndexOf(Mark, StringComparison.Ordinal) + Mark.Length)..].Split('\n')[0];
            return declarations + "\npublic static class Reader\n{\n    public static byte[] Again(byte[] document) =>"
                + " KitbagSerializer.Serialize(KitbagSerializer.Deserialize<" + root + ">(document));\n}\n";
        }

        private static string Root()
        {
            DirectoryInfo folder = new(AppContext.BaseDirectory);
            while (!File.Exists(Path.Combine(folder.FullName, "Kitbag.slnx")))
                folder = folder.Parent!;
            return folder.FullName;
        }
    }
}
