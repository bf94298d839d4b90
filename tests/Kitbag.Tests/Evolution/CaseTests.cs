using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Codecs;
using Xunit;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests.Evolution
{
    /// <summary>Changed members of a base's concrete types, and types that a reader lacks, in rows and columns, binary and JSON.</summary>
    public class CaseTests
    {
        private static TNew To<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld value, bool asJson,
            KitbagUnknownCases unknown = KitbagUnknownCases.Refuse) => asJson
            ? KitbagJson.Deserialize<TNew>(KitbagJson.Serialize(value), new KitbagJsonOptions { UnknownCases = unknown })
            : KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(value), new KitbagOptions { UnknownCases = unknown });

        [Theory]
        [InlineData(3, false)]
        [InlineData(9, false)]
        [InlineData(3, true)]
        [InlineData(9, true)]
        public void Members_of_cases(int count, bool asJson)
        {
            var old = new CasesV1.Zoo
            {
                All = Enumerable.Range(1,
                count).Select(i => (CasesV1.Animal)new CasesV1.Cow
                {
                    Id = i,
                    Age = i,
                    Weight = 0.1,
                    Tag = i,
                    Names = new List<string> { "n" + i },
                    Marks = new Dictionary<string, int> { ["m"] = i }
                }).ToList()
            };
            CasesV2.Zoo zoo = To<CasesV1.Zoo, CasesV2.Zoo>(old, asJson);
            Assert.Equal(count, zoo.All!.Count);
            for (int i = 1; i <= count; i++)
            {
                var cow = (CasesV2.Cow)zoo.All[i - 1];
                Assert.Equal((i, (long)i, 0.1f, "n" + i), (cow.Id, cow.Age, cow.Weight, cow.Names));
                Assert.Equal(i, Assert.Single(cow.Tag!));
                Assert.Equal(("m", i), (cow.Marks![0].Key, cow.Marks[0].Value));
            }
            CasesV1.Zoo back = To<CasesV2.Zoo, CasesV1.Zoo>(zoo, asJson);
            for (int i = 1; i <= count; i++)
            {
                var cow = (CasesV1.Cow)back.All![i - 1];
                Assert.Equal((i, (int?)i, (double)0.1f, i, "n" + i, i),
                    (cow.Id, cow.Age, asJson ? (double)(float)cow.Weight : cow.Weight, cow.Tag, cow.Names![0], cow.Marks!["m"]));
            }
            ((CasesV1.Cow)old.All[1]).Age = null;
            var e = Assert.Throws<KitbagException>(() => To<CasesV1.Zoo, CasesV2.Zoo>(old, asJson));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "Zoo.All[1].Age"), (e.Reason, e.Path));
        }

        [Theory]
        [InlineData(3, false)]
        [InlineData(30, false)]
        [InlineData(3, true)]
        [InlineData(30, true)]
        public void Types_that_the_reader_lacks(int count, bool asJson)
        {
            CasesV2.Animal Make(int i) => i % 3 == 1 ? new CasesV2.Yak { Wool = i } : new CasesV2.Cow { Id = i, Tag = new List<int> { i } };
            var zoo = new CasesV2.Zoo
            {
                All = Enumerable.Range(0, count).Select(Make).ToList(),
                ByName = Enumerable.Range(0, count).ToDictionary(i => "k" + i, Make),
                Star = new CasesV2.Yak(),
            };
            int[] cows = Enumerable.Range(0, count).Where(i => i % 3 != 1).ToArray();

            var e = Assert.Throws<KitbagException>(() => To<CasesV2.Zoo, CasesV1.Zoo>(zoo, asJson));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.Contains("Yak", e.Message, StringComparison.OrdinalIgnoreCase);

            CasesV1.Zoo asNull = To<CasesV2.Zoo, CasesV1.Zoo>(zoo, asJson, KitbagUnknownCases.ReadAsNull);
            Assert.Equal(Enumerable.Range(0, count).Select(i => i % 3 == 1 ? (int?)null : i),
                asNull.All!.Select(a => ((CasesV1.Cow?)a)?.Id));
            Assert.Equal(count, asNull.ByName!.Count);
            Assert.Null(asNull.ByName["k1"]);
            Assert.Null(asNull.Star);

            CasesV1.Zoo dropped = To<CasesV2.Zoo, CasesV1.Zoo>(zoo, asJson, KitbagUnknownCases.Drop);
            Assert.Equal(cows, dropped.All!.Select(a => ((CasesV1.Cow)a).Id));
            Assert.Equal(cows.Select(i => "k" + i), dropped.ByName!.Keys);
            Assert.Null(dropped.Star);
        }

        [Theory]
        [InlineData(3, false)]
        [InlineData(30, false)]
        [InlineData(3, true)]
        [InlineData(30, true)]
        public void Keys_of_unknown_types_are_left_out_or_errors(int count, bool asJson)
        {
            CasesV2.Animal Make(int i) => i % 3 == 1 ? new CasesV2.Yak { Wool = i } : new CasesV2.Cow { Id = i, Tag = new List<int> { i } };
            Dictionary<CasesV2.Animal, int> OfNumbers(int first) => Enumerable.Range(first, count).ToDictionary(Make);
            int[] Cows(int first) => Enumerable.Range(first, count).Where(i => i % 3 != 1).ToArray();
            // One dictionary, and a column of several.
            Dictionary<CasesV1.Animal, int> one =
                To<Dictionary<CasesV2.Animal, int>, Dictionary<CasesV1.Animal, int>>(OfNumbers(0), asJson, KitbagUnknownCases.Drop);
            Assert.Equal(Cows(0), one.Keys.Select(a => ((CasesV1.Cow)a).Id));
            Assert.Equal(Cows(0), one.Values);
            List<Dictionary<CasesV2.Animal, int>> old = Enumerable.Range(0, count).Select(OfNumbers).ToList();
            List<Dictionary<CasesV1.Animal, int>> several =
                To<List<Dictionary<CasesV2.Animal, int>>, List<Dictionary<CasesV1.Animal, int>>>(old, asJson, KitbagUnknownCases.Drop);
            for (int i = 0; i < count; i++)
                Assert.Equal(Cows(i), several[i].Keys.Select(a => ((CasesV1.Cow)a).Id));
            // Keys and values of unknown types.
            Dictionary<CasesV1.Animal, CasesV1.Animal> both =
                To<Dictionary<CasesV2.Animal, CasesV2.Animal>, Dictionary<CasesV1.Animal, CasesV1.Animal>>(
                Enumerable.Range(0, count).ToDictionary(Make, i => i == 0 ? Make(1) : Make(i)), asJson, KitbagUnknownCases.Drop);
            Assert.Equal(Cows(1).Where(i => i < count), both.Values.Select(a => ((CasesV1.Cow)a).Id));
            Assert.Equal(Cows(1).Where(i => i < count), both.Keys.Select(a => ((CasesV1.Cow)a).Id));
            // The keys of the reader are surrogates of such values.
            Dictionary<CasesV4.Handle<CasesV4.Animal>, int> handles =
                To<Dictionary<CasesV2.Animal, int>, Dictionary<CasesV4.Handle<CasesV4.Animal>, int>>(
                OfNumbers(0), asJson, KitbagUnknownCases.Drop);
            Assert.Equal(Cows(0), handles.Values);

            var e = Assert.Throws<KitbagException>(() =>
                To<Dictionary<CasesV2.Animal, int>, Dictionary<CasesV1.Animal, int>>(OfNumbers(0), asJson, KitbagUnknownCases.ReadAsNull));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, asJson ? "$[1].Key" : "$.Keys[1]"), (e.Reason, e.Path));
            Assert.Contains(asJson ? "A key cannot be null, and this program does not have its type."
                : "The document holds a 'Yak' where a 'Animal' is expected; this program has no such type", e.Message,
                StringComparison.Ordinal);
            e = Assert.Throws<KitbagException>(() => To<List<Dictionary<CasesV2.Animal, int>>, List<Dictionary<CasesV1.Animal, int>>>(
                old, asJson, KitbagUnknownCases.ReadAsNull));
            Assert.Equal(asJson ? "$[0][1].Key" : "$[0].Keys[1]", e.Path);
        }

        [Fact]
        public void Unknown_types_are_errors_where_null_is_not_possible()
        {
            CasesV2.Animal[] all = { new CasesV2.Cow { Id = 5 }, new CasesV2.Yak() };
            foreach (KitbagUnknownCases unknown in new[] { KitbagUnknownCases.Refuse, KitbagUnknownCases.ReadAsNull })
                Assert.Equal("$[1]", Assert.Throws<KitbagException>(() => To<CasesV2.Animal[], CasesV3.Cow[]>(all, false, unknown)).Path);
            Assert.Equal(5, Assert.Single(To<CasesV2.Animal[], CasesV3.Cow[]>(all, false, KitbagUnknownCases.Drop)).Id);
        }

        [Theory]
        [InlineData(3, false)]
        [InlineData(30, false)]
        [InlineData(3, true)]
        [InlineData(30, true)]
        public void Values_of_a_surrogate_of_a_base_are_dropped_like_those_of_the_base(int count, bool asJson)
        {
            CasesV2.Animal Make(int i) => i % 3 == 1 ? new CasesV2.Yak { Wool = i } : new CasesV2.Cow { Id = i };
            List<CasesV2.Animal> old = Enumerable.Range(0, count).Select(Make).ToList();
            int[] cows = Enumerable.Range(0, count).Where(i => i % 3 != 1).ToArray();
            List<CasesV4.Handle<CasesV4.Animal>?> dropped =
                To<List<CasesV2.Animal>, List<CasesV4.Handle<CasesV4.Animal>?>>(old, asJson, KitbagUnknownCases.Drop);
            Assert.Equal(cows, dropped.Select(h => ((CasesV4.Cow)h!.Animal).Id!.Value));
            List<CasesV4.Handle<CasesV4.Animal>?> asNull =
                To<List<CasesV2.Animal>, List<CasesV4.Handle<CasesV4.Animal>?>>(old, asJson, KitbagUnknownCases.ReadAsNull);
            Assert.Equal(count, asNull.Count);
            Assert.Equal(count - cows.Length, asNull.Count(h => h == null));
            Dictionary<string, CasesV4.Handle<CasesV4.Animal>?> byName =
                To<Dictionary<string, CasesV2.Animal>, Dictionary<string, CasesV4.Handle<CasesV4.Animal>?>>(
                Enumerable.Range(0, count).ToDictionary(i => "k" + i, Make), asJson, KitbagUnknownCases.Drop);
            Assert.Equal(cows.Select(i => "k" + i), byName.Keys);
        }

        [Fact]
        public void Types_that_were_merged_cannot_populate_an_object()
        {
            CasesV5.Pen Read(CasesV2.Animal star) => To<CasesV2.Pen, CasesV5.Pen>(new CasesV2.Pen { Star = star }, false);
            var e = Assert.Throws<KitbagException>(() => Read(new CasesV2.Yak { Wool = 5 }));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "Pen.Star"), (e.Reason, e.Path));
            Assert.Contains("both a 'Cow' and a 'Yak', which are both 'Yak' here", e.Message, StringComparison.Ordinal);
            Assert.Throws<KitbagException>(() => Read(new CasesV2.Cow { Id = 5 }));
        }
    }
}

