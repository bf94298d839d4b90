using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Properties with an accessor that does nothing but throw an exception.</summary>
    public class ThrowingPropertyTests
    {
        [Theory]
        [InlineData("public int A { get => B * 2; set => throw new NotSupportedException(); } public int B { get; set; }", "read")]
        [InlineData("public int A { get { return B * 2; } set { throw new NotSupportedException(\"a\"); } } public int B { get; set; }",
            "read")]
        [InlineData("public int A { get { throw new NotImplementedException(); } set { B = value; } } public int B { get; set; }",
            "written")]
        [InlineData("public override int A => throw new NotImplementedException(); public int B { get; set; }", "written")]
        public void Are_reported(string members, string what)
        {
            Diagnostic found = Assert.Single(Harness.Diagnose(Of(members), out _));
            Assert.Equal(("KIT0062", DiagnosticSeverity.Warning, "A"), (found.Id, found.Severity, Harness.TextAt(found)));
            Assert.StartsWith("The " + (what == "read" ? "setter" : "getter") + " of 'Hero.A' always throws an exception, so no object can "
                + "be " + what + ".", found.GetMessage(null));
        }

        [Theory]
        [InlineData("public int A { get => B; set { if (value < 0) throw new ArgumentException(); B = value; } } "
            + "public int B { get; set; }")]
        [InlineData("[KitbagIgnore] public int A { get => B * 2; set => throw new Exception(); } public int B { get; set; }")]
        [InlineData("public Hero(int a) { _a = a; } private readonly int _a; public int A { get => _a; set => throw new Exception(); } "
            + "public int B { get; set; }")]
        [InlineData("public int A => throw new NotImplementedException(); public int B { get; set; }")]
        public void Others_are_not_reported(string members) => Assert.Empty(Harness.Diagnose(Of(members), out _));

        private static CSharpCompilation Of(string members) => Harness.Compile("using System; using Kitbag; public class Unit { public "
            + "virtual int A { get; set; } } public class Hero" + (members.Contains("override") ? " : Unit" : "") + " { " + members
            + " } public static class P { public static void R(Hero h) => KitbagSerializer.Serialize(h); }");
    }
}
