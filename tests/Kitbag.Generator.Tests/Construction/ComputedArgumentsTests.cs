using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Constructors that compute members from their parameters do not change the members of objects that are read.</summary>
    public class ComputedArgumentsTests
    {
        // The settable members are set once more, or the constructor that computes nothing is called.
        [Theory]
        [InlineData("public World(string a) { A = \"#\" + a; } public string A { get; set; }", "new World(\"x\")", "w.A")]
        [InlineData("public World(string a) { A = a.Substring(1); } public string A { get; private set; }", "new World(\"xyz\")", "w.A")]
        [InlineData("public World(string a) { A = a[1..].Trim(); } public string A { get; init; }", "new World(\"xyz\")", "w.A")]
        [InlineData("public World(int a) { a += 5; A = a; } public int A { get; set; }", "new World(6)", "w.A")]
        [InlineData("public World(int a) { var b = a * 2; A = b; } public int A;", "new World(6)", "w.A")]
        [InlineData("public World(int a) { A = a > 3 ? a * 2 : a; } public int A { get; set; }", "new World(6)", "w.A")]
        [InlineData("private int _a; public World(int a) { _a = -a; } public int A { get => _a; set => _a = value; }", "new World(6)",
            "w.A")]
        [InlineData("public World(int a, int b) { A = a * 2; B = b; } public World(int a, int b, int c) { A = a; B = b; C = c; } public "
            + "int A { get; set; } public int B { get; set; } public int C { get; set; }", "new World(1, 2)", "w.A + \",\" + w.B + w.C")]
        [InlineData("private int _a; public World(int a) { _a = a + 1; } public int A => _a; public void Run() => _a++;", "new World(6)",
            "w.A")]
        // A constructor limits or normalizes a value that the member got later.
        [InlineData("public World(int a) { A = System.Math.Max(1, a); } public int A { get; set; }", "new World(5) { A = 0 }", "w.A")]
        [InlineData("public World(string a) { A = a.Trim(); } public string A { get; private set; } public World Pad() { A += \" \"; "
            + "return this; }", "new World(\"x\").Pad()", "w.A")]
        [InlineData("public World(int a) { if (a < 1) a = 1; A = a; } public int A { get; set; }", "new World(5) { A = 0 }", "w.A")]
        [InlineData("public World(int a) { if (a < 1) A = 1; else A = a; } public int A;", "new World(5) { A = 0 }", "w.A")]
        [InlineData("public World(int a) { A = a; A += 2; } public int A { get; set; }", "new World(5) { A = 0 }", "w.A")]
        [InlineData("public World(int a) { Set(a); } public int A { get; set; } void Set(int a) { A = a * 2; }", "new World(5)", "w.A")]
        [InlineData("public World(int a) : this(a, 1) { } private World(int a, int b) { A = a < b ? b : a; } public int A { get; set; }",
            "new World(5) { A = 0 }", "w.A")]
        [InlineData("private int _a; public World(int a) { _a = System.Math.Max(1, a); } public int A => _a; public World Hit(int by) { _a "
            + "-= by; return this; }", "new World(5).Hit(7)", "w.A")]
        [InlineData("public World(string? a) { A = a ?? \"none\"; } public string? A { get; set; }", "new World(\"x\") { A = null }",
            "w.A")]
        [InlineData("public World(int a) { A = 7; if (a > 0) A = a; } public int A { get; set; }", "new World(5) { A = -3 }", "w.A")]
        // Also if it computes them in several steps, by way of local variables, methods, and setters.
        [InlineData("public World(int a) { A = a; A++; } public int A { get; set; }", "new World(5)", "w.A")]
        [InlineData("public World(string a) { var b = a; b += \"!\"; A = b; } public string A { get; set; }", "new World(\"x\")", "w.A")]
        [InlineData("public World(string a) { A = string.Format(\"#{0}\", a); } public string A { get; set; }", "new World(\"x\")", "w.A")]
        [InlineData("public World(bool a) { A = a == false; } public bool A { get; set; }", "new World(true)", "w.A")]
        [InlineData("public World(bool a) { A = a ? false : true; } public bool A { get; set; }", "new World(true)", "w.A")]
        [InlineData("public World(int a) { A = Twice(a); } public int A { get; set; } static int Twice(int n) => n * 2;", "new World(5)",
            "w.A")]
        [InlineData("public World(int a) { A = a; Reset(); } public int A { get; set; } void Reset() => A = 1;", "new World(5) { A = 7 }",
            "w.A")]
        [InlineData("public World(int a) { A = a; Limit(); void Limit() { if (A > 3) A = 3; } } public int A { get; set; }",
            "new World(5) { A = 7 }", "w.A")]
        [InlineData("int _b; public int B { get => _b; set { _b = value; A = value * 10; } } public int A { get; set; } public World("
            + "int a, int b) { A = a; B = b; }", "new World(1, 5) { A = 7 }", "w.A + \",\" + w.B")]
        [InlineData("public World(List<int> a) { A = a.ToList(); A.Add(5); } public List<int> A { get; set; }", "new World(new() { 1 })",
            "w.A.Count")]
        [InlineData("public World(List<int> a) { A.AddRange(a); } public List<int> A { get; set; } = new() { 9 };",
            "new World(new() { 1 })", "w.A.Count")]
        [InlineData("public World(List<int> a) { foreach (int n in a) A.Add(n * 2); } public List<int> A { get; set; } = new();",
            "new World(new() { 1 })", "w.A[0]")]
        [InlineData("public World(List<int> a) { A = new(a) { 5 }; } public List<int> A { get; set; }", "new World(new() { 1 })",
            "w.A.Count")]
        [InlineData("public World(List<int> a) { A = a; Init(); } public List<int> A { get; set; } void Init() => A = new() { 3 };",
            "new World(new() { 1 }) { A = new() { 7, 8 } }", "w.A.Count")]
        // Of several constructors and methods with as many parameters, the one that is called counts.
        [InlineData("public World(int a) : this(a, 1) { } World(int a, int b) { A = a * 2; } World(int a, string b) { A = a; } public int "
            + "A { get; set; }", "new World(5)", "w.A")]
        [InlineData("public World(int a) { Put(a); } void Put(string a) { A = 3; } void Put(int a) => A = Cut(a.ToString()); int Cut("
            + "string a) => int.Parse(a.Substring(1)); public int A { get; set; }", "new World(567)", "w.A")]
        // Also if the source does not show it with certainty: the object has another value in the end.
        [InlineData(Later + "public World(int a) { switch (a) { default: A = 5; if (a > 3) break; A = a; break; } }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; try { Load(); return; } catch (System.Exception) { } A = 0; } void Load() => "
            + "throw new System.Exception(); ", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { try { A = a; return; } finally { A = 4; } }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { int n = a; foreach (int i in new[] { 1, 2 }) { A = n; n += i; } }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { foreach (int i in new int[0]) A = a; }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = 5; foreach (int i in new int[0]) Put(a); } void Put(int a) => A = a;", "Set(9)",
            "w.A")]
        [InlineData(Later + "public World(int a) { int n = 1; for (; n < 3; n += a) A = n; A = n; }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = 3; _ = a > 100 && Try(a); } bool Try(int a) { A = a; return true; }", "Set(9)",
            "w.A")]
        [InlineData(Later + "public World(int a) { System.Action f = () => A = 5; A = a; f(); }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; System.Action f = Fix; f(); } void Fix() => A = 5;", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; System.Action f = Fix; f(); void Fix() { A = 5; } }", "Set(9)", "w.A")]
        [InlineData("int _a; public int A => _a; public World Set(int a) { _a = a; return this; } public World(int a) { _a = a; ref int r "
            + "= ref _a; if (r > 0) r = 2; }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { Put(a).Fix(); } World Put(int a) { A = a; return this; } void Fix() => A = 5;", "Set(9)",
            "w.A")]
        [InlineData(Later + "public World(int a) { A = a; var me = this; me.A = 5; }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; Me.Fix(); } World Me => this; void Fix() => A = 5;", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; new Fixer(this); } class Fixer { public Fixer(World w) => w.A = 5; }", "Set(9)",
            "w.A")]
        [InlineData(Later + "public World(int a) { A = a; this[0] = 3; } int this[int i] { set => A = value; }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; _ = Next; } int Next { get { A = 3; return 1; } }", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; new List<int> { 3 }.ForEach(Fix); } void Fix(int n) => A = n;", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; Fix(1, 2, 3); } void Fix(params int[] all) => A = all.Length;", "Set(9)", "w.A")]
        [InlineData(Later + "public World(int a) { A = a; int n = 7; Twice(5); A = n + a - a; static int Twice(int n) => n; }", "Set(9)",
            "w.A")]
        // The parameter has another name than the member to which it is assigned.
        [InlineData("public World(string a, bool required = true) { A = a; IsRequired = required; } public string A { get; } public bool "
            + "IsRequired { get; }", "new World(\"x\", false)", "w.A + w.IsRequired")]
        [InlineData("[Kitbag.KitbagConstructor] public World(string a, int n = 3) { A = a; Number = n; } public string A { get; } "
            + "public int Number { get; }", "new World(\"x\", 5)", "w.A + w.Number")]
        [InlineData("public World(int rgb) => Value = rgb; public World(byte r, byte g, byte b) => Value = r << 16 | g << 8 | b; public "
            + "int Value { get; } public byte R => (byte)(Value >> 16); public byte G => (byte)(Value >> 8); public byte B => "
            + "(byte)Value;", "new World(0x12345678)", "w.Value")]
        // The field is set, because the setter may do more.
        [InlineData("int _a; public int A { get => _a; set { _a = value; B = 0; } } public int B { get; set; } public World(int a, int b) "
            + "{ _a = System.Math.Max(1, a); B = b; }", "new World(3, 5)", "w.A + \",\" + w.B")]
        [InlineData("int? _a; public int? A { get => _a; set { if (_a != null) throw new System.Exception(); _a = value; } } public "
            + "World(int? a) { _a = a ?? 1; }", "new World(3)", "w.A")]
        [InlineData("int _a; public int A { get => _a; set { _a = value; B = new int[value]; } } public int[] B { get; private set; } "
            + "public World(int a, int[] b) { _a = a * 2; B = b; }", "new World(2, new[] { 1, 2 })", "w.A + \",\" + w.B.Length")]
        // A parameter is the value of the member to which it is assigned.
        [InlineData("public World(int a) { B = a; } public int A { get; set; } public int B { get; }", "new World(6) { A = 7 }",
            "w.A + \",\" + w.B")]
        [InlineData("public World(int a, int b) { (A, B) = (b, a); } public int A { get; } public int B { get; }", "new World(6, 7)",
            "w.A + \",\" + w.B")]
        // The private field is stored, not what the property computes from it.
        [InlineData("private int _hp; public World(int hp) { _hp = hp; } public int Bonus { get; set; } public int Hp => _hp + Bonus;",
            "new World(10) { Bonus = 5 }", "w.Hp + \",\" + w.Bonus")]
        [InlineData("private readonly string _card; public World(string card) { _card = card; } public string Card => \"**\" + "
            + "_card.Substring(2); public string Full() => _card;", "new World(\"1234\")", "w.Card + w.Full()")]
        [InlineData("private readonly List<int> _a; public World(List<int> a) { _a = a; } public List<int> A => _a.Where(i => i > 1)"
            + ".ToList(); public int Count() => _a.Count;", "new World(new() { 1, 2, 3 })", "w.Count()")]
        [InlineData("private readonly bool? _all; public World(bool? all) { _all = all; } public bool All => _all != null;",
            "new World(null)", "w.All")]
        [InlineData("private readonly bool? _none; public World(bool? none) { _none = none; } public bool None => _none is null;",
            "new World(null)", "w.None")]
        [InlineData("private readonly bool? _all; public World(bool? all) { _all = all; } public bool All => _all.HasValue;",
            "new World(null)", "w.All")]
        public void Are_not_computed_twice(string members, string made, string seen) => RoundTrip(members, made.StartsWith("Set")
            ? "new World(1)." + made : made, seen);

        private const string Later = "public int A { get; private set; } public World Set(int a) { A = a; return this; } ";

        private static void RoundTrip(string members, string made, string seen) => Harness.RoundTrip("using System.Linq; using "
            + "System.Collections.Generic; public class World { " + members + " } public static class Program { static object See(World w) "
            + "=> " + seen + "; public static object?[] Run() => new object?[] { See(" + made + "), See(Tool.Again(" + made + ")) }; }");

        // A method that a derived class overrides is called, and one of a base class by its name.
        [Fact]
        public void Overrides_are_called_by_constructors_of_base_classes() => Harness.RoundTrip("public class Base { public Base(int a) => "
            + "Put(a); protected virtual void Put(int a) => A = a; public int A { get; set; } } public class World : Base { public World("
            + "int a) : base(a) { } protected override void Put(int a) => base.Put(a * 2); } public static class Program { public static "
            + "object?[] Run() => new object?[] { new World(9).A, Tool.Again(new World(9)).A }; }");

        // Many constructors that call each other are executed in bounded time.
        [Fact]
        public void Many_overloads_take_little_time()
        {
            string others = string.Concat(new[] { "long", "short", "byte", "float", "double", "char", "uint", "ulong", "decimal", "string" }
                .Select(type => "public World(" + type + " a, int b) : this((object)a, b) { } "));
            Harness.RoundTrip("public class World { public World(int a, int b) : this((object)a, b) { } " + others + "World(object a, int "
                + "b) { A = System.Convert.ToInt32(a); B = b; } public int A { get; set; } public int B { get; set; } } public static "
                + "class Program { public static object?[] Run() => new object?[] { 3, Tool.Again(new World(3, 4)).A }; }");
        }

        [Fact]
        public void Members_of_a_base_class_are_not_computed_twice() => Harness.RoundTrip("public class Base { public Base(int a) { A "
            + "= a; } public int A { get; set; } } public class World : Base { public World(int a) : base(a * 2) { } } public static class "
            + "Program { public static object?[] Run() => new object?[] { new World(9).A, Tool.Again(new World(9)).A }; }");

        [Fact]
        public void Records_and_members_of_base_records_are_not_computed_twice() => Harness.RoundTrip("public record Base(string A) { "
            + "public string A { get; init; } = A.Trim(); } public record World(string A, int B) : Base(A); public static class Program { "
            + "public static object?[] Run() { var w = new World(\"x\", 2) with { A = \" y \" }; return new object?[] { w, Tool.Again(w) "
            + "}; } }");

        // Setting a member costs code, so it is not set if the source shows that the constructor has assigned the argument to it.
        [Theory]
        [InlineData("public record World(int A, string B);")]
        [InlineData("public record Base(int A); public record World(int A, string B) : Base(A);")]
        [InlineData("public class World { public World(int a, string? b) { A = a; this.B = b ?? \"\"; } public int A { get; set; } public "
            + "string B { get; set; } }")]
        [InlineData("public class Base { public Base(int a) { A = a; } public int A { get; set; } } public class World : Base { public "
            + "World(int a) : base(a) { } }")]
        [InlineData("public class World { private int _a; public World(int a, string b) { (_a, B) = (a, b); } public int A { get => _a; "
            + "set => _a = value; } public string B { get; set; } }")]
        public void Members_that_have_their_arguments_are_not_set_again(string source)
        {
            Harness.Diagnose(Harness.Compile("using Kitbag; " + source + " public static class Program { public static byte[] Run(World w) "
                + "=> KitbagSerializer.Serialize(w); }"), out Compilation output);
            Assert.DoesNotMatch(@"\.(A|B) = (?!default)", string.Concat(output.SyntaxTrees.Skip(1)));
        }

        // Nothing can set these members once more.
        [Theory]
        [InlineData("A", "public class World { public World(string a) { A = $\"#{a}\"; } public string A { get; } }")]
        [InlineData("A", "public class World { public World(int a) : this(a, 1) { } private World(int a, int b) { A = a + b; } public int "
            + "A { get; } }")]
        [InlineData("A", "public class World { public World(int a) { a++; A = a; } public readonly int A; }")]
        [InlineData("A", "public class World { public World(System.Collections.Generic.List<int> a) { A = a; a.Add(5); } public "
            + "System.Collections.Generic.List<int> A { get; } }")]
        [InlineData("A", "public class World { public World(System.Collections.Generic.List<int> a) { A = a; A.Add(5); } public "
            + "System.Collections.Generic.List<int> A { get; set; } }")]
        [InlineData("A", "public class World { public World(System.Collections.Generic.List<int> a) { A = new(a); Add(5); } public "
            + "System.Collections.Generic.List<int> A { get; } void Add(int n) => A.Insert(0, n); }")]
        [InlineData("A", "public class World { public World(System.Collections.Generic.List<int> a) { A.AddRange(a); } public "
            + "System.Collections.Generic.List<int> A { get; } = new() { 9 }; }")]
        [InlineData("A", "public class World { public World(int a) { A = a; A += 5; } public int A { get; } }")]
        [InlineData("A", "public class World { public World(string a) { A = a.Substring(0, a.Length - 1); } public string A { get; } }")]
        [InlineData("A", "public class World { public World(string a) { A = a.TrimEnd('.') + \"!\"; } public string A { get; } }")]
        [InlineData("A", "public class World { public World(int a) { A = (a + 1) * 10 / 10; } public int A { get; } }")]
        [InlineData("A", "public class World { public World(bool a) { A = a is false; } public bool A { get; } }")]
        [InlineData("A", "public class World { public World(System.DateTime a) { A = a.AddDays(1); } public System.DateTime A { get; } }")]
        [InlineData("A", "public record World(int A) { public int A { get; } = A * 2; }")]
        [InlineData("A", "public class Base { public Base(int a) { A = a; } public int A { get; } } public class World : Base { public "
            + "World(int a) : base(a * 2) { } }")]
        public void Read_only_members_are_reported(string member, string source)
        {
            Diagnostic found = Assert.Single(Diagnose(source));
            Assert.Equal("KIT0005", found.Id);
            Assert.Contains("computes '" + member + "' of the parameter", found.GetMessage(null));
        }

        // Before .NET 8, no generated code can set the field once more.
        [Fact]
        public void Values_that_a_constructor_limits_are_reported_if_they_cannot_be_set_again()
        {
            const string Members = "private int _a; public World(int a) { _a = System.Math.Max(1, a); } public int A => _a; public void "
                + "Hit(int by) { _a -= by; }", Source = "public class World { " + Members + " } public static class Program { public "
                + "static byte[] Run(World w) => Kitbag.KitbagSerializer.Serialize(w); }";
            Diagnostic found = Assert.Single(Harness.Diagnose(Harness.CompileForNetStandard(Source, "Old"), out _));
            Assert.Equal("KIT0027", found.Id);
            Assert.Contains("'World._a'", found.GetMessage(null));
        }

        // The setter cannot be called once more, either.
        [Theory]
        [InlineData("public class World { public World(int a) { A = System.Math.Max(1, a); } public int A { get; private set; } public "
            + "void Hit(int by) { A -= by; } }", true)]
        [InlineData("public class Part { public int X; } public class World { public World(Part? a) { A = a ?? new Part(); } public Part? "
            + "A { get; private set; } public void Clear() { A = null; } }", true)]
        [InlineData("public class Base { public Base(int a) { A = a < 1 ? 1 : a; } public int A { get; protected set; } public void Hit() "
            + "{ A--; } } public class World : Base { public World(int a) : base(a) { } }", true)]
        [InlineData("public class World { private int _a; public World(int a) { _a = System.Math.Max(1, a); } public int A { get => _a; "
            + "set { _a = value; Changed++; } } [Kitbag.KitbagIgnore] public int Changed; }", true)]
        [InlineData("public partial class World { public World(int a) { A = System.Math.Max(1, a); } public int A { get; private set; } "
            + "public void Hit(int by) { A -= by; } }", false)]
        [InlineData("public class World { [Kitbag.KitbagConstructor] public World(int a) { A = System.Math.Max(1, a); } public int A { "
            + "get; private set; } public void Hit(int by) { A -= by; } }", false)]
        [InlineData("public class World { public World(int a) { A = System.Math.Max(1, a); } public int A { get; private set; } }", false)]
        [InlineData("public class World { public World(int a) { A = a; } public int A { get; private set; } public void Hit() { A--; } }",
            false)]
        [InlineData("public class World { public World(int a) { A = System.Math.Max(1, a); } public int A { get; set; } public void "
            + "Hit() { A--; } }", false)]
        public void Members_that_a_constructor_limits_are_reported_if_their_setter_cannot_be_called(string source, bool isReported)
        {
            source += " public static class Program { public static byte[] Run(World w) => Kitbag.KitbagSerializer.Serialize(w); }";
            var found = Harness.Diagnose(Harness.CompileForNetStandard(source, "Old"), out _);
            Assert.Equal(isReported ? new[] { "KIT0058" } : new string[0], found.Select(d => d.Id));
            Assert.All(found, d => Assert.Contains(".A' may get another value", d.GetMessage(null)));
            Assert.Empty(Harness.Diagnose(Harness.Compile(source), out _));
        }

        [Theory]
        [InlineData("public class World { public World(int a) { A = a < 0 ? -a : a; } public int A { get; } }")]
        [InlineData("public class World { public World(string a) { A = a.Trim().ToUpper(); } public string A { get; } }")]
        [InlineData("public class World { public World(int a) { A = a % 8; } public int A { get; } }")]
        [InlineData("public class World { public World(int a) { A = a / 16 * 16; } public int A { get; } }")]
        [InlineData("public class World { public World(string a) { A = a.TrimEnd('/') + \"/\"; } public string A { get; } }")]
        [InlineData("public class World { public World(string a) { A = Clean(a); } public string A { get; } static string Clean(string s) "
            + "=> s.EndsWith(\".\") ? s : s + \".\"; }")]
        [InlineData("public class World { public World(string a) { string r = \"\"; foreach (char c in a) r += c; A = r; } public string "
            + "A { get; } }")]
        [InlineData("public class World { public World(System.Collections.Generic.HashSet<int> a) { A = new(a) { 5 }; } public "
            + "System.Collections.Generic.HashSet<int> A { get; } }")]
        [InlineData("public class World { public World(System.Collections.Generic.List<int> a) { A = new() { 1 }; A.AddRange("
            + "System.Linq.Enumerable.Where(a, n => n != 1)); } public System.Collections.Generic.List<int> A { get; } }")]
        [InlineData("public class World { public World(string a) { A = a.Substring(0, 3); } public string A { get; } }")]
        [InlineData("public class World { public World(int a) { A = a; if (A > 8) A -= 8; } public int A { get; } }")]
        [InlineData("public class World { public World(System.TimeSpan a, System.TimeSpan b) { A = a; B = b; C = a.Add(b); } public "
            + "System.TimeSpan A { get; } public System.TimeSpan B { get; } public System.TimeSpan C { get; set; } }")]
        [InlineData("public class World { public World(int a) { A = a switch { < 0 => throw new System.Exception(), _ => a }; } public int "
            + "A { get; } }")]
        [InlineData("public class World { public World(System.Collections.Generic.List<int> a) { A = a; if (!A.Contains(1)) A.Add(1); } "
            + "public System.Collections.Generic.List<int> A { get; } }")]
        [InlineData("public class World { public World(System.Collections.Generic.HashSet<int> a) { A = a; A.Add(1); } public "
            + "System.Collections.Generic.HashSet<int> A { get; } }")]
        [InlineData("public class World { public World(System.Collections.Generic.List<int> a) { foreach (int n in a) A.Add(n); } public "
            + "System.Collections.Generic.List<int> A { get; } = new(); }")]
        [InlineData("public class World { public World(System.Collections.Generic.List<int> a) { A.Clear(); A.AddRange(a); } public "
            + "System.Collections.Generic.List<int> A { get; } = new() { 1 }; }")]
        [InlineData("public class Unit { public Unit(int level, int health) { Level = level; Health = health; } public int Level { get; } "
            + "public int Health { get; set; } } public class World : Unit { public World(int level) : base(level, level * 10) { } }")]
        // What a base class computes is not a member of the derived class.
        [InlineData("public abstract class Spell { public Spell(int power) { Power = power; } public int Power { get; set; } } public "
            + "abstract class Burning : Spell { public Burning(int power) : base(power * 2) { } } public class World : Burning { public "
            + "World(int b) : base(b) { B = b; } public int B { get; } }")]
        [InlineData("public class Spell { [KitbagIgnore] int _power; public Spell(int power) { _power = power; } public int Power() => "
            + "_power; } public class World : Spell { int _b; public World(int b) : base(b * 2) => Set(b); void Set(int b) => _b = b; "
            + "public int B => _b; }")]
        [InlineData("public class World { [KitbagIgnore] private readonly string _first; public World(string name) { _first = name; "
            + "Rename(name); } public string Name { get; private set; } = \"\"; public void Rename(string name) { Name = name; } public "
            + "bool Is() => Name == _first; }")]
        [InlineData("public class World { [KitbagIgnore] private readonly int _a; [KitbagConstructor] public World(int a) { _a = a; } "
            + "public int A => _a + 0; }")]
        [InlineData("public class World { [KitbagConstructor] public World(int a) { A = a * 2; } public int A { get; } }")]
        // Values that the constructor computes again of others that never change.
        [InlineData("public class Spell { int _power; public Spell(int power) { _power = power; } public int Power() => _power; } public "
            + "class World : Spell { public World(int b) : base(b * 2) { B = b; } public int B { get; } }")]
        [InlineData("public class World { public World(int a) { A = a; B = a * 2 + N; C = a > 3 ? \"x\" : \"y\"; } const int N = 3; "
            + "public int A { get; } public readonly int B; public string C { get; } }")]
        [InlineData("public abstract class Spell { public Spell(int power, int n = 1) { Power = power; N = n; } public int Power { get; } "
            + "public int N { get; } } public abstract class Burning : Spell { public Burning(int power) : base(power: (power + 1) * 2) { "
            + "} } public class World : Burning { public World(int b) : base(b) { B = b; } public int B { get; } }")]
        // Constants, which do not depend on the constructor.
        [InlineData("public class World { public World() { } public World(int a) { A = a; } public int A { get; set; } public bool "
            + "IsReadOnly { get; } = false; public readonly string Kind = \"world\"; }")]
        [InlineData("public enum Kind { None, On } public abstract class Event { protected Event(Kind kind) { Kind = kind; } public Kind "
            + "Kind { get; } } public abstract class Note : Event { protected Note(Kind kind, string tag = \"t\") : base(kind) { Tag = "
            + "tag; } public string Tag { get; } } public class World : Note { public World() : base(Kind.On) { } public World(int a) : "
            + "this() { A = a; } public int A { get; set; } }")]
        [InlineData("public abstract class Event { protected Event(bool on = true) { On = on; } public bool On { get; } } public class "
            + "World : Event { public World() { } public World(int a) : base(true) { A = a; } public int A { get; set; } }")]
        [InlineData("public abstract class Event { readonly int _kind; protected Event(int kind) { _kind = kind; } public bool IsOn => "
            + "_kind == 1; } public class World : Event { public World() : base(1) { } public int A { get; set; } }")]
        [InlineData("public abstract record Event(int A) { public abstract int Kind { get; } } public record World(int A) : Event(A) { "
            + "public override int Kind => 1; public string Name { get; } = nameof(World); }")]
        [InlineData("public class World : System.Collections.Generic.List<int> { public World() { } public World(int a) : base(a) { } "
            + "public bool IsReadOnly { get; } = false; }")]
        public void What_computing_twice_does_not_change_is_not_reported(string source) => Assert.Empty(Diagnose(source));

        [Theory]
        [InlineData("B", "public World(int a) { A = a; B = a * 2; } public int A { get; set; } public int B { get; }")]
        [InlineData("B", "public World(int a) { A = System.Math.Max(1, a); B = a * 2; } public int A { get; } public int B { get; }")]
        [InlineData("B", "public World(int a) { A = a; B = a * 2; B++; } public int A { get; } public int B { get; }")]
        [InlineData("B", "public World(int a) { A = a; if (a > 3) B = a; } public int A { get; } public int B { get; }")]
        [InlineData("B", "public World(int a) { A = a; B = a * System.Environment.ProcessId; } public int A { get; } public int B { get; "
            + "}")]
        [InlineData("B", "public World(int a) : this(a, 2) { } World(int a, int c) { A = a; B = a * c; } public static World Of(int c) => "
            + "new World(1, c); public int A { get; } public int B { get; }")]
        [InlineData("P", "public World(int a) : base(a * 2) { A = a; } public int A { get; set; }")]
        [InlineData("P", "public World(int a) : base(System.DateTime.Now.Second) { A = a; } public int A { get; }")]
        [InlineData("_p", "public World(int a) : base(a * 2L) { A = a; } public int A { get; }")]
        [InlineData("P", "public World() : base(1) { } public World(int a) : base(2) { A = a; } public int A { get; set; }")]
        [InlineData("P", "public World() : base(N) { } public static int N; public int A { get; set; }")]
        [InlineData("B", "public World() { if (A == 0) B = 2; } public int A { get; set; } public int B { get; } = 1;")]
        [InlineData("B", "public World() { } public World(int a) { A = a; B = 2; } public int A { get; set; } public int B { get; } = 1;")]
        public void What_may_differ_is_reported(string lost, string members) => Assert.Equal(lost, Harness.TextAt(Assert.Single(Diagnose(
            (members.Contains("L)") ? "public class Base { long _p; public Base(long p) { _p = p; } public long Get() => _p++; }"
                : "public class Base { public Base(int p) { P = p; } public int P { get; } }")
            + " public class World" + (members.Contains("base(") ? " : Base" : "") + " { " + members + " }"))));

        private static IEnumerable<Diagnostic> Diagnose(string source) => Harness.Diagnose("using Kitbag; " + source
            + " public static class Program { public static byte[] Run(World w) => KitbagSerializer.Serialize(w); }");
    }
}
