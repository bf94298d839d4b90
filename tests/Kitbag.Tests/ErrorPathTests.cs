using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>An error names the member that was being read.</summary>
    public class ErrorPathTests
    {
        private static readonly KitbagOptions s_bare = KitbagOptions.Bare;

        // Replaces the bytes of the marker, which occur once in the document, with a value that is not a valid DateTime.
        private static KitbagException Break<[KitbagRoot] T>(T value, DateTime marker)
        {
            byte[] document = KitbagSerializer.Serialize(value, s_bare);
            byte[] bytes = BitConverter.GetBytes(marker.Ticks);
            int at = document.AsSpan().IndexOf(bytes);
            Assert.True(at >= 0);
            document.AsSpan(at, 8).Fill(0x3F);
            return Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>(document, s_bare));
        }

        [Fact]
        public void In_a_row_of_a_list_in_a_list()
        {
            var marker = new DateTime(2026, 11, 21, 7, 8, 9);
            var world = new World { Zones = Enumerable.Range(0, 4).Select(_ => new Zone()).ToList() };
            world.Zones[3].Items = Enumerable.Range(0, 6).Select(i => (Item?)new Item { When = i == 5 ? marker : null }).ToList();
            KitbagException e = Break(world, marker);
            Assert.Equal("World.Zones[3].Items[5].When", e.Path);
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.True(e.Offset > 0);
        }

        [Fact]
        public void At_the_root()
        {
            var marker = new DateTime(2026, 11, 21, 7, 8, 9);
            Assert.Equal("World.SavedAt", Break(new World { SavedAt = marker }, marker).Path);
        }

        [Fact]
        public void In_columns_of_columns()
        {
            // 12 zones with 20 keys each, one of which is a duplicate.
            var zones = Enumerable.Range(0, 12)
                .Select(z => new EvolvedZone { Keys = Enumerable.Range(0, 20).Select(i => z == 7 && i == 9 ? 3 : i).ToList() }).ToList();
            byte[] document = KitbagSerializer.Serialize(zones);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<Sets.EvolvedZone>>(document));
            Assert.Equal("$[7].Keys[9]", e.Path);
            Assert.Contains("twice", e.Message);
        }

        [Fact]
        public void In_columns_of_values_that_are_checked()
        {
            AssertElement(new[] { new decimal[] { 1, 2, 3 }, new decimal[] { 4, 5, 6, 7, 8 } }, 16);
            AssertElement(new[] { new DateTime[3], new DateTime[5] }, 8);
            AssertElement(new[] { new DateTimeOffset[3], new DateTimeOffset[5] }, 2);
            AssertElement(new[] { new DateOnly[3], new DateOnly[5] }, 4);
            AssertElement(new[] { new TimeOnly[3], new TimeOnly[5] }, 8);
            AssertElement(new[] { new decimal?[] { 1, null, null }, new decimal?[] { 1, null, 2, 3, 4 } }, 16);
            AssertElement(new[] { new DateTimeOffset?[] { default(DateTimeOffset), null },
                new DateTimeOffset?[] { null, null, DateTimeOffset.MaxValue, DateTimeOffset.MinValue, DateTimeOffset.MaxValue } }, 2);
        }

        // The memory image of the last three values ends the document.
        private static void AssertElement<[KitbagRoot] T>(T arrays, int size)
        {
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = KitbagNumbers.Raw };
            byte[] document = KitbagSerializer.Serialize(arrays, options);
            document.AsSpan(document.Length - 3 * size, size).Fill(0x3F);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>(document, options));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.Equal("$[1][2]", e.Path);
            Assert.True(e.Offset > document.Length - 3 * size, e.Message);
        }

        [Fact]
        public void At_a_root_that_is_the_value()
        {
            AssertRoot(decimal.One);
            AssertRoot(DateTime.MaxValue);
            AssertRoot(DateTimeOffset.MaxValue);
            AssertRoot(DateOnly.MaxValue);
            AssertRoot(TimeOnly.MaxValue);
        }

        private static void AssertRoot<[KitbagRoot] T>(T value)
        {
            byte[] document = KitbagSerializer.Serialize(value, s_bare);
            document.AsSpan(1).Fill(0x3F);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>(document, s_bare));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.Equal("$", e.Path);
            Assert.Equal(document.Length, e.Offset);
        }

        public class EvolvedZone
        {
            public List<int>? Keys;
        }

        public static class Sets
        {
            public class EvolvedZone
            {
                public HashSet<int>? Keys;
            }
        }
    }
}
