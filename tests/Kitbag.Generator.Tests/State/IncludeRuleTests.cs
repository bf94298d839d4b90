using System;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>A [KitbagInclude] that cannot have an effect is an error, whether or not the type is serialized in the project.</summary>
    public class IncludeRuleTests
    {
        [Theory]
        [InlineData("public class World { [KitbagInclude] public static int A; }", "World.A", "A",
            "a static member is not part of an object's state")]
        [InlineData("public class World { [KitbagInclude] private const int A = 1; public int B => A; }", "World.A", "A",
            "a constant is not part of an object's state")]
        [InlineData("public class World { public int X; [KitbagInclude] public int A => X * 2; }", "World.A", "A",
            "it is computed and has no setter")]
        [InlineData("public class World { public int X; [KitbagInclude] public int this[int i] { get => X; set { X = i; } } }",
            "World.this[]", "this", "an indexer is a method")]
        [InlineData("public class World { public int X; [KitbagInclude] public int A { set { X = value; } } }", "World.A", "A",
            "it has no getter")]
        [InlineData("public class World { private int _x; [KitbagInclude] public ref int A => ref _x; }", "World.A", "A",
            "it returns a reference")]
        [InlineData("public class World { [KitbagInclude] private System.Action? _a; public void Run() => _a?.Invoke(); }", "World._a",
            "_a", "a 'Action' cannot be stored as data")]
        [InlineData("public class World { [KitbagInclude, KitbagIgnore] public int A; }", "World.A", "A", "another attribute excludes it")]
        [InlineData("public class World { [KitbagInclude] private Part? _a; public int B() => _a!.X; private class Part { public int "
            + "X; } }", "World._a", "_a", "generated code cannot name its type 'World.Part'")]
        [InlineData("public class World { private class Part { [KitbagInclude] internal int X; } public object Make() => new Part { X "
            + "= 1 }; }", "World.Part.X", "X", "generated code cannot name the type 'World.Part'")]
        [InlineData("public interface IWorld { [KitbagInclude] int A { get; set; } }", "IWorld.A", "A",
            "for an interface, the object itself is stored")]
        [InlineData("public class World : System.Collections.Generic.List<int> { [KitbagInclude] private int _a; public int A() => _a; }",
            "World._a", "_a", "only the elements of a collection are stored")]
        [InlineData("public class World { [field: KitbagInclude] public int A { get; private set; } }", "World.A", "A",
            "it is on the backing field")]
        [InlineData("public record World([field: KitbagInclude] int A);", "World.A", "A", "it is on the backing field")]
        public void Is_reported(string types, string member, string place, string why)
        {
            Diagnostic error = Assert.Single(Harness.Diagnose("using Kitbag; " + types));
            Assert.Equal("KIT0018", error.Id);
            Assert.Equal(DiagnosticSeverity.Error, error.Severity);
            Assert.Equal(place, Harness.TextAt(error));
            Assert.StartsWith("[KitbagInclude] on '" + member + "' has no effect: " + why, error.GetMessage(null),
                StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("public class World { [KitbagInclude] private int _a; public int A() => _a; }")]
        [InlineData("public class World { [KitbagInclude] private int A { get; set; } }")]
        [InlineData("public class World { [KitbagInclude] internal int A { get; } }")]
        [InlineData("public class World { private readonly int _a; public World(int a) { _a = a; } [KitbagInclude] internal int A => "
            + "_a; }")]
        [InlineData("public class Base { public virtual int A { get; set; } } public class World : Base { [KitbagInclude] public "
            + "override int A => base.A; }")]
        [InlineData("public class World<T> { [KitbagInclude] private T _a = default!; public T A() => _a; }")]
        [InlineData("[KitbagSerializable(Fields = true)] public class World : System.Collections.Generic.List<int> { [KitbagInclude] "
            + "private int _a; public int A() => _a; }")]
        public void Is_not_reported(string types) =>
            Assert.DoesNotContain(Harness.Diagnose("using Kitbag; " + types), d => d.Id == "KIT0018");
    }
}
