using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// Reads documents of one type as another in every place where a value can occur: root, member, row, column, value of a map.
    /// </summary>
    internal static class EvolutionPlaces
    {
        /// <summary>Reads a value of one type as another in every place, and compares its text.</summary>
        public static void Reads<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld old, string expected, Func<TNew, string> show)
        {
            Assert.Equal(expected, show(KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(old))));
            Assert.Equal(expected, show(KitbagJson.Deserialize<TNew>(KitbagJson.Serialize(old))));
            byte[] member = KitbagSerializer.Serialize(new Box<TOld>
            {
                Item = old,
                Few = Enumerable.Repeat(old, 3).ToList(),
                Many = Enumerable.Repeat(old, 20).ToArray(),
                Map = new Dictionary<string, TOld> { ["k"] = old }
            });
            AssertBox(KitbagSerializer.Deserialize<Box<TNew>>(member), expected, show);
            string json = KitbagJson.Serialize(new Box<TOld>
            {
                Item = old,
                Few = Enumerable.Repeat(old, 3).ToList(),
                Many = Enumerable.Repeat(old, 20).ToArray(),
                Map = new Dictionary<string, TOld> { ["k"] = old }
            });
            AssertBox(KitbagJson.Deserialize<Box<TNew>>(json), expected, show);
        }

        private static void AssertBox<T>(Box<T> box, string expected, Func<T, string> show)
        {
            Assert.Equal(expected, show(box.Item!));
            Assert.All(box.Few!, item => Assert.Equal(expected, show(item)));
            Assert.All(box.Many!, item => Assert.Equal(expected, show(item)));
            Assert.Equal((3, 20), (box.Few!.Count, box.Many!.Length));
            Assert.Equal(expected, show(box.Map!["k"]));
        }

        /// <summary>Expects the same error in every place.</summary>
        public static void Refuses<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld old, string member)
        {
            foreach (Action read in new Action[]
            {
                () => KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(old)),
                () => KitbagSerializer.Deserialize<TNew[]>(KitbagSerializer.Serialize(Enumerable.Repeat(old, 10).ToArray())),
                () => KitbagJson.Deserialize<TNew>(KitbagJson.Serialize(old)),
            })
            {
                var e = Assert.Throws<KitbagException>(read);
                Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
                Assert.Contains("'" + member + "'", e.Message);
            }
        }

        public class Box<T>
        {
            public T? Item { get; set; }
            public List<T>? Few { get; set; }
            public T[]? Many;
            public Dictionary<string, T>? Map;
        }
    }
}
