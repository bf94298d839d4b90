using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Kitbag.Tests.Json.Attributes;
using Xunit;

namespace Kitbag.Tests
{
    public class DynamicJsonTests
    {
        private const Untold AllOfBcl = Untold.BigIntegers | Untold.Lazies;

        // What a schema does not tell, case by case. All else is the same text, but for the order of members.
        private static readonly (Untold What, string[] Cases)[] s_untold =
        [
            (Untold.UnionNames, ["record", "records", "abstract base", "abstract bases", "concrete base", "concrete base as derived",
                "members of bases", "many members of bases", "generic", "own with Add", "own with Add many", "class of own",
                "class of own 9", "get-only", "get-only many", "get-only few", "get-only of a base", "get-only of bases"]),
            (Untold.BigIntegers, ["bcl BigInteger", "bcl BigInteger zero", "bcl BigInteger? zero", "bcl BigInteger[]",
                "bcl BigInteger?[]", "bcl Dictionary<BigInteger, Complex>", "bcl class default"]),
            (AllOfBcl, ["bcl class", "bcl class? 7", "bcl class? 20"]),
            (Untold.Lazies, ["bcl Lazy<int>", "bcl Lazy<Named>[]", "bcl Lazy<Lazy<string>>"]),
            (Untold.Trees, ["JSON element", "JSON document", "JSON node", "JSON element of null", "JSON elements", "JSON elements 3",
                "JSON elements that may be null", "JSON elements by name", "JSON documents", "JSON nodes", "JSON objects",
                "class of JSON", "class of JSON 9"]),
            (Untold.ExtensionData | Untold.Trees, ["extension data", "extension data 9"]),
        ];

        private static readonly string[] s_sets = ["edge HashSet<int> 300", "edge HashSet<string?> with null", "edge HashSet<Level>",
            "ConcurrentBag<int>", "ISet<int>", "HashSet<string?> that ignores case", "HashSet<string>?[] of comparers",
            "IReadOnlySet<int>", "own set", "class of own", "class of own 9"];

        // Maps that the typed text does not sort.
        private static readonly string[] s_ownOrder = ["ILookup<int, string?>", "own dictionary from nothing"];

        // Has this assembly's own codec of a class that has fields and properties. The compiler lists the members of classes of other
        // assemblies in another order, and the lock file is that of the other assembly.
        private static bool HasOtherCodec(string name) => name is "world" or "class default" or "class derived" or "List<Named> defaults"
            || name.StartsWith("edge List<Named?>", StringComparison.Ordinal)
            || name.StartsWith("edge objects with", StringComparison.Ordinal);

        private static readonly KitbagJsonOptions s_names = new()
        {
            EnumsByName = true,
            EnumNaming = KitbagJsonNaming.SnakeCase,
            Naming = KitbagJsonNaming.CamelCase,
            NonFinite = KitbagJsonNonFinite.AsStrings,
        };

        private static readonly KitbagJsonOptions s_layout = new()
        {
            Format = KitbagJsonFormat.Text,
            NonFinite = KitbagJsonNonFinite.AsStrings,
        };

        private static readonly KitbagJsonOptions s_omit = new() { OmitDefaults = true };

        private static Untold UntoldOf(string name) => s_untold.SingleOrDefault(u => u.Cases.Contains(name)).What;

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Text_is_that_of_the_typed_value_but_for_what_a_schema_does_not_tell(string name)
        {
            TestCase testCase = CaseData.Get(name);
            KitbagDocument document = KitbagDocument.Parse(testCase.Serialize(KitbagOptions.Default));
            Untold untold = UntoldOf(name);
            if (TextOf(testCase) is { } typed)
            {
                string text = document.ToJson();
                Assert.Null(JsonLikeness.Difference(typed, text, untold));
                // The list has no case that needs less.
                foreach (Untold one in Enum.GetValues<Untold>())
                    Assert.True((untold & one) == 0 || JsonLikeness.Difference(typed, text, untold & ~one) != null, "Not needed: " + one);
            }
            if (TextOf(testCase, s_names) is { } named && untold != (Untold.ExtensionData | Untold.Trees))
                Assert.Null(JsonLikeness.Difference(named, document.ToJson(s_names), untold));
            if (TextOf(testCase, s_omit) is { } omitted)
                Assert.Null(JsonLikeness.Difference(omitted, document.ToJson(s_omit), untold | Untold.Initializers));
            if ((untold & ~Untold.UnionNames) == 0 && TextOf(testCase, s_layout) is { } laidOut)
            {
                string text = document.ToJson(s_layout);
                bool isSet = s_sets.Contains(name);
                Assert.Null(JsonLikeness.Difference(laidOut, text, untold | (isSet ? Untold.Sets : Untold.Order)));
                Assert.True(!isSet || JsonLikeness.Difference(laidOut, text, untold) != null, "Not needed: " + Untold.Sets);
                // Where members stand in another order, which of two places has an object may differ.
                if (untold == Untold.Order && !isSet && !laidOut.Contains("\"$ref\"", StringComparison.Ordinal))
                    Assert.Equal(LinesOf(laidOut), LinesOf(text));
            }
        }

