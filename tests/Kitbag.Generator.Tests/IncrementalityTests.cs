using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>What a key stroke costs: an edit that changes no serialized type ends at the model.</summary>
    public class IncrementalityTests
    {
        private const string Source = "public class World { public int A; public System.Collections.Generic.List<string>? B; } public static class Program { public static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new World()); }";

        [Theory]
        [InlineData("public class Other { public int X; }")]
        [InlineData("public class Other { public void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }")]
        [InlineData("public class Other { public void Run() { System.Console.WriteLine(1")]
        public void UnrelatedEdit(string edited)
        {
            GeneratorRunResult result = Edit(Source, compilation => compilation.AddSyntaxTrees(Parse(compilation, edited)));
            Assert.All(Reasons(result, KitbagGenerator.ModelStep), Same);
            Assert.All(result.TrackedOutputSteps.SelectMany(s => s.Value).SelectMany(s => s.Outputs).Select(o => o.Reason), r => Assert.Equal(IncrementalStepRunReason.Cached, r));
        }

        [Fact]
        public void EditOfAnotherFileLeavesCallsAlone()
        {
            GeneratorRunResult result = Edit(Source, compilation => compilation.AddSyntaxTrees(Parse(compilation, "public class Other { }")));
            Assert.All(Reasons(result, KitbagGenerator.CallStep), Same);
            Assert.All(Reasons(result, KitbagGenerator.RootStep), Same);
        }

        [Fact]
        public void EditAboveTheCallLeavesTheModelAlone()
        {
            GeneratorRunResult result = Edit(Source, compilation => compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0], Parse(compilation, "// a comment\n" + Source)));
            Assert.All(Reasons(result, KitbagGenerator.ModelStep), Same);
        }

        [Fact]
        public void EditOfASerializedType()
        {
            GeneratorRunResult result = Edit(Source, compilation => compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0], Parse(compilation, Source.Replace("int A", "long A", StringComparison.Ordinal))));
            Assert.Contains(IncrementalStepRunReason.Modified, Reasons(result, KitbagGenerator.ModelStep));
        }

        [Fact]
        public void NewMarkedMethodInAnotherFile()
        {
            // The call did not change, but what it calls did.
            string source = "public class World { public int A; } public static class Program { public static void Run() => Lib.Save(new World()); }";
            CSharpCompilation compilation = Harness.Compile(source);
            compilation = compilation.AddSyntaxTrees(Parse(compilation, "public static class Lib { public static void Save<T>(T value) { } }"));
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation);
            Assert.Empty(driver.GetRunResult().GeneratedTrees);
            compilation = compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[1], Parse(compilation, "public static class Lib { public static void Save<[Kitbag.KitbagRoot] T>(T value) { } }"));
            Assert.NotEmpty(driver.RunGenerators(compilation).GetRunResult().GeneratedTrees);
        }

        private static SyntaxTree Parse(CSharpCompilation like, string text) => CSharpSyntaxTree.ParseText(text, (CSharpParseOptions)like.SyntaxTrees[0].Options, "Edited.cs");

        private static GeneratorRunResult Edit(string source, Func<CSharpCompilation, CSharpCompilation> edit)
        {
            CSharpCompilation compilation = Harness.Compile(source);
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation);
            return driver.RunGenerators(edit(compilation)).GetRunResult().Results.Single();
        }

        private static IEnumerable<IncrementalStepRunReason> Reasons(GeneratorRunResult result, string step) => result.TrackedSteps[step].SelectMany(s => s.Outputs).Select(o => o.Reason);

        private static void Same(IncrementalStepRunReason reason) => Assert.True(reason is IncrementalStepRunReason.Unchanged or IncrementalStepRunReason.Cached, reason.ToString());
    }

    /// <summary>The model holds nothing of the compiler: a symbol in it would keep whole compilations alive and be equal to nothing.</summary>
    public class ModelShapeTests
    {
        public static IEnumerable<object[]> Models() => typeof(AssemblyModel).Assembly.GetTypes().Where(t => t.Namespace == typeof(AssemblyModel).Namespace && !t.IsNested).Select(t => new object[] { t.Name, t });

        [Theory]
        [MemberData(nameof(Models))]
        public void NoRoslynType(string name, Type model)
        {
            Assert.NotEmpty(name);
            const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            Assert.All(model.GetFields(All).Select(f => f.FieldType).Concat(model.GetProperties(All).Select(p => p.PropertyType)).SelectMany(Mentioned), type =>
                Assert.False(type.FullName!.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal) || type == typeof(object), type.FullName));
        }

        [Theory]
        [MemberData(nameof(Models))]
        public void ValueEqual(string name, Type model)
        {
            Assert.NotEmpty(name);
            if (!model.IsEnum && !(model.IsAbstract && model.IsSealed))
                Assert.Contains(model.GetInterfaces(), i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEquatable<>));
        }

        private static IEnumerable<Type> Mentioned(Type type)
        {
            if (type.HasElementType)
                return Mentioned(type.GetElementType()!);
            return type.IsGenericParameter ? Array.Empty<Type>() : type.IsGenericType ? type.GetGenericArguments().SelectMany(Mentioned).Append(type) : new[] { type };
        }
    }
}
