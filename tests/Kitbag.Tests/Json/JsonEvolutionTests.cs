using System;
using System.Collections.Generic;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>JSON of one version of a type is read as another; existing objects are populated.</summary>
    public class JsonEvolutionTests
    {
        [Fact]
        public void Dictionaries_with_bools_as_keys_become_pairs()
        {
            string old = KitbagJson.Serialize(new Dictionary<bool, int> { [true] = 1, [false] = 2 });
            Assert.Equal("{\"True\":1,\"False\":2}", old);
            foreach (string text in new[] { old, "{ \"true\" : 1, \"FALSE\" : 2 }" })
                Assert.Equal([new(true, 1), new(false, 2)], KitbagJson.Deserialize<List<KeyValuePair<bool, int>>>(text));
            foreach (string text in new[] { "{\"Trust\":1}", "{\"T\":1}", "{\"True \":1}", "{\"\":1}" })
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<KeyValuePair<bool, int>>>(text));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<bool>("True"));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<bool>>("[True]"));
        }

        [Fact]
        public void Added_removed_reordered_and_other_numbers()
        {
            string old = KitbagJson.Serialize(new ScoreV1 { Points = 7, Player = "Ayla", Speed = 1.5f, Lives = 3 });
            ScoreV2 newer = KitbagJson.Deserialize<ScoreV2>(old);
            Assert.Equal((7L, "Ayla", 1.5, (byte)3), (newer.Points, newer.Player, newer.Speed, newer.Lives));
            Assert.Null(newer.InterleavedRunner);
            ScoreV1 back = KitbagJson.Deserialize<ScoreV1>(KitbagJson.Serialize(newer));
            Assert.Equal((7, "Ayla", 1.5f, (short)3), (back.Points, back.Player, back.Speed, back.Lives));
        }

        [Fact]
        public void Missing_members_keep_their_initializers()
        {
            ScoreV3 score = KitbagJson.Deserialize<ScoreV3>("{\"Points\":5}");
            Assert.Equal(("nobody", 5, 2), (score.Player, score.Points, score.InterleavedRunner.Count));
            Assert.Equal("nobody", KitbagJson.Deserialize<List<ScoreV3>>("[{}]")[0].Player);
        }

        [Fact]
        public void Out_of_range_is_an_error_with_the_path()
        {
            string json = KitbagJson.Serialize(new[] { new ScoreV1 { Lives = 3 }, new ScoreV1 { Lives = 300 } });
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<ScoreV2[]>(json));
            Assert.Equal((KitbagErrorReason.OutOfRange, "$[1].Lives"), (e.Reason, e.Path));
        }

        [Fact]
        public void Null_is_refused_for_types_without_null()
        {
            Assert.Equal("Actor.Id", Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Actor>("{\"Id\":null}")).Path);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<ScoreV2>("null"));
            Assert.Null(KitbagJson.Deserialize<ScoreV1?>("null"));
            Assert.Null(KitbagJson.Deserialize<ScoreV2?>("null"));
        }

        [Fact]
        public void Populate_sets_what_the_text_has()
        {
            var scene = new Scene { Name = "old", Light = 5, Tiles = new[] { 1 } };
            KitbagJson.Populate("{\"Light\":2,\"Flags\":{\"a\":1}}", scene);
            Assert.Equal(("old", 2f, 1, 1), (scene.Name, scene.Light, scene.Tiles!.Length, scene.Flags!["a"]));
            var list = new List<int> { 1, 2 };
            KitbagJson.Populate("[5]"u8, list);
            Assert.Equal(new[] { 5 }, list);
            var map = new Dictionary<string, int> { ["x"] = 1 };
            KitbagJson.Populate("{\"y\":2}", map);
            Assert.Equal(2, Assert.Single(map).Value);
        }

        [Theory]
        [InlineData("{\"Light\":2,\"Mood\":{}}")]
        [InlineData("{\"Light\":2")]
        [InlineData("{\"Light\":2} x")]
        [InlineData("null")]
        public void Populate_that_fails_changes_nothing(string json)
        {
            var scene = new Scene { Light = 5 };
            Assert.Throws<KitbagException>(() => KitbagJson.Populate(json, scene));
            Assert.Equal(5, scene.Light);
            Assert.Throws<KitbagException>(() => KitbagJson.Populate("[1]", new[] { 2 }));
        }
    }
}
