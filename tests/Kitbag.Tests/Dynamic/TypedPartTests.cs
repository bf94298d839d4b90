using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.Json.Serialization;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Dynamic
{
    /// <summary>Parts of documents that are read as types of the program.</summary>
    public class TypedPartTests
    {
        private static readonly MethodInfo s_deserialize = typeof(KitbagNode).GetMethods()
            .Single(m => m.Name == nameof(KitbagNode.Deserialize) && m.IsGenericMethod);

        private static readonly MethodInfo s_serialize = typeof(KitbagSerializer).GetMethods()
            .Single(m => m.Name == nameof(KitbagSerializer.Serialize) && m.IsGenericMethod && m.ReturnType == typeof(byte[]));

        public class Settings
        {
            public int Volume { get; set; }

            public string? Language { get; set; }
        }

        public class WiderSettings
        {
            public double Volume { get; set; } = -1;

            public string? Language { get; set; } = "none";

            public int Added { get; set; } = 7;
        }

        public class NarrowSettings
        {
            public byte Volume { get; set; }
        }

        [JsonDerivedType(typeof(Monster), "monster")]
        [JsonDerivedType(typeof(Hero), "hero")]
        public abstract class Entity
        {
            public string? Name { get; set; }
        }

        public class Monster : Entity
        {
            public int Hp { get; set; }
        }

        public class Hero : Entity
        {
            public int Level { get; set; }
        }

        public class Zone
        {
            public string? Name { get; set; }

            public List<Zone> Exits { get; set; } = [];
        }

        public class Game
        {
            public List<Entity?> Entities { get; set; } = [];

            public Dictionary<string, Settings> Named { get; set; } = [];

            public Settings? None { get; set; }

            public Settings Settings { get; set; } = new();

            public Zone? Start { get; set; }

            public object? Tag { get; set; }

            public List<Zone> Zones { get; set; } = [];
        }

        public class Parts
        {
            public Entity? Entity { get; set; }

            public List<Settings> Settings { get; set; } = [];
        }

        private static Game NewGame()
        {
            var zones = new List<Zone> { new() { Name = "Hall" }, new() { Name = "Yard" }, new() { Name = "Cell" } };
            zones[0].Exits.Add(zones[1]);
            zones[1].Exits.AddRange([zones[0], zones[1]]);
            return new Game
            {
                Entities = [new Monster { Name = "Orc", Hp = 12 }, null, new Hero { Name = "Ada", Level = 3 }],
                Named = { ["a"] = new Settings { Volume = 300, Language = "de" } },
                Settings = new Settings { Volume = 40, Language = "en" },
                Start = zones[0],
                Tag = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase)
                {
                    ["x"] = 5L,
                    ["y"] = new List<object?> { 1, "z" },
                },
                Zones = zones,
            };
        }

        private static byte[] NewBytes() => KitbagSerializer.Serialize(NewGame());

        [Fact]
        public void A_part_may_be_read_as_another_version_of_its_type()
        {
            using KitbagDocument document = KitbagDocument.Parse(NewBytes());
            WiderSettings settings = document.Root["Settings"].Deserialize<WiderSettings>();
            Assert.Equal((40, "en", 7), (settings.Volume, settings.Language, settings.Added));
            Assert.Equal(300, document.Find("Named[a]").Deserialize<WiderSettings>().Volume);
            Assert.Equal(300L, document.Find("Named[a].Volume").Deserialize<long>());
            Assert.Equal("de", document.Find("Named[a].Language").Deserialize<string>());
            Assert.Equal(300, ((Settings)document.Find("Named[a]").Deserialize(typeof(Settings))!).Volume);
        }

        [Fact]
        public void A_value_of_a_union_is_read_as_the_base_or_as_its_own_type()
        {
            using KitbagDocument document = KitbagDocument.Parse(NewBytes());
            KitbagNode entities = document.Root["Entities"];
            Assert.Equal(12, Assert.IsType<Monster>(entities[0].Deserialize<Entity?>()).Hp);
            Assert.Equal(12, entities[0].Deserialize<Monster>().Hp);
            Assert.Equal(3, entities[2].Deserialize<Hero?>()!.Level);
            Assert.Null(entities[1].Deserialize<Entity?>());
            Assert.Null(entities[1].Deserialize<Hero?>());
            Assert.Null(document.Root["None"].Deserialize<Settings?>());
            KitbagException e = Assert.Throws<KitbagException>(() => entities[1].Deserialize<int>());
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "TypedPartTests.Game.Entities[1]"), (e.Reason, e.Path));
        }

        // A program that has the base class only, and classes with other names.
        public static class Others
        {
            [KitbagFormerName("TypedPartTests.Entity")]
            public class Entity
            {
                public string? Name { get; set; }
            }

            [KitbagFormerName("TypedPartTests.Monster")]
            public class Troll
            {
                public string? Name { get; set; }

                public long Hp { get; set; }
            }

            public class Renamed
            {
                public string? Name { get; set; }

                public long Hp { get; set; }
            }

            [KitbagFormerName("TypedPartTests.Entity")]
            public class Creature
            {
                public string? Name { get; set; }
            }

            public class Ghost : Creature
            {
            }
        }

        [Fact]
        public void A_value_of_a_union_is_not_read_as_another_class_of_it()
        {
            using KitbagDocument document = KitbagDocument.Parse(NewBytes());
            KitbagNode monster = document.Find("Entities[0]");
            Assert.Equal(("Orc", 12), (monster.Deserialize<Others.Troll>().Name, monster.Deserialize<Others.Troll>().Hp));
            Assert.Equal(("Orc", 12), (monster.Deserialize<Others.Renamed>().Name, monster.Deserialize<Others.Renamed>().Hp));
            foreach (Func<object?> read in new Func<object?>[]
            {
                () => monster.Deserialize<Hero>(), () => monster.Deserialize<Others.Entity>(),
                () => monster.Deserialize<List<Hero>>(), () => monster.Deserialize<List<Others.Creature>>(),
                () => document.Find("Entities[2]").Deserialize<Others.Troll>(),
            })
            {
                KitbagException e = Assert.Throws<KitbagException>(read);
                Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
                Assert.StartsWith("TypedPartTests.Game.Entities[", e.Path, StringComparison.Ordinal);
            }
            Assert.Null(monster.Deserialize<Hero?>(new KitbagOptions { UnknownCases = KitbagUnknownCases.ReadAsNull }));
            // Null is null also where a struct stands for a collection.
            Assert.True(document.Find("Entities[1]").Deserialize<ImmutableArray<Entity>>().IsDefault);
        }

        [Fact]
        public void A_member_of_type_object_is_read_as_object_or_as_the_type_of_its_value()
        {
            using KitbagDocument document = KitbagDocument.Parse(NewBytes());
            KitbagNode tag = document.Root["Tag"];
            var map = Assert.IsType<Dictionary<string, object?>>(tag.Deserialize<object?>());
            Assert.Null(DeepComparer.Difference(NewGame().Tag, map));
            Assert.Equal(5L, map["X"]);
            Assert.Equal(5L, tag["x"].Deserialize<long>());
            Assert.Equal(5L, tag["x"].Deserialize<object?>());
            Assert.Equal([1, "z"], tag["y"].Deserialize<List<object?>>());
            Assert.Equal(["x", "y"], tag.Deserialize<Dictionary<string, object?>>().Keys);
        }

        [Fact]
        public void Objects_in_a_part_keep_their_identity()
        {
            using KitbagDocument document = KitbagDocument.Parse(NewBytes());
            foreach (string path in new[] { "Start", "Zones[0]", document.Root["Start"].Identity! })
            {
                Zone hall = document.Find(path).Deserialize<Zone>();
                Assert.Equal("Hall", hall.Name);
                Zone yard = Assert.Single(hall.Exits);
                Assert.Equal("Yard", yard.Name);
                Assert.Same(hall, yard.Exits[0]);
                Assert.Same(yard, yard.Exits[1]);
            }
            List<Zone> zones = document.Root["Zones"].Deserialize<List<Zone>>();
            Assert.Equal(["Hall", "Yard", "Cell"], zones.Select(zone => zone.Name));
            Assert.Same(zones[1], zones[0].Exits[0]);
        }

        [Fact]
        public void Long_chains_of_objects_do_not_nest()
        {
            var first = new Zone();
            Zone last = first;
            for (int i = 0; i < 100_000; i++)
            {
                last.Exits.Add(new Zone());
                last = last.Exits[0];
            }
            last.Name = "end";
            using KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(new Game { Start = first }));
            Zone read = document.Root["Start"].Deserialize<Zone>();
            while (read.Exits.Count != 0)
                read = read.Exits[0];
            Assert.Equal("end", read.Name);
        }

        [Fact]
        public void A_part_of_an_edited_document_has_the_edits_and_that_of_an_older_node_has_not()
        {
            using KitbagDocument document = KitbagDocument.Parse(NewBytes());
            KitbagNode before = document.Root["Settings"];
            document.Set("Settings.Volume", 55);
            Assert.Equal(40, before.Deserialize<Settings>().Volume);
            Assert.Equal(55, document.Root["Settings"].Deserialize<Settings>().Volume);
            Assert.Equal(55, document.Root.Deserialize<Game>().Settings.Volume);
        }

        [Fact]
        public void The_path_of_an_error_begins_at_the_root_of_the_document()
        {
            string file = Path.GetTempFileName();
            try
            {
                File.WriteAllBytes(file, NewBytes());
                using KitbagDocument document = KitbagDocument.Open(file);
                KitbagException e = Assert.Throws<KitbagException>(() => document.Find("Named[a]").Deserialize<NarrowSettings>());
                Assert.Equal((KitbagErrorReason.OutOfRange, "TypedPartTests.Game.Named[\"a\"].Volume", file), (e.Reason, e.Path, e.File));
                e = Assert.Throws<KitbagException>(() => document.Find("Settings").Deserialize<List<int>>());
                Assert.Equal((KitbagErrorReason.SchemaMismatch, "TypedPartTests.Game.Settings", file), (e.Reason, e.Path, e.File));
                e = Assert.Throws<KitbagException>(() => document.Root.Deserialize<List<int>>());
                Assert.Equal((KitbagErrorReason.SchemaMismatch, file), (e.Reason, e.File));
                e = Assert.Throws<KitbagException>(() => document.Root["Missing"]);
                Assert.Equal(file, e.File);
            }
            finally
            {
                File.Delete(file);
            }
        }

        [Fact]
        public void The_rest_of_the_document_is_not_read()
        {
            byte[] bytes = KitbagSerializer.Serialize(new Parts
            {
                Entity = new Monster { Name = "Orc", Hp = 12 },
                Settings = [new Settings { Volume = 40 }, new Settings { Language = "a language at the end" }],
            });
            using KitbagDocument document = KitbagDocument.Parse(bytes.AsMemory(0, bytes.Length - 4));
            Assert.Equal(12, document.Root["Entity"].Deserialize<Monster>().Hp);
            Assert.Equal(40, document.Find("Settings[0]").Deserialize<Settings>().Volume);
            KitbagException e = Assert.Throws<KitbagException>(() => document.Find("Settings[1]").Deserialize<Settings>());
            Assert.Equal((KitbagErrorReason.Truncated, "TypedPartTests.Parts.Settings[1].Language"), (e.Reason, e.Path));
            e = Assert.Throws<KitbagException>(() => document.Root.Deserialize<Parts>());
            Assert.Equal(KitbagErrorReason.Truncated, e.Reason);
        }

        [Fact]
        public void Memory_is_limited()
        {
            // A few bytes that describe many equal values.
            byte[] bytes = KitbagSerializer.Serialize(new List<List<int>> { new(), Enumerable.Repeat(5, 1_000_000).ToList() });
            using KitbagDocument document = KitbagDocument.Parse(bytes,
                new KitbagDocumentOptions { Limits = new KitbagLimits { MaxAllocation = 1 << 20 } });
            KitbagException e = Assert.Throws<KitbagException>(() => document.Root[1].Deserialize<List<int>>());
            Assert.Equal((KitbagErrorReason.LimitExceeded, "$[1]"), (e.Reason, e.Path));
            using KitbagDocument unlimited = KitbagDocument.Parse(bytes);
            e = Assert.Throws<KitbagException>(() => unlimited.Root[1].Deserialize<List<int>>(
                new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 1 << 20 } }));
            Assert.Equal((KitbagErrorReason.LimitExceeded, "$[1]"), (e.Reason, e.Path));
            Assert.Equal(1_000_000, unlimited.Root[1].Deserialize<List<int>>().Count);
        }

        // Boxed values of a part need more memory than the objects of the program; that does not count.
        [Fact]
        public void A_part_fits_the_limits_if_the_whole_document_does()
        {
            List<Settings> list = Enumerable.Range(0, 500_000).Select(i => new Settings { Volume = i, Language = "n" + i % 997 }).ToList();
            byte[] bytes = KitbagSerializer.Serialize(new Parts { Settings = list });
            Assert.Equal(list.Count, KitbagSerializer.Deserialize<Parts>(bytes).Settings.Count);
            using KitbagDocument document = KitbagDocument.Parse(bytes);
            List<Settings> part = document.Root["Settings"].Deserialize<List<Settings>>();
            Assert.Equal((list.Count, 499_999, "n502"), (part.Count, part[^1].Volume, part[^1].Language));
        }

        [Fact]
        public void Nothing_is_read_after_disposal()
        {
            KitbagDocument document = KitbagDocument.Parse(NewBytes());
            KitbagNode root = document.Root, settings = root["Settings"], none = root["None"];
            document.Dispose();
            Assert.Throws<ObjectDisposedException>(() => root.Deserialize<Game>());
            Assert.Throws<ObjectDisposedException>(() => settings.Deserialize<Settings>());
            Assert.Throws<ObjectDisposedException>(() => none.Deserialize<Settings?>());
            Assert.Throws<InvalidOperationException>(() => default(KitbagNode).Deserialize<Settings>());
            Assert.Throws<ArgumentNullException>(() => settings.Deserialize(null!));
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void The_root_is_what_the_serializer_reads(string name)
        {
            TestCase testCase = CaseData.Get(name);
            foreach (KitbagOptions options in CaseData.Options().Where(o => o.Numbers == KitbagNumbers.Compact))
            {
                if (options.Schema == KitbagSchemaMode.Bare && testCase.IsNullObject)
                    continue;
                byte[] bytes = testCase.Serialize(options);
                object? expected = testCase.Deserialize(bytes, options);
                using KitbagDocument document = Parse(bytes, testCase, options);
                KitbagNode root = document.Root;
                AssertSame(testCase.Type, expected, testCase.Deserialize(root, KitbagOptions.Default), "");
                // A node of a document that was edited since is read like any other part.
                document.Rewrite();
                AssertSame(testCase.Type, expected, testCase.Deserialize(root, KitbagOptions.Default), "as a part");
                AssertSame(testCase.Type, expected, testCase.Deserialize(document.Root, KitbagOptions.Default), "edited");
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Members_and_items_are_those_of_the_value(string name)
        {
            TestCase testCase = CaseData.Get(name);
            byte[] bytes = testCase.Serialize(KitbagOptions.Default);
            object? value = testCase.Deserialize(bytes, KitbagOptions.Default);
            using KitbagDocument document = KitbagDocument.Parse(bytes);
            var open = new Queue<(KitbagNode Node, object? Value)>();
            var met = new HashSet<string>();
            open.Enqueue((document.Root, value));
            for (int left = 200; left > 0 && open.Count != 0; left--)
            {
                (KitbagNode node, object? one) = open.Dequeue();
                if (one == null || (node.Identity is { } identity && !met.Add(identity)))
                    continue;
                foreach ((KitbagNode part, Type type, object? expected) in PartsOf(node, one))
                {
                    if (!HasCodec(type))
                        continue;
                    AssertSame(type, expected, Read(part, type), part.Path + " as " + type);
                    // A value of a union, as its own type.
                    if (expected != null && expected.GetType() != type && HasCodec(expected.GetType()))
                        AssertSame(type, expected, Read(part, expected.GetType()), part.Path + " as " + expected.GetType());
                    open.Enqueue((part, expected));
                }
            }
        }

        // Unknown members are stored in blocks, which the objects of a part do not share with others: the same members are the same bytes.
        private static void AssertSame(Type type, object? expected, object? read, string what)
        {
            if (DeepComparer.Difference(expected, read) is { } difference
                && !(difference.Contains("KitbagUnknownMembers", StringComparison.Ordinal)
                    && BytesOf(type, expected).AsSpan().SequenceEqual(BytesOf(type, read))))
                Assert.Fail(what + difference);
        }

        private static byte[] BytesOf(Type type, object? value) =>
            (byte[])s_serialize.MakeGenericMethod(type).Invoke(null, [value, null])!;

        private static object? Read(KitbagNode node, Type type)
        {
            try
            {
                return s_deserialize.MakeGenericMethod(type).Invoke(node, [null]);
            }
            catch (TargetInvocationException e)
            {
                throw new InvalidOperationException(node.Path + " as " + type + ": " + e.InnerException!.Message, e);
            }
        }

        private static bool HasCodec(Type type)
        {
            try
            {
                typeof(KitbagSchema).GetMethod(nameof(KitbagSchema.Of))!.MakeGenericMethod(type).Invoke(null, null);
                return true;
            }
            catch (Exception e) when (e is TargetInvocationException or ArgumentException)
            {
                return false;
            }
        }

        private static IEnumerable<(KitbagNode Node, Type Type, object? Value)> PartsOf(KitbagNode node, object value)
        {
            Type type = value.GetType();
            if (node.Kind == KitbagNodeKind.Object)
            {
                foreach (KitbagMember member in node.Members)
                {
                    if (type.GetProperty(member.Name) is { } property && property.GetIndexParameters().Length == 0)
                        yield return (member.Value, property.PropertyType, property.GetValue(value));
                    else if (type.GetField(member.Name) is { } field)
                        yield return (member.Value, field.FieldType, field.GetValue(value));
                }
            }
            else if (node.Kind == KitbagNodeKind.List && value is IList { Count: var count } list && node.Count == count
                && (type.IsArray ? type.GetArrayRank() == 1 : type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>)))
            {
                Type element = type.IsArray ? type.GetElementType()! : type.GetGenericArguments()[0];
                for (int i = 0; i < count; i += Math.Max(1, count / 5))
                    yield return (node[i], element, list[i]);
            }
        }

        private static KitbagDocument Parse(byte[] bytes, TestCase testCase, KitbagOptions options) =>
            options.Schema == KitbagSchemaMode.Bare
                ? KitbagDocument.ParseBody(bytes, testCase.Schema)
                : KitbagDocument.Parse(bytes, new KitbagDocumentOptions { KnownSchemas = [testCase.Schema] });
    }
}