        private static readonly KitbagDocumentOptions s_locked = new()
        {
            LockFile = KitbagLockFile.Parse(File.ReadAllText(Path.Combine(Repository.Root, "tests/Kitbag.TestCases/kitbag.lock"))),
        };

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void With_the_lock_file_the_text_is_that_of_the_typed_value(string name)
        {
            TestCase testCase = CaseData.Get(name);
            if ((UntoldOf(name) & ~Untold.UnionNames) != 0 || HasOtherCodec(name))
                return;
            KitbagDocument document = KitbagDocument.Parse(testCase.Serialize(KitbagOptions.Default), s_locked);
            if (TextOf(testCase) is { } typed)
            {
                Assert.Equal(typed, document.ToJson());
                byte[] again = KitbagDocument.FromJson(typed, testCase.Schema, lockFile: s_locked.LockFile).ToBytes();
                if (!testCase.LosesMembersInJson)
                    Assert.Equal(typed, KitbagDocument.Parse(again, s_locked).ToJson());
            }
            if (TextOf(testCase, s_names) is { } named)
                Assert.Equal(named, document.ToJson(s_names));
            if (!s_sets.Contains(name) && !s_ownOrder.Contains(name) && TextOf(testCase, s_layout) is { } laidOut)
                Assert.Equal(laidOut, document.ToJson(s_layout));
        }

        private static string[] LinesOf(string text)
        {
            string[] lines = Array.ConvertAll(text.Split('\n'), l => l.TrimEnd(','));
            Array.Sort(lines, StringComparer.Ordinal);
            return lines;
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Typed_readers_read_the_text(string name)
        {
            TestCase testCase = CaseData.Get(name);
            // Strings of JSON would be read as trees of a string.
            if (TextOf(testCase) == null || name.Contains("JSON", StringComparison.Ordinal)
                || name.StartsWith("extension", StringComparison.Ordinal))
                return;
            byte[] bytes = testCase.Serialize(KitbagOptions.Default);
            string text = KitbagDocument.Parse(bytes).ToJson();
            var options = new KitbagJsonOptions { MaxDepth = 1000 };
            object? again = testCase.DeserializeJson(text, options);
            Assert.Null(DeepComparer.Difference(testCase.DeserializeJson(TextOf(testCase)!, options), again));
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Json_of_the_typed_value_is_converted_to_its_document(string name)
        {
            TestCase testCase = CaseData.Get(name);
            if (TextOf(testCase) is not { } typed || UntoldOf(name) != Untold.Order)
                return;
            KitbagDocument document = KitbagDocument.FromJson(typed, testCase.Schema);
            // What JSON does not have, such as comparers, the typed reader does not find there either.
            object? read = testCase.DeserializeJson(typed, new KitbagJsonOptions { MaxDepth = 1000 });
            Assert.Null(DeepComparer.Difference(read, testCase.Deserialize(document.ToBytes(), KitbagOptions.Default)));
        }

        [Fact]
        public void An_object_without_a_discriminator_is_of_the_base_or_of_the_only_class()
        {
            KitbagDocument animal = KitbagDocument.FromJson("{\"Age\":4}", KitbagSchema.Of<Animal>());
            Assert.Equal(typeof(Animal), KitbagSerializer.Deserialize<Animal>(animal.ToBytes()).GetType());
            Assert.IsType<StrictLeaf>(KitbagSerializer.Deserialize<IStrict>(
                KitbagDocument.FromJson("{\"Other\":null}", KitbagSchema.Of<IStrict>()).ToBytes()));
            var e = Assert.Throws<KitbagException>(() => KitbagDocument.FromJson("{\"Z\":4}", KitbagSchema.Of<IBag>()));
            Assert.Contains("Expected an object with a member \"$type\"", e.Message);
        }

        [Flags]
        public enum Sides : sbyte
        {
            None,
            Left = 1,
            Right = 2,
            Top = -128,
        }

        [Flags]
        public enum Layers
        {
            Everything = -1,
            Ground = 1,
            Water = 2,
            Sky = 1 << 31,
        }

        public class Flagged
        {
            public Dictionary<Layers, Sides[]>? A { get; set; }

            public Layers B { get; set; }
        }

        [Fact]
        public void The_highest_bit_and_all_bits_are_flags()
        {
            var value = new Flagged
            {
                A = new() { [Layers.Ground | Layers.Sky] = [Sides.Left | Sides.Top, Sides.Top, 0], [Layers.Everything] = [(Sides)4] },
                B = Layers.Water | Layers.Sky,
            };
            string typed = KitbagJson.Serialize(value, s_names);
            Assert.Contains("\"sky, ground\"", typed);
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(value));
            Assert.Equal(typed, document.ToJson(s_names));
            Assert.Equal(document.ToBytes(), KitbagDocument.FromJson(typed, KitbagSchema.Of<Flagged>(), s_names).ToBytes());
        }

        private static string? TextOf(TestCase testCase, KitbagJsonOptions? options = null)
        {
            try
            {
                return testCase.SerializeJson(options ?? KitbagJsonOptions.Default);
            }
            catch (KitbagException)
            {
                return null;
            }
        }
    }
}
