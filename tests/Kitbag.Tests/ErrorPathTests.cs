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

        // The bytes of a value stand somewhere in the document exactly once; they become a value that no DateTime has.
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
            // 12 zones with 20 flags each, one of which is there twice.
            var zones = Enumerable.Range(0, 12).Select(z => new EvolvedZone { Keys = Enumerable.Range(0, 20).Select(i => z == 7 && i == 9 ? 3 : i).ToList() }).ToList();
            byte[] document = KitbagSerializer.Serialize(zones);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<Sets.EvolvedZone>>(document));
            Assert.Equal("$[7].Keys[9]", e.Path);
            Assert.Contains("twice", e.Message);
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
