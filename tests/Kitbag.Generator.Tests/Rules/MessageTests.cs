using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests the messages of diagnostics and the types they name, and that no root is left without code and a diagnostic.
    /// </summary>
    public class MessageTests
    {
        private static string[] Messages(string types, params string[] roots) => Harness
            .Diagnose("using System.Collections.Generic; " + types + " public static class Program { public static void Run() { "
                + string.Concat(roots.Select(root => "Kitbag.KitbagSerializer.Serialize<" + root + ">(null!); ")) + "} }")
            .Select(d => Harness.TextAt(d) + " | " + d.GetMessage(null).Split(':')[0])
            .ToArray();

        [Fact]
        public void Each_member_whose_type_is_the_reason_is_reported() => Assert.Equal(
            new[] { "B | R.B", "O | Q.O", "Kitbag.KitbagSerializer.Serialize<P>(null!) | P.X.B" },
            Messages("public record R(int A, System.Random? B = null); public class Q { public System.Random? O { get; set; } "
                + "public R? X { get; set; } } public class P { public R? X { get; set; } }", "R", "Q", "P"));

        [Fact]
        public void Through_collections() => Assert.Equal(
            new[] { "A | World.A[]", "B | World.B.Values[][]", "C | World.C[]" },
            Messages("public class World { public List<System.Random>? A; public Dictionary<int, List<System.Random>>? B; public "
                + "System.Random[]? C; }",
                "World"));

        [Fact]
        public void A_type_that_is_the_reason_itself_is_reported_once() => Assert.Equal(
            new[] { "Person | World.A", "Kitbag.KitbagSerializer.Serialize<Other>(null!) | Other.P" },
            Messages("public class World { public Person? A, B; public Person[]? C; } public class Other { public Person? P; } public "
                + "class Person { public Person(string nick) { } public string? Name; }", "World", "Other"));

        // A is encountered again while it is described, and fails only afterwards.
        [Fact]
        public void Types_that_reach_one_that_fails() => Assert.Equal(
            new[] { "S | A.S", "Kitbag.KitbagSerializer.Serialize<B>(null!) | B.A.S",
                "Kitbag.KitbagSerializer.Serialize<List<B>>(null!) | List<B>[].A.S" },
            Messages("public class A { public B? B; public C? C; public System.IO.Stream? S; } public class B { public A? A; public "
                + "List<B>? All; } "
                + "public class C { public D? D; } public class D { public C? C; }", "A", "B", "C", "List<B>", "D"));

        [Fact]
        public void Roots_that_reach_one_that_cannot_be_filled() => Assert.Equal(
            new[] { "Next | World.All[]" },
            Messages("public class World { public List<Node>? All; } public class Other { public Node? Node; } public class Fine { "
                + "public Fine? F; } "
                + "public class Node { public Node(Node? next) { _next = next; } private Node? _next; public int X; "
                + "public Node? Next => Get(_next); static Node? Get(Node? node) => node; }",
                "World", "Other", "Fine"));

        [Fact]
        public void Roots_that_were_reached_before() => Assert.Equal(
            new[] { "S | World.A.S", "Kitbag.KitbagSerializer.Serialize<Part>(null!) | Part.S",
                "Kitbag.KitbagSerializer.Serialize<List<Part>>(null!) | List<Part>[].S" },
            Messages("public class World { public Part? A; } public class Part { public System.IO.Stream? S; }", "World", "Part",
                "List<Part>"));

        [Fact]
        public void Cases_of_unions() => Assert.Equal(
            new[] { "S | World.A<Cat>.S", "Kitbag.KitbagSerializer.Serialize<Animal>(null!) | Animal<Cat>.S",
                "Kitbag.KitbagSerializer.Serialize<Cat>(null!) | Cat.S" },
            Messages("public class World { public Animal? A; } public abstract class Animal { } public class Cat : Animal { public "
                + "System.IO.Stream? S; }", "World", "Animal", "Cat"));

        [Theory]
        [InlineData("public class World { public Person? A; } public class Person { public Person(ref string name) { Name = name; } "
            + "public string? Name; }",
            "World.A: no constructor of 'Person' can be used: the parameter 'name' of Person(name) is a ref parameter, to which no "
            + "member can be passed. Give it one")]
        [InlineData("public class World { public Person? A; } public class Person { public Person(out string name) { Name = name = "
            + "\"\"; } public string? Name; }", "the parameter 'name' of Person(name) is an out parameter")]
        [InlineData("public class World { public System.Collections.ObjectModel.ReadOnlyDictionary<string, System.Random>? A; }",
            "World.A.Values[]: 'Random' cannot be serialized")]
        [InlineData("public class World { public System.Collections.ObjectModel.KeyedCollection<int, string>? A; }",
            "'KeyedCollection<int, string>' cannot be serialized")]
        [InlineData("public class World { public Person? A; } public class Person { public Person(string name, System.DateTime? born) { "
            + "Name = name; } public string Name { get; } public System.DateTimeOffset? Born { get; } }",
            "the parameter 'born' of Person(name, born) is a 'DateTime?' and the member of its name a 'DateTimeOffset?'")]
        [InlineData("public class World { public Person? A; } "
            + "public class Person { public Person(string name, string Name) { Text = name; } "
            + "public string? Text; public string? NAME => Text; }",
            "more than one parameter of Person(name, Name) has the name 'name'")]
        [InlineData("public class World { public Person? A; } public class Person { private int? _age; public Person(int age) { _age = "
            + "age; } public int Age => _age!.Value * 2; }",
            "the property 'Age' does not return the parameter 'age' of Person(age) unchanged. Give it one")]
        [InlineData("public class World { public IAsyncEnumerable<int>? A; }", "World.A: 'IAsyncEnumerable<int>' cannot be serialized: an "
            + "asynchronous sequence is not data: store its elements, a List<T>")]
        [InlineData("public class World { public System.Net.Cookie? A; }", "in a type of your own, or write a [KitbagSurrogate] for it")]
        [InlineData("public class World { public System.ComponentModel.BindingList<int>? A; }", "or write a [KitbagSurrogate] for it")]
        [InlineData("public class World { public System.HashCode A; }", "store what you need of it in a type of your own")]
        [InlineData("public class World { public Old? A; } [System.Obsolete(\"gone\", true)] public class Old { public int X; }",
            "World.A: 'Old' cannot be serialized: the type is obsolete as an error")]
        [InlineData("public class World { public int A { get; [System.Obsolete(\"gone\", true)] set; } }",
            "World.A: 'A' cannot be serialized: the member is obsolete as an error")]
        [InlineData("public class World { public Index? A; } public class Index { public readonly int X; public Index(byte[] file) { X = "
            + "file[0]; } }", "which may be private: 'private Index() { }'; or mark the type with [KitbagSerializable(Fields = true)]")]
        [InlineData("public class Base { public virtual int A { get; set; } } [Kitbag.KitbagSerializable(Fields = true)] public class "
            + "World : Base { public override int A { get; set; } }", "this override has a field of its own, so its classes have two with "
            + "this name: use 'base.A' in its accessors, or mark the property of the base class with [KitbagIgnore]")]
        public void Says(string types, string text) => Assert.Contains(
            Harness.Diagnose("using System.Collections.Generic; " + types
                + " public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }"),
            d => d.GetMessage(null).Contains(text));

        [Fact]
        public void Obsolete_members_of_libraries_are_not_stored()
        {
            byte[] library = Harness.Build(Harness.Compile("public class Guide { public string? Name { get; set; } "
                + "[System.Obsolete(\"gone\", true)] public string? Purpose { get; set; } "
                + "public int Rank { get; [System.Obsolete(\"gone\", true)] set; } }", "Guides", kitbag: false));
            Diagnostic[] found = Harness.Diagnose(Harness.Compile("public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new Guide()); }", references: MetadataReference.CreateFromImage(library)),
                out Compilation output).ToArray();
            Assert.Equal(new[] { "Purpose", "Rank" }, found.Select(d =>
            {
                Assert.Equal("KIT0017", d.Id);
                string message = d.GetMessage(null);
                Assert.Contains("' is not stored: it is obsolete as an error, so generated code cannot use it. Its type is declared in "
                    + "another assembly: write a surrogate", message);
                return message.Substring("'Guide.".Length, message.IndexOf("' is", System.StringComparison.Ordinal) - "'Guide.".Length);
            }));
            Assert.Equal(" Name ", Harness.Members(string.Concat(output.SyntaxTrees)));
        }

        [Fact]
        public void The_suggested_attribute_for_types_of_libraries_compiles()
        {
            MetadataReference library = MetadataReference.CreateFromImage(Harness.Build(Harness.Compile("namespace Shelves { public class "
                + "Outer<T> { public class Box { public T? Value { get; [System.Obsolete(\"gone\", true)] set; } } } }", "Library",
                kitbag: false)));
            const string Program = "public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new Shelves.Outer<int?>.Box()); }";
            string message = Assert.Single(Harness.Diagnose(Harness.Compile(Program, references: library), out _),
                d => d.Id == "KIT0017").GetMessage(null);
            string attribute = message.Substring(message.IndexOf("[assembly: ", System.StringComparison.Ordinal));

            Assert.Empty(Harness.Diagnose(Harness.Compile("using Kitbag; " + attribute + Program, references: library),
                out Compilation output));
            Assert.Empty(output.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error));
            Assert.Contains(" Value ", Harness.Members(string.Concat(output.SyntaxTrees)));
        }

        [Fact]
        public void Types_of_libraries_cannot_be_changed()
        {
            byte[] library =
                Harness.Build(Harness.Compile("public class Person { public Person(string nick) { } public string? Name { get; } } "
                + "public class Closed { private int _x; public int X() => _x++; }", "People", kitbag: false));
            Diagnostic[] found =
                Harness.Diagnose(Harness.Compile("public class World { public Person? A; public Closed? B; } public static class "
                + "Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }",
                references: MetadataReference.CreateFromImage(library)), out _).ToArray();
            Assert.Contains(found, d => d.GetMessage(null).EndsWith("Write a [KitbagSurrogate] for it", System.StringComparison.Ordinal));
        }

        [Theory]
        [InlineData("[System.Text.Json.Serialization.JsonPropertyName(\"n\")] public int A; "
            + "[System.Text.Json.Serialization.JsonPropertyName(\"n\")] public int «B»;",
            "World.B: 'A' and 'B' have the same name in JSON, 'n', so ")]
        [InlineData("[System.Text.Json.Serialization.JsonPropertyName(\"B\")] public int A; public int «B» { get; set; }",
            "World.B: 'A' and 'B' have the same name in JSON, 'B', so ")]
        [InlineData("public int Abc, abc; public int B { get; set; }", "")]
        [InlineData("public int Abc; public int «abc» { get; set; } public static readonly object Naming = "
            + "Kitbag.KitbagJsonNaming.CamelCase;",
            "World.abc: 'Abc' and 'abc' have the same name in JSON, 'abc' under KitbagJsonNaming.CamelCase, so ")]
        [InlineData("[System.Text.Json.Serialization.JsonPropertyName(\"x\")] public int Abc; public int abc, Abd; public static "
            + "readonly object Naming = Kitbag.KitbagJsonNaming.CamelCase;", "")]
        [InlineData("public Pet? A; [@JsonPolymorphic(TypeDiscriminatorPropertyName = \"type\"), @JsonDerivedType(typeof(Dog), \"dog\")] "
            + "public abstract class Pet { [@JsonPropertyName(\"type\")] public string? «Type» { get; set; } } "
                + "public class Dog : Pet { }",
            "World.Dog.Type: the type discriminator of 'World.Pet' and 'Type' have the same name in JSON, 'type', so ")]
        [InlineData("public Pet? A; public class Pet { [@JsonPropertyName(\"$type\")] public string? «Type» { get; set; } } "
            + "public class Dog : Pet { }",
            "World.Dog.Type: the type discriminator of 'World.Pet' and 'Type' have the same name in JSON, '$type', so ")]
        [InlineData("public Pet? A; [@JsonPolymorphic(TypeDiscriminatorPropertyName = \"kind\"), @JsonDerivedType(typeof(Dog), \"dog\")] "
            + "public abstract class Pet { public string? «Kind» { get; set; } } public class Dog : Pet { } "
            + "public static readonly object Naming = Kitbag.KitbagJsonNaming.CamelCase;",
            "World.Dog.Kind: the type discriminator of 'World.Pet' and 'Kind' have the same name in JSON, 'kind' under "
                + "KitbagJsonNaming.CamelCase, so ")]
        [InlineData("public Pet? A; [@JsonPolymorphic(TypeDiscriminatorPropertyName = \"kind\"), @JsonDerivedType(typeof(Dog), \"dog\")] "
            + "public abstract class Pet { public string Kind => \"\"; } public class Dog : Pet { public int kind_; }", "")]
        public void One_name_in_JSON(string members, string message)
        {
            Diagnostic[] found = Harness.Diagnose("public class World { " + members.Replace("«", "").Replace("»", "")
                    .Replace("@", "System.Text.Json.Serialization.")
                + " } public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }")
                .ToArray();
            Assert.Equal(message.Length == 0 ? 0 : 1, found.Length);
            Assert.All(found, d => Assert.StartsWith(message, d.GetMessage(null)));
            Assert.All(found, d => Assert.Equal(("KIT0021", DiagnosticSeverity.Warning, members.Split('«', '»')[1]),
                (d.Id, d.Severity, Harness.TextAt(d))));
        }

        // Each of them would cause an error in generated code.
        [Theory]
        [InlineData("[System.Diagnostics.CodeAnalysis.Experimental(\"EXP001\")] public int X { get; set; }", "")]
        [InlineData("[System.Diagnostics.CodeAnalysis.Experimental(\"EXP001\")] public int X;", "")]
        [InlineData("public Part? X;", "[System.Diagnostics.CodeAnalysis.Experimental(\"EXP002\")] public class Part { public int Y; }")]
        [InlineData("public Part[]? X; public Part.Inner? Z;",
            "[System.Diagnostics.CodeAnalysis.Experimental(\"EXP002\")] public class Part { public int Y; public class Inner { public "
            + "int I; } }")]
        [InlineData("public Holder<Part>? X;",
            "public class Holder<T> { public int H; } [System.Diagnostics.CodeAnalysis.Experimental(\"EXP002\")] public class Part { "
            + "public int Y; }")]
        [InlineData("public Kind X;", "[System.Diagnostics.CodeAnalysis.Experimental(\"EXP003\")] public enum Kind { A, B }")]
        [InlineData("public Base? X;",
            "public abstract class Base { } [System.Diagnostics.CodeAnalysis.Experimental(\"EXP004\")] public class Derived : Base { "
            + "public int Y; }")]
        [InlineData("public Part? X;",
            "public class Part { [System.Diagnostics.CodeAnalysis.Experimental(\"EXP005\")] public Part(int y) { Y = y; } public int Y "
            + "{ get; } }")]
        [InlineData("public Bag? X;",
            "public class Bag : System.Collections.Generic.List<int> { [System.Diagnostics.CodeAnalysis.Experimental(\"EXP006\")] "
            + "public new void Add(int item) => base.Add(item); }")]
        [InlineData("[System.Obsolete(\"old\", DiagnosticId = \"OLD01\")] public int X { get; set; }", "")]
        [InlineData("public Part? X;", "[System.Obsolete(\"old\", DiagnosticId = \"OLD02\")] public class Part { public int Y; }")]
        [InlineData("public Part? X;",
            "public class Part { [System.Obsolete(\"gone\", true)] public Part() { } public Part(int y) { Y = y; } public int Y { get; "
            + "set; } }")]
        [InlineData("public Base? X;",
            "public abstract class Base { } public class Fine : Base { public int Y; } [System.Obsolete(\"gone\", true)] public class "
            + "Derived : Base { public int Y; }")]
        [InlineData("[System.Text.Json.Serialization.JsonPropertyName(\"a\\nb\\u2028\\u0085\\0\\\"\\\\\\ud800\")] public int X { get; "
            + "set; } [Kitbag.KitbagFormerName(\"c\\r\\td\")] public int Y;", "")]
        [InlineData("public Part? X;",
            "public class Part { public Part(string y = \"a\\nb\\u2028\", char c = '\\ud800', char d = '\\'') { Y = y; C = c; D = d; } "
            + "public string Y { get; } public char C { get; } public char D { get; } }")]
        [InlineData("public Base? X;",
            "[System.Text.Json.Serialization.JsonDerivedType(typeof(Derived), \"d\\n\\u2029\")] public abstract class Base { } public "
            + "class Derived : Base { public int Y; }")]
        public void Attributes_cause_no_errors(string members, string types)
        {
            var compilation = Harness.Compile("#pragma warning disable\n" + types + " public class World { " + members
                + " }\npublic static class Program { public static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new World()); }");
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
        }
    }
}
