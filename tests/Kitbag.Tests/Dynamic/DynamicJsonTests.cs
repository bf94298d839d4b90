using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Kitbag.Tests.Json.Attributes;
using Kitbag.Tests.Vectors;
using Xunit;

namespace Kitbag.Tests
{
    public class DynamicJsonTests
    {
        private const NotInSchema AllOfBcl = NotInSchema.BigIntegers | NotInSchema.Lazies;

        // What the schemas of some cases lack. The text of all other cases differs only in the order of members.
        private static readonly (NotInSchema What, string[] Cases)[] s_notInSchema =
        [
            (NotInSchema.UnionNames, ["record", "records", "abstract base", "abstract bases", "concrete base", "concrete base as derived",
                "members of bases", "many members of bases", "generic", "own with Add", "own with Add many", "class of own",
                "class of own 9", "get-only", "get-only many", "get-only few", "get-only of a base", "get-only of bases"]),
            (NotInSchema.BigIntegers, ["bcl BigInteger", "bcl BigInteger zero", "bcl BigInteger? zero", "bcl BigInteger[]",
                "bcl BigInteger?[]", "bcl Dictionary<BigInteger, Complex>", "bcl class default"]),
            (AllOfBcl, ["bcl class", "bcl class? 7", "bcl class? 20"]),
            (NotInSchema.Lazies, ["bcl Lazy<int>", "bcl Lazy<Named>[]", "bcl Lazy<Lazy<string>>"]),
            (NotInSchema.Trees, ["JSON element", "JSON document", "JSON node", "JSON element of null", "JSON elements", "JSON elements 3",
                "JSON elements that may be null", "JSON elements by name", "JSON documents", "JSON nodes", "JSON objects",
                "class of JSON", "class of JSON 9"]),
            (NotInSchema.ExtensionData | NotInSchema.Trees, ["extension data", "extension data 9"]),
        ];

        private static readonly string[] s_sets = ["edge HashSet<int> 300", "edge HashSet<string?> with null", "edge HashSet<Level>",
            "ConcurrentBag<int>", "ISet<int>", "HashSet<string?> that ignores case", "HashSet<string>?[] of comparers",
            "IReadOnlySet<int>", "own set", "class of own", "class of own 9"];

        // Maps that typed JSON does not sort.
        private static readonly string[] s_ownOrder = ["ILookup<int, string?>", "own dictionary from nothing"];

        // Whether the case uses a codec of this assembly for a class with fields and properties. The compiler lists the members of classes
        // of other assemblies in another order than the lock file, which belongs to the assembly of the cases.
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

        private static NotInSchema NotInSchemaOf(string name) => s_notInSchema.SingleOrDefault(u => u.Cases.Contains(name)).What;

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Text_equals_that_of_the_typed_value_except_for_what_the_schema_lacks(string name)
        {
            TestCase testCase = CaseData.Get(name);
            KitbagDocument document = KitbagDocument.Parse(testCase.Serialize(KitbagOptions.Default));
            NotInSchema notInSchema = NotInSchemaOf(name);
            if (TextOf(testCase) is { } typed)
            {
                string text = document.ToJson();
                Assert.Null(JsonComparer.Difference(typed, text, notInSchema));
                // Each flag that is listed for the case is needed.
                foreach (NotInSchema one in Enum.GetValues<NotInSchema>())
                    Assert.True((notInSchema & one) == 0 || JsonComparer.Difference(typed, text, notInSchema & ~one) != null,
                        "Not needed: " + one);
            }
            if (TextOf(testCase, s_names) is { } named && notInSchema != (NotInSchema.ExtensionData | NotInSchema.Trees))
                Assert.Null(JsonComparer.Difference(named, document.ToJson(s_names), notInSchema));
            if (TextOf(testCase, s_omit) is { } omitted)
                Assert.Null(JsonComparer.Difference(omitted, document.ToJson(s_omit), notInSchema | NotInSchema.Initializers));
            if ((notInSchema & ~NotInSchema.UnionNames) == 0 && TextOf(testCase, s_layout) is { } laidOut)
            {
                string text = document.ToJson(s_layout);
                bool isSet = s_sets.Contains(name);
                Assert.Null(JsonComparer.Difference(laidOut, text, notInSchema | (isSet ? NotInSchema.Sets : NotInSchema.Order)));
                Assert.True(!isSet || JsonComparer.Difference(laidOut, text, notInSchema) != null, "Not needed: " + NotInSchema.Sets);
                // With another order of members, another one of several references may contain the object.
                if (notInSchema == NotInSchema.Order && !isSet && !laidOut.Contains("\"$ref\"", StringComparison.Ordinal))
                    Assert.Equal(LinesOf(laidOut), LinesOf(text));
            }
        }

