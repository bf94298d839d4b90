using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Properties whose getter returns another value than the one that their setter was given.</summary>
    public class ChangingPropertyTests
    {
        [Theory]
        [InlineData("public override int Attack => base.Attack + 5;", "base.Attack")]
        [InlineData("public override int Attack { get { int own = base.Attack; own *= 2; return own; } }", "base.Attack")]
        [InlineData("public override int Attack { get => IsStrong ? base.Attack * 2 : base.Attack; set => base.Attack = value; } "
            + "public bool IsStrong { get; set; }", "base.Attack")]
        [InlineData("public override string? Name => \"Sir \" + base.Name;", "base.Name")]
        [InlineData("public override string? Name => base.Name == null ? null : $\"Sir {base.Name}\";", "base.Name")]
        [InlineData("public override int Level => _level + 1;", "_level")]
        [InlineData("private int _a; public int A { get => _a + 5; set => _a = value; }", "_a")]
        [InlineData("private int _a; public int A { get { return _a << 1; } set { if (value < 0) throw new Exception(); _a = value; } }",
            "_a")]
        [InlineData("private int _a; public int A { get => _a - 1; set { if (Set(ref _a, value)) B = 0; } } public int B { get; set; } "
            + "static bool Set(ref int field, int value) { field = value; return true; }", "_a")]
        [InlineData("private int _a; [KitbagInclude] private int A { get => -_a; set => _a = value; }", "_a")]
        [InlineData("private List<int> _a = new(); public List<int> A { get => _a.Append(1).ToList(); init => _a = value; }", "_a")]
        [InlineData("public int A { get => field + 5; set; }", "field")]
        [InlineData("public int A { get => field * 2; set => field = value; }", "field")]
        public void Are_reported(string members, string assigned)
        {
            Diagnostic found = Assert.Single(Harness.Diagnose(Of(members), out _), d => d.Id == "KIT0059");
            Assert.Equal(DiagnosticSeverity.Warning, found.Severity);
            Assert.StartsWith("'Hero." + Harness.TextAt(found) + "' gets another value each time it is written and read: its getter "
                + "computes it from '" + assigned + "',", found.GetMessage(null));
        }

        [Theory]
        // Like the random number generator of MonoGame.
        [InlineData("public ulong A { get => _a; set { _a = value; Next(); } } private ulong _a; private uint Next() { ulong old = _a; "
            + "_a = unchecked(_a * 63641 + 7); return (uint)old; }", "_a")]
        [InlineData("public int A { get { return _a; } set { _a = value; _a += 3; } } private int _a;", "_a")]
        [InlineData("public int A { get; set { field = value; field++; } }", "field")]
        public void Setters_that_change_the_value_are_reported(string members, string field)
        {
            Diagnostic found = Assert.Single(Harness.Diagnose(Of(members), out _), d => d.Id == "KIT0059");
            Assert.StartsWith("'Hero.A' gets another value each time it is written and read: its setter assigns the value to '" + field
                + "' and then computes another one of it. Mark the property", found.GetMessage(null));
        }

        [Theory]
        [InlineData("public int A { get => _a; set { _a = value; Limit(); } } private int _a; private void Limit() { if (_a > 9) _a = _a "
            + "- 9; }")]
        [InlineData("public int A { get => _a; set { _a = value; _a %= 360; _a -= _a % 16; _a = _a / 16 * 16; } } private int _a;")]
        [InlineData("public int A { get => _a; set { _a = value; _n++; _sum += _a; } } private int _a; [KitbagInclude] private int "
            + "_n, _sum;")]
        [InlineData("public int A { get => _a; set { _a += 3; _a = value; } } private int _a;")]
        // Idempotent getters.
        [InlineData("public override int Attack => Math.Max(1, base.Attack);")]
        [InlineData("public override string? Name => base.Name?.Trim() ?? \"\";")]
        [InlineData("public override string? Name => base.Name!.TrimEnd('/') + \"/\";")]
        [InlineData("public override string? Name => base.Name!.StartsWith(\"#\") ? base.Name : \"#\" + base.Name;")]
        [InlineData("public override string? Name { get { string? name = base.Name; if (name!.Length > 3) return name; return name + 1; "
            + "} }")]
        [InlineData("public override string? Name => base.Name!.Substring(0, 3);")]
        [InlineData("private int _a; public int A { get => _a / 16 * 16; set => _a = value; }")]
        [InlineData("private int _a; public int A { get => _a - _a % 16; set => _a = value; }")]
        [InlineData("private double _a; public double A { get => Math.Round(_a * 100) / 100; set => _a = value; }")]
        [InlineData("private int _a; public int A { get => _a < 0 ? _a + 360 : _a; set => _a = value; }")]
        // Setters that undo it, or compute something else.
        [InlineData("private double _celsius; public double Fahrenheit { get => _celsius * 9 / 5 + 32; set => _celsius = (value - 32) * 5 "
            + "/ 9; }")]
        [InlineData("private int _a; public int A { get => _a + 5; set { value -= 5; _a = value; } }")]
        [InlineData("private int _a; public int A { get => _a + 5; set { _a = value; _a -= 5; } }")]
        [InlineData("public override int Attack { get => base.Attack + 5; set => base.Attack = value - 5; }")]
        [InlineData("private int _a, _b; public int A { get => _b + 5; set => _a = value; }")]
        [InlineData("private int? _a; public int A { get => _a ?? Attack + 5; set => _a = value; }")]
        [InlineData("private int _a; public int A { get => field; set => field = value + 1; }")]
        // Properties that are not stored.
        [InlineData("[KitbagIgnore] public override int Attack => base.Attack + 5;")]
        [InlineData("private int _a; [KitbagIgnore] public int A { get => _a + 5; set => _a = value; }")]
        [InlineData("[KitbagInclude] private int _a; [KitbagIgnore] public int A { get => _a + 5; set => _a = value; }")]
        [InlineData("private int A { get => Attack + 5; set => Attack = value; }")]
        [InlineData("public int A => Attack + 5;")]
        public void Are_not_reported(string members) =>
            Assert.DoesNotContain(Harness.Diagnose(Of(members), out _), d => d.Id == "KIT0059");

        [Fact]
        public void Keep_their_values_if_fields_are_stored() => Harness.RoundTrip(@"
using Kitbag;
public class Unit {
    [KitbagInclude] private int _attack; [KitbagIgnore] public virtual int Attack { get => _attack; set => _attack = value; }
    [KitbagInclude] private int _hp; [KitbagIgnore] public int Hp { get => _hp + 5; set => _hp = value; } }
public class Hero : Unit { [KitbagIgnore] public override int Attack => base.Attack + 5; }
public static class Program { public static object?[] Run() { var hero = new Hero { Attack = 6, Hp = 1 }; return new object?[] {
    11, Tool.Again(Tool.Again(hero)).Attack, 6, Tool.Again(hero).Hp }; } }", "ChangingProperty");

        private static CSharpCompilation Of(string members) => Harness.Compile("#nullable enable\nusing System; using System.Linq; using "
            + "System.Collections.Generic; using Kitbag; public class Unit { protected int _level; public virtual int Attack { get; set; } "
            + "public virtual string? Name { get; set; } public virtual int Level { get => _level; set => _level = value; } } "
            + "[KitbagSerializable] public class Hero : Unit { " + members + " }", version: LanguageVersion.Preview);
    }
}
