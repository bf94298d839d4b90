using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>KIT0052 reports what another constructor, or an optional parameter, takes and no stored member contains.</summary>
    public class LostArgumentsTests
    {
        private const string Use = "public static class Use { public static void Of(World world) => "
            + "Kitbag.KitbagSerializer.Serialize(world); }";

        // An hour that may be missing: the constructor that takes the most members always sets it.
        private const string Day = "public int Day { get; } private readonly int? _hour; public int Hour => _hour ?? 0; ";

        [Theory]
        [InlineData("World(day, hour)", "'time' of World(day, time)",
            "public class World { " + Day + "public World(int day, int hour) { Day = day; _hour = hour + 0; } "
            + "public World(int day, string time) { Day = day; _hour = time.Length == 0 ? null : 1; } }")]
        [InlineData("World(name)", "'profile' of World(name, profile)",
            "public class World { private readonly string _profile; public World(string name) { Name = name; _profile = name + 1; } "
            + "public World(string name, string profile) { Name = name; _profile = profile.Trim(); } public string Name { get; } "
            + "public bool Is(string p) => _profile == p; }")]
        [InlineData("World(x, y)", "'matrix' of World(matrix)",
            "public struct World { private readonly Matrix _m; public World(int x, int y) { _m = new Matrix { X = x, Y = y }; } "
            + "public World(Matrix matrix) { _m = matrix; } public Matrix Matrix => _m; public int X => _m.X; public int Y => _m.Y; } "
            + "public struct Matrix { public int X, Y, Z; }")]
        public void Are_reported(string used, string lost, string source)
        {
            foreach (bool isCompiled in new[] { false, true })
            {
                Diagnostic found = Assert.Single(Diagnose(source, isCompiled));
                Assert.Equal(("KIT0052", DiagnosticSeverity.Warning), (found.Id, found.Severity));
                Assert.Equal(isCompiled ? "Kitbag.KitbagSerializer.Serialize(world)" : "World", Harness.TextAt(found));
                string message = found.GetMessage(null);
                Assert.StartsWith("World: objects of 'World' are created with " + used + ", and no stored member contains " + lost + ". ",
                    message);
                Assert.Contains(isCompiled ? "Write a [KitbagSurrogate] for it" : "mark the constructor with [KitbagConstructor]", message);
            }
        }

        // The source of a constructor that takes no members shows what it does.
        [Theory]
        [InlineData("World()", "'model', 'key' of World(model, key)",
            "public class World { public int A; private readonly string? _model, _key; public World() { } "
            + "public World(string model, string key) { _model = model; _key = key; } "
            + "public string? Model => _model; public bool Is(string key) => _key == key; }")]
        [InlineData("World()", "'limit' of World(limit)",
            "public class World { public int A; private readonly int _limit; public World() { _limit = 9; } "
            + "public World(int limit) { _limit = limit; } public bool Allows(int length) => length <= _limit; }")]
        [InlineData("World(strict)", "'strict' of World(strict)",
            "public class World { private readonly bool _strict; public World(bool strict = false) { _strict = strict; } "
            + "public int A { get; set; } public bool Is() => _strict; }")]
        [InlineData("World(kind)", "'d' of World(d)",
            "public class World { private readonly double _number; private readonly string? _text; public System.DayOfWeek Kind { get; } "
            + "public World(System.DayOfWeek kind) { Kind = kind; } public World(double d) { Kind = 0; _number = d; } "
            + "public World(string s) { _text = s; } public double Number => _number; public string? Text => _text; }")]
        public void Are_reported_for_compiled_types(string used, string lost, string source)
        {
            Diagnostic found = Assert.Single(Diagnose(source, isCompiled: true));
            Assert.Equal("KIT0052", found.Id);
            Assert.StartsWith("World: objects of 'World' are created with " + used + ", and no stored member contains " + lost + ". ",
                found.GetMessage(null));
            Assert.DoesNotContain(Diagnose(source, isCompiled: false), d => d.Id == "KIT0052");
        }

        [Theory]
        [InlineData("public class World { public World(int x, int y) { X = x; Y = y; } public int X { get; } public int Y { get; } "
            + "public World(int x) { X = x; Y = 1; } public World(World other) { X = other.X; Y = other.Y; } }")]
        [InlineData("public record World(int X, int Y) { public World(int x, string y) : this(x, y.Length) { } }")]
        [InlineData("public class World { public World(int x, int y) { X = x; Y = y; } public int X { get; } public int Y { get; } "
            + "public World(int x, string part) { X = x; Y = part.Length; } public void Deconstruct(out int x, out int y) { x = X; y = Y; "
            + "} }")]
        [InlineData("public class World { [Kitbag.KitbagConstructor] public World(int x, int y) { X = x; _z = y + x; } "
            + "public World(int x, string part) { X = x; _z = part.Length; } public int X { get; } private readonly int _z; "
            + "public int Y => _z - X; }")]
        [InlineData("public class World { public World(int x, System.Threading.CancellationToken token = default) { X = x; } "
            + "public int X { get; } public World(int x, System.IO.Stream log, System.Action done) { X = x; } }")]
        [InlineData("public class World { public World() { } public World(string a, string b) { X = a + b; } "
            + "public string? X { get; set; } }")]
        [InlineData("public class World { public World() { } public World(int x, string part) { X = x + part.Length; } "
            + "public int X { get; set; } public World(System.IO.Stream? log = null) { } }")]
        public void Are_not_reported(string source)
        {
            Assert.Empty(Diagnose(source, isCompiled: false));
            Assert.Empty(Diagnose(source, isCompiled: true));
        }

        // Source shows that the members are the complete state; fields of compiled types show it by their names and types.
        [Theory]
        [InlineData(false, "public class World { public World(int x, int y) { X = x; Y = y; } public int X { get; } public int Y { get; } "
            + "public World(Point from, Point to) { X = to.X - from.X; Y = to.X; } } public struct Point { public int X; }")]
        [InlineData(false, "public class World { private readonly int _x; public World(int x, bool check = true) { if (check && x < 0) "
            + "throw new System.Exception(); _x = x; } public int X => _x; public World(string a, string b) { _x = (a + b).Length; } }")]
        [InlineData(true, "public class World { public World(int x, int y) { X = x; Y = y; } public int X { get; } public int Y { get; } "
            + "private readonly int _z = 1; public World(string a, string b) : this(a.Length, b.Length) { _z = 1; } "
            + "public int Z() => _z; }")]
        [InlineData(false, "public class World { private readonly int _x, _y; public World(int x, int y) => (_x, this._y) = (x, y); "
            + "public int X => _x; public int Y => _y; public World(string a, string b) => (_x, _y) = (a.Length, b.Length); }")]
        public void Are_not_reported_if_the_state_is_known(bool isUnknownIfCompiled, string source)
        {
            Assert.Empty(Diagnose(source, isCompiled: false));
            Assert.Equal(isUnknownIfCompiled ? new[] { "KIT0052" } : Array.Empty<string>(),
                Diagnose(source, isCompiled: true).Select(d => d.Id));
        }

        // Reading does not pass the optional parameter, so the field always has its default in objects that were read.
        [Fact]
        public void Fields_that_optional_parameters_set_are_lost_state()
        {
            const string Source = "public class World { private readonly string _label; public World(string name, string label = \"\") "
                + "{ Name = name; _label = label; } public string Name { get; } public bool Is(string s) => s == _label; }";
            Assert.Equal(("KIT0027", "_label"), Assert.Single(Diagnose(Source, isCompiled: false)) is { } found
                ? (found.Id, Harness.TextAt(found)) : default);
            Assert.Equal("KIT0052", Assert.Single(Diagnose(Source, isCompiled: true)).Id);
        }

        private static Diagnostic[] Diagnose(string source, bool isCompiled) => Harness.Diagnose(
            isCompiled ? Harness.CompileWithLibrary(Use, source) : Harness.Compile(source + Use), out _).ToArray();
    }
}