namespace Kitbag.Tests.Evolution.CasesV4
{
    public abstract class Animal
    {
    }

    public sealed class Cow : Animal
    {
        public int? Id;
    }

    /// <summary>Contains an animal, and has it as surrogate.</summary>
    public sealed class Handle<T>
    {
        public Handle(T animal) => Animal = animal;

        public T Animal { get; }
    }

    [CodecFor(typeof(Handle<>), CodecShape.Surrogate)]
    public sealed class HandleCodec<T> : SurrogateCodec<Handle<T>?, T>
    {
        public HandleCodec(Codec<T> animal)
            : base(animal)
        {
        }

        protected override T ToSurrogate(Handle<T>? value) => value!.Animal;

        protected override Handle<T>? FromSurrogate(T surrogate) => new Handle<T>(surrogate);
    }
}

namespace Kitbag.Tests.Evolution.CasesV5
{
    public abstract class Animal
    {
    }

    [KitbagFormerName("Cow")]
    public sealed class Yak : Animal
    {
        public int Id { get; set; } = 1;

        public int Wool { get; set; } = 2;
    }

    public class Pen
    {
        public Animal Star { get; } = new Yak();
    }
}

namespace Kitbag.Tests.Evolution.CasesV3
{
    public struct Cow
    {
        public int Id;
        public string? Names;
    }
}

namespace Kitbag.Tests.Evolution.CasesV1
{
    public abstract class Animal
    {
    }

    public sealed class Cow : Animal
    {
        public int Id;
        public int? Age;
        public double Weight;
        public int Tag;
        public List<string>? Names;
        public Dictionary<string, int>? Marks;
    }

    public class Zoo
    {
        public List<Animal>? All;
        public Dictionary<string, Animal>? ByName;
        public Animal? Star;
    }
}

namespace Kitbag.Tests.Evolution.CasesV2
{
    public abstract class Animal
    {
    }

    public sealed class Cow : Animal
    {
        public int? Id;
        public long Age;
        public float Weight;
        public List<int>? Tag;
        public string? Names;
        public List<KeyValuePair<string, int>>? Marks;
    }

    public sealed class Yak : Animal
    {
        public int Wool;
    }

    public class Pen
    {
        public Animal? Star;
    }

    public class Zoo
    {
        public List<Animal>? All;
        public Dictionary<string, Animal>? ByName;
        public Animal? Star;
    }
}
