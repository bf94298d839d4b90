using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests.Json
{
    public abstract class JPart
    {
        public string? Name { get; set; }
    }

    public class JBolt : JPart
    {
        public JBox? Of { get; set; }
    }

    // The text has the members in this order: deeply nested objects of Inner are read after those of Last.
    public class JBox : JPart
    {
        public JBox? Inner { get; set; }

        public JBolt? One { get; set; }

        public List<JBolt?>? Many { get; set; }

        public Dictionary<string, JBolt?>? ByName { get; set; }

        public Dictionary<int, JBolt>? ByNumber { get; set; }

        public Dictionary<(int X, int Y), JBolt>? ByPlace { get; set; }

        public JBolt?[,]? Grid { get; set; }

        public JBolt[,][]? Grids { get; set; }

        public (int Count, JBolt? Bolt)? Pair { get; set; }

        public Lazy<JBolt>? Late { get; set; }

        public HashSet<JBox>? Set { get; set; }

        public Dictionary<JBox, JBolt>? ByBox { get; set; }

        public List<JPart?>? Last { get; set; }
    }

    /// <summary>
    /// An object whose declared type is concrete has no discriminator. References of a base type to it may be read before it, where it is
    /// nested deeply or is part of a set.
    /// </summary>
    public class JsonObjectTypesTests
    {
        public static TheoryData<string> Places => new TheoryData<string>(s_places.Keys);

        private static readonly Dictionary<string, (Action<JBox, JBolt> Put, Func<JBox, JBolt?> Get)> s_places = new()
        {
            ["member"] = ((b, o) => b.One = o, b => b.One),
            ["list"] = ((b, o) => b.Many = [null, o], b => b.Many![1]),
            ["dictionary"] = ((b, o) => b.ByName = new() { ["$x"] = null, ["a"] = o }, b => b.ByName!["a"]),
            ["numbers"] = ((b, o) => b.ByNumber = new() { [7] = o }, b => b.ByNumber![7]),
            ["pairs"] = ((b, o) => b.ByPlace = new() { [(1, 2)] = o }, b => b.ByPlace![(1, 2)]),
            ["grid"] = ((b, o) => b.Grid = new JBolt?[,] { { null, o } }, b => b.Grid![0, 1]),
            ["grid of arrays"] = ((b, o) => b.Grids = new[,] { { new[] { o } } }, b => b.Grids![0, 0][0]),
            ["nullable"] = ((b, o) => b.Pair = (5, o), b => b.Pair!.Value.Bolt),
            ["lazy"] = ((b, o) => b.Late = new Lazy<JBolt>(o), b => b.Late!.Value),
            ["set"] = ((b, o) => b.Set = [new JBox { One = o }], b => b.Set!.Single().One),
            ["key"] = ((b, o) => b.ByBox = new() { [new JBox { One = o }] = new JBolt() }, b => b.ByBox!.Keys.Single().One),
            ["value of a key"] = ((b, o) => b.ByBox = new() { [new JBox()] = o }, b => b.ByBox!.Values.Single()),
        };

        [Theory]
        [MemberData(nameof(Places))]
        public void An_object_without_a_discriminator_is_found(string place)
        {
            foreach (int levels in new[] { 0, 1, 8, 9, 10, 11, 12, 25, 45, 200 })
            {
                var bolt = new JBolt { Name = "M8" };
                var root = new JBox();
                JBox end = root;
                for (int i = 0; i < levels; i++)
                    end = end.Inner = new JBox();
                s_places[place].Put(end, bolt);
                root.Last = [bolt, end];
                foreach (KitbagJsonOptions options in new[] { KitbagJsonOptions.Default, KitbagJsonOptions.Text, s_brief })
                {
                    string json = KitbagJson.Serialize(root, options);
                    Check(KitbagJson.Deserialize<JBox>(json, options), place, levels);
                    using KitbagDocument document = KitbagDocument.FromJson(json, KitbagSchema.Of<JBox>(), options);
                    Check(KitbagSerializer.Deserialize<JBox>(document.ToBytes()), place, levels);
                }
                var populated = new JBox();
                KitbagJson.Populate(KitbagJson.Serialize(root), populated);
                Check(populated, place, levels);
            }
        }

        private static readonly KitbagJsonOptions s_brief = new() { OmitDefaults = true, Naming = KitbagJsonNaming.CamelCase };

        private static void Check(JBox root, string place, int levels)
        {
            JBox end = root;
            for (int i = 0; i < levels; i++)
                end = end.Inner!;
            Assert.Equal("M8", s_places[place].Get(end)!.Name);
            Assert.Same(s_places[place].Get(end), root.Last![0]);
            Assert.Same(end, root.Last[1]);
        }

        [Fact]
        public void Lists_may_have_ids()
        {
            JBox root = KitbagJson.Deserialize<JBox>("""
                {"Last":{"$id":"3","$values":[{"$ref":"1"},{"$ref":"2"}]},"Many":{"$id":"4","$values":[{"$id":"1","Name":"M8"}]},
                 "ByName":{"$id":"5","a":{"$id":"2","Name":"M9"}}}
                """);
            Assert.Same(root.Many![0], root.Last![0]);
            Assert.Same(root.ByName!["a"], root.Last[1]);
        }

        [Fact]
        public void An_object_of_an_unrelated_type_is_an_error()
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JBox>(
                """{"Last":[{"$ref":"1"}],"Many":[{"$id":"1"}],"Inner":{"$ref":"1"}}"""));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JBox>("""{"Last":[{"$ref":"1"}],"More":[{"$id":"1"}]}"""));
            Assert.Contains("$type", e.Message);
        }
    }
}
