using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Schema;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Members of type object: which values they support and refuse, and how documents of other types are read.</summary>
    public class AnyValueTests
    {
        public class Before
        {
            public int Number { get; set; }

            public int? Maybe { get; set; }

            public string? Text { get; set; }

            public DayOfWeek Day { get; set; }

            public byte[]? Bytes { get; set; }

            public List<double>? List { get; set; }

            public Dictionary<string, List<int?>>? Map { get; set; }

            public Guid Id { get; set; }
        }

        [KitbagFormerName("Before")]
        public class After
        {
            public object? Number { get; set; }

            public object? Maybe { get; set; }

            public object? Text { get; set; }

            public object? Day { get; set; }

            public object? Bytes { get; set; }

            public object? List { get; set; }

            public object? Map { get; set; }

            public object? Id { get; set; }
        }

        // The members that a value of type object is stored with.
        public class Stored
        {
            public byte[]? Bytes { get; set; }

            public long[]? Integers { get; set; }

            public double[]? Reals { get; set; }

            public string?[]? Texts { get; set; }

            public byte[]? Types { get; set; }
        }

        private static Before BeforeOf(int i) => new Before
        {
            Number = i,
            Maybe = i % 2 == 0 ? null : i,
            Text = i % 3 == 0 ? null : "text " + i,
            Day = (DayOfWeek)(i % 7),
            Bytes = new[] { (byte)i },
            List = new List<double> { i, 0.5 },
            Map = new Dictionary<string, List<int?>> { ["a"] = new List<int?> { i, null } },
            Id = new Guid(i, 0, 0, new byte[8]),
        };

        private static void AssertBecame(Before before, After after)
        {
            Assert.Equal(before.Number, after.Number);
            Assert.Equal(before.Maybe, after.Maybe);
            Assert.Equal(before.Text, after.Text);
            Assert.Equal((int)before.Day, after.Day);
            Assert.Equal(before.Bytes, after.Bytes);
            Assert.Equal(before.List!.Select(n => (object?)n), Assert.IsType<List<object?>>(after.List));
            Assert.Equal(before.Map!["a"].Select(n => (object?)n),
                Assert.IsType<List<object?>>(Assert.IsType<Dictionary<string, object?>>(after.Map)["a"]));
            Assert.Equal(before.Id, after.Id);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(3)]
        [InlineData(40)]
        public void A_type_that_became_object(int count)
        {
            Before[] before = Enumerable.Range(0, count).Select(BeforeOf).ToArray();
            After[] after = KitbagSerializer.Deserialize<After[]>(KitbagSerializer.Serialize(before))!;
            for (int i = 0; i < count; i++)
                AssertBecame(before[i], after[i]);
            Assert.Equal(new object[] { 1, 2 }, KitbagSerializer.Deserialize<List<object>>(KitbagSerializer.Serialize(new[] { 1, 2 })));
            Assert.Equal(0, KitbagSerializer.Deserialize<object>(KitbagSerializer.Serialize(0)));
            Assert.Null(KitbagSerializer.Deserialize<object>(KitbagSerializer.Serialize((string?)null)));
        }

        [Fact]
        public void Other_types_are_not_taken_for_object()
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<object>(
                KitbagSerializer.Serialize(new Stored { Bytes = new byte[] { 1 }, Types = new byte[] { 3 } })));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.Equal(KitbagErrorReason.SchemaMismatch,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Dictionary<string, object>>(
                    KitbagSerializer.Serialize(new Dictionary<int, object> { [1] = 2 }))).Reason);
            Assert.Equal(KitbagErrorReason.SchemaMismatch,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<int>(KitbagSerializer.Serialize<object>(5))).Reason);
        }

        [Fact]
        public void Unsupported_types_are_named()
        {
            foreach (object value in new object[] { DayOfWeek.Friday, new[] { 1 }, new List<int>(), new object(), new Stored() })
            {
                string name = value.GetType().Name.Split('`')[0].TrimEnd('[', ']');
                foreach (Action write in new Action[] { () => KitbagSerializer.Serialize(value), () => KitbagJson.Serialize(value),
                    () => KitbagSerializer.Serialize(Enumerable.Repeat(value, 20).ToList()) })
                {
                    KitbagException e = Assert.Throws<KitbagException>(write);
                    Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
                    Assert.Contains(name == "Int32" ? "int[]" : name == "Object" ? "object" : name, e.Message, StringComparison.Ordinal);
                    Assert.Contains("[assembly: KitbagSerializable(typeof(", e.Message, StringComparison.Ordinal);
                }
                // A type that is registered is not held there, either.
                var map = new Dictionary<string, object?> { ["a"] = value };
                foreach (Action write in new Action[] { () => KitbagSerializer.Serialize<object>(map),
                    () => KitbagJson.Serialize<object>(map) })
                    Assert.Contains("Inside lists and maps, use one of these", Assert.Throws<KitbagException>(write).Message,
                        StringComparison.Ordinal);
            }
        }

        [Fact]
        public void A_list_that_contains_itself_is_refused()
        {
            var list = new List<object?>();
            list.Add(list);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize<object>(list)).Reason);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagJson.Serialize<object>(list)).Reason);
        }

        [Fact]
        public void The_deepest_value_that_is_written_is_read()
        {
            object value = 1;
            for (int i = 0; i < 256; i++)
                value = i % 2 == 0 ? new List<object?> { value } : new Dictionary<string, object?> { [""] = value };
            object? read = null;
            var thread = new Thread(
                () => read = KitbagSerializer.Deserialize<object>(KitbagSerializer.Serialize<object>(value)), 256 * 1024);
            thread.Start();
            thread.Join();
            Assert.NotNull(read);
            int depth = 0;
            for (; read is not int; depth++)
                read = read is List<object?> list ? list[0] : ((Dictionary<string, object?>)read!)[""];
            Assert.Equal(256, depth);
            Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize<object>(new List<object?> { value }));
        }

        public static TheoryData<string, Stored> Wrong() => new TheoryData<string, Stored>
        {
            { "fewer types", new Stored() },
            { "more data than", new Stored { Types = new byte[] { 1, 1 } } },
            { "more data than", new Stored { Types = new byte[] { 0 }, Integers = new long[] { 5 } } },
            { "more data than", new Stored { Types = new byte[] { 0 }, Texts = new[] { "a" } } },
            { "fewer integers", new Stored { Types = new byte[] { 21 } } },
            { "fewer integers", new Stored { Types = new byte[] { 33 }, Integers = new long[] { 5 } } },
            { "fewer floating", new Stored { Types = new byte[] { 29 } } },
            { "fewer strings", new Stored { Types = new byte[] { 32 } } },
            { "string that is null", new Stored { Types = new byte[] { 32 }, Texts = new string?[] { null } } },
            { "type 4", new Stored { Types = new byte[] { 4 } } },
            { "type 16", new Stored { Types = new byte[] { 16 } } },
            { "type 255", new Stored { Types = new byte[] { 255 } } },
            { "not a 'int'", new Stored { Types = new byte[] { 21 }, Integers = new[] { 1L << 31 } } },
            { "not a 'char'", new Stored { Types = new byte[] { 31 }, Integers = new[] { -1L } } },
            { "no DateTime", new Stored { Types = new byte[] { 34 }, Integers = new[] { long.MaxValue } } },
            { "not a valid decimal", new Stored { Types = new byte[] { 30 }, Integers = new[] { 0, -1L } } },
            { "a count that exceeds", new Stored { Types = new byte[] { 3 }, Integers = new[] { 1L << 40 } } },
            { "a count that exceeds", new Stored { Types = new byte[] { 5 }, Integers = new[] { 1L } } },
            { "a count that exceeds", new Stored { Types = new byte[] { 5 }, Integers = new[] { -1L } } },
            { "a count that exceeds", new Stored { Types = new byte[] { 6, 0 }, Integers = new[] { 1L } } },
            { "null", new Stored { Types = new byte[] { 6, 0 }, Integers = new[] { 1L }, Texts = new string?[] { null } } },
            { "duplicate", new Stored { Types = new byte[] { 6, 0, 0 }, Integers = new[] { 2L }, Texts = new[] { "a", "a" } } },
            { "comparer", new Stored { Types = new byte[] { 7 }, Integers = new[] { 5L, 0 } } },
            { "256 levels", new Stored { Types = Enumerable.Repeat((byte)5, 257).ToArray(),
                Integers = Enumerable.Repeat(1L, 256).Append(0).ToArray() } },
        };

        [Theory]
        [MemberData(nameof(Wrong))]
        public void Inconsistent_arrays_are_refused_with_their_path(string message, Stored stored)
        {
            byte[] row = KitbagSerializer.Serialize(stored, KitbagOptions.Bare);
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<object>(row, KitbagOptions.Bare));
            Assert.Contains(message, e.Message, StringComparison.Ordinal);
            Assert.True(e.Offset >= 0, e.Message);
            foreach (int count in new[] { 2, 20 })
            {
                Stored[] all = Enumerable.Range(0, count)
                    .Select(i => i == count - 1 ? stored : new Stored { Types = new byte[] { 21 }, Integers = new long[] { i } }).ToArray();
                byte[] document = KitbagSerializer.Serialize(all, KitbagOptions.Bare);
                e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<object[]>(document, KitbagOptions.Bare));
                Assert.Contains(message, e.Message, StringComparison.Ordinal);
                Assert.Equal("$[" + (count - 1) + "]", e.Path);
            }
        }

        [Fact]
        public void Comparers_are_kept_and_can_be_ignored()
        {
            object value = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase) { ["A"] = 1 };
            byte[] document = KitbagSerializer.Serialize(value);
            Assert.True(((Dictionary<string, object?>)KitbagSerializer.Deserialize<object>(document)!).ContainsKey("a"));
            var options = new KitbagOptions { Limits = new KitbagLimits { IgnoreComparers = true } };
            Assert.False(((Dictionary<string, object?>)KitbagSerializer.Deserialize<object>(document, options)!).ContainsKey("a"));
        }

        [Theory]
        [InlineData("5", 5)]
        [InlineData("-2147483648", int.MinValue)]
        [InlineData("2147483648", 2147483648L)]
        [InlineData("-9223372036854775808", long.MinValue)]
        [InlineData("9223372036854775808", 9223372036854775808UL)]
        [InlineData("18446744073709551616", 18446744073709551616.0)]
        [InlineData("-9223372036854775809", -9223372036854775809.0)]
        [InlineData("5.0", 5.0)]
        [InlineData("5e2", 500.0)]
        [InlineData("-0", 0)]
        [InlineData("true", true)]
        [InlineData("\"2026-11-20\"", "2026-11-20")]
        [InlineData("{\"$type\":\"System.Int64\",\"$value\":5}", 5L)]
        [InlineData("{\"$type\":\"System.Int16, System.Private.CoreLib\",\"$value\":5}", (short)5)]
        [InlineData("{\"$type\":\"System.Byte, mscorlib\",\"$value\":5}", (byte)5)]
        public void Json_of_other_serializers_is_read(string json, object value)
        {
            object read = KitbagJson.Deserialize<object>(json)!;
            Assert.Equal(value, read);
            Assert.IsType(value.GetType(), read);
        }

        [Fact]
        public void Json_with_other_types()
        {
            var map = (Dictionary<string, object?>)KitbagJson.Deserialize<object>("{\"a\":[1,{\"$value\":2}],\"$type\":\"x\"}")!;
            Assert.Equal("x", map["$type"]);
            Assert.Equal(2, ((Dictionary<string, object?>)((List<object?>)map["a"]!)[1]!)["$value"]);
            KitbagException e = Assert.Throws<KitbagException>(() =>
                KitbagJson.Deserialize<List<object>>("[1,{\"$type\":\"System.Diagnostics.Process\"}]"));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "$[1]"), (e.Reason, e.Path));
            Assert.Equal(new object?[] { 1, null }, KitbagJson.Deserialize<List<object?>>("[1,{\"$type\":\"Gone\",\"a\":{}}]",
                new KitbagJsonOptions { UnknownCases = KitbagUnknownCases.ReadAsNull }));
        }

        public class Drawer : List<object?>
        {
            public int Size = 3;
        }

        public class Index : Dictionary<string, object?>
        {
            public int Size = 3;
        }

        [Theory]
        [InlineData(typeof(Drawer))]
        [InlineData(typeof(Index))]
        public void Classes_that_derive_from_collections_are_not_written(Type type)
        {
            object value = Activator.CreateInstance(type)!;
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize<object>(value)).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagJson.Serialize<object>(value)).Reason);
        }

        [Fact]
        public void Values_are_charged_at_least_their_size()
        {
            var value = new List<object?>();
            for (int i = 0; i < 20_000; i++)
            {
                value.Add(i % 3 == 0 ? new List<object?> { i } : i % 3 == 1 ? new Dictionary<string, object?>() : (object)(double)i);
            }
            byte[] document = KitbagSerializer.Serialize<object>(value);
            KitbagSerializer.Deserialize<object>(document);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagSerializer.Deserialize<object>(document);
            long taken = GC.GetAllocatedBytesForCurrentThread() - before;
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = taken * 4 / 5 } };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<object>(document, options)).Reason);
        }
    }
}
