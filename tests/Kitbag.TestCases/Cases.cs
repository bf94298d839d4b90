using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace Kitbag.TestCases
{
    /// <summary>The list of test cases. Every suite runs all of them.</summary>
    public static partial class Cases
    {
        private static readonly List<TestCase> s_all = Make();

        public static IReadOnlyList<TestCase> All => s_all;

        private static List<TestCase> Make()
        {
            var all = new List<TestCase>();
            AddPrimitives(all);
            AddCollections(all);
            AddObjects(all);
            AddEdges(all);
            AddShapes(all);
            AddMoreCollections(all);
            AddNonGeneric(all);
            AddBcl(all);
            AddOwn(all);
            AddGetOnly(all);
            AddGraphs(all);
            AddAnyValues(all);
            AddKeepers(all);
            AddMigrated(all);
            AddNewer(all);
            return all;
        }

        // Cases of types that netstandard2.1 lacks.
        static partial void AddNewer(List<TestCase> all);

        private static void Add<[KitbagRoot] T>(List<TestCase> all, string name, T value) => all.Add(new TestCase<T>(name, value));

        private static void AddPrimitives(List<TestCase> all)
        {
            Add(all, "bool", true);
            Add(all, "byte", (byte)200);
            Add(all, "sbyte", (sbyte)-100);
            Add(all, "short", short.MinValue);
            Add(all, "ushort", ushort.MaxValue);
            Add(all, "int", -123_456);
            Add(all, "int zero", 0);
            Add(all, "uint", uint.MaxValue);
            Add(all, "long", long.MinValue);
            Add(all, "ulong", ulong.MaxValue);
            Add(all, "float", 1.5f);
            Add(all, "double", Math.PI);
            Add(all, "char", 'ß');
            Add(all, "decimal", 79228162514264337593543950335m);
            Add(all, "decimal with scale", 0.00m);
            Add(all, "string", "Héllo");
            Add(all, "string null", (string?)null);
            Add(all, "string empty", "");
            Add(all, "string UTF-8", "日本語 text and ascii ascii ascii");
            Add(all, "string UTF-16", "日本語日本語");
            Add(all, "string lone surrogate", "a\ud800b");
            Add(all, "string long", new string('x', 5000));
            Add(all, "Guid", new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"));
            Add(all, "DateTime UTC", new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Utc));
            Add(all, "DateTime local", new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Local));
            Add(all, "DateTime max", DateTime.MaxValue);
            Add(all, "DateTimeOffset", new DateTimeOffset(2026, 11, 20, 1, 2, 3, TimeSpan.FromMinutes(-330)));
            Add(all, "TimeSpan", TimeSpan.FromSeconds(-12.5));
            Add(all, "enum byte", Level.High);
            Add(all, "enum sbyte", Signed.Minus);
            Add(all, "enum short", Short.A);
            Add(all, "enum ushort", UShort.B);
            Add(all, "enum int", Plain.Below);
            Add(all, "enum uint", UInt.B);
            Add(all, "enum long", Long.A);
            Add(all, "enum ulong", ULong.B);
            Add(all, "enum without a name", (Plain)77);
            Add(all, "int? null", (int?)null);
            Add(all, "int? zero", (int?)0);
            Add(all, "long? value", (long?)-5);
            Add(all, "Guid? zero", (Guid?)Guid.Empty);
            Add(all, "Level? value", (Level?)Level.High);
            Add(all, "Vec3?", (Vec3?)new Vec3 { X = 1 });
        }

        private static void AddCollections(List<TestCase> all)
        {
            Add(all, "int[] null", (int[]?)null);
            Add(all, "int[] empty", new int[0]);
            Add(all, "int[] one", new[] { 42 });
            Add(all, "int[] 7", Numbers(7));
            Add(all, "int[] 255", Numbers(255));
            Add(all, "int[] 256", Numbers(256));
            Add(all, "int[] 257", Numbers(257));
            Add(all, "int[] ascending", Enumerable.Range(1000, 700).ToArray());
            Add(all, "int[] extremes", new[] { int.MinValue, int.MaxValue, 0, -1, 1, int.MinValue, int.MaxValue });
            Add(all, "long[] wide", Numbers(600).Select(i => (long)i * i * i * 1_000_003).ToArray());
            Add(all, "long[] extremes", new[] { long.MinValue, long.MaxValue, 0, -1, long.MinValue, long.MaxValue, 5, 6, 7, 8, 9, 10, 11,
                12, 13, 14, 15, 16 });
            Add(all, "ulong[]", new[] { ulong.MinValue, ulong.MaxValue, 1UL, 2UL, ulong.MaxValue - 1 });
            Add(all, "short[]", Numbers(300).Select(i => (short)i).ToArray());
            Add(all, "ushort[]", Numbers(300).Select(i => (ushort)i).ToArray());
            Add(all, "sbyte[]", Numbers(300).Select(i => (sbyte)i).ToArray());
            Add(all, "byte[] small values", Numbers(1000).Select(i => (byte)(i & 3)).ToArray());
            Add(all, "byte[] noise", Numbers(1000).Select(i => (byte)(i * 167 >> 3)).ToArray());
            Add(all, "uint[] constant", Enumerable.Repeat(7u, 1000).ToArray());
            Add(all, "char[]", "the quick brown fox jumps over the lazy dog".ToCharArray());
            Add(all, "bool[]", Numbers(77).Select(i => (i & 1) != 0).ToArray());
            Add(all, "float[] noise", Numbers(300).Select(i => i / 7f).ToArray());
            Add(all, "float[] prices", Numbers(300).Select(i => (i & 1023) / 100f).ToArray());
            Add(all, "float[] special", new[] { 0f, -0f, float.NaN, float.PositiveInfinity, float.NegativeInfinity, float.Epsilon,
                float.MaxValue });
            Add(all, "float[] heights", Numbers(300).Select(i => (i + 20_001) / 7f).ToArray());
            Add(all, "double[] degrees", Numbers(1100).Select(i => 16 + i / 7001.0).ToArray());
            Add(all, "decimal[] prices", Numbers(1100).Select(i => i / 100m).ToArray());
            Add(all, "Vec3[] places", Numbers(1200).Select(i =>
                new Vec3 { X = (i + 20_001) / 7f, Y = (i & 255) + 1 / 3f, Z = 1 + (i & 3) * 0.25f }).ToArray());
            Add(all, "int[] few large", Numbers(1800).Select((n, i) => i % 50 == 3 ? n * 1009 : n & 31).ToArray());
            Add(all, "long[] few small", Numbers(1540).Select((n, i) =>
                i % 40 == 7 ? -n * 1_000_003L : 1_000_000_007L + (n & 511)).ToArray());
            Add(all, "float[] few small", Numbers(2000).Select((n, i) => (i % 40 == 7 ? 1 : 4096) / 7f + n / 7f).ToArray());
            Add(all, "float[] few far", Enumerable.Range(0, 1600).Select(i => i % 50 == 3 ? 1 / 7f : 600 + i * 37 % 512 / 7f).ToArray());
            Add(all, "double[] whole", Numbers(300).Select(i => (double)i).ToArray());
            Add(all, "double[] decimals", Numbers(300).Select(i => (i & 4095) / 1000.0).ToArray());
            Add(all, "double[] floats", Numbers(300).Select(i => (double)(i / 3f)).ToArray());
            Add(all, "double[] noise", Numbers(300).Select(i => i / 7.0).ToArray());
            Add(all, "double[] same", Enumerable.Repeat(Math.E, 50).ToArray());
            Add(all, "decimal[]", Numbers(40).Select(i => i / 100m).ToArray());
            Add(all, "Guid[]", Numbers(20).Select(i => new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)).ToArray());
            Add(all, "DateTime[]", Numbers(300).Select(i =>
                new DateTime(2026, 1, 1, 0, 0, 0, (DateTimeKind)(i & 1)).AddMinutes(i)).ToArray());
            Add(all, "DateTimeOffset[]", Numbers(50).Select(i =>
                new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.FromHours(i & 7)).AddTicks(i)).ToArray());
            Add(all, "TimeSpan[]", Numbers(50).Select(i => TimeSpan.FromMilliseconds(i)).ToArray());
            Add(all, "Level[]", Numbers(300).Select(i => (i & 3) == 0 ? Level.High : Level.Low).ToArray());
            Add(all, "Long[]", new[] { Long.A, Long.B, Long.Zero });
            Add(all, "int?[]", Numbers(300).Select(i => i % 3 == 0 ? (int?)null : i).ToArray());
            Add(all, "double?[]", Numbers(30).Select(i => i % 3 == 0 ? (double?)null : i / 2.0).ToArray());
            Add(all, "bool?[]", Numbers(30).Select(i => i % 3 == 0 ? (bool?)null : (i & 1) == 0).ToArray());
            Add(all, "string[] repeated", Numbers(300).Select(i => "name " + (i & 15)).ToArray());
            Add(all, "string[] distinct", Numbers(300).Select(i => "value " + i).ToArray());
            Add(all, "string[] paths", Enumerable.Range(0, 300).Select(i => "textures/block/stone_" + i.ToString("D4") + ".png").ToArray());
            Add(all, "string?[] with nulls", Numbers(300).Select(i => i % 3 == 0 ? null : i % 3 == 1 ? "" : "x" + (i & 7)).ToArray());
            Add(all, "string?[] all null", new string?[20]);
            Add(all, "string[] mixed", new[] { "a", "é", "日本", "\ud800", "", "a", "日本", new string('z', 300) });
            Add(all, "List<int>", Numbers(300).ToList());
            Add(all, "List<string?>", new List<string?> { "a", null, "b" });
            Add(all, "HashSet<string>", new HashSet<string> { "a", "b", "c" });
            Add(all, "HashSet<Guid>", new HashSet<Guid> { Guid.Empty, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) });
            Add(all, "Dictionary<string, int>", Enumerable.Range(0, 40).ToDictionary(i => "flag_" + i, i => i * i));
            Add(all, "Dictionary<int, string?> empty", new Dictionary<int, string?>());
            Add(all, "Dictionary<Plain, List<string?>>",
                new Dictionary<Plain, List<string?>> { [Plain.One] = new List<string?> { "x", null }, [Plain.Far] = new List<string?>() });
            Add(all, "Dictionary<string, Dictionary<int, bool>>",
                new Dictionary<string, Dictionary<int, bool>>
                {
                    ["a"] = new Dictionary<int, bool> { [1] = true },
                    ["b"] = new Dictionary<int, bool>()
                });
            Add(all, "int[][]", new[] { new[] { 1, 2 }, new int[0], new[] { 3 } });
            Add(all, "int[]?[] one filled", new[] { null, new int[0], new[] { 3, 4, 5 }, null });
            Add(all, "List<List<List<int>>>", new List<List<List<int>>> { new List<List<int>> { Numbers(3).ToList(), new List<int>() },
                new List<List<int>>() });
            Add(all, "List<byte[]>", new List<byte[]> { new byte[] { 1, 2, 3 }, new byte[0], new byte[300] });
            Add(all, "Vector3[]", Numbers(100).Select(i => new Vector3(i, i / 3f, -i)).ToArray());
            Add(all, "Vector2", new Vector2(1, -0f));
            Add(all, "Vector4[]", new[] { new Vector4(1, 2, 3, 4), default });
            Add(all, "Quaternion", Quaternion.Identity);
            Add(all, "Matrix4x4[]", new[] { Matrix4x4.Identity, default });
            Add(all, "Plane", new Plane(1, 2, 3, 4));
        }

        private static void AddObjects(List<TestCase> all)
        {
            Add(all, "class null", (Named?)null);
            Add(all, "class default", new Named());
            Add(all, "class empty", new Empty());
            Add(all, "class derived", new Derived { Id = 3, Name = "d", Weight = 0, Level = Level.Low });
            Add(all, "record struct", new Segment { From = new Vec3 { X = 1 }, To = new Vec3 { Z = -2 }, Kind = Plain.Far, Id = 9 });
            Add(all, "padded struct", new Padded { Small = 1, Large = -2, Flag = true });
            Add(all, "struct with text", new Label { Text = "t", Size = 4, At = new Vec3 { Y = 2 } });
            Add(all, "struct with text?", (Label?)new Label());
            Add(all, "tuple", (1, "two", 3.0));
            Add(all, "class everything default", new Everything());
            Add(all, "class everything", MakeEverything(1));
            Add(all, "everything 7", Enumerable.Range(0, 7).Select(MakeEverything).ToList());
            Add(all, "everything 20", Enumerable.Range(0, 20).Select(MakeEverything).ToList());
            Add(all, "List<Empty?>", new List<Empty?> { new Empty(), null, new Empty(), null, null, null, null, null, null, null, null });
            Add(all, "List<Item?> 7", MakeItems(7));
            Add(all, "List<Item?> 8", MakeItems(8));
            Add(all, "List<Item?> 9", MakeItems(9));
            Add(all, "List<Item?> 5000", MakeItems(5000));
            Add(all, "List<Named> defaults", Enumerable.Range(0, 50).Select(_ => new Named()).ToList());
            Add(all, "Segment[] 300", Numbers(300).Select(i =>
                new Segment { Id = i, Kind = (Plain)i, From = new Vec3 { X = i } }).ToArray());
            Add(all, "Padded[] 300", Numbers(300).Select(i => new Padded { Small = (byte)i, Large = i, Flag = i < 0 }).ToArray());
            Add(all, "Label[] 30", Numbers(30).Select(i => new Label { Text = i % 3 == 0 ? null : "l" + (i & 3), Size = i }).ToArray());
            Add(all, "Label?[] 30", Numbers(30).Select(i => i % 3 == 0 ? (Label?)null : new Label { Size = i }).ToArray());
            Add(all, "Dictionary<Guid, Item>",
                MakeItems(20).Where(i => i != null).ToDictionary(i => new Guid(i!.Id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), i => i!));
            Add(all, "Response<Named>", new Response<Named> { Status = 200, Body = new Named { Id = 1 }, More = new List<Named>() });
            Add(all, "Response<int>", new Response<int> { Status = -1, Body = 5, More = new List<int> { 1, 2, 3 } });
            Add(all, "envelope", new Envelope
            {
                Header = "Test",
                From = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                To = new Guid(11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1),
                KeyValuePairs = new Dictionary<string, string> { ["k"] = "v" }
            });
            Add(all, "world", MakeWorld());
        }

        private static int[] Numbers(int count)
        {
            var numbers = new int[count];
            uint random = 12345;
            for (int i = 0; i < count; i++)
            {
                random = random * 1664525 + 1013904223;
                numbers[i] = (int)(random >> 16) - 20_000;
            }
            return numbers;
        }

        private static List<Item?> MakeItems(int count) => Numbers(count).Select((n, i) => i % 11 == 5 ? null : new Item
        {
            Id = i,
            Name = "item " + (n & 31),
            Count = n & 7,
            Durability = n / 7f,
            Level = (n & 1) == 0 ? Level.None : Level.High,
            Note = n % 20 == 0 ? "note " + n : null,
            Label = new Label { Text = i % 4 == 0 ? "label" : null, Size = n },
            Extra = i % 5 == 0 ? new Label { Size = i } : (Label?)null,
            Place = i % 6 == 0 ? new Vec3 { X = i } : (Vec3?)null,
            Target = i % 3 == 0 ? n : (int?)null,
            Maybe = i % 2 == 0 ? (bool?)null : i % 3 == 0,
            When = i % 9 == 0 ? new DateTime(2026, 1, 1).AddSeconds(n) : (DateTime?)null,
            Owner = i % 3 == 1 ? new Named { Id = n, Name = "owner" } : null,
        }).ToList();

        private static Everything MakeEverything(int i) => new Everything
        {
            Boolean = i % 2 == 0,
            Byte = (byte)i,
            SByte = (sbyte)-i,
            Int16 = (short)(i * -300),
            UInt16 = (ushort)(i * 300),
            Int32 = i * -70_000,
            UInt32 = (uint)i * 70_000,
            Int64 = i * -7_000_000_000,
            UInt64 = (ulong)i * 7_000_000_000,
            Single = i / 4f,
            Double = i / 3.0,
            Decimal = i / 8m,
            Char = (char)('a' + i),
            String = "s" + i,
            Guid = new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
            DateTime = new DateTime(2026, 1, 1, 0, 0, i, DateTimeKind.Utc),
            DateTimeOffset = new DateTimeOffset(2026, 1, 1, 0, 0, i, TimeSpan.FromHours(2)),
            TimeSpan = TimeSpan.FromMinutes(i),
            Level = Level.Low,
            Long = Long.B,
            NullableBoolean = i % 3 == 0 ? (bool?)null : i % 3 == 1,
            NullableByte = (byte)i,
            NullableInt64 = i % 2 == 0 ? (long?)null : i,
            NullableDouble = i / 2.0,
            NullableDecimal = i % 4 == 0 ? (decimal?)null : i,
            NullableGuid = Guid.Empty,
            NullableLevel = i % 4 == 1 ? Level.High : (Level?)null,
            NullablePadded = i % 2 == 1 ? new Padded { Large = i } : (Padded?)null,
            NullableVec3 = i % 2 == 0 ? new Vec3 { Y = i } : (Vec3?)null,
            Vector2 = new Vector2(i, 1),
            Vector4 = new Vector4(i, 1, 2, 3),
            Quaternion = Quaternion.Identity,
            Matrix = Matrix4x4.Identity,
            Padded = new Padded { Small = 1, Large = i, Flag = true },
            Segment = new Segment { Id = i },
            Array = Numbers(i),
            Strings = new[] { "a", null, "s" + i },
        };

        private static World MakeWorld()
        {
            var world = new World
            {
                Name = "The Realm",
                SavedAt = new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Utc),
                Zones = new List<Zone>(),
                Id = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                Played = TimeSpan.FromHours(7)
            };
            for (int z = 0; z < 12; z++)
            {
                world.Zones.Add(new Zone
                {
                    Name = "Zone " + z,
                    Heights = Numbers(20 + z).Select(n => n / 9f).ToArray(),
                    Items = z == 3 ? null : MakeItems(z * 3),
                    Flags = Enumerable.Range(0, 5).ToDictionary(i => "quest_flag_" + i, i => i * z),
                    Lists = z % 3 == 0 ? new Dictionary<Plain, List<string?>> { [Plain.Two] = new List<string?> { "p", null } } : null,
                    Set = z % 2 == 0 ? new HashSet<int>(Enumerable.Range(z, 4)) : null,
                    Nested = new List<List<int>?> { new List<int> { z }, null, new List<int>() },
                    Blob = z % 4 == 0 ? new byte[] { 1, 2, 3 } : null,
                    Path = Numbers(z).Select(n => new Segment { Id = n }).ToArray(),
                });
            }
            return world;
        }
    }
}
