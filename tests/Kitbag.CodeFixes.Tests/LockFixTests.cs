using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Generator.Tests;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.CodeFixes.Tests
{
    /// <summary>Tests the fixes for incompatibilities with the lock file. Afterwards, nothing is reported.</summary>
    public class LockFixTests
    {
        // The program before the change, after the change, and after the fix.
        [Theory]
        [InlineData("KIT0041", "'MaximumHealth' was 'MaxHealth': mark it with [KitbagFormerName(\"MaxHealth\")]",
            "public class Hero\n{\n    public int MaxHealth { get; set; }\n}\n",
            "public class Hero\n{\n    public int MaximumHealth { get; set; }\n}\n",
            "public class Hero\n{\n    [KitbagFormerName(\"MaxHealth\")]\n    public int MaximumHealth { get; set; }\n}\n")]
        [InlineData("KIT0041", "'MaximumHealth' was 'MaxHealth': mark it with [KitbagFormerName(\"MaxHealth\")]",
            "public record Hero(int MaxHealth, int Gold);\n", "public record Hero(int MaximumHealth, int Gold);\n",
            "public record Hero([KitbagFormerName(\"MaxHealth\")] int MaximumHealth, int Gold);\n")]
        [InlineData("KIT0042", "'Gold' was 'gold': mark it with [KitbagFormerName(\"gold\")]",
            "public class Hero\n{\n    public int gold;\n}\n",
            "public class Hero\n{\n    /// <summary>Coins.</summary>\n    public int Gold;\n}\n",
            "public class Hero\n{\n    /// <summary>Coins.</summary>\n    [KitbagFormerName(\"gold\")]\n    public int Gold;\n}\n")]
        [InlineData("KIT0040", "'Coins' was 'Gold': mark it with [KitbagFormerName(\"Gold\")]",
            "public class Hero\n{\n    public int Gold;\n}\n", "public class Hero\n{\n    public int Coins;\n    public string? Name;\n}\n",
            "public class Hero\n{\n    [KitbagFormerName(\"Gold\")]\n    public int Coins;\n    public string? Name;\n}\n")]
        [InlineData("KIT0046", "'Axe' was 'Sword': mark it with [KitbagFormerName(\"Sword\")]",
            "public class Hero { public IItem? A; }\npublic interface IItem { }\npublic class Sword : IItem { }\n",
            "public class Hero { public IItem? A; }\npublic interface IItem { }\npublic class Axe : IItem { }\n",
            "public class Hero { public IItem? A; }\npublic interface IItem { }\n[KitbagFormerName(\"Sword\")]\n"
                + "public class Axe : IItem { }\n")]
        [InlineData("KIT0047", "'Plain' was 'Common': mark it with [KitbagFormerName(\"Common\")]",
            "public class Hero { public Kind A; }\npublic enum Kind { Common, Rare }\n",
            "public class Hero { public Kind A; }\npublic enum Kind\n{\n    Plain,\n    Rare,\n}\n",
            "public class Hero { public Kind A; }\npublic enum Kind\n{\n    [KitbagFormerName(\"Common\")]\n    Plain,\n    Rare,\n}\n")]
        public Task Former_name(string id, string title, string old, string before, string after) =>
            Check(new FormerNameFix(), id, title, old, before, after);

        [Theory]
        [InlineData("KIT0040", "'Gold' was removed on purpose: mark 'Hero' with [KitbagRemoved(\"Gold\")]",
            "public class Hero\n{\n    public int Gold, Age;\n}\n", "public class Hero\n{\n    public int Age;\n}\n",
            "[KitbagRemoved(\"Gold\")]\npublic class Hero\n{\n    public int Age;\n}\n")]
        [InlineData("KIT0041", "'Gold' was removed on purpose: mark 'Hero' with [KitbagRemoved(\"Gold\")]",
            "public class Hero\n{\n    public int Gold;\n}\n",
            "/// <summary>Who.</summary>\npublic class Hero\n{\n    public int Golds;\n}\n",
            "/// <summary>Who.</summary>\n[KitbagRemoved(\"Gold\")]\npublic class Hero\n{\n    public int Golds;\n}\n")]
        [InlineData("KIT0046", "'Sword' was removed on purpose: mark 'IItem' with [KitbagRemoved(\"Sword\")]",
            "public class Hero { public IItem? A; }\npublic interface IItem { }\npublic class Axe : IItem { }\n"
                + "public class Sword : IItem { }\n",
            "public class Hero { public IItem? A; }\npublic interface IItem { }\npublic class Axe : IItem { }\n",
            "public class Hero { public IItem? A; }\n[KitbagRemoved(\"Sword\")]\npublic interface IItem { }\n"
                + "public class Axe : IItem { }\n")]
        [InlineData("KIT0047", "'Common' was removed on purpose: mark 'Kind' with [KitbagRemoved(\"Common\")]",
            "public class Hero { public Kind A; }\npublic enum Kind { Common, Rare }\n",
            "public class Hero { public Kind A; }\npublic enum Kind { Rare = 1 }\n",
            "public class Hero { public Kind A; }\n[KitbagRemoved(\"Common\")]\npublic enum Kind { Rare = 1 }\n")]
        public Task Removed(string id, string title, string old, string before, string after) =>
            Check(new RemovedFix(), id, title, old, before, after);

        [Theory]
        [InlineData("Take 'required' off", "public class Hero\n{\n    public int A;\n}\n",
            "public class Hero\n{\n    public int A;\n    public required int B { get; set; }\n}\n",
            "public class Hero\n{\n    public int A;\n    public int B { get; set; }\n}\n")]
        [InlineData("Give the parameter a default", "public record Hero(string? A);\n",
            "public record Hero(string? A, int Level);\n", "public record Hero(string? A, int Level = default);\n")]
        public Task Required(string title, string old, string before, string after) =>
            Check(new RequiredFix(), "KIT0045", title, old, before, after);

        [Fact]
        public Task Number_of_an_enum() => Check(new EnumNumberFix(), "KIT0047", "Give 'Rare' the number 1 again",
            "public class Hero { public Kind A; }\npublic enum Kind { Common, Rare }\n",
            "public class Hero { public Kind A; }\npublic enum Kind { Common, Rare = 5 }\n",
            "public class Hero { public Kind A; }\npublic enum Kind { Common, Rare = 1 }\n");

        [Fact]
        public async Task Migration_to_be_filled_in()
        {
            string before = LockHarness.Complete("public class Hero\n{\n    public int Gold { get; set; }\n}\n");
            using var editor = new Editor(before)
            {
                LockFile = LockHarness.Update("public class Hero { public long Gold { get; set; } }"),
            };
            Diagnostic diagnostic = Assert.Single(await editor.Diagnostics());
            CodeAction fix = Assert.Single(await editor.Fixes(new AddMigrationFix(), diagnostic));
            Assert.Equal("Add a migration of 'Gold' from 'long'", fix.Title);
            await editor.Apply(fix);
            string after = before.Replace("set; }\n",
                "set; }\n\n    [KitbagMigration(nameof(Gold))]\n    internal static int GoldOf(long old) => "
                    + "throw new System.NotImplementedException();\n", StringComparison.Ordinal);
            Assert.Equal(after, await editor.Text(), ignoreLineEndingDifferences: true);
        }

        // Old types that the program may no longer contain are added next to the method.
        [Theory]
        [InlineData("KIT0043", "WeaponBefore.Weapon",
            "public class Hero { public Weapon? Weapon { get; set; } }\npublic class Weapon { public string? Name; public Kind Kind; }\n"
                + "public enum Kind : byte { Sword, Axe = 7 }", "public int Weapon { get; set; }")]
        [InlineData("KIT0043", "System.Collections.Generic.Dictionary<System.Guid, ItemsBefore.Item>",
            "public class Hero { public System.Collections.Generic.Dictionary<System.Guid, Item> Items = new(); }\n"
                + "public struct Item { public int[]? Counts; public System.DateTime When; }", "public string? Items;")]
        [InlineData("KIT0043", "ItemBefore.IItem",
            "public class Hero { public IItem? Item; }\npublic interface IItem { }\npublic class Sword : IItem { public int A; }\n"
                + "public class Axe : IItem { public System.Numerics.Vector3 B; public object? C; }", "public int Item;")]
        [InlineData("KIT0043", "FirstBefore.Node",
            "public class Hero { public Node? First; }\npublic class Node { public Node? Next; public int[,]? Grid; }",
            "public int First;")]
        [InlineData("KIT0044", "SexBefore.Sex?",
            "public class Hero { public Sex? Sex; }\npublic enum Sex { Female, Male }",
            "public Kind Sex;\n    public enum Kind { Female, Male }\n")]
        [InlineData("KIT0044", "System.Collections.Generic.List<long>", "public class Hero { public long[]? A; }", "public int[]? A;")]
        [InlineData("KIT0043", "System.Collections.Generic.List<ABefore.A?>",
            "public class Hero { public A[]? A; }\npublic class A { public string? @class; }", "public int[]? A;")]
        [InlineData("KIT0046", "ABefore.Pet",
            "public class Hero { public Pet? A; }\npublic abstract class Pet { public int X; }\npublic class Dog : Pet { }\n"
                + "public class Cat : Pet { }", "public Dog? A;\n    public class Dog { public int X; }")]
        public async Task Migration_from_types_as_they_were(string id, string oldType, string old, string member)
        {
            foreach (string nullable in new[] { "", "#nullable enable\n" })
            {
                string before = LockHarness.Complete("public class Hero\n{\n    " + member + "\n}\n");
                using var editor = new Editor(nullable + before) { LockFile = LockHarness.Update(old) };
                Diagnostic diagnostic = Assert.Single(await editor.Diagnostics(), d => d.Id == id);
                CodeAction fix = Assert.Single(await editor.Fixes(new AddMigrationFix(), diagnostic));
                Assert.EndsWith(" from '" + oldType + "'", fix.Title, StringComparison.Ordinal);
                await editor.Apply(fix);
                Assert.Empty(await editor.Diagnostics());
                Assert.DoesNotContain((await editor.Compilation()).GetDiagnostics(), d => d.Severity >= DiagnosticSeverity.Warning
                    && d.Id is not ("CS8618" or "CS8632" or "CS0649") && !IsKitbag(d));
            }
        }

        // The program calls generated code.
        private static bool IsKitbag(Diagnostic diagnostic) =>
            diagnostic.Location.SourceTree == null || diagnostic.Id.StartsWith("CS880", StringComparison.Ordinal);

        [Fact]
        public async Task All_that_is_certain_is_fixed_at_once()
        {
            using var editor = new Editor(LockHarness.Complete("public class Hero\n{\n    public int Gold;\n    public int Age;\n}\n"))
            {
                LockFile = LockHarness.Update("public class Hero { public int gold, age; }"),
            };
            await editor.ApplyAll(new FormerNameFix(), "Former name");
            Assert.Empty(await editor.Diagnostics());
        }

        [Theory]
        [InlineData(null, "KIT0049")]
        [InlineData("Check", "KIT0048")]
        public async Task Lock_file_that_does_not_exist(string? mode, string id)
        {
            using var editor = new Editor(LockHarness.Complete("public class Hero { public int Gold; }\n"));
            Diagnostic diagnostic = Assert.Single(LockHarness.Diagnose(await editor.Compilation(), null, mode));
            Assert.Equal((id, "Hero"), (diagnostic.Id, Harness.TextAt(diagnostic)));
            CodeAction fix = Assert.Single(await editor.Fixes(new LockFileFix(), diagnostic));
            Assert.Equal("Create the lock file 'kitbag.lock'", fix.Title);
            await editor.Apply(fix);
            Assert.Equal(LockHarness.Update("public class Hero { public int Gold; }"), await editor.LockText());
            Assert.Empty(LockHarness.Diagnose(await editor.Compilation(), await editor.LockText(), mode));
        }

        [Theory]
        [InlineData("\n")]
        [InlineData("\r\n")]
        public async Task Lock_file_that_is_out_of_date(string newLine)
        {
            const string Old = "public class Bag { public int A; } public class Hero { public int Gold; public Bag? B; }",
                New = "public class Hero { public int Gold; public Bag? B; } public class Bag { public int A, C; }";
            string file = LockHarness.Update(Old, release: "1.0");
            using var editor = new Editor(LockHarness.Complete(New));
            editor.AddLockFile(file.Replace("\n", newLine, StringComparison.Ordinal));
            Diagnostic diagnostic = Assert.Single(LockHarness.Diagnose(await editor.Compilation(), await editor.LockText(), "Check"));
            Assert.Equal(("KIT0048", "Bag"), (diagnostic.Id, Harness.TextAt(diagnostic)));
            CodeAction fix = Assert.Single(await editor.Fixes(new LockFileFix(), diagnostic));
            Assert.Equal("Update the lock file 'kitbag.lock'", fix.Title);
            await editor.Apply(fix);
            string text = await editor.LockText();
            Assert.Equal(LockHarness.Update(New, file).Replace("\n", newLine, StringComparison.Ordinal), text);
            Assert.Empty(LockHarness.Diagnose(await editor.Compilation(), text, "Check"));
        }

        private static async Task Check(CodeFixProvider provider, string id, string title, string old, string before, string after)
        {
            using var editor = new Editor(Harness.Compile("", version: LanguageVersion.Preview), LockHarness.Complete(before))
            {
                LockFile = LockHarness.Update(old),
            };
            Diagnostic diagnostic = Assert.Single(await editor.Diagnostics());
            Assert.Equal(id, diagnostic.Id);
            List<CodeAction> offered = await editor.Fixes(provider, diagnostic);
            await editor.Apply(Assert.Single(offered, fix => fix.Title == title));
            Assert.Equal(LockHarness.Complete(after), await editor.Text(), ignoreLineEndingDifferences: true);
            Assert.Empty(await editor.Diagnostics());
            Assert.DoesNotContain((await editor.Compilation()).GetDiagnostics(), d => d.Severity == DiagnosticSeverity.Error
                && d.Location.SourceTree != null && !d.Id.StartsWith("CS8", StringComparison.Ordinal));
        }
    }
}
