using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests names that conflict with keywords, with each other, or with names in generated code.</summary>
    public class NameTests
    {
        [Fact]
        public void Keywords() => Harness.RoundTrip(@"
namespace @namespace { public class @class { public int @event; public string? @if { get; set; } public int value; public int field;
    public int w, r, row, at, control0, m0, m1, result, i, present, members, objects, populate; public @struct @struct; public @enum @enum;
    } public struct @struct { public int @int; } public enum @enum { @void, @null = 3 } }
public static class Program
{
    static @namespace.@class Make() => new @namespace.@class { @event = 1, @if = ""x"", value = 2,
        @struct = new @namespace.@struct { @int = 4 }, @enum = @namespace.@enum.@null };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()), new[] { Make(), Make() },
        Tool.Again(new[] { Make(), Make() }) };
}");

        [Fact]
        public void Same_name_in_two_namespaces_or_cases() => Harness.RoundTrip(@"
using System.Collections.Generic;
namespace A { public class Item { public int X; } public enum Kind { P, Q } namespace B { public class Item { public int Y; } } }
namespace B { public class Item { public string? Z; } public class item { public int W; } public enum Kind { R, S } }
public class Item { public int V; public class Inner { public int U; } }
public class Item_Inner { public int T; }
public class World { public A.Item? A; public B.Item? B; public B.item? b; public A.B.Item? AB; public Item? Own; public Item.Inner? Inner;
    public Item_Inner? Flat; public A.Kind K; public B.Kind L; public List<A.Item>? As; public List<B.Item>? Bs; public List<B.item>? bs;
    public List<Item>? Owns; }
public static class Program
{
    static World Make() => new World { A = new A.Item { X = 1 }, B = new B.Item { Z = ""z"" }, b = new B.item { W = 2 },
        AB = new A.B.Item { Y = 3 }, Own = new Item { V = 4 }, Inner = new Item.Inner { U = 5 }, Flat = new Item_Inner { T = 6 },
        K = A.Kind.Q, L = B.Kind.S, As = new List<A.Item> { new A.Item { X = 7 } }, Owns = new List<Item>() };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()) };
}");

        [Fact]
        public void Names_of_generated_code() => Harness.RoundTrip(@"
public class Slots { public int A; }
public class WireReader { public int A; }
public class WireWriter { public int A; }
public class Guid { public int A; }
public class String { public string? A; }
public class Codec { public int A; }
public class Provider { public int A; }
public class Shapes { public int A; }
public class Span { public int A; }
public class Object { public Object2? A; }
public class Object2 { public int A; }
public enum Int32 { A, B }
public class World { public Slots? S; public WireReader? R; public WireWriter? W; public Guid? G; public System.Guid H; public String? T;
    public Codec? C; public Provider? P; public Shapes? Q; public Span? N; public Object? O; public Int32 I; }
public static class Program
{
    static World Make() => new World { S = new Slots { A = 1 }, R = new WireReader { A = 1 }, G = new Guid { A = 2 },
        H = new System.Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), T = new String { A = ""x"" }, C = new Codec { A = 3 },
        O = new Object { A = new Object2 { A = 4 } }, I = Int32.B };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()) };
}");

        [Theory]
        [InlineData("Kitbag.Something")]
        [InlineData("Kitbag.System")]
        [InlineData("Kitbag.Kitbag")]
        [InlineData("Kitbag.Generated.System")]
        [InlineData("My.System")]
        [InlineData("My.Kitbag")]
        public void Namespaces(string space) => Harness.RoundTrip(@"
namespace " + space + @" { public class System { public int A; public System2? B { get; set; } }
    public class System2 { public string? C; } public class Wire { public int A; } }
public static class Program
{
    static " + space + @".System Make() => new " + space + @".System { A = 1, B = new " + space + @".System2 { C = ""c"" } };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()),
        new " + space + @".Wire { A = 1 }, Tool.Again(new " + space + @".Wire { A = 1 }) };
}");

        [Theory]
        [InlineData("My.Game-2")]
        [InlineData("3D Game")]
        [InlineData("Ünïcode")]
        [InlineData("class")]
        public void Assembly_names(string name) => Harness.RoundTrip(
            @"
public class World { public int A; }
public static class Program { public static object?[] Run() => new object?[] { new World { A = 1 }, Tool.Again(new World { A = 1 }) }; }",
            name);

        [Fact]
        public void Internal_and_nested_types() => Harness.RoundTrip(@"
internal class World { public Outer<int>.Inner<string>? A { get; set; } [Kitbag.KitbagIgnore] internal Hidden? NotAMember;
    public Outer<int>.Kind K; public Hidden? B; }
internal class Hidden { public int X; }
public class Outer<T> { public class Inner<U> { public T First = default!; public U Second = default!;
    } public enum Kind { One, Two } internal protected class Reachable { public int Z; } }
public class Sub : Outer<long> { internal class Root { public Reachable? R; } }
public static class Program
{
    static World Make() => new World { A = new Outer<int>.Inner<string> { First = 1, Second = ""s"" }, K = Outer<int>.Kind.Two,
        B = new Hidden { X = 2 } };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()) };
}");

        [Fact]
        public void Obsolete_members_and_types() => Harness.RoundTrip(@"
#pragma warning disable CS0612, CS0618
public class World { [System.Obsolete] public int A; [System.Obsolete(""old"")] public Old? B { get; set; } public Kind K; }
[System.Obsolete(""old"")] public class Old { public int X; }
public enum Kind { [System.Obsolete] One, Two }
public static class Program
{
    static World Make() => new World { A = 1, B = new Old { X = 2 }, K = Kind.Two };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()) };
}");
    }
}
