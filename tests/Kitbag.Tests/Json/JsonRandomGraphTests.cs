using System;
using System.Collections.Generic;
using System.Text;
using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Random graphs, written and read with Kitbag and System.Text.Json in all combinations.</summary>
    public class JsonRandomGraphTests
    {
        [Fact]
        public void Graphs_go_through_both_serializers() =>
            Prop.ForAll<int>(seed =>
            {
                JRoom root = Make(new Random(seed));
                string shape = Shape(root), json = KitbagJson.Serialize(root);
                Assert.Equal(shape, Shape(KitbagJson.Deserialize<JRoom>(json)));
                Assert.Equal(shape, Shape(JsonSerializer.Deserialize<JRoom>(json, JsonGraphTests.Preserve)!));
                string theirs = JsonSerializer.Serialize(root, JsonGraphTests.Preserve);
                Assert.Equal(shape, Shape(KitbagJson.Deserialize<JRoom>(theirs)));
                string text = KitbagJson.Serialize(root, KitbagJsonOptions.Text);
                JRoom back = KitbagJson.Deserialize<JRoom>(text, KitbagJsonOptions.Text);
                Assert.Equal(shape, Shape(back));
                Assert.Equal(text, KitbagJson.Serialize(back, KitbagJsonOptions.Text));
                Assert.Equal(shape, Shape(JsonSerializer.Deserialize<JRoom>(text, JsonGraphTests.Preserve)!));
            }).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

        [Fact]
        public void Graphs_are_read_with_a_small_depth_limit() =>
            Prop.ForAll<int>(seed =>
            {
                var random = new Random(seed);
                JRoom root = Make(random);
                foreach (KitbagJsonFormat format in new[] { KitbagJsonFormat.Compact, KitbagJsonFormat.Text })
                {
                    var options = new KitbagJsonOptions { MaxDepth = random.Next(7, 12), Format = format };
                    string json = KitbagJson.Serialize(root, options);
                    JRoom back = KitbagJson.Deserialize<JRoom>(json, options);
                    Assert.Equal(Shape(root), Shape(back));
                    Assert.Equal(json, KitbagJson.Serialize(back, options));
                }
            }).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

        [Fact]
        public void Damaged_texts_are_errors_or_values() =>
            Prop.ForAll<int>(seed =>
            {
                var random = new Random(seed);
                byte[] json = KitbagJson.SerializeToUtf8Bytes(Make(random), new KitbagJsonOptions { MaxDepth = 9, OmitDefaults = true });
                for (int i = 0; i < 20; i++)
                {
                    var damaged = (byte[])json.Clone();
                    int at = random.Next(damaged.Length);
                    damaged[at] = random.Next(3) == 0 ? (byte)random.Next(256) : damaged[random.Next(damaged.Length)];
                    if (random.Next(4) == 0)
                        Array.Resize(ref damaged, at);
                    try
                    {
                        KitbagJson.Deserialize<JRoom>(damaged);
                    }
                    catch (KitbagException e)
                    {
                        Assert.NotEqual(KitbagErrorReason.Defect, e.Reason);
                        Assert.InRange(e.Offset, 0, damaged.Length);
                        Assert.StartsWith("JRoom", e.Path);
                    }
                }
            }).Check(Config.QuickThrowOnFailure.WithMaxTest(200));

        private static JRoom Make(Random random)
        {
            var rooms = new JRoom[random.Next(1, 6)];
            for (int i = 0; i < rooms.Length; i++)
                rooms[i] = new JRoom { Name = "r" + i };
            var things = new JThing[random.Next(0, 6)];
            for (int i = 0; i < things.Length; i++)
                things[i] = random.Next(2) == 0 ? new JLamp { IsLit = i % 2 == 0 } : new JChest();
            JRoom? Room() => random.Next(3) == 0 ? null : rooms[random.Next(rooms.Length)];
            JThing? Thing() => things.Length == 0 || random.Next(4) == 0 ? null : things[random.Next(things.Length)];
            foreach (JRoom room in rooms)
            {
                room.Place = new JPlace { X = random.Next(9), Near = Room() };
                room.Other = random.Next(2) == 0 ? null : new JPlace { Near = Room() };
                room.Note = random.Next(2) == 0 ? null : new JNote { Text = "n", Numbers = random.Next(2) == 0 ? null : [1] };
                for (int i = random.Next(4); i > 0; i--)
                    (room.Doors ??= new Dictionary<string, JRoom>())["d" + random.Next(9)] = rooms[random.Next(rooms.Length)];
                if (things.Length != 0 && random.Next(2) == 0)
                    room.Things = [things[random.Next(things.Length)], things[random.Next(things.Length)]];
            }
            foreach (JThing thing in things)
            {
                thing.In = Room();
                thing.On = Thing();
                if (thing is not JChest chest)
                    continue;
                chest.Light = Thing() as JLamp;
                chest.Content = random.Next(2) == 0 ? null : [things[random.Next(things.Length)]];
            }
            return rooms[0];
        }

        // Describes each object, with its number in the order of first occurrence.
        private static string Shape(JRoom root)
        {
            var text = new StringBuilder();
            var numbers = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
            var open = new Queue<object>();
            string Of(object? value)
            {
                if (value == null)
                    return "-";
                if (!numbers.TryGetValue(value, out int number))
                {
                    numbers.Add(value, number = numbers.Count);
                    open.Enqueue(value);
                }
                return value.GetType().Name + number;
            }
            Of(root);
            while (open.TryDequeue(out object? next))
            {
                text.Append(Of(next)).Append(':');
                switch (next)
                {
                    case JRoom room:
                        text.Append(room.Name).Append(Of(room.Place.Near)).Append(room.Place.X).Append(Of(room.Other?.Near));
                        text.Append(room.Note?.Text).Append(room.Note?.Numbers?.Count);
                        foreach (string key in new SortedSet<string>(room.Doors?.Keys ?? (IEnumerable<string>)[]))
                            text.Append(key).Append(Of(room.Doors![key]));
                        foreach (JThing thing in room.Things ?? [])
                            text.Append(Of(thing));
                        break;
                    case JThing thing:
                        text.Append(Of(thing.In)).Append(Of(thing.On)).Append((thing as JLamp)?.IsLit);
                        if (thing is JChest chest)
                        {
                            text.Append(Of(chest.Light));
                            foreach (JThing one in chest.Content ?? [])
                                text.Append(Of(one));
                        }
                        break;
                }
                text.Append('\n');
            }
            return text.ToString();
        }
    }
}
