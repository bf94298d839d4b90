using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests the diagnostics for changes that affect documents of the versions in a lock file: their location and their message.
    /// </summary>
    public class LockRuleTests
    {
        private const string Pets = "public abstract class Pet { } public class Dog : Pet { } public class Cat : Pet { } ";

        private const string Flags = "public class Hero { public Kind A; } [System.Flags] ";

        private const string Swords = "public class Hero { public Item? A; } public abstract class Item { } "
            + "namespace Ns1 { public class Sword : Item { public int X; } } ";

        // The old program, the new one, and the start of the message. « and » enclose the source that the diagnostic must mark.
        public static TheoryData<string, string, string, string> Changes { get; } = new()
        {
            {
                "KIT0040", "public class Hero { public int Gold; public string? Name; }", "public class «Hero» { public string? Name; }",
                "'Hero.Gold' is in documents of 1.0, but no longer in the type"
            },
            {
                "KIT0040", "public class Hero { public Bag? A; } public struct Bag { public int X, Y; }",
                "public class Hero { public Bag? A; } public struct «Bag» { public int X; }", "'Bag.Y' is in documents of 1.0, but"
            },
            {
                "KIT0040", "public class Hero { public Beast? A; } public abstract class Beast { public int Age; } "
                    + "public class Wolf : Beast { } public class Bear : Beast { }",
                "public class Hero { public Beast? A; } public abstract class «Beast» { } public class Wolf : Beast { } "
                    + "public class Bear : Beast { }",
                "'Beast.Age' is in documents of 1.0, but"
            },
            {
                "KIT0041", "public class Hero { public int MaxHealth { get; set; } }",
                "public class Hero { public int «MaximumHealth» { get; set; } }",
                "'Hero.MaximumHealth' seems to be 'MaxHealth', which documents of 1.0 have"
            },
            {
                "KIT0040", "public class Hero { public int R0, R1; }",
                "public class «Hero» { [KitbagFormerName(\"R1\")] public int NewR1; }", "'Hero.R0' is in documents of 1.0"
            },
            {
                "KIT0044", "public class Hero { public Node? A; } public class Node { public Node? Next; public int B; }",
                "public class Hero { public Node? «A»; } [KitbagRemoved(\"Next\")] public class Node { public int B; }",
                "'Hero.A' is 'Node' in documents of 1.0 and 'Node' now: objects lose their identity"
            },
            {
                "KIT0044", "public class Hero { public Node? A; } public class Node { public Node? Next; public int B; }",
                "public class Hero { public Base? «A»; } public abstract class Base { } public class Other : Base { } "
                    + "[KitbagRemoved(\"Next\")] public class Node : Base { public int B; }",
                "'Hero.A' is 'Node' in documents of 1.0 and 'Node' now: objects lose their identity"
            },
            {
                "KIT0041", "public class Hero : Base { public string? Name; } public class Base { public string? HomeTown; }",
                "public class Hero : Base { public string? Name; } public class Base { public string? «Home»; }",
                "'Base.Home' seems to be 'HomeTown', which documents of 1.0 have"
            },
            {
                "KIT0042", "public class Hero { public int gold; }", "public class Hero { public int «Gold»; }",
                "'Hero.Gold' is 'gold' in documents of 1.0, and names are case-sensitive"
            },
            {
                "KIT0043", "public class Hero { public string? Level; }", "public class Hero { public int «Level»; }",
                "'Hero.Level' is 'string' in documents of 1.0 and 'int' now"
            },
            {
                "KIT0043", "public class Hero { public bool Level; }",
                "public class Hero { public int «Level»; [KitbagMigration(nameof(Level))] internal static int Of(string old) => 1; }",
                "'Hero.Level' is 'bool' in documents of 1.0 and"
            },
            {
                "KIT0043", "public class Hero { public List<Bag>? Gold; } public class Bag { public int A; }",
                "public class Hero { public int «Gold»; }", "'Hero.Gold' is 'Bag' in documents of 1.0 and 'int' now"
            },
            {
                "KIT0043", "public class Hero { public List<Bag?[]>? Gold; } public struct Bag { public int A; }",
                "public class Hero { public List<int>? «Gold»; }", "'Hero.Gold' is 'Bag' in documents of 1.0 and 'int' now"
            },
            {
                "KIT0044", "public class Hero { public long Gold; }", "public class Hero { public int «Gold»; }",
                "'Hero.Gold' is 'long' in documents of 1.0 and 'int' now"
            },
            {
                "KIT0044", "public class Hero { public int? Gold; }", "public class Hero { public int «Gold»; }",
                "'Hero.Gold' is 'int?' in documents of 1.0 and 'int' now"
            },
            {
                "KIT0044", "public class Hero { public decimal[]? Prices; }", "public class Hero { public double[]? «Prices»; }",
                "'Hero.Prices' is 'decimal' in documents of 1.0 and 'double' now: rounded"
            },
            {
                "KIT0045", "public class Hero { public string? Name; }",
                "public record Hero(string? Name, int «Level»);", "'Hero.Level' is required, but documents of 1.0 do not have it"
            },
            {
                "KIT0046", "public class Hero { public IItem? A; } public interface IItem { } public class Sword : IItem { } "
                    + "public class Axe : IItem { }",
                "public class Hero { public IItem? A; } public interface «IItem» { } public class Axe : IItem { }",
                "'IItem' may be a 'Sword' in documents of 1.0"
            },
            {
                "KIT0046", "public class Hero { public Pet? A, B; } public class Pet { public int X; } public class Dog : Pet { }",
                "public class Hero { public Pet? A, B; } public class «Pet» { public int X; }",
                "'Pet' may be a 'Dog' in documents of 1.0, and no type with that name can be stored there any more: a value of this type "
                    + "is an error where it occurs, unless UnknownCases says otherwise; in JSON, it is read as 'Pet'. Mark the type that "
                    + "replaces it with [KitbagFormerName(\"Dog\")], or, if it was removed on purpose, 'Pet' with [KitbagRemoved(\"Dog\")]"
            },
            {
                "KIT0046", Pets + "public class Hero { public List<Pet>? A; public Pet? B; }",
                Pets + "public class Hero { public List<Dog>? «A»; public Pet? B; }",
                "'Hero.A' may be a 'Cat' in documents of 1.0, and no type with that name can be stored there any more: a value of this "
                    + "type is an error where it occurs, unless UnknownCases says otherwise; in JSON, it is read as 'Dog'. Keep the type, "
                    + "or convert the old value with a [KitbagMigration]; if no document has such a value, mark 'Hero' with "
                    + "[KitbagRemoved(\"Cat\")]"
            },
            {
                "KIT0043", "public class Hero { public Pet? A; } public class Pet { public int X; } public class Dog : Pet { }",
                "public class Hero { public Other? «A»; } public class Other { public int Y; }", "'Hero.A' is 'Pet' in documents of"
            },
            {
                "KIT0046", "public class Hero { public Pet? A; } public class Pet { public int X; } public class Dog : Pet { }",
                "public class Hero { public Animal? A; } public class «Animal» { public int X; }", "'Animal' may be a 'Dog' in documents of"
            },
            {
                "KIT0046", "public class Hero { public Node? A, B; } public class Node { public Node? Next; } public class Leaf : Node { }",
                "public class Hero { public Node? A, B; } public class «Node» { public Node? Next; }", "'Node' may be a 'Leaf' in"
            },
            {
                "KIT0046", "public class Hero { public Node? A; public Node? B; } public class Node { public Node? Next; } "
                    + "public class Leaf : Node { }",
                "public class Hero { public Leaf? «A»; public Node? B; } public class Node { public Node? Next; } "
                    + "public class Leaf : Node { }", "'Hero.A' may be a 'Node' in"
            },
            {
                "KIT0046", Swords + "namespace Ns2 { public class Sword : Item { public int Y; } }",
                Swords.Replace("class Item", "class «Item»"), "'Item' may be a 'Ns2.Sword' in documents of 1.0"
            },
            {
                "KIT0047", "public class Hero { public Kind A; } public enum Kind { Common, Rare }",
                "public class Hero { public Kind A; } public enum «Kind» { Plain, Rare }", "'Kind.Common' is 0 in documents of 1.0: no "
                    + "value has that name any more, so it is an error where it occurs: 0 is 'Plain' now. Mark"
            },
            {
                "KIT0047", "public class Hero { public Kind A; } public enum Kind { Common, Rare }",
                "public class Hero { public Kind A; } public enum Kind { Common, «Rare» = 5 }", "'Kind.Rare' is 1 in documents of 1.0: "
                    + "it is 5 now; documents are read by name, but where only the number is stored, as in JSON by default, another value "
                    + "is read. Restore its number"
            },
            {
                "KIT0047", "public class Hero { public Kind A; } public enum Kind { Common, Rare = 8 }",
                "public class Hero { public Kind A; } public enum «Kind» { Common }", "'Kind.Rare' is 8 in documents of 1.0: no "
                    + "value has that name any more, so the number 8 is kept, without a name. Mark the value that replaces it with"
            },
            {
                "KIT0047", Flags + "public enum Kind : sbyte { None, A = 1, B = 2, C = -128, All = -125 }",
                Flags + "public enum Kind : sbyte { None, A = 1, B = 2, C = -128, D = 8, «All» = -117 }",
                "'Kind.All' is -125 in documents of 1.0: it is -117 now; documents are read bit by bit, as A | B | C. Suppress this rule "
                    + "here if that is right, or restore its number"
            },
            {
                "KIT0047", Flags + "public enum Kind { None, A = 1, B = 2, All = 3 }",
                Flags + "public enum «Kind» { None, A = 1, B = 2, Both = 3 }", "'Kind.All' is 3 in documents of 1.0: no value has that "
                    + "name any more, and documents are read bit by bit, as A | B. Mark the value that replaces it with"
            },
            {
                "KIT0047", "public class Hero { public Kind A; } public enum Kind { A = 1, B = 2, C = 3 }",
                Flags + "public enum Kind { A = 1, B = 2, «C» = 4 }",
                "'Kind.C' is 3 in documents of 1.0: it is 4 now; documents are read by name, but"
            },
            {
                "KIT0047", Flags + "public enum Kind { A = 1, All = 3 }", Flags + "public enum Kind { A = 1, «All» = 7 }",
                "'Kind.All' is 3 in documents of 1.0: it is 7 now; documents are read by name, but"
            },
        };

        [Theory]
        [MemberData(nameof(Changes))]
        public void Change(string id, string before, string after, string message)
        {
            string file = LockHarness.Update(before, release: "1.0");
            Diagnostic diagnostic = Assert.Single(LockHarness.Diagnose(after.Replace("«", "", StringComparison.Ordinal)
                .Replace("»", "", StringComparison.Ordinal), Accepted(file, after)));
            Assert.Equal((id, DiagnosticSeverity.Warning), (diagnostic.Id, diagnostic.Severity));
            string marked = after.Substring(after.IndexOf('«') + 1);
            Assert.Equal(marked.Substring(0, marked.IndexOf('»')), Harness.TextAt(diagnostic));
            Assert.StartsWith(message, diagnostic.GetMessage(null), StringComparison.Ordinal);
            Assert.DoesNotContain("  ", diagnostic.GetMessage(null), StringComparison.Ordinal);
        }

        // The lock file after the change was accepted, so that only the release has the old form.
        private static string Accepted(string file, string after) => LockHarness.Update(
            after.Replace("«", "", StringComparison.Ordinal).Replace("»", "", StringComparison.Ordinal), file);

        [Theory]
        [MemberData(nameof(Changes))]
        public void A_change_of_an_unreleased_type_is_accepted_by_an_update(string id, string before, string after, string message)
        {
            string now = after.Replace("«", "", StringComparison.Ordinal).Replace("»", "", StringComparison.Ordinal);
            string file = LockHarness.Update(before);
            Diagnostic diagnostic = Assert.Single(LockHarness.Diagnose(now, file));
            Assert.Equal(id, diagnostic.Id);
            Assert.StartsWith(message.Replace("1.0", "the locked version", StringComparison.Ordinal), diagnostic.GetMessage(null),
                StringComparison.Ordinal);
            Assert.Empty(LockHarness.Run(LockHarness.Compile(now), file, "Update", null, out _).Diagnostics);
            Assert.Empty(LockHarness.Diagnose(now, Accepted(file, after)));
        }

        [Theory]
        [InlineData("public class Hero { public int Gold; }", "public class Hero { [KitbagFormerName(\"Gold\")] public int Coins; }")]
        [InlineData("public class Hero { public int Gold; }", "[KitbagRemoved(\"Gold\")] public class Hero { public int Age = 1; }")]
        [InlineData("public class Hero { public int Gold; }", "public class Hero { public long Gold; public int Age; }")]
        [InlineData("public class Hero { public int Gold; }", "public class Hero : Base { } public class Base { public double? Gold; }")]
        [InlineData("public class Hero { public Kind A; } public enum Kind { Common, Rare }",
            "public class Hero { public Kind A; } public enum Kind { [KitbagFormerName(\"Common\")] Plain, Rare, Epic }")]
        [InlineData("public class Hero { public Kind A; } public enum Kind { Common, Rare }",
            "public class Hero { public Kind A; } [KitbagRemoved(\"Common\")] public enum Kind { Rare = 1 }")]
        [InlineData("public class Hero { public IItem? A; } public interface IItem { } public class Sword : IItem { }",
            "public class Hero { public IItem? A; } public interface IItem { } [KitbagFormerName(\"Sword\")] public class Axe : IItem { }")]
        [InlineData("public class Hero { public IItem? A; } public interface IItem { } public class Sword : IItem { } "
            + "public class Axe : IItem { }",
            "public class Hero { public IItem? A; } [KitbagRemoved(\"Sword\")] public interface IItem { } public class Axe : IItem { }")]
        [InlineData("public class Hero { public Wolf? A; } public class Beast { public int Age, Size; } public class Wolf : Beast { }",
            "public class Hero { public Wolf? A; } [KitbagRemoved(\"Age\")] public class Beast { public int Size; } "
            + "public class Wolf : Beast { }")]
        [InlineData("public class Hero { public int A; }", "public class Hero { public int A; public Other? B; } public class Other { }")]
        [InlineData("public class Hero { public required string Name; }", "public class Hero { public required string Name; }")]
        [InlineData("public class Hero { public string? Old; }",
            "public class Hero { [KitbagFormerName(\"Old\")] public required string? Name; }")]
        [InlineData("public class Hero { public string? Level; }",
            "public class Hero { public int Level; [KitbagMigration(nameof(Level))] internal static int Of(string old) => 1; }")]
        [InlineData("public class Hero { public string? Rank; }", "public class Hero { public int Level; "
            + "[KitbagMigration(nameof(Level), From = \"Rank\")] internal static int Of(string old) => 1; }")]
        [InlineData("public class Hero { public Bag? A; } public class Bag { public int X; public string? Y; }",
            "public class Hero { public Bag? A; } public class Bag { public long Z; [KitbagMigration] internal static Bag Of(OldBag old) "
                + "=> new(); } public class OldBag { public int X; public string? Y; }")]
        [InlineData("public class Hero { public int Gold; public string? Name; }",
            "[KitbagKeepUnknown] public partial class Hero { public string? Name; }")]
        [InlineData("public class Hero { public List<Item>? A; } public abstract class Item { public int X; } "
                + "public class Sword : Item { } public class Bow : Item { }",
            "public class Hero { public List<Item>? A; } public abstract class Item { public int X; } public class Bow : Item { } "
                + "[KitbagKeepUnknown(Cases = true)] public partial class Other : Item { }")]
        [InlineData("public class Hero { public Pet? A; } public class Pet { public int X; } public class Dog : Pet { }",
            "public class Hero { public Pet? A; } [KitbagRemoved(\"Dog\")] public class Pet { public int X; }")]
        [InlineData(Pets + "public class Hero { public Pet? A; }",
            Pets + "[KitbagRemoved(\"Cat\")] public class Hero { public Dog? A; }")]
        [InlineData(Pets + "public class Hero { public Pet? A; }", Pets + "public class Hero { public Dog? A; "
            + "[KitbagMigration(nameof(A))] internal static Dog? Of(Pet? old) => old as Dog; }")]
        [InlineData("public class Hero { public Node? A; } public class Node { public Node? Next; } public class Leaf : Node { }",
            "public class Hero { public Node? A; } [KitbagRemoved(\"Leaf\")] public class Node { public Node? Next; }")]
        public void Nothing_is_reported(string before, string after) =>
            Assert.Empty(LockHarness.Diagnose(after, LockHarness.Update(before, release: "1.0")));

        private const string Rooms = "public class Room { public Room? Next; } public class Free { public int A; } ";

        // Older programs keep new members with references, including references to objects of classes that they lack.
        [Theory]
        [InlineData("public class Hero { public int A; }",
            "[KitbagKeepUnknown] public partial class Hero { public int A; public Room? B; }")]
        [InlineData("[KitbagKeepUnknown] public partial class Hero { public int A; }",
            "[KitbagKeepUnknown] public partial class Hero { public int A; public Free[]? B; }")]
        [InlineData("public class Hero { public int A; }", "public class Hero { public int A; public Room? B; }")]
        [InlineData("[KitbagKeepUnknown] public partial class Hero { public Room? A; }",
            "[KitbagKeepUnknown] public partial class Hero { public Room? A; public Dictionary<string, Room>? B; }")]
        [InlineData("[KitbagKeepUnknown] public partial class Hero { public Room? A; }", "public class Door { public Door? Next; } "
            + "[KitbagKeepUnknown] public partial class Hero { public Room? A; public Dictionary<int, Door>? B; }")]
        public void New_members_are_not_reported(string before, string after) =>
            Assert.Empty(LockHarness.Diagnose(Rooms + after, LockHarness.Update(Rooms + before)));

        [Theory]
        [InlineData("MaxHealth", "KIT0041")]
        [InlineData("maximumHealth", "KIT0042")]
        public void Renamed_members_are_unknown_members_of_older_versions(string before, string id)
        {
            Diagnostic found = Assert.Single(LockHarness.Diagnose(
                "[KitbagKeepUnknown] public partial class Hero { public int A, MaximumHealth; }",
                LockHarness.Update("public class Hero { public int A, " + before + "; }")));
            Assert.Equal(id, found.Id);
            Assert.Contains("its values stay among the unknown members of 'Hero', and it does not get them, when those are read",
                found.GetMessage(null));
        }

        private static Microsoft.CodeAnalysis.CSharp.CSharpCompilation OfRoot(string types, string root) => Harness.Compile(
            "using System.Collections.Generic; using Kitbag;\n" + types + "\npublic static class Program { public static void Run() => "
                + "KitbagSerializer.Serialize(new " + root + "()); }");

        [Theory]
        [InlineData("World", "GameWorld")]
        [InlineData("List<World>", "List<GameWorld>")]
        [InlineData("Dictionary<string, World>", "Dictionary<string, GameWorld>")]
        public void A_renamed_root_is_compared_with_its_old_version(string before, string after)
        {
            string file = LockHarness.Update(OfRoot("public class World { public int A, B, Gold; }", before));
            Diagnostic found = Assert.Single(LockHarness.Diagnose(OfRoot("public class GameWorld { public int A, B; }", after), file));
            Assert.Equal("KIT0040", found.Id);
            Assert.StartsWith("'GameWorld.Gold' is in documents of", found.GetMessage(null));
            // A type with little in common is a different type, and so are two types that have equally much in common.
            Assert.Empty(LockHarness.Diagnose(OfRoot("public class GameWorld { public int A, X, Y; }", after), file));
            Assert.Empty(LockHarness.Diagnose(OfRoot("public class GameWorld { public int A, B; } public class Other { public int A, B; }"
                + "public static class More { public static void Run() => KitbagSerializer.Serialize(new "
                + after.Replace("GameWorld", "Other") + "()); }", after), file));
        }

        [Fact]
        public void A_root_of_which_nothing_can_be_derived_is_left_out()
        {
            string file = LockHarness.Update("public class Hero { public int A; }");
            Diagnostic found = Assert.Single(LockHarness.Diagnose(@"public class Hero { public int A; public Bag Items = new(); }
public class Bag { public int[] All = { }; }
[Kitbag.Codecs.CodecFor(typeof(Bag), Kitbag.Codecs.CodecShape.LengthPrefix)]
public sealed class BagCodec : Kitbag.Codecs.CollectionCodec<Bag, int>
{
    public static readonly BagCodec Instance = new BagCodec();
    private BagCodec() : base(Kitbag.Codecs.Int32Codec.Instance) { }
    protected override int Count(Bag collection) => collection.All.Length;
    protected override void CopyTo(Bag collection, System.Span<int> elements) => collection.All.CopyTo(elements);
    protected override Bag Create(System.ReadOnlySpan<int> elements) => new Bag { All = elements.ToArray() };
}", file));
            Assert.Equal("KIT0049", found.Id);
            Assert.Contains("List<Hero>' out, which holds a type whose own codec does not tell", found.GetMessage(null));
        }

        [Fact]
        public void The_message_names_all_versions_that_have_it()
        {
            const string New = "public class Hero { public int A; }";
            string file = LockHarness.Update("public class Hero { public int A, Gold; }", release: "1.0");
            file = LockHarness.Update("public class Hero { public int A, Gold, Age; }", file, "1.1");
            file = LockHarness.Update("public class Hero { public int A, Gold, Age; public string? Name; }", file);
            string[] messages = LockHarness.Diagnose(New, file).Select(d => d.GetMessage(null)).Order().ToArray();
            Assert.Equal(3, messages.Length);
            Assert.StartsWith("'Hero.Age' is in documents of 1.1,", messages[0]);
            Assert.StartsWith("'Hero.Gold' is in documents of 1.0 and 1.1,", messages[1]);
            Assert.StartsWith("'Hero.Name' is in documents of the locked version,", messages[2]);
        }

        [Fact]
        public void Check_fails_if_the_file_is_out_of_date()
        {
            string file = LockHarness.Update("public class Hero { public int A; }");
            Assert.Empty(LockHarness.Diagnose("public class Hero { public int A; }", file, "Check"));
            Assert.Empty(LockHarness.Diagnose("public class Hero { public int A; }",
                file.Replace("\n", "\r\n", StringComparison.Ordinal), "check"));
            Diagnostic diagnostic = Assert.Single(LockHarness.Diagnose("public class Hero { public int A, B; }", file, "Check"));
            Assert.Equal(("KIT0048", DiagnosticSeverity.Error), (diagnostic.Id, diagnostic.Severity));
            Assert.StartsWith("The lock file 'kitbag.lock' is out of date: it does not have 'B: int'. To update it, run 'kitbag lock'",
                diagnostic.GetMessage(null));
            Assert.Empty(LockHarness.Diagnose("public class Hero { public int A, B; }", file));
        }

        [Fact]
        public void File_that_does_not_exist()
        {
            const string Source = "public class Hero { public int A; }";
            Diagnostic diagnostic = Assert.Single(LockHarness.Diagnose(Source, null));
            Assert.Equal(("KIT0049", DiagnosticSeverity.Warning), (diagnostic.Id, diagnostic.Severity));
            Assert.StartsWith("The lock file 'kitbag.lock' does not exist: create it with", diagnostic.GetMessage(null));
            Assert.Equal("KIT0048", Assert.Single(LockHarness.Diagnose(Source, null, "Check")).Id);
        }

        [Theory]
        [InlineData(null, "KIT0049")]
        [InlineData("Check", "KIT0048")]
        [InlineData("Update", "KIT0048")]
        public void File_that_cannot_be_read(string? mode, string id)
        {
            string file = LockHarness.Update("public class Hero { public int A; }");
            string[] lines = file.Split('\n');
            int line = Array.FindIndex(lines, one => one.Contains("class", StringComparison.Ordinal));
            lines[line] = "<<<<<<< HEAD";
            GeneratorRunResult result = LockHarness.Run(LockHarness.Compile("public class Hero { public int A; }"),
                string.Join("\n", lines), mode, null, out _);
            Diagnostic diagnostic = Assert.Single(result.Diagnostics);
            Assert.Equal(id, diagnostic.Id);
            Assert.Contains("cannot be read", diagnostic.GetMessage(null));
            Assert.Contains("line " + (line + 1) + ": ", diagnostic.GetMessage(null));
            Assert.Equal(mode != null, diagnostic.GetMessage(null).Contains("correct the file by hand, then run 'kitbag lock'",
                StringComparison.Ordinal));
            Assert.DoesNotContain("out of date", diagnostic.GetMessage(null));
            FileLinePositionSpan place = diagnostic.Location.GetLineSpan();
            Assert.Equal((LockHarness.Path, line), (place.Path, place.StartLinePosition.Line));
            Assert.DoesNotContain(result.GeneratedSources, source => source.HintName == "Kitbag.Lock.g.cs");
        }

        [Fact]
        public void Nothing_happens_without_a_lock_file()
        {
            CSharpCompilation compilation = LockHarness.Compile("public class Hero { public int A; }");
            Assert.DoesNotContain(Harness.Driver(compilation).RunGenerators(compilation).GetRunResult().Results.Single().GeneratedSources,
                source => source.HintName == "Kitbag.Lock.g.cs");
        }

        [Theory]
        [InlineData("public class Other { public int Run() => 1; }", "public class Other { public int Run() => 2; }")]
        [InlineData("public class Other { public int A { get { return 1; } } }",
            "public class Other { public int A { get { return 2; } } }")]
        public void Nothing_is_compared_if_only_bodies_changed(string before, string after)
        {
            const string Source = "public class Hero { public int B; }";
            CSharpCompilation compilation = LockHarness.Compile(Source);
            var options = (CSharpParseOptions)compilation.SyntaxTrees[0].Options;
            SyntaxTree other = CSharpSyntaxTree.ParseText(before, options, "Other.cs");
            compilation = compilation.AddSyntaxTrees(other);
            string file = LockHarness.Update("public class Hero { public int A, B; }");
            LockHarness.Run(compilation, file, null, null, out GeneratorDriver driver);
            GeneratorRunResult result = driver.RunGenerators(compilation.ReplaceSyntaxTree(other,
                CSharpSyntaxTree.ParseText(after, options, "Other.cs"))).GetRunResult().Results.Single();
            Assert.Equal(IncrementalStepRunReason.Cached,
                Assert.Single(result.TrackedSteps[KitbagGenerator.LockStep].SelectMany(step => step.Outputs)).Reason);
            Assert.Single(result.Diagnostics);
        }
    }
}
