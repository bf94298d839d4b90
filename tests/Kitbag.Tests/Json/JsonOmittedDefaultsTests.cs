using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Which members are omitted because they are the default of their type. Compared with System.Text.Json.</summary>
    public class JsonOmittedDefaultsTests
    {
        public enum Side
        {
            Left,
            Right,
        }

        public record struct Point(int X, int Y);

        public record struct Named(int X, string? Text);

        public struct Outer
        {
            public Named Inner { get; set; }

            public (string? A, int B) Tuple { get; set; }
        }

        public struct Listed
        {
            public List<int>? List { get; set; }

            public double Real { get; set; }
        }

        // A new one is not the default.
        public struct Initialized
        {
            public Initialized()
            {
            }

            public int X { get; set; } = 5;

            public string? Text { get; set; } = "t";
        }

        // Everything that differs from such a struct is equal to it for the program.
        public struct Loose
        {
            public string? Text { get; set; }

            public override readonly bool Equals(object? obj) => true;

            public override readonly int GetHashCode() => 0;
        }

        [KitbagSurrogate(typeof(Code))]
        public struct StoredCode
        {
            public int Stored { get; set; }

            public static implicit operator StoredCode(Code code) => new StoredCode { Stored = code.Number };

            public static implicit operator Code(StoredCode code) => new Code { Number = code.Stored };
        }

        public struct Code
        {
            public int Number { get; set; }
        }

        public class Plain
        {
            public int Int { get; set; }

            public bool Truth { get; set; }

            public char Letter { get; set; }

            public double Real { get; set; }

            public Half Half { get; set; }

            public Int128 Long { get; set; }

            public decimal Number { get; set; }

            public BigInteger Big { get; set; }

            public Side Side { get; set; }

            public Guid Id { get; set; }

            public DateTime Time { get; set; }

            public DateOnly Day { get; set; }

            public DateTimeOffset Moment { get; set; }

            public TimeSpan Span { get; set; }

            public Vector3 Vector { get; set; }

            public Complex Complex { get; set; }

            public Point Point { get; set; }

            public Named Named { get; set; }

            public Outer Outer { get; set; }

            public Listed Listed { get; set; }

            public Initialized Initialized { get; set; }

            public (int A, int B) Numbers { get; set; }

            public (string? A, int B) Texts { get; set; }

            public KeyValuePair<string?, int> Pair { get; set; }

            public KeyValuePair<Named, (int, int?)> Pairs { get; set; }

            public Code Code { get; set; }

            public Index Index { get; set; }

            public Range Range { get; set; }

            public Rune Rune { get; set; }
        }

        public class Nullables
        {
            public int? Int { get; set; }

            public bool? Truth { get; set; }

            public char? Letter { get; set; }

            public double? Real { get; set; }

            public Half? Half { get; set; }

            public Int128? Long { get; set; }

            public decimal? Number { get; set; }

            public BigInteger? Big { get; set; }

            public Side? Side { get; set; }

            public Guid? Id { get; set; }

            public DateTime? Time { get; set; }

            public DateOnly? Day { get; set; }

            public DateTimeOffset? Moment { get; set; }

            public TimeSpan? Span { get; set; }

            public Vector3? Vector { get; set; }

            public Complex? Complex { get; set; }

            public Point? Point { get; set; }

            public Named? Named { get; set; }

            public Outer? Outer { get; set; }

            public Listed? Listed { get; set; }

            public Initialized? Initialized { get; set; }

            public (int A, int B)? Numbers { get; set; }

            public (string? A, int B)? Texts { get; set; }

            public KeyValuePair<string?, int>? Pair { get; set; }

            public KeyValuePair<Named, (int, int?)>? Pairs { get; set; }

            public Code? Code { get; set; }

            public Index? Index { get; set; }

            public Range? Range { get; set; }

            public Rune? Rune { get; set; }
        }

        public class Conditional
        {
            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public (string? A, int B) Texts { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public KeyValuePair<string?, int> Pair { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public Outer Outer { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public BigInteger Big { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public BigInteger? MaybeBig { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public Named? MaybeNamed { get; set; }
        }

        // New objects have other values, so the defaults must be written.
        public class Replaced
        {
            public Named Named { get; set; } = new Named(1, "y");

            public BigInteger Big { get; set; } = 5;

            public KeyValuePair<string?, int> Pair { get; set; } = new("k", 1);

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public (string?, int) Texts { get; set; } = ("t", 1);
        }

        public class Demanding
        {
            public required int Id { get; set; }

            public Named Named { get; set; }

            public Named Other { get; set; } = new Named(1, null);
        }

        // What the program sets before it is written is no default.
        public struct Prepared : IKitbagSerializing
        {
            [KitbagIgnore]
            private int _number;

            public string? Text { get; set; }

            public void Count(int number) => _number = number;

            public void OnSerializing() => Text = _number == 0 ? null : "n" + _number;
        }

        public struct Open
        {
            public int X { get; set; }

            [JsonExtensionData]
            public Dictionary<string, JsonElement>? Others { get; set; }
        }

        public class Holder
        {
            public Prepared Prepared { get; set; }

            public Open Open { get; set; }

            public Loose Loose { get; set; }
        }

        private static readonly KitbagJsonOptions s_omitting = new KitbagJsonOptions { OmitDefaults = true };

        private static readonly JsonSerializerOptions s_theirs = new JsonSerializerOptions
        {
            DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        };

        // They are stored as strings, and documents without their C# types do not show that they are defaults.
        private static readonly string[] s_strings = ["Index", "Range", "Rune"];

        private static string[] NamesOf(string json) =>
            JsonDocument.Parse(json).RootElement.EnumerateObject().Select(member => member.Name).ToArray();

        [Fact]
        public void Defaults_are_omitted()
        {
            Assert.Equal("{}", JsonSerializer.Serialize(new Plain(), s_theirs));
            Assert.Equal(s_strings, NamesOf(KitbagJson.Serialize(new Plain(), s_omitting)));
            Assert.Equal("{}", JsonSerializer.Serialize(new Conditional()));
            Assert.Equal("{}", KitbagJson.Serialize(new Conditional()));
        }

        [Fact]
        public void Other_values_are_written()
        {
            var value = new Plain
            {
                Int = 1,
                Truth = true,
                Letter = 'a',
                Real = 0.5,
                Half = (Half)1,
                Long = 1,
                Number = 0.5m,
                Big = -1,
                Side = Side.Right,
                Id = new Guid(1, 0, 0, new byte[8]),
                Time = new DateTime(1),
                Day = new DateOnly(2, 1, 1),
                Moment = new DateTimeOffset(1, default),
                Span = new TimeSpan(1),
                Vector = new Vector3(0, 0, 1),
                Complex = new Complex(0, 1),
                Point = new Point(0, 1),
                Named = new Named(0, ""),
                Outer = new Outer { Tuple = ("", 0) },
                Listed = new Listed { List = [] },
                Initialized = new Initialized { X = 0 },
                Numbers = (0, 1),
                Texts = ("", 0),
                Pair = new(null, 1),
                Pairs = new(default, (0, 0)),
                Code = new Code { Number = 1 },
                Index = 1,
                Range = ..,
                Rune = new Rune('a'),
            };
            string json = KitbagJson.Serialize(value, s_omitting);
            string[] names = typeof(Plain).GetProperties().Select(property => property.Name).ToArray();
            Assert.Equal(names, NamesOf(json));
            Assert.Equal(KitbagJson.Serialize(value), KitbagJson.Serialize(KitbagJson.Deserialize<Plain>(json)));
        }

        [Fact]
        public void Defaults_of_nullables_are_written()
        {
            var value = new Nullables
            {
                Int = default(int),
                Truth = default(bool),
                Letter = default(char),
                Real = default(double),
                Half = default(Half),
                Long = default(Int128),
                Number = default(decimal),
                Big = default(BigInteger),
                Side = default(Side),
                Id = default(Guid),
                Time = default(DateTime),
                Day = default(DateOnly),
                Moment = default(DateTimeOffset),
                Span = default(TimeSpan),
                Vector = default(Vector3),
                Complex = default(Complex),
                Point = default(Point),
                Named = default(Named),
                Outer = default(Outer),
                Listed = default(Listed),
                Initialized = default(Initialized),
                Numbers = default((int A, int B)),
                Texts = default((string? A, int B)),
                Pair = default(KeyValuePair<string?, int>),
                Pairs = default(KeyValuePair<Named, (int, int?)>),
                Code = default(Code),
                Index = default(Index),
                Range = default(Range),
                Rune = default(Rune),
            };
            string json = KitbagJson.Serialize(value, s_omitting);
            string[] names = typeof(Nullables).GetProperties().Select(property => property.Name).ToArray();
            Assert.Equal(names, NamesOf(json));
            Nullables? again = KitbagJson.Deserialize<Nullables>(json);
            Assert.All(typeof(Nullables).GetProperties(), property => Assert.NotNull(property.GetValue(again)));
            Assert.Equal("{}", KitbagJson.Serialize(new Nullables(), s_omitting));
            Assert.Equal("""{"MaybeBig":0,"MaybeNamed":{"X":0,"Text":null}}""",
                KitbagJson.Serialize(new Conditional { MaybeBig = 0, MaybeNamed = default(Named) }));
        }

        [Fact]
        public void Documents_without_types_omit_the_same_members()
        {
            foreach (Plain value in new[] { new Plain(), new Plain { Outer = new Outer { Inner = new Named(4, null) }, Int = 1 } })
            {
                string typed = KitbagJson.Serialize(value, s_omitting);
                KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(value));
                string text = document.ToJson(s_omitting);
                // A schema does not tell that bytes are a BigInteger.
                Assert.Equal(NamesOf(typed).Append("Big").Order(), NamesOf(text));
                Assert.Equal(KitbagJson.Serialize(value), KitbagJson.Serialize(KitbagJson.Deserialize<Plain>(text)));
            }
            var nullables = new Nullables { Named = default(Named), Big = 0, Pair = default(KeyValuePair<string?, int>), Int = 0 };
            Assert.Equal(["Big", "Int", "Named", "Pair"],
                NamesOf(KitbagDocument.Parse(KitbagSerializer.Serialize(nullables)).ToJson(s_omitting)));
        }

        [Fact]
        public void Members_of_structs_are_omitted_one_by_one()
        {
            var value = new Conditional { Outer = new Outer { Inner = new Named(4, null) }, Pair = new(null, 1), Texts = ("t", 0) };
            string json = KitbagJson.Serialize(value, s_omitting);
            Assert.Equal("""{"Texts":{"Item1":"t"},"Pair":{"Value":1},"Outer":{"Inner":{"X":4}}}""", json);
            Assert.Equal(KitbagJson.Serialize(value), KitbagJson.Serialize(KitbagJson.Deserialize<Conditional>(json)));
        }

        [Fact]
        public void Defaults_that_new_objects_do_not_have_are_written()
        {
            var replaced = new Replaced { Named = default, Big = 0, Pair = default, Texts = default };
            string json = KitbagJson.Serialize(replaced, s_omitting);
            Assert.Equal(["Named", "Big", "Pair", "Texts"], NamesOf(json));
            Assert.Equal(KitbagJson.Serialize(replaced), KitbagJson.Serialize(KitbagJson.Deserialize<Replaced>(json)));
            Assert.Equal("""{"Id":0,"Other":{"X":0}}""",
                KitbagJson.Serialize(new Demanding { Id = 0, Other = default }, s_omitting));
        }

        [Fact]
        public void Structs_are_examined_by_what_would_be_written()
        {
            Assert.Equal("{}", KitbagJson.Serialize(new Holder(), s_omitting));
            var holder = new Holder { Loose = new Loose { Text = "t" }, Open = KitbagJson.Deserialize<Open>("""{"Y":1}""") };
            var prepared = new Prepared();
            prepared.Count(3);
            holder.Prepared = prepared;
            Assert.Equal("""{"Prepared":{"Text":"n3"},"Open":{"Y":1},"Loose":{"Text":"t"}}""", KitbagJson.Serialize(holder, s_omitting));
        }
    }
}
