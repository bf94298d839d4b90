using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;
using static Kitbag.Tests.EvolutionPlaces;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests
{
    /// <summary>Records: former names, defaults of parameters, initializers, required members.</summary>
    public class RecordEvolutionTests
    {
        [Fact]
        public void Former_names_are_understood()
        {
            Reads<Old, Renamed>(new Old { X = 3, Y = -4 }, "3 -4", p => p.Width + " " + p.Height);
            Reads<Old, RenamedRecord>(new Old { X = 3, Y = -4 }, "3 -4", p => p.Width + " " + p.Height);
            Reads<OldClass, Renamed>(new OldClass { X = 3, Y = -4 }, "3 -4", p => p.Width + " " + p.Height);
            Reads<Line, RenamedLine>(new Line { From = new Old { X = 1 }, To = new Old { Y = 2 } }, "1 2",
                l => l.Start.Width + " " + l.End.Height);
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Renamed>(KitbagSerializer.Serialize(new Both { X = 1, Width = 2 })));
            Assert.Contains("both 'X' and 'Width'", e.Message);
        }

        [Fact]
        public void Missing_members_have_the_default_of_their_parameter_or_initializer()
        {
            Reads<OnlyX, WithDefault>(new OnlyX { X = 1 }, "1 3", p => p.X + " " + p.Y);
            Reads<OnlyX, WithInitializer>(new OnlyX { X = 1 }, "1 5", p => p.X + " " + p.Z);
            Reads<OnlyX, PrimaryStruct>(new OnlyX { X = 1 }, "1 6 7", p => p.X + " " + p.Y + " " + p.Z);
            Reads<OnlyX, OwnConstructor>(new OnlyX { X = 1 }, "1 7", p => p.X + " " + p.Y);
            Reads<OnlyX, Marked>(new OnlyX { X = 1 }, "1 8", p => p.X + " " + p.Y);
            Reads<OnlyX, ReadOnlyDefault>(new OnlyX { X = 1 }, "1 3 none", p => p.X + " " + p.Y + " " + p.Name);
            Reads<OnlyX, TextDefault>(new OnlyX { X = 1 }, "1 none 9", p => p.X + " " + p.Name + " " + p.Z);
        }

        [Fact]
        public void Members_without_a_default_are_required()
        {
            Refuses<OnlyX, Strict>(new OnlyX { X = 1 }, "Y");
            Refuses<OnlyX, ReadOnlyStrict>(new OnlyX { X = 1 }, "Y");
            Refuses<OnlyY, WithDefault>(new OnlyY { Y = 1 }, "X");
            Refuses<OnlyX, Marked2>(new OnlyX { X = 1 }, "Y");
            Refuses<OnlyX, Refusing>(new OnlyX { X = 1 }, "Y");
        }

        [Fact]
        public void Structs_without_such_a_constructor_need_nothing()
        {
            Reads<OnlyX, Plain>(new OnlyX { X = 1 }, "1 0", p => p.X + " " + p.Y);
            Reads<OnlyX, System.Numerics.Vector2>(new OnlyX { X = 1 }, "1 0", p => p.X + " " + p.Y);
            Reads<Item1Only, (int, int)>(new Item1Only { Item1 = 1 }, "1 0", p => p.Item1 + " " + p.Item2);
            Reads<KeyOnly, KeyValuePair<int, int>>(new KeyOnly { Key = 1 }, "1 0", p => p.Key + " " + p.Value);
        }

        [Fact]
        public void A_constructor_that_rejects_its_defaults_is_not_called()
        {
            var value = new Refusing(1, 2);
            Assert.Equal(value, KitbagSerializer.Deserialize<Refusing>(KitbagSerializer.Serialize(value)));
            Assert.Equal(value, KitbagJson.Deserialize<Refusing>(KitbagJson.Serialize(value)));
        }

        [Theory]
        [InlineData("{\"Y\":4}", "X")]
        [InlineData("{}", "X")]
        public void JSON_that_lacks_what_is_required(string json, string member)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<WithDefault>(json));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.Contains("'" + member + "'", e.Message);
        }

        [Fact]
        public void JSON_without_defaults_keeps_what_is_required()
        {
            var options = new KitbagJsonOptions { OmitDefaults = true };
            Assert.Equal("{\"X\":0,\"Y\":0}", KitbagJson.Serialize(new WithDefault(0, 0), options));
            Assert.Equal("{\"X\":0}", KitbagJson.Serialize(new WithZero(0), options));
            Assert.Equal(new WithZero(0), KitbagJson.Deserialize<WithZero>("{\"X\":0}"));
        }

        [Fact]
        public void The_memory_of_a_record_struct_is_what_is_stored()
        {
            // The same body as a struct without a constructor.
            var bare = new KitbagOptions { Schema = KitbagSchemaMode.Bare };
            Assert.Equal(KitbagSerializer.Serialize(new[] { new Old { X = 1, Y = 2 } }, bare),
                KitbagSerializer.Serialize(new[] { new WithDefault(1, 2) }, bare));
        }

        public struct Old
        {
            public int X;
            public int Y;
        }

        public class OldClass
        {
            public int X;
            public int Y;
        }

        public struct Renamed
        {
            [KitbagFormerName("X")]
            public int Width;

            [KitbagFormerName("Top")]
            [KitbagFormerName("Y")]
            public int Height { get; set; }
        }

        public record struct RenamedRecord([KitbagFormerName("X")] int Width, [property: KitbagFormerName("Y")] int Height);

        public struct Both
        {
            public int X;
            public int Width;
        }

        public struct Line
        {
            public Old From;
            public Old To;
        }

        public struct RenamedLine
        {
            [KitbagFormerName("From")]
            public Renamed Start;

            [KitbagFormerName("To")]
            public Renamed End;
        }

        public struct OnlyX
        {
            public int X;
        }

        public struct OnlyY
        {
            public int Y;
        }

        public record struct WithDefault(int X, int Y = 3);

        public record struct WithZero(int X, int Y = 0);

        public record struct WithInitializer(int X)
        {
            public int Z = 5;
        }

        public struct PrimaryStruct(int x, int y = 6)
        {
            public int X = x;
            public int Y { get; set; } = y;
            public int Z = 7;
        }

        public record struct OwnConstructor(int X, int Y)
        {
            public OwnConstructor()
                : this(0, 7)
            {
            }
        }

        public struct Marked
        {
            public int X;
            public int Y;

            [KitbagConstructor]
            public Marked(int x, int y = 8)
            {
                X = x;
                Y = y;
            }
        }

        public struct Marked2
        {
            public int X;
            public int Y;

            [KitbagConstructor]
            public Marked2(int x, int y)
            {
                X = x;
                Y = y;
            }
        }

        public readonly record struct ReadOnlyDefault(int X, int Y = 3, string Name = "none");

        public record struct TextDefault(int X, string Name = "none")
        {
            public int Z { get; set; } = 9;
        }

        public record struct Strict(int X, int Y);

        public readonly record struct ReadOnlyStrict(int X, int Y);

        public record struct Refusing(int X, int Y)
        {
            public int X { get; set; } = X != 0 ? X : throw new ArgumentOutOfRangeException(nameof(X));
        }

        public struct Plain
        {
            public int X;
            public int Y;

            public Plain(int x, int y)
            {
                X = x;
                Y = y;
            }
        }

        public struct Item1Only
        {
            public int Item1;
        }

        public struct KeyOnly
        {
            public int Key;
        }
    }
}
