using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>What source and compiled code tell differently, or seem to: ignored members and layouts.</summary>
    public class CompiledTypesTests
    {
        private const string Library = @"
using System; using System.Runtime.InteropServices; using System.Text.Json.Serialization;
[StructLayout(LayoutKind.Explicit)] public struct Overlaid { [FieldOffset(4)] public int A; [FieldOffset(0)] public int B; }
[StructLayout(LayoutKind.Sequential, Size = 64)] public struct Large { public int A; }
public struct Pair { public int A, B; }
public class Members
{
    [JsonIgnore(Condition = JsonIgnoreCondition.Never)] public int Never;
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int Sometimes;
    [JsonIgnore(Condition = JsonIgnoreCondition.Always)] public int Always;
    [JsonIgnore] public int Plain;
    [NonSerialized] public int Flagged;
}";

        private const string Use = @"
public static class Uses { public static void All(Overlaid a, Large b, Pair c, Members d) {
    Kitbag.KitbagSerializer.Serialize(a); Kitbag.KitbagSerializer.Serialize(b); Kitbag.KitbagSerializer.Serialize(c); Kitbag.KitbagSerializer.Serialize(d); } }";

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void AreTheSameFromSourceAndCompiled(bool compiled)
        {
            CSharpCompilation input = compiled
                ? Harness.Compile(Use, references: MetadataReference.CreateFromImage(Harness.Build(Harness.Compile(Library, "Library"))))
                : Harness.Compile(Library + Use);
            Assert.Empty(Harness.Diagnose(input, out Compilation output));
            string code = string.Concat(output.SyntaxTrees.Select(tree => tree.ToString()));
            Assert.Contains("RecordCodec<global::Pair>", code);
            Assert.DoesNotContain("RecordCodec<global::Overlaid>", code);
            Assert.DoesNotContain("RecordCodec<global::Large>", code);
            Assert.Contains("description.Add(\"Never\"", code);
            Assert.Contains("description.Add(\"Sometimes\"", code);
            Assert.DoesNotContain("description.Add(\"Always\"", code);
            Assert.DoesNotContain("description.Add(\"Plain\"", code);
            Assert.DoesNotContain("description.Add(\"Flagged\"", code);
        }
    }
}