        // A type of the program with the name and the fields of one of System.Numerics cannot be told apart from it.
        [Fact]
        public void Vectors_of_a_program_can_be_read_from_the_text_of_a_document()
        {
            var scene = new SceneOfOwnVectors
            {
                Place = new Vectors.Own.Vector3 { X = 1, Y = -2, Z = 0.5f },
                Path = [new Vectors.Own.Vector3 { Z = 3 }, default],
                Target = new Vectors.Own.Vector3 { Y = 4 },
                Engine = new Vectors.Engine.Vector3 { x = 5, y = 6, z = 7 },
                Numerics = new System.Numerics.Vector3(8, 9, 10),
            };
            string text = KitbagDocument.Parse(KitbagSerializer.Serialize(scene)).ToJson();
            Assert.Equal("{\"Engine\":{\"x\":5,\"y\":6,\"z\":7},\"Numerics\":[8,9,10],\"Path\":[[0,0,3],[0,0,0]],"
                + "\"Place\":[1,-2,0.5],\"Reversed\":{\"Y\":0,\"X\":0},\"Spot\":{\"X\":0,\"Y\":0},\"Target\":[0,4,0]}", text);
            string typed = KitbagJson.Serialize(scene);
            Assert.Contains("\"Place\":{\"X\":1,\"Y\":-2,\"Z\":0.5}", typed);
            Assert.Equal(typed, KitbagJson.Serialize(KitbagJson.Deserialize<SceneOfOwnVectors>(text)));
            var other = new SceneOfOwnVectors();
            KitbagJson.Populate(text, other);
            Assert.Equal(typed, KitbagJson.Serialize(other));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<SceneOfOwnVectors>("{\"Place\":[1,2]}"));
            SceneOfOwnVectors replaced = KitbagJson.Deserialize<SceneOfOwnVectors>("{\"Engine\":[1,2,3],\"Spot\":[4,0.5]}");
            Assert.Equal((1, 2, 3, 4, 0.5), (replaced.Engine.x, replaced.Engine.y, replaced.Engine.z, replaced.Spot.X, replaced.Spot.Y));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<SceneOfOwnVectors>("{\"Reversed\":[1,2]}"));
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
            if ((NotInSchemaOf(name) & ~NotInSchema.UnionNames) != 0 || HasOtherCodec(name))
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
            // A string that contains JSON would be read as a JSON string.
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
            if (TextOf(testCase) is not { } typed || NotInSchemaOf(name) != NotInSchema.Order)
                return;
            KitbagDocument document = KitbagDocument.FromJson(typed, testCase.Schema);
            // The typed reader does not get what JSON lacks either, such as comparers.
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

        public enum Rank
        {
            Guest,
            Player,
            Moderator,
            Administrator,
            Host,
        }

        public class Ranked
        {
            public Rank Rank { get; set; }
        }

        [Fact]
        public void Values_that_are_numbered_are_no_flags()
        {
            var value = new Ranked { Rank = (Rank)5 };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(value));
            Assert.Equal(KitbagJson.Serialize(value, s_names), document.ToJson(s_names));
            Assert.Equal(value.Rank, KitbagJson.Deserialize<Ranked>(document.ToJson(s_names), s_names)!.Rank);
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

namespace Kitbag.Tests.Vectors
{
    public class SceneOfOwnVectors
    {
        public Own.Vector3 Place { get; set; }

        public List<Own.Vector3> Path { get; set; } = [];

        public Own.Vector3? Target { get; set; }

        public Engine.Vector3 Engine { get; set; }

        public System.Numerics.Vector3 Numerics { get; set; }

        public Own.Place Spot { get; set; }

        public Own.Reversed Reversed { get; set; }
    }
}

namespace Kitbag.Tests.Vectors.Own
{
    public record struct Place(double X, double Y);

    public struct Reversed
    {
        public float Y, X;
    }

    public struct Vector3
    {
        public float X, Y, Z;
    }
}

namespace Kitbag.Tests.Vectors.Engine
{
    public struct Vector3
    {
        public float x, y, z;
    }
}
