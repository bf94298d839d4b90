using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests all kinds of types, as single values and in columns.</summary>
    public class ShapeTests
    {
        [Theory]
        [InlineData("int", "3")]
        [InlineData("ulong", "ulong.MaxValue")]
        [InlineData("bool", "true")]
        [InlineData("char", "'x'")]
        [InlineData("double", "1.5")]
        [InlineData("decimal", "12.34m")]
        [InlineData("string", "\"text\"")]
        [InlineData("System.Guid", "new System.Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)")]
        [InlineData("System.DateTime", "new System.DateTime(2024, 1, 2)")]
        [InlineData("System.TimeSpan", "System.TimeSpan.FromSeconds(5)")]
        [InlineData("string[]", "new[] { \"a\", \"b\" }")]
        [InlineData("int[][]", "new[] { new[] { 1 }, new int[0] }")]
        [InlineData("System.Collections.Generic.List<int>", "new System.Collections.Generic.List<int> { 1, 2 }")]
        [InlineData("System.Collections.Generic.Dictionary<string, System.Collections.Generic.List<int>>",
            "new System.Collections.Generic.Dictionary<string, System.Collections.Generic.List<int>> { [\"k\"] = new "
            + "System.Collections.Generic.List<int> { 1 } }")]
        [InlineData("System.Collections.Generic.HashSet<string>", "new System.Collections.Generic.HashSet<string> { \"a\" }")]
        [InlineData("System.Numerics.Vector3", "new System.Numerics.Vector3(1, 2, 3)")]
        [InlineData("System.Numerics.Complex", "new System.Numerics.Complex(1, 2)")]
        [InlineData("System.Text.Json.JsonDocument", "System.Text.Json.JsonDocument.Parse(\"[]\")")]
        [InlineData("System.Text.Json.Nodes.JsonArray", "new System.Text.Json.Nodes.JsonArray(1, null)")]
        [InlineData("Wave", "new Wave { Time = 1, Value = 2 }")]
        [InlineData("Waves", "new Waves { Time = 1, Value = 2 }")]
        [InlineData("Small", "Small.B")]
        [InlineData("Large", "Large.Most")]
        [InlineData("Vec", "new Vec { X = 1, Y = 2 }")]
        [InlineData("Auto", "new Auto { A = 1, B = 2 }")]
        [InlineData("Line", "new Line { From = new Vec { X = 1 }, To = new Vec { Y = 2 }, Kind = Wide.Two }")]
        [InlineData("Padded", "new Padded { A = 1, B = 2 }")]
        [InlineData("Labelled", "new Labelled { Label = \"l\", On = true }")]
        [InlineData("Thing", "new Thing { Id = 7, Name = \"n\" }")]
        [InlineData("Pair<int, string>", "new Pair<int, string> { First = 1, Second = \"s\" }")]
        [InlineData("Pair<Pair<Vec, Small>, int[]>",
            "new Pair<Pair<Vec, Small>, int[]> { First = new Pair<Vec, Small> { First = new Vec { X = 4 }, Second = Small.B }, Second "
            + "= new[] { 1 } }")]
        [InlineData("(int, string)", "(1, \"s\")")]
        [InlineData("(int A, (string B, Vec C) D)", "(1, (\"s\", new Vec { X = 3 }))")]
        [InlineData("Empty", "new Empty()")]
        public void Type(string type, string value)
        {
            bool isValue = !(type is "string" or "Thing" or "Empty" || type.EndsWith("]", System.StringComparison.Ordinal)
                || type.StartsWith("System.Collections", System.StringComparison.Ordinal)
                || type.StartsWith("Pair", System.StringComparison.Ordinal));
            string optional = isValue ? @"
    public static " + type + @"? Something = Sample;
    public class Optional { public " + type + @"? Some; public int Between = 1; public " + type + @"? None; }
    public static object?[] More() => new object?[] { Something, Tool.Again(Something), new Optional { Some = Sample },
        Tool.Again(new Optional { Some = Sample }), new[] { new Optional { Some = Sample }, new Optional() },
        Tool.Again(new[] { new Optional { Some = Sample }, new Optional() }), new[] { Something, null },
        Tool.Again(new[] { Something, null }) };"
                : "public static object?[] More() => new object?[0];";
            Harness.RoundTrip(@"
using System.Linq;
public enum Small : byte { A, B = 5 }
public enum Wide { One, Two = -2 }
public enum Large : ulong { None, Most = ulong.MaxValue }
public struct Vec { public float X, Y; }
public struct Auto { public int A { get; set; } public int B { get; set; } }
public struct Line { public Vec From { get; set; } public Vec To; public Wide Kind; }
public struct Padded { public byte A; public int B; }
public struct Wave { public float Time; public System.Numerics.Complex Value; }
public struct Waves { public double Time; public System.Numerics.Complex Value; }
public struct Labelled { public string Label; public bool On; }
public class Thing { public int Id { get; set; } public string? Name; }
public class Pair<TFirst, TSecond> { public TFirst First = default!; public TSecond Second { get; set; } = default!; }
public class Empty { }
public static class Program
{
    public static " + type + @" Sample = " + value + @";
    public class Holder { public int Before = 1;
        public " + type + @" Field = default!; public " + type + @" Property { get; set; } = default!;
        public " + type + @"[]? Many; public int After = 2; }
    public static Holder Full() => new Holder { Field = Sample, Property = Sample, Many = new[] { Sample, default!, Sample } };
    public static object?[] Run() => new object?[] { Sample, Tool.Again(Sample), Full(), Tool.Again(Full()), new Holder(),
        Tool.Again(new Holder()), new[] { Full(), new Holder() }, Tool.Again(new[] { Full(), new Holder() }) }.Concat(More()).ToArray();
    " + optional + @"
}");
        }

        [Fact]
        public void Inherited_members_and_overrides() => Harness.RoundTrip(@"
public abstract class Base { public int Id { get; set; } public virtual string? Name { get; set; } public virtual int Half { get; set;
    } public string? Plain; }
public class Middle : Base { public override string? Name { get; set; } public override int Half { get => base.Half; } }
public sealed class Leaf : Middle { public double Extra; }
public static class Program
{
    static Leaf Make() => new Leaf { Id = 1, Name = ""n"", Half = 3, Plain = ""p"", Extra = 2.5 };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()), new[] { Make(), Make() },
        Tool.Again(new[] { Make(), Make() }) };
}");

        [Theory]
        [InlineData(0)]
        [InlineData(1)]
        public void Hundred_members(int leading)
        {
            // After an odd number of single control bits, pairs of control bits cross the boundary of 64 bits, as do those of nullables.
            string[] types = { "int", "string", "int?", "bool", "double", "Vec", "Vec?", "long?", "Part", "Part?", "Thing", "bool?" };
            string[] values = { "{0}", "\"s{0}\"", "{0}", "true", "{0}.5", "new Vec {{ X = {0} }}", "new Vec {{ Y = {0} }}", "{0}000000000",
                "new Part {{ On = true }}", "new Part {{ On = true }}", "new Thing {{ Id = {0} }}", "false" };
            var members = new StringBuilder();
            var setters = new StringBuilder();
            for (int i = 0; i < leading; i++)
                members.Append("public bool First" + i + ";");
            for (int i = 0; i < 100; i++)
            {
                members.Append("public " + types[i % types.Length] + " M" + i + ";\n");
                if (i % 3 != 1)
                    setters.Append("M" + i + " = " + string.Format(null, values[i % types.Length], i) + ",\n");
            }
            Harness.RoundTrip(@"
#nullable disable
public struct Vec { public float X, Y; }
public struct Part { public string Label; public bool On; }
public class Thing { public int Id { get; set; } }
public class Big { " + members + @" }
public static class Program
{
    static Big Make() => new Big { " + setters + @" };
    public static object[] Run() => new object[] { Make(), Tool.Again(Make()), new Big(), Tool.Again(new Big()),
        new[] { Make(), new Big() }, Tool.Again(new[] { Make(), new Big() }) };
}
");
        }

        [Fact]
        public void Oblivious_code() => Harness.RoundTrip(
            @"
using System.Collections.Generic;
public class World { public string Name; public List<string> Items;
    public Dictionary<string, World2> Map { get; set; } public int[] Numbers; }
public class World2 { public string Name { get; set; } }
public static class Program
{
    static World Make() => new World { Name = ""n"", Items = new List<string> { ""a"", null },
        Map = new Dictionary<string, World2> { { ""k"", new World2() } } };
    public static object[] Run() => new object[] { Make(), Tool.Again(Make()), new[] { Make(), null }, Tool.Again(new[] { Make(), null }) };
}",
            nullable: Microsoft.CodeAnalysis.NullableContextOptions.Disable);

        [Fact]
        public void Record_structs() => Harness.RoundTrip(
            @"
public record struct Point(int X, int Y);
public record Person { public string? Name { get; set; } public Point At { get; set; } }
public static class Program
{
    static Person Make() => new Person { Name = ""n"", At = new Point(1, 2) };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()), new Point(3, 4), Tool.Again(new Point(3, 4)) };
}",
            version: LanguageVersion.CSharp10);
    }
}
