using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests overrides of properties that hold a value in the base class as well. Each program is run: a warning is given exactly if the
    /// value of the base class is lost when an object is written and read.
    /// </summary>
    public class OverriddenStateTests
    {
        private const string Auto = "public class Base { public virtual int X { get; set; } } ",
            Field = "public class Base { int «_f; public virtual int X { get => _f; set => _f = value; } public void Hit() => _f--; "
                + "public int F() => _f; } ",
            ByField = "public class Base { readonly int «_f; public Base(int x) { _f = x; } public virtual int X => _f; public int F() "
                + "=> _f * 2; } ",
            ByAuto = "public class Base { public Base(int x) { X = x; } public virtual int X { get; } } ";

        [Theory]
        // Automatic properties: other code than the override sets and uses the value of the base class.
        [InlineData("KIT0007", Auto + "public class World : Base { public override int «X { get; set; } public void Put() => base.X = 9; "
            + "public int Show() => base.X; }", "{ X = 3 }", "Put()")]
        [InlineData("KIT0007", Auto + "public class World : Base { int _x; public override int «X { get => _x; set => _x = value; } public "
            + "void Put() => base.X++; public int Show() => _x + base.X; }", "{ X = 3 }", "Put()")]
        [InlineData("KIT0007", Auto + "public class World : Base { int? _x; public override int «X { get => _x ?? base.X; set => _x = "
            + "value; } public void Put() => base.X = 4; public int Show() { _x = null; return X; } }", "{ X = 3 }", "Put()")]
        [InlineData("KIT0007", Auto + "public class World : Base { int _x; public override int «X { get => _x + base.X; set => _x = "
            + "value - base.X; } public void Put() => base.X = 4; public int Show() => _x; }", "{ X = 3 }", "Put()")]
        [InlineData("KIT0007", Auto + "public class World : Base { public override int «X { get => 7; set { } } public void Put() { "
            + "(base.X, Y) = (2, 3); } public int Y { get; set; } public int Show() => base.X; }", "{ }", "Put()")]
        [InlineData("KIT0007", Auto + "public class Mid : Base { public override int «X { get; set; } public void Put() => base.X = 9; "
            + "public int Show() => base.X; } public class World : Mid { public override int X { get => base.X; set => base.X = value; } }",
            "{ X = 3 }", "Put()")]
        [InlineData("KIT0007", Auto + "public class World : Base { public World() { } public World(int x) { base.X = x; } public "
            + "override int «X { get; set; } public int Show() => base.X; }", "(3)", "ToString()")]
        [InlineData("KIT0007", "public class Base { public virtual List<int> X { get; } = new(); } public class World : Base { public "
            + "override List<int> «X { get; } = new(); public void Put() => base.X.Add(1); public int Show() => base.X.Count; "
            + "}", "()", "Put()")]
        // The constructor takes the constant that the override returns.
        [InlineData("KIT0007", ByAuto + "public class World : Base { public World(int x) : base(x) { } public override int «X => 7; "
            + "public int Show() => base.X; }", "(3)", "ToString()")]
        [InlineData("KIT0027", ByField + "public class World : Base { public World(int x) : base(x) { } public override int X => 7; "
            + "public int Show() => F(); }", "(3)", "ToString()")]
        [InlineData("", ByField + "public class World : Base { public World() : base(3) { } public override int X => 7; public int "
            + "Show() => F(); }", "()", "ToString()")]
        [InlineData("", ByField + "public class World : Base { int _own; public World(int x) : base(x) { _own = x; } public override int "
            + "X => _own; public int Show() => F(); }", "(3)", "ToString()")]
        // Properties that return a field, which the base class uses.
        [InlineData("KIT0027", Field + "public class World : Base { public override int X { get; set; } public int Show() => F(); }", "{ "
            + "X = 3 }", "Hit()")]
        [InlineData("KIT0027", Field + "public class World : Base { int? _x; public override int X { get => _x ?? base.X; set => _x = "
            + "value; } public int Show() => F(); }", "{ X = 3 }", "Hit()")]
        [InlineData("KIT0027", "public class Base { int «_f; public virtual int X { get => _f; set => _f = value; } public int F() => "
            + "_f; } public class World : Base { public override int X { get; set; } public void Put() => base.X = 9; public int Show() "
            + "=> F(); }",
            "{ X = 3 }", "Put()")]
        [InlineData("", Field + "public class World : Base { public override int X { get => Get(); set => Put(value); } int Get() => "
            + "base.X; void Put(int x) { base.X = x; } public int Show() => F(); }", "{ X = 3 }", "Hit()")]
        [InlineData("", Field + "public class World : Base { public override int X { get { return base.X; } } public int Show() => F(); }",
            "{ X = 3 }", "Hit()")]
        // The override, another property, or a callback restores the value.
        [InlineData("", Auto + "public class World : Base { int _x; public override int X { get => _x; set { _x = value; base.X = value; "
            + "} } public int Show() => base.X; }", "{ X = 3 }", "ToString()")]
        [InlineData("", Auto + "public class World : Base { public override int X { get => base.X; set => base.X = value; } public void "
            + "Put() => base.X = 9; public int Show() => base.X; }", "{ X = 3 }", "Put()")]
        [InlineData("", Auto + "public class World : Base { public override int X { get; set; } public int Own { get => base.X; set => "
            + "base.X = value; } public int Show() => base.X; }", "{ X = 3, Own = 4 }", "ToString()")]
        [InlineData("", Auto + "public class World : Base, Kitbag.IKitbagDeserialized { public override int X { get; set; } public void "
            + "Put() => base.X = X * 2; public void OnDeserialized() => base.X = X * 2; public int Show() => base.X; }", "{ X = 3 "
            + "}", "Put()")]
        // The value of the base class is always the same, or nothing uses it.
        [InlineData("", "public class Base { public virtual int X { get; set; } = 5; } public class World : Base { public override int X { "
            + "get; set; } public int Show() => base.X; }", "{ X = 3 }", "ToString()")]
        [InlineData("", "public class Base { public Base(int x) { X = x; } public virtual int X { get; set; } } public class World : "
            + "Base { public World(int x) : base(x) { } public override int X { get; set; } public int Show() => X; "
            + "}", "(3)", "ToString()")]
        [InlineData("", Auto + "public class World : Base { public override int X { get; set; } public void Put() => base.X = 9; public "
            + "int Show() => X; }", "{ X = 3 }", "Put()")]
        public void Value_that_only_the_base_class_holds(string id, string source, string create, string change) =>
            Harness.Loss(id, source, create, change);

        [Theory]
        [InlineData("[KitbagIgnore] public virtual int X { get; set; }", "public override int X { get; set; }")]
        [InlineData("public virtual int X { get; set; }", "[KitbagIgnore] public override int X { get; set; } public int Y;")]
        public void Attributes_that_exclude_the_value(string virtually, string overriding) => Assert.Empty(Harness.Diagnose(
            "using Kitbag; public class Base { " + virtually + " } public class World : Base { " + overriding + " public void Put() => "
                + "base.X = 9; public int Show() => base.X; } public static class Program { public static void Run() => "
                + "KitbagSerializer.Serialize(new World()); }"));

        [Fact]
        public void The_message_says_what_to_do() => Assert.Equal(
            "World.X: 'World' has two members named 'X', each with its own value; the member of the base class is overridden and not "
                + "stored. Use 'base.X' in the accessors of the override, rename one of them, or mark the member of the base class with "
                + "[KitbagIgnore]",
            Assert.Single(Harness.Diagnose(Auto + "public class World : Base { public override int X { get; set; } public void Put() => "
                + "base.X = 9; public int Show() => base.X; } public static class Program { public static void Run() => Kitbag."
                + "KitbagSerializer.Serialize(new World()); }")).GetMessage(null));
    }
}
