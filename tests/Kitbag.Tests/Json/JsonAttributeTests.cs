using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using Kitbag.Tests.Json.Attributes;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>
    /// For types with attributes of System.Text.Json, each serializer reads the text of the other; if the order of members is the same, the
    /// texts are equal.
    /// </summary>
    public class JsonAttributeTests
    {
        private static readonly Dictionary<string, (Type Type, object Value, bool IsSameText)> s_cases = Make();

        private static Dictionary<string, (Type Type, object Value, bool IsSameText)> Make()
        {
            var all = new Dictionary<string, (Type Type, object Value, bool IsSameText)>();
            foreach (Tone tone in new[] { Tone.Low, Tone.Mid, Tone.High, (Tone)55 })
            {
                foreach (Rights rights in new[] { Rights.None, Rights.Read, Rights.Write | Rights.Run, Rights.All, (Rights)77,
                    Rights.Both | Rights.Run })
                    Add(all, new EnumMembers { A = tone, B = tone, C = tone, D = tone, E = rights });
            }
            Add(all, new EnumMembers());
            Add(all, new EnumsOfNames());
            Add(all, new EnumsOfNames
            {
                A = Named.Second,
                B = new List<Named> { Named.First, (Named)9 },
                C = Named.First,
                D = new[] { Rights.None, Rights.All, Rights.Write },
                E = new Dictionary<Named, Tone> { [Named.First] = Tone.Mid, [Named.Second] = Tone.High, [(Named)4] = Tone.Low },
                F = new Dictionary<bool, Rights> { [true] = Rights.Read, [false] = Rights.Both },
                G = new SortedDictionary<Tone, Named?> { [Tone.Low] = null, [Tone.High] = Named.Second },
            });
            Add(all, new NumbersAsText());
            foreach (double number in new[] { 0, -1.5, double.NaN, double.NegativeInfinity, double.PositiveInfinity, 1e15, 1e17,
                double.Epsilon })
            {
                Add(all, new NumbersAsText
                {
                    A = int.MinValue,
                    B = new List<long> { 1, long.MaxValue },
                    C = new Dictionary<string, short> { ["a"] = 1, ["b"] = -7 },
                    D = number,
                    E = new[] { 1.5f, (float)number },
                    F = ulong.MaxValue,
                    G = 1.50m,
                    H = new Dictionary<int, byte> { [5] = 6 },
                    I = (Half)number,
                    J = Int128.MaxValue,
                    K = new HashSet<sbyte> { 1, -1 },
                    L = new int?[] { 1, null, -3 },
                    M = 4,
                });
                Add(all, new NumbersByName { A = number, B = (float)number, C = new List<Half> { (Half)number, Half.One }, D = 3 });
            }
            Add(all, new NumbersFromText());
            Add(all, new NumbersFromText { A = 3, B = new List<double> { 1.5, 0 }, C = -3 });
            Add(all, new NumbersByName());
            Add(all, new TypeOfText());
            Add(all, new TypeOfText
            {
                A = 1,
                B = new List<int> { 2, 3 },
                C = new Plain { X = 4 },
                D = Tone.Mid,
                E = 5,
                F = new List<Plain> { new Plain { X = 6 } },
                G = 7,
                H = "8"
            });
            Add(all, new BelowBaseOfText { A = 1 });
            Add(all, default(StructOfText));
            Add(all, new StructOfText { A = -1, B = 0.5 });
            Add(all, new List<StructOfText> { new StructOfText { A = 1 }, new StructOfText { B = 2 } });
            Add(all, default(Conditional));
            Add(all, new Conditional { A = 1, B = 2, C = 3 });
            Add(all, new RecordOfText(1));
            Add(all, new RecordOfText(1, null));
            Add(all, new Conditions());
            Add(all, new Conditions { A = "", B = 1, C = 2, D = Guid.Parse("6f9619ff-8b86-d011-b42d-00c04fc964ff"), E = 3 });
            Add(all, new EmptyName { A = 1, B = 2, C = 3 }, isSameText: false); // System.Text.Json escapes ä and quotes differently
            Add(all, new Required { A = "a", B = 1 });
            Add(all, new Required());
            Add(all, new RequiredRecord("a", 4) { C = 5, D = 6 });
            Add(all, new Closed { A = 1, B = new Plain { X = 1 } });
            Add(all, new Open { A = 1 });
            Add(all, new ClosedStruct { A = 2 });
            Add(all, new Dictionary<string, Tone> { ["a"] = Tone.High });
            foreach (Animal animal in new[] { new Animal { Age = 1 }, new Cat { Lives = 9, Prey = new Circle() },
                new Dog { Pack = new List<Shape?> { new Square { Side = 1 }, null, new Dot() } } })
            {
                Add<Animal>(all, animal);
                Add(all, new List<Animal> { animal, animal });
            }
            Add(all, new Dictionary<string, Animal> { ["kind"] = new Cat() });
            Add<Shape>(all, new Circle { Radius = 1.5 });
            Add(all, new List<Shape?> { new Circle(), null, new Square { Side = 2 }, new Dot() });
            Add<FallsToBase>(all, new FallsToBase { A = 1 });
            Add<FallsToBase>(all, new Listed { A = 1, B = 2 });
            Add<FallsToNearest>(all, new Near { A = 1, B = 2 });
            Add<Tolerant>(all, new Known { A = 1, B = 2 });
            Add<Tolerant>(all, new Tolerant { A = 1 });
            Add<IBag>(all, new Ints { 1, 2 });
            Add<IBag>(all, new Ints());
            Add<IBag>(all, new Words { ["a"] = 1, ["b"] = 2 });
            Add<IBag>(all, new Words());
            Add<IBag>(all, new Lone { Z = 1, Inner = new Dog { Pack = new List<Shape?> { new Dot() } } });
            Add(all, new List<IBag?> { new Ints { 5 }, null, new Lone { Inner = new Cat() }, new Words { ["q"] = 5 } });
            Add<IStrict>(all, new StrictLeaf { Other = new Closed { A = 1 } });
            return all;
        }

        [Fact]
        public void Types_that_are_not_listed_are_written_according_to_the_attribute()
        {
            FallsToBase a = new Unlisted { A = 1, B = 2, C = 3 };
            Assert.Equal("{\"A\":1}", JsonSerializer.Serialize(a));
            Assert.Equal("{\"A\":1}", KitbagJson.Serialize(a));
            FallsToNearest b = new Nearer { A = 1, B = 2, C = 3 };
            Assert.Equal(JsonSerializer.Serialize(b).Length, KitbagJson.Serialize(b).Length);
            Assert.Equal(JsonSerializer.Serialize(b), KitbagJson.Serialize(b));
            // Binary documents preserve the type.
            Assert.Equal(3, ((Nearer)KitbagSerializer.Deserialize<FallsToNearest>(KitbagSerializer.Serialize(b))).C);
        }

        [Theory]
        [InlineData("{\"$type\":\"other\",\"A\":4}")]
        [InlineData("{\"$type\":5,\"A\":4}")]
        [InlineData("{\"$type\":\"known\",\"A\":4,\"B\":5}")]
        public void Unknown_types_are_read_as_the_base_if_the_attribute_specifies_it(string json) => AssertAlike<Tolerant>(json, true);

        [Theory]
        [InlineData("{\"kind\":\"cat\",\"Age\":4}", true)]
        [InlineData("{\"Age\":4}", true)]
        [InlineData("{\"kind\":\"fish\"}", false)]
        [InlineData("{\"kind\":5}", false)]
        public void Named_discriminators(string json, bool isRead) => AssertAlike<Animal>(json, isRead);

        [Theory]
        [InlineData("{\"$type\":1,\"Radius\":4}", true)]
        [InlineData("{\"$type\":\"sq\",\"Side\":4}", true)]
        [InlineData("{\"$type\":-7}", true)]
        [InlineData("{\"$type\":2}", false)]
        [InlineData("{\"$type\":1.0}", false)]
        [InlineData("{\"$type\":\"x\"}", false)]
        public void Numbers_as_discriminators(string json, bool isRead) => AssertAlike<Shape>(json, isRead);

        [Theory]
        [InlineData("{\"Lives\":3,\"$type\":\"Cat\"}")]
        [InlineData("{\"$type\":\"Cat\",\"Lives\":3}")]
        [InlineData("{\"Lives\":3,\"Prey\":{\"$type\":1},\"kind\":\"cat\"}")]
        public void Texts_of_earlier_versions_and_any_order_are_read(string json) =>
            Assert.Equal(3, ((Cat)KitbagJson.Deserialize<Animal>(json,
                new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse })).Lives);

        [Fact]
        public void Collections_in_the_earlier_format_are_read()
        {
            Assert.Equal(new[] { 42 }, (Ints)KitbagJson.Deserialize<IBag>("{\"$type\":\"l\",\"$value\":[42]}"));
            Assert.Equal(new[] { 42 }, (Ints)KitbagJson.Deserialize<IBag>("{\"$values\":[42],\"k\":\"l\"}"));
            Assert.Equal(7, ((Words)KitbagJson.Deserialize<IBag>("{\"$type\":\"d\",\"$value\":{\"a\":7}}"))["a"]);
            Assert.Equal(7, ((Words)KitbagJson.Deserialize<IBag>("{\"a\":7,\"k\":\"d\",\"b\":1}"))["a"]);
            Assert.IsType<Circle>(KitbagJson.Deserialize<Shape>("{\"$type\":\"1\"}"));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<IBag>("{\"k\":\"l\"}"));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<IBag>("{\"k\":\"l\",\"0\":1}"));
        }

        [Theory]
        [InlineData("k")]
        [InlineData("$value")]
        [InlineData("$x")]
        public void A_dictionary_with_keys_like_a_type_discriminator_is_restored(string key)
        {
            IBag bag = new Words { [key] = 1, ["a"] = 2 };
            Assert.Null(DeepComparer.Difference(bag, KitbagJson.Deserialize<IBag>(KitbagJson.Serialize(bag))));
        }

        [Theory]
        [InlineData("{\"which\":\"leaf\",\"Other\":{\"A\":1}}", true)]
        [InlineData("{\"which\":\"leaf\",\"Other\":{\"which\":\"leaf\"}}", false)]
        [InlineData("{\"which\":\"leaf\",\"whose\":1}", false)]
        public void A_type_discriminator_is_not_an_unknown_member(string json, bool isRead) => AssertAlike<IStrict>(json, isRead);

        // System.Text.Json requires the discriminator even in this case.
        [Fact]
        public void An_object_without_a_discriminator_is_of_the_only_class_of_an_abstract_base()
        {
            Assert.Equal(1, ((StrictLeaf)KitbagJson.Deserialize<IStrict>("{\"Other\":{\"A\":1}}")).Other!.A);
            const string Mixed = "[{\"Other\":{\"A\":1}},{\"which\":\"leaf\",\"Other\":{\"A\":2}}]";
            Assert.Equal(new[] { 1, 2 }, KitbagJson.Deserialize<List<IStrict>>(Mixed).Select(one => ((StrictLeaf)one).Other!.A));
            foreach (string json in new[] { "{\"Z\":1}", "5", "\"leaf\"" })
            {
                var e = Assert.Throws<KitbagException>(() => json[0] == '{' ? (object)KitbagJson.Deserialize<IBag>(json)
                    : KitbagJson.Deserialize<IStrict>(json));
                Assert.Contains("Expected an object with a member ", e.Message);
            }
        }

        private static void Add<[KitbagRoot] T>(Dictionary<string, (Type Type, object Value, bool IsSameText)> all, T value,
            bool isSameText = true)
            where T : notnull => all.Add(typeof(T).Name + " " + all.Count, (typeof(T), value, isSameText));

        public static IEnumerable<object[]> Cases() => s_cases.Keys.Select(name => new object[] { name });

        [Theory]
        [MemberData(nameof(Cases))]
        public void Text_of_System_Text_Json_is_read(string name)
        {
            (Type type, object value, _) = s_cases[name];
            string json = JsonSerializer.Serialize(value, type);
            Assert.Null(DeepComparer.Difference(value, KitbagJson.Deserialize(type, json)));
        }

        [Theory]
        [MemberData(nameof(Cases))]
        public void System_Text_Json_reads_the_text(string name)
        {
            (Type type, object value, bool isSameText) = s_cases[name];
            string json = KitbagJson.Serialize(type, value);
            if (isSameText)
                Assert.Equal(JsonSerializer.Serialize(value, type), json);
            Assert.Null(DeepComparer.Difference(value, JsonSerializer.Deserialize(json, type)));
            Assert.Null(DeepComparer.Difference(value, KitbagJson.Deserialize(type, json)));
            Assert.Null(DeepComparer.Difference(value,
                KitbagJson.Deserialize(type, KitbagJson.Serialize(type, value, KitbagJsonOptions.Text), KitbagJsonOptions.Text)));
        }

        [Theory]
        [InlineData("{}")]
        [InlineData("{\"A\":[3],\"B\":{\"b\":2,\"a\":5},\"C\":{\"X\":7},"
            + "\"D\":[1,9],\"E\":[3],\"F\":[4],\"G\":{\"X\":5},\"H\":[2],\"I\":[1]}")]
        [InlineData("{\"A\":null,\"B\":null,\"C\":null,\"E\":[]}")]
        [InlineData("{\"A\":[],\"B\":{},\"C\":{},\"D\":[]}")]
        public void Existing_collections_are_added_to(string json)
        {
            KitbagJson.Serialize(new Grown());
            AssertAlike<Grown>(json, true);
        }

        [Theory]
        [InlineData("{}")]
        [InlineData("{\"A\":{\"Y\":7},\"B\":{\"Name\":\"n\"},\"C\":{\"X\":5},\"D\":{\"Y\":6},\"F\":{\"Y\":8}}")]
        [InlineData("{\"A\":{},\"B\":{},\"C\":{},\"D\":null,\"E\":{\"Y\":3},\"F\":{\"Y\":\"9\"}}")]
        public void Existing_structs_are_populated(string json)
        {
            KitbagJson.Serialize(new GrownStructs());
            AssertAlike<GrownStructs>(json, true);
        }

        [Theory]
        [InlineData("{}")]
        [InlineData("{\"A\":[3],\"B\":[3],\"C\":[3],\"D\":[3],\"E\":3,\"F\":{\"b\":[2],\"a\":[3]}}")]
        public void Existing_values_are_added_to_if_the_type_specifies_it(string json)
        {
            KitbagJson.Serialize(new GrownType());
            AssertAlike<GrownType>(json, true);
        }

        // Expects that both serializers read the text as the same value, or both refuse it.
        private static void AssertAlike<T>(string json, bool isRead)
        {
            if (isRead)
            {
                Assert.Null(DeepComparer.Difference(JsonSerializer.Deserialize<T>(json), KitbagJson.Deserialize(typeof(T), json)));
                return;
            }
            Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<T>(json));
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize(typeof(T), json));
            Assert.True(e.Offset >= 0, e.Message);
        }

        [Theory]
        [InlineData("{\"A\":\"12\",\"D\":\"1e3\",\"G\":\"1.50\"}", true)]
        [InlineData("{\"A\":12,\"D\":1e3}", true)]
        [InlineData("{\"A\":\"\\u0031\"}", true)]
        [InlineData("{\"D\":\"NaN\"}", true)]
        [InlineData("{\"B\":[\"1\",2],\"L\":[null,\"3\"]}", true)]
        [InlineData("{\"A\":\"01\",\"B\":[\"+1\",\"-01\",\"00\",\"+0\"],\"F\":\"007\",\"G\":\"+01.50\",\"J\":\"-0003\"}", true)]
        [InlineData("{\"D\":\"+1\",\"E\":[\"01\",\"+.5\",\"-.5\",\"5.\",\"00.5\",\"+1e3\",\"-01E+2\"],\"I\":\"+01.5\"}", true)]
        [InlineData("{\"A\":\"++1\"}", false)]
        [InlineData("{\"A\":\"+-1\"}", false)]
        [InlineData("{\"A\":\"+\"}", false)]
        [InlineData("{\"A\":\"-\"}", false)]
        [InlineData("{\"A\":\".\"}", false)]
        [InlineData("{\"D\":\".e1\"}", false)]
        [InlineData("{\"D\":\"1e\"}", false)]
        [InlineData("{\"D\":\"+NaN\"}", false)]
        [InlineData("{\"D\":\"1..2\"}", false)]
        [InlineData("{\"A\":\"01 \"}", false)]
        [InlineData("{\"A\":\" 1\"}", false)]
        [InlineData("{\"A\":\"1 \"}", false)]
        [InlineData("{\"A\":\"\"}", false)]
        [InlineData("{\"A\":\"1.5\"}", false)]
        [InlineData("{\"A\":null}", false)]
        [InlineData("{\"A\":\"0x1\"}", false)]
        [InlineData("{\"A\":\"3000000000\"}", false)]
        [InlineData("{\"D\":\"nan\"}", false)]
        [InlineData("{\"D\":\"1,5\"}", false)]
        [InlineData("{\"M\":\"1\"}", false)]
        [InlineData("{\"B\":[\"x\"]}", false)]
        public void Numbers_from_strings(string json, bool isRead) => AssertAlike<NumbersAsText>(json, isRead);

        [Fact]
        public void A_number_as_a_string_is_read_as_a_list_of_one()
        {
            NumbersAsText value = KitbagJson.Deserialize<NumbersAsText>("{\"B\":\"7\",\"E\":\"1.5\",\"L\":\"-3\",\"K\":\"+1\"}");
            Assert.Equal(new long[] { 7 }, value.B);
            Assert.Equal(new[] { 1.5f }, value.E);
            Assert.Equal(new int?[] { -3 }, value.L);
            Assert.Equal(new sbyte[] { 1 }, value.K);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<int>>("\"7\""));
        }

        [Theory]
        [InlineData("{\"A\":\"Infinity\",\"D\":5}", true)]
        [InlineData("{\"A\":\"1\"}", false)]
        [InlineData("{\"D\":\"1\"}", false)]
        [InlineData("{\"D\":\"NaN\"}", false)]
        public void Numbers_by_name(string json, bool isRead) => AssertAlike<NumbersByName>(json, isRead);

        [Theory]
        [InlineData("{}", false)]
        [InlineData("{\"B\":1}", false)]
        [InlineData("{\"A\":null}", true)]
        public void Required_members(string json, bool isRead) => AssertAlike<Required>(json, isRead);

        [Theory]
        [InlineData("{\"A\":\"x\",\"B\":1,\"C\":2,\"D\":3}", true)]
        [InlineData("{\"A\":\"x\",\"C\":2,\"D\":3}", false)]
        [InlineData("{\"A\":\"x\",\"B\":1,\"D\":3}", false)]
        [InlineData("{\"A\":\"x\",\"B\":1,\"C\":2}", false)]
        public void Required_members_of_records(string json, bool isRead) => AssertAlike<RequiredRecord>(json, isRead);

        [Fact]
        public void Binary_documents_need_no_member_that_JSON_has_to_have()
        {
            Assert.Equal(7, KitbagSerializer.Deserialize<Required>(KitbagSerializer.Serialize(new Other { B = 7 })).B);
            var target = new Required { A = "a" };
            Assert.Throws<KitbagException>(() => KitbagJson.Populate("{\"B\":5}", target));
            KitbagJson.Populate("{\"A\":\"b\"}", target);
            Assert.Equal("b", target.A);
        }

        public class Other
        {
            public int B { get; set; }
        }

        [Theory]
        [InlineData("{\"A\":1}", true)]
        [InlineData("{\"Q\":1}", false)]
        [InlineData("{\"a\":1}", false)]
        [InlineData("{\"B\":{\"Q\":1}}", true)]
        [InlineData("{\"B\":{},\"Q\":{}}", false)]
        public void Members_that_the_type_does_not_have(string json, bool isRead)
        {
            AssertAlike<Closed>(json, isRead);
            if (json[2] != 'B')
                AssertAlike<ClosedStruct>(json, isRead);
            AssertAlike<Open>(json, true);
            Assert.Equal(0, KitbagJson.Deserialize<Open>("{\"Q\":[1]}",
                new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse }).A);
        }

        [Fact]
        public void A_password_is_not_written()
        {
            var account = new Account { Name = "n", Password = "secret", Visits = 3 };
            foreach (KitbagJsonOptions? options in new[] { null, KitbagJsonOptions.Text, new KitbagJsonOptions { OmitDefaults = true } })
                Assert.DoesNotContain("secret", KitbagJson.Serialize(account, options), StringComparison.Ordinal);
            Assert.Equal(JsonSerializer.Serialize(account), KitbagJson.Serialize(account));
            Account read = KitbagJson.Deserialize<Account>("{\"Visits\":[5],\"Password\":\"x\",\"Name\":\"m\"}");
            Assert.Equal(("m", "x", 0), (read.Name, read.Password, read.Visits));
            Assert.Equal("x", KitbagJson.Deserialize<Account>("{\"Name\":null,\"Password\":\"x\",\"Visits\":1}").Password);
            // The conditions apply to JSON only: a document has the member.
            Assert.Equal("secret", KitbagSerializer.Deserialize<Account>(KitbagSerializer.Serialize(account)).Password);
        }

        [Fact]
        public void A_password_of_a_record_is_not_written()
        {
            var login = new Login("n", "secret", 7);
            Assert.Equal("{\"Name\":\"n\",\"Visits\":7}", KitbagJson.Serialize(login));
            Assert.Equal(new Login("n", "x", 2), KitbagJson.Deserialize<Login>("{\"Name\":\"n\",\"Password\":\"x\",\"Visits\":9}"));
        }
    }
}
