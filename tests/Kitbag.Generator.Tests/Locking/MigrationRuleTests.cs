using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests the diagnostics for methods with [KitbagMigration].</summary>
    public class MigrationRuleTests
    {
        private static string Program(string members, string types = "") => @"
using Kitbag;
using System.Collections.Generic;
#nullable enable
public struct Health { public int Now; public string? Note; }
public class HeroV1 { public string Name = """"; }
" + types + @"
public class Hero
{
    public Health Health;
    [KitbagFormerName(""Called"")] public string Name = """";
    public int Level;
    " + members + @"
}
public static class Use { public static byte[] Write(Hero hero) => KitbagSerializer.Serialize(hero); }";

        [Theory]
        [InlineData("KIT0033", "FromInt",
            "it is not static, but there is no object yet: declare 'static Health FromInt(OldType old)'",
            "[KitbagMigration(nameof(Health))] private Health FromInt(int old) => default;")]
        [InlineData("KIT0033", "From", "it has type parameters",
            "[KitbagMigration(nameof(Health))] static Health From<T>(T old) => default;")]
        [InlineData("KIT0033", "From", "it must have one parameter",
            "[KitbagMigration(nameof(Health))] static Health From(int old, int other) => default;")]
        [InlineData("KIT0033", "From", "it must have one parameter",
            "[KitbagMigration(nameof(Health))] static Health From() => default;")]
        [InlineData("KIT0033", "From", "it must have one parameter",
            "[KitbagMigration(nameof(Health))] static Health From(in int old) => default;")]
        [InlineData("KIT0033", "From", "its return type must be 'Health', the type of the member",
            "[KitbagMigration(nameof(Health))] static int From(int old) => old;")]
        [InlineData("KIT0033", "From", "its return type must be 'Health'",
            "[KitbagMigration(nameof(Health))] static void From(int old) { }")]
        [InlineData("KIT0033", "FromV1", "its return type must be 'Hero', the type of the migrated values",
            "[KitbagMigration] static HeroV1 FromV1(HeroV1 old) => old;")]
        [InlineData("KIT0034", "From", "'Hero' stores no member 'Helth': name one of 'Health', 'Level', 'Name'",
            "[KitbagMigration(\"Helth\")] static Health From(int old) => default;")]
        [InlineData("KIT0034", "From", "From names 'Name', which is the member 'Name'",
            "[KitbagMigration(nameof(Level), From = \"Name\")] static int From(string old) => 1;")]
        [InlineData("KIT0034", "From", "From names 'Called', which is a former name of 'Name'",
            "[KitbagMigration(nameof(Level), From = \"Called\")] static int From(string old) => 1;")]
        [InlineData("KIT0034", "From", "From names an old member, but the method creates a value of the whole type",
            "[KitbagMigration(From = \"Hp\")] static Hero From(HeroV1 old) => new Hero();")]
        [InlineData("KIT0037", "Two", "'Hero.One' takes the same type for the same member: remove one of the two",
            "[KitbagMigration(nameof(Health))] static Health One(int old) => default; "
            + "[KitbagMigration(nameof(Health))] static Health Two(int old) => default;")]
        [InlineData("KIT0037", "Two", "'Hero.One' also creates 'Health' from the old member 'Hp'",
            "[KitbagMigration(nameof(Health), From = \"Hp\")] static Health One(int old) => default; "
            + "[KitbagMigration(nameof(Level), From = \"Hp\")] static int Two(int old) => default;")]
        [InlineData("KIT0037", "Same", "its parameter has the same type as its return value",
            "[KitbagMigration(nameof(Level))] static int Same(int old) => old;")]
        [InlineData("KIT0037", "Same", "its parameter has the same type as its return value",
            "[KitbagMigration] static Hero Same(Hero old) => old;")]
        [InlineData("KIT0001", "From", "Hero.From", "[KitbagMigration(nameof(Level))] static int From(System.IO.Stream old) => 1;")]
        public void A_migration_that_cannot_be_used(string id, string place, string message, string members)
        {
            Diagnostic one = Assert.Single(Harness.Diagnose(Program(members)));
            Assert.Equal(id, one.Id);
            Assert.Equal(place, Harness.TextAt(one));
            Assert.Contains(message, one.GetMessage());
        }

        [Fact]
        public void A_tracked_class_has_no_migration_as_a_whole()
        {
            Diagnostic one = Assert.Single(Harness.Diagnose(Program(
                "public Hero? Friend; [KitbagMigration] static Hero FromV1(HeroV1 old) => new Hero();")));
            Assert.Equal("KIT0039", one.Id);
            Assert.Equal("FromV1", Harness.TextAt(one));
            Assert.Contains("[KitbagMigration(nameof(Member))]", one.GetMessage());
        }

        [Fact]
        public void Migrations_must_not_form_a_cycle()
        {
            Diagnostic one = Assert.Single(Harness.Diagnose(Program("[KitbagMigration] static Hero FromOther(Other old) => new Hero();", @"
public class Other { public int X; [KitbagMigration] static Other Back(Hero old) => new Other(); }")));
            Assert.Equal("KIT0037", one.Id);
            Assert.Equal("FromOther", Harness.TextAt(one));
            Assert.Contains("migrations lead from older types to newer ones only", one.GetMessage());
        }

        [Fact]
        public void A_type_that_is_stored_as_another_has_no_migration_as_a_whole()
        {
            Diagnostic one = Assert.Single(Harness.Diagnose(Program("public Bag? Bag;", @"
public class Bag : List<int> { [KitbagMigration] static Bag From(string old) => new Bag(); }")));
            Assert.Equal("KIT0033", one.Id);
            Assert.Contains("is not stored by its members", one.GetMessage());
        }

        [Theory]
        [InlineData("[KitbagMigration(nameof(Health))] private static Health From(int old) => default;")]
        [InlineData("[KitbagMigration(nameof(Health)), KitbagMigration(nameof(Health), From = \"Hp\")] "
            + "internal static Health From(int old) => default; "
            + "[KitbagMigration(nameof(Health))] private static Health FromText(string? old) => default;")]
        [InlineData("[KitbagMigration] private static Hero From(HeroV1 old) => new Hero(); "
            + "[KitbagMigration] static Hero From((string, int) old) => new Hero();")]
        [InlineData("[KitbagMigration(nameof(Name))] protected static string Of(Dictionary<string, int[]>? old) => \"\";")]
        [InlineData("[KitbagMigration(nameof(@Level))] private static byte @default(System.DayOfWeek? old) => 1;")]
        public void A_migration_that_can_be_used(string members)
        {
            Harness.Build(Harness.Compile(Program(members)));
        }

        [Fact]
        public void A_base_tells_of_its_members_for_all_that_derive_from_it()
        {
            Harness.Build(Harness.Compile(@"
using Kitbag;
public abstract class Being
{
    public int Level;
    [KitbagMigration(nameof(Level))] private static int FromText(string old) => old.Length;
}
public class Elf : Being { public int Bow; }
public class Orc : Being { public int Axe; }
public static class Use { public static byte[] Write(Being[] all) => KitbagSerializer.Serialize(all); }"));
        }

        [Fact]
        public void Generic_types_are_reached_where_they_are_partial_or_the_method_is_in_sight()
        {
            Harness.Build(Harness.Compile(@"
using Kitbag;
public class Box<T>
{
    public T Item = default!;
    [KitbagMigration(nameof(Item))] private static T Of(T[] old) => old[0];
    [KitbagMigration] internal static Box<T> Of(T old) => new Box<T> { Item = old };
}
public static class Use { public static byte[] Write(Box<int> one, Box<string> two) =>
    KitbagSerializer.Serialize((one, two)); }"));
        }

        [Fact]
        public void Without_accessors_a_type_has_to_be_partial()
        {
            const string Source = @"
using Kitbag;
public class Unit
{
    public int Level;
    [KitbagMigration(nameof(Level))] private static int FromText(string old) => old.Length;
}
public static class Use { public static byte[] Write(Unit unit) => KitbagSerializer.Serialize(unit); }";
            Diagnostic one = Assert.Single(Harness.Diagnose(Harness.CompileForNetStandard(Source, "Old"), out Compilation _));
            Assert.Equal("KIT0033", one.Id);
            Assert.Contains("generated code cannot call it", one.GetMessage());
            Harness.Build(Harness.CompileForNetStandard(Source.Replace("class Unit", "partial class Unit"), "New"));
            Harness.Build(Harness.CompileForNetStandard(Source.Replace("private static", "internal static"), "Newer"));
        }
    }
}
