using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests which locked root a root is compared with if its namespace has changed.</summary>
    public class LockRootTests
    {
        private static CSharpCompilation In(string space, string types, params string[] roots) => Harness.Compile(
            "using System.Collections.Generic; using Kitbag;\nnamespace " + space + " { " + types + " }\n" + Program(roots, space));

        private static string Program(string[] roots, string space) => "public static class Program { public static void Run() { "
            + string.Concat(roots.Select(root => "KitbagSerializer.Serialize(default("
                + root.Replace("@", space + ".", StringComparison.Ordinal) + ")!); ")) + "} }";

        [Theory]
        [InlineData("@Shape", "KIT0040", "'Circle.Radius' is in documents of",
            "public abstract class Shape { } public class Circle : Shape { public int Radius; } public class Square : Shape { }",
            "public abstract class Shape { } public class Circle : Shape { } public class Square : Shape { }")]
        [InlineData("List<@Shape>", "KIT0046", "'Shape' may be a 'Circle' in documents of",
            "public abstract class Shape { } public class Circle : Shape { public int Radius; } public class Square : Shape { }",
            "public abstract class Shape { } public class Square : Shape { }")]
        [InlineData("@Based", "KIT0040", "'Based.D' is in documents of", "public class Based { public int A, B, C, D; }",
            "public class Based { public int A, B, C; } public class Derived : Based { }")]
        [InlineData("@Based", "KIT0046", "'Based' may be a 'Derived' in documents of",
            "public class Based { public int A; } public class Derived : Based { }", "public class Based { public int A; }")]
        [InlineData("@Vec", "KIT0040", "'Vec.Z' is in documents of", "public struct Vec { public int X, Y, Z; }",
            "public class Vec { public int X, Y; }")]
        [InlineData("@Color", "KIT0047", "'Color.Green' is 1 in documents of", "public enum Color { Red, Green }",
            "public enum Color { Red, Verde }")]
        [InlineData("Dictionary<@Color, @Hero>", "KIT0040", "'Hero.A' is in documents of",
            "public enum Color { Red } public class Hero { public int A, B; }",
            "public enum Color { Red } public class Hero { public int B; }")]
        public void A_root_that_moved_is_compared(string root, string id, string message, string before, string after)
        {
            Diagnostic found = Assert.Single(LockHarness.Diagnose(In("New.Place", after, root),
                LockHarness.Update(In("Old", before, root))));
            Assert.Equal(id, found.Id);
            Assert.StartsWith(message, found.GetMessage(null), StringComparison.Ordinal);
        }

        [Fact]
        public void A_name_that_several_roots_have_does_not_decide()
        {
            const string Types = "public enum Color { Red, Green } public static class Inner { public enum Color { Blue } }";
            string file = LockHarness.Update(In("Old", "public enum Color { Black, White }", "@Color"));
            CSharpCompilation two = Harness.Compile("using Kitbag;\nnamespace A { public enum Color { Red } }\n"
                + "namespace B { public enum Color { Green } }\n" + Program(new[] { "A.Color", "B.Color" }, ""));
            Assert.Empty(LockHarness.Diagnose(two, file));
            // A nested type has another name.
            Assert.Equal(2, LockHarness.Diagnose(In("New", Types, "@Color", "@Inner.Color"), file).Length);
        }

        [Fact]
        public void A_root_that_still_exists_is_not_compared_with_a_new_one_of_its_name()
        {
            string file = LockHarness.Update(In("Old", "public enum Color { Black, White }", "@Color"));
            Assert.Empty(LockHarness.Diagnose(Harness.Compile("using Kitbag;\nnamespace Old { public enum Color { Black, White } }\n"
                + "namespace New { public enum Color { Green } }\n" + Program(new[] { "Old.Color", "New.Color" }, "")), file));
        }
    }
}
