using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Tests that the paths of map entries are those by which the entries can be set.</summary>
    public sealed class KeyPathTests
    {
        [Flags]
        public enum Sides
        {
            None = 0,
            Left = 1,
            Right = 2,
        }

        private static void Check<TKey>(Dictionary<TKey, int> map, TKey another)
            where TKey : notnull
        {
            string[] paths = KitbagDocument.Parse(KitbagSerializer.Serialize(map)).Root.Entries.Select(e => e.Value.Path).ToArray();
            foreach (string path in paths)
            {
                KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(map));
                int before = Convert.ToInt32(document.Find(path).Value, null);
                document.Set(path, before + 100);
                Assert.Equal(before + 100, Convert.ToInt32(document.Find(path).Value, null));
                document.SetJson(path, "7");
                Dictionary<TKey, int> read = KitbagSerializer.Deserialize<Dictionary<TKey, int>>(document.ToBytes());
                Assert.Equal(map.Select(e => e.Value == before ? 7 : e.Value), read.Values);
                document.Remove(path);
                Assert.Equal(map.Count - 1, document.Root.Count);
                // The key does not exist any more.
                document.InsertJson(path, "8");
                Assert.Equal(8, Convert.ToInt32(document.Find(path).Value, null));
                read = KitbagSerializer.Deserialize<Dictionary<TKey, int>>(document.ToBytes());
                Assert.Equal(map.Keys.ToHashSet(), read.Keys.ToHashSet());
            }
            byte[] one = KitbagSerializer.Serialize(new Dictionary<TKey, int> { [another] = 1 });
            string added = KitbagDocument.Parse(one).Root.Entries.Single().Value.Path;
            KitbagDocument more = KitbagDocument.Parse(KitbagSerializer.Serialize(map));
            more.Set(added, 9);
            Assert.Equal(9, KitbagSerializer.Deserialize<Dictionary<TKey, int>>(more.ToBytes())[another]);
        }

        [Fact]
        public void Floating_point_numbers_are_keys_of_paths()
        {
            Check(new Dictionary<double, int>
            {
                [double.NaN] = 1,
                [double.PositiveInfinity] = 2,
                [double.NegativeInfinity] = 3,
                [-0.0] = 4,
                [1.5] = 5,
                [1e300] = 6,
                [3] = 10,
            }, -5e-324);
            Check(new Dictionary<double, int> { [1] = 1 }, double.NaN);
            Check(new Dictionary<float, int>
            {
                [float.NaN] = 1,
                [float.PositiveInfinity] = 2,
                [float.NegativeInfinity] = 3,
                [-0f] = 4,
                [1.5f] = 5,
                [1e30f] = 6,
                [3] = 10,
            }, 0.1f);
            Check(new Dictionary<float, int> { [1] = 1 }, float.NegativeInfinity);
            Check(new Dictionary<Half, int>
            {
                [Half.NaN] = 1,
                [Half.PositiveInfinity] = 2,
                [Half.NegativeInfinity] = 3,
                [Half.NegativeZero] = 4,
                [(Half)1.5f] = 5,
            }, (Half)3);
            Check(new Dictionary<decimal, int> { [0.00m] = 1, [1.50m] = 2, [decimal.MinValue] = 3, [-1] = 4 }, decimal.MaxValue);
            Check(new Dictionary<decimal, int> { [new decimal(0, 0, 0, true, 1)] = 1 }, 1m);
        }

        [Fact]
        public void Other_scalars_are_keys_of_paths()
        {
            Check(new Dictionary<bool, int> { [true] = 1 }, false);
            Check(new Dictionary<sbyte, int> { [-1] = 1, [5] = 2 }, (sbyte)7);
            Check(new Dictionary<ulong, int> { [ulong.MaxValue] = 1, [5] = 2 }, 0ul);
            Check(new Dictionary<Int128, int> { [Int128.MinValue] = 1, [5] = 2 }, Int128.MaxValue);
            Check(new Dictionary<UInt128, int> { [UInt128.MaxValue] = 1, [5] = 2 }, (UInt128)0);
            Check(new Dictionary<char, int> { ['a'] = 1, ['\''] = 2, [']'] = 3, ['\uD800'] = 4 }, '\n');
            Check(new Dictionary<string, int> { [""] = 1, ["a \"b]"] = 2, ["double.NaN"] = 3, ["#0"] = 4 }, "1.5f");
            Check(new Dictionary<Guid, int> { [Guid.Empty] = 1 }, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
            Check(new Dictionary<Sides, int> { [Sides.None] = 1, [Sides.Left | Sides.Right] = 2, [(Sides)8] = 3 }, Sides.Left);
        }

        /// <summary>The message has an example, which works.</summary>
        [Fact]
        public void Bytes_in_an_object_are_set_as_a_whole()
        {
            var map = new Dictionary<string, object> { ["O"] = new byte[] { 9, 9 } };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(map));
            KitbagException e = Assert.Throws<KitbagException>(() => document.Set("O[0]", 1));
            int start = e.Message.IndexOf("{", StringComparison.Ordinal), end = e.Message.IndexOf('}', StringComparison.Ordinal) + 1;
            document.SetJson("O", e.Message[start..end]);
            map = KitbagSerializer.Deserialize<Dictionary<string, object>>(document.ToBytes());
            Assert.Equal(new byte[] { 1, 2, 3 }, map["O"]);
        }

        [Fact]
        public void Times_are_keys_of_paths()
        {
            var time = new DateTime(2020, 2, 3, 4, 5, 6, DateTimeKind.Utc);
            Check(new Dictionary<DateTime, int> { [time] = 1, [DateTime.MinValue] = 2, [DateTime.MaxValue] = 3 }, time.AddTicks(1));
            Check(new Dictionary<DateTimeOffset, int> { [new(2020, 2, 3, 4, 5, 6, TimeSpan.FromHours(2))] = 1 }, DateTimeOffset.MaxValue);
            Check(new Dictionary<TimeSpan, int> { [TimeSpan.MinValue] = 1, [TimeSpan.FromDays(3)] = 2, [default] = 3 }, new TimeSpan(1));
            Check(new Dictionary<DateOnly, int> { [new(2020, 2, 3)] = 1 }, DateOnly.MaxValue);
            Check(new Dictionary<TimeOnly, int> { [new(4, 5)] = 1, [TimeOnly.MaxValue] = 2 }, new TimeOnly(1));
        }
    }
}
