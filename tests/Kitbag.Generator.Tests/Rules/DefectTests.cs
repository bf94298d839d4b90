using System;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Exceptions of the generator's own code are reported as errors that name the current type, and the other types are not affected.
    /// </summary>
    public class DefectTests
    {
        private const string Source = @"
public class World { public Part? A; public int B; } public class Part { public int X; } public class Fine { public int X; }
public interface IThing { } public class Thing : IThing { public int X; }
public static class Program {
    public static void Run<T>(T value) where T
        : IThing { Kitbag.KitbagSerializer.Serialize(new World()); Kitbag.KitbagSerializer.Serialize(new Fine());
        Kitbag.KitbagSerializer.Serialize(value); } }";

        private static Diagnostic[] Diagnose(Action<string> before, out Compilation output, string source = Source)
        {
            Defects.Before = before;
            try
            {
                return Harness.DiagnoseWithDefects(Harness.Compile(source), out output).ToArray();
            }
            finally
            {
                Defects.Before = null;
            }
        }

        private static Action<string> FailAt(string step) => what =>
        {
            if (what == step)
                throw new InvalidOperationException("of " + what + ".\nMore");
        };

        [Fact]
        public void While_a_type_is_described()
        {
            Diagnostic diagnostic = Assert.Single(Diagnose(FailAt("Parse Part"), out Compilation output));
            Assert.Equal("KIT0020", diagnostic.Id);
            Assert.Equal(DiagnosticSeverity.Error, diagnostic.Severity);
            Assert.Equal("A", Harness.TextAt(diagnostic));
            Assert.StartsWith("World.A: Kitbag's generator failed on 'Part', for which no code is generated: "
                + "System.InvalidOperationException (of Parse Part. More) at Kitbag.Generator.Tests.DefectTests",
                diagnostic.GetMessage(null));
            string registration = output.SyntaxTrees.Single(t => t.FilePath.EndsWith("Registration.g.cs", StringComparison.Ordinal))
                .ToString();
            Assert.DoesNotContain("World", registration);
            Assert.Contains("typeof(global::Fine)", registration);
            Assert.Contains("typeof(global::Thing)", registration);
            Assert.DoesNotContain(output.GetDiagnostics(), d => d.Severity == DiagnosticSeverity.Error);
        }

        [Theory]
        [InlineData("Names", "")]
        [InlineData("Roots", "")]
        [InlineData("Preconditions", "")]
        [InlineData("Types", "")]
        [InlineData("Hidden", "")]
        [InlineData("Root Serialize", "Serialize")]
        [InlineData("Close T", "Kitbag.KitbagSerializer.Serialize(value)")]
        [InlineData("Emit global::Part", "")]
        public void In_any_step(string step, string place)
        {
            Diagnostic[] found = Diagnose(FailAt(step), out _);
            Assert.NotEmpty(found);
            Assert.All(found, d => Assert.Equal(("KIT0020", DiagnosticSeverity.Error), (d.Id, d.Severity)));
            Assert.All(found, d => Assert.Contains("of " + step, d.GetMessage(null)));
            Assert.All(found, d => Assert.Equal(place, d.Location == Location.None ? "" : Harness.TextAt(d)));
        }

        [Fact]
        public void A_diagnostic_is_reported_even_if_locating_it_fails() =>
            Assert.Equal("KIT0001", Assert.Single(Diagnose(FailAt("Report KIT0001"), out _,
                Source.Replace("public int B", "public System.Random? B"))).Id);

        [Fact]
        public void Cancellation_is_not_caught() =>
            Assert.Throws<OperationCanceledException>(() =>
                Defects.Catch<int>("step", () => throw new OperationCanceledException(), _ => 0));

        [Fact]
        public void Types_that_are_nested_too_deeply_for_the_stack()
        {
            const int Depth = 20000;
            string many = string.Concat(Enumerable.Range(0,
                Depth).Select(i => "public class C" + i + " { public C" + (i + 1) + "? A; }\n"));
            Diagnostic[] found = Diagnose(_ => { }, out _,
                "public class World { public C0? A; } public class C" + Depth
                + " { } public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }\n"
                + many);
            Assert.NotEmpty(found);
            Assert.All(found, d => Assert.Equal("KIT0020", d.Id));
        }
    }
}
