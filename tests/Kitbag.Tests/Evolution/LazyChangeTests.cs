using System;
using System.Collections.Generic;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    /// <summary>A Lazy is stored as an array of its value, which readers of a collection take for the collection.</summary>
    public class LazyChangeTests
    {
        public class Lazily<T>
        {
            public Lazy<T>? Value { get; set; }
        }

        public class Directly<T>
        {
            public T? Value { get; set; }
        }

        private static byte[] Lazy(params string[] texts) =>
            KitbagSerializer.Serialize(new Lazily<List<string>> { Value = new Lazy<List<string>>([.. texts]) });

        private static List<string>? ReadDirectly(byte[] lazy) => KitbagSerializer.Deserialize<Directly<List<string>>>(lazy).Value;

        private static List<string>? ReadLazily(params string[] texts) => KitbagSerializer.Deserialize<Lazily<List<string>>>(
            KitbagSerializer.Serialize(new Directly<List<string>> { Value = [.. texts] })).Value?.Value;

        [Fact]
        public void A_single_value_is_read_in_both_directions()
        {
            Assert.Equal(5, KitbagSerializer.Deserialize<Directly<int>>(
                KitbagSerializer.Serialize(new Lazily<int> { Value = new Lazy<int>(5) })).Value);
            Assert.Equal(5, KitbagSerializer.Deserialize<Lazily<int>>(
                KitbagSerializer.Serialize(new Directly<int> { Value = 5 })).Value?.Value);
        }

        [Fact]
        public void A_list_of_another_length_than_one_is_not_read_right()
        {
            Assert.Equal(["a"], ReadDirectly(Lazy("a")));
            Assert.Equal([null!], ReadDirectly(Lazy()));
            Assert.Equal(KitbagErrorReason.SchemaMismatch,
                Assert.Throws<KitbagException>(() => ReadDirectly(Lazy("a", "b"))).Reason);
            Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Directly<List<int>>>(
                KitbagSerializer.Serialize(new Lazily<List<int>> { Value = new Lazy<List<int>>([]) })));
            Assert.Equal(["a"], ReadLazily("a"));
            Assert.Equal(KitbagErrorReason.OutOfRange, Assert.Throws<KitbagException>(() => ReadLazily()).Reason);
            Assert.Equal(KitbagErrorReason.OutOfRange, Assert.Throws<KitbagException>(() => ReadLazily("a", "b")).Reason);
        }

        [Fact]
        public void Json_has_the_value_itself()
        {
            foreach (string text in new[] { """{"Value":[]}""", """{"Value":["a","b"]}""" })
            {
                Assert.Equal(text, KitbagJson.Serialize(KitbagJson.Deserialize<Lazily<List<string>>>(text)));
                Assert.Equal(text, KitbagJson.Serialize(KitbagJson.Deserialize<Directly<List<string>>>(text)));
            }
        }
    }
}
