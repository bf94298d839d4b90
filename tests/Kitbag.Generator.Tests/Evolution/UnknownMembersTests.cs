using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests [KitbagKeepUnknown]: where unknown members are stored, and the diagnostics if they cannot be.</summary>
    public class UnknownMembersTests
    {
        private static Diagnostic Single(string types) => Assert.Single(Harness.Diagnose(
            "using Kitbag;\n" + types + "\npublic static class Program { public static byte[] Run(Item item) => "
                + "KitbagSerializer.Serialize(item); }"));

        [Fact]
        public void A_class_that_is_not_partial()
        {
            Diagnostic found = Single("[KitbagKeepUnknown] public class Item { public int A { get; set; } }");
            Assert.Equal(("KIT0050", "Item"), (found.Id, Harness.TextAt(found)));
            Assert.Equal("Item: 'Item' has [KitbagKeepUnknown], but no member that can hold unknown members: declare 'Item' partial, or "
                + "give 'Item' a property 'public KitbagUnknown Unknown { get; set; }'", found.GetMessage());
        }

        [Fact]
        public void A_class_within_one_that_is_not_partial()
        {
            Diagnostic found = Assert.Single(Harness.Diagnose("using Kitbag; public class Outer { [KitbagKeepUnknown] public partial class "
                + "Item { public int A { get; set; } } } public static class Program { public static byte[] Run(Outer.Item item) => "
                + "KitbagSerializer.Serialize(item); }"));
            Assert.Equal("KIT0050", found.Id);
            Assert.Contains("declare 'Outer' partial", found.GetMessage());
        }

        [Theory]
        [InlineData("[KitbagKeepUnknown] public class Item { public int A { get; set; } private KitbagUnknown Unknown { get; set; } }")]
        [InlineData("[KitbagKeepUnknown] public partial class Item { public int A; [KitbagIgnore] public KitbagUnknown Unknown; }")]
        public void A_place_that_is_not_serialized(string types)
        {
            Diagnostic found = Single(types);
            Assert.Equal("KIT0050", found.Id);
            Assert.Contains("make it public, with a setter", found.GetMessage());
        }

        [Theory]
        [InlineData("public struct Item { public string A; public KitbagUnknown Unknown; }", "structs are not supported")]
        [InlineData("public class Item { public int A; public KitbagUnknown One; public KitbagUnknown Two; }", "several members")]
        [InlineData("[KitbagKeepUnknown] public partial record Item(int A);", "'A' can only be set while")]
        public void Types_whose_members_cannot_be_set(string types, string expected)
        {
            Diagnostic found = Single(types);
            Assert.Equal(("KIT0051", "Item"), (found.Id, Harness.TextAt(found)));
            Assert.Contains(expected, found.GetMessage());
        }

        [Theory]
        [InlineData("public List<Item> Parts { get; set; }", "")]
        [InlineData("public Other Only { get; set; }", "")]
        [InlineData("public int B;", "[KitbagSerializable(Tracked = true)]")]
        public void A_stand_in_class_whose_objects_are_tracked(string member, string attribute)
        {
            Diagnostic found = Single("using System.Collections.Generic; [KitbagKeepUnknown] public abstract partial class Item { "
                + "public int A { get; set; } } public class Chest : Item { " + member + " } "
                + attribute + "[KitbagKeepUnknown(Cases = true)] public class Other : Item { public Chest In { get; set; } }");
            Assert.Equal(("KIT0055", DiagnosticSeverity.Warning, "Other"), (found.Id, found.Severity, Harness.TextAt(found)));
            Assert.Contains(": Cases has no effect on 'Other', whose objects are tracked: ", found.GetMessage());
        }

        [Theory]
        [InlineData("public Node At { get; set; }")]
        [InlineData("public int B;")]
        public void A_stand_in_class_whose_objects_are_not_tracked(string member) => Assert.Empty(Harness.Diagnose(
            "using Kitbag; using System.Collections.Generic; [KitbagKeepUnknown] public abstract partial class Item { "
            + member + " } public class Chest : Item { public int C; } [KitbagKeepUnknown(Cases = true)] public class Other : Item { } "
            + "public class Node { public Node Next { get; set; } public int A { get; set; } } "
            + "public static class Program { public static byte[] Run(Item item) => KitbagSerializer.Serialize(item); }"));

        [Theory]
        [InlineData("[KitbagKeepUnknown] public partial class Item { public int A { get; set; } }", "KitbagUnknownMembers")]
        [InlineData("[KitbagKeepUnknown] public partial class Base { } public class Item : Base { public int A; }", "KitbagUnknownMembers")]
        [InlineData("public partial class Outer<T> { [KitbagKeepUnknown] public partial class In { public T A; } } "
            + "public class Item : Outer<int>.In { }", "KitbagUnknownMembers")]
        [InlineData("[KitbagKeepUnknown] public class Item { public int A { get; set; } public KitbagUnknown Rest { get; set; } }", "Rest")]
        [InlineData("public class Item { public int A { get; init; } public KitbagUnknown Rest; }", "Rest")]
        [InlineData("[KitbagKeepUnknown] public sealed partial record Item { public int A { get; set; } }", "KitbagUnknownMembers")]
        public void Types_that_keep_them(string types, string field) => Harness.RoundTrip("using Kitbag;\n" + types + @"
public class Newer { public int A { get; set; } public string B { get; set; } }
public static class Program { public static object[] Run() {
    var newer = new Newer { A = 5, B = ""b"" };
    var item = KitbagSerializer.Deserialize<Item>(KitbagSerializer.Serialize(newer));
    var back = KitbagSerializer.Deserialize<Item>(KitbagSerializer.Serialize(item));
    var json = KitbagJson.Deserialize<Item>(KitbagJson.Serialize(item));
    return new object[] { ""B"", string.Join("","", item." + field + @".Names), ""B"", string.Join("","", back." + field + @".Names),
        ""B"", string.Join("","", json." + field + @".Names), 5, json.A }; } }");

        [Theory]
        [InlineData("public partial class Item { public int A { get; set; } }", true)]
        [InlineData("public partial class Item { public int A { get; init; } public List<int> Some { get; } = new(); }", true)]
        [InlineData("public abstract partial class Base { public int A; } public class Item : Base { public int C; }", true)]
        [InlineData("public partial class Item { public int A; public Item Next; }", true)]
        [InlineData("public partial class Item<T> { public T A; } public class Item : Item<int> { }", true)]
        [InlineData("public class Item { public int A { get; set; } }", false)]
        [InlineData("public partial record Item { public int A { get; set; } }", false)]
        [InlineData("public partial record Item(int A);", false)]
        [InlineData("public partial struct Item { public int A; public string C; }", false)]
        [InlineData("public partial class Item { public Item(int a) => A = a; public int A { get; } }", false)]
        public void An_attribute_on_the_project_applies_to_classes_that_support_it(string types, bool keeps) => Harness.RoundTrip(
            "using System.Collections.Generic; using Kitbag;\n[assembly: KitbagKeepUnknown]\n" + types + @"
public class Newer { public int A { get; set; } public string B { get; set; } }
public class Older { public int A { get; set; } public string B { get; set; } }
public partial class Unused { }
public static class Program { public static object[] Run() {
    var item = KitbagSerializer.Deserialize<Item>(KitbagSerializer.Serialize(new Newer { A = 5, B = ""b"" }));
    var newer = KitbagSerializer.Deserialize<" + (keeps ? "Kept" : "Older") + @">(KitbagSerializer.Serialize(item));
    return new object[] { 5, newer.A, " + (keeps ? "@\"b\"" : "null") + @", newer.B, 0, typeof(Unused).GetFields().Length }; } }
public partial class Kept { public int A { get; set; } public string B { get; set; } }");

        [Fact]
        public void A_class_of_another_project()
        {
            CSharpCompilation library = Harness.Compile(
                "using Kitbag; [KitbagKeepUnknown] public partial class Item { public int A { get; set; } }", "Library");
            byte[] image = Harness.Build(library);
            CSharpCompilation program = Harness.Compile("using Kitbag; public static class Program { public static string Run(Item item) "
                + "=> KitbagJson.Serialize(item); }").AddReferences(MetadataReference.CreateFromImage(image));
            ImmutableArray<Diagnostic> found = Harness.Diagnose(program, out Compilation output);
            Assert.Empty(found);
            Assert.Contains(output.SyntaxTrees, tree => tree.ToString().Contains("KitbagUnknownMembers"));
        }

        [Fact]
        public void A_class_of_a_project_without_the_generator()
        {
            byte[] image = Harness.Emit(Harness.Compile("public class Nothing { }"), Harness.Compile(
                "using Kitbag; [KitbagKeepUnknown] public partial class Item { public int A { get; set; } }", "Library"));
            CSharpCompilation program = Harness.Compile("using Kitbag; public static class Program { public static byte[] Run(Item item) "
                + "=> KitbagSerializer.Serialize(item); }").AddReferences(MetadataReference.CreateFromImage(image));
            Diagnostic found = Assert.Single(Harness.Diagnose(program, out _));
            Assert.Equal("KIT0050", found.Id);
            Assert.Contains("is declared in 'Library', which has to reference Kitbag with its generator", found.GetMessage());
        }
    }
}
