using System;
using System.Collections.Generic;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Exceptions while JSON is read: those of the program's code are distinguished from those of Kitbag.</summary>
    public class JsonOwnCodeTests
    {
        // A codec with a defect: it fails on the number 13.
        private sealed class Broken : Codec<int>
        {
            protected override SchemaType CreateSchema() => Int32Codec.Instance.Schema;

            internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => null;

            public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, int value) => throw new NotSupportedException();

            public override int ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => throw new NotSupportedException();

            public override bool HasNonDefault(ReadOnlySpan<int> values) => true;

            public override void WriteColumn(ref WireWriter w, ReadOnlySpan<int> values) => throw new NotSupportedException();

            public override void ReadColumn(ref WireReader r, Span<int> values, ReadPlan? plan) => throw new NotSupportedException();

            public override void WriteJson(ref JsonWriter w, int value) => w.WriteInteger(value);

            public override int ReadJson(ref JsonReader r)
            {
                long value = r.ReadInteger(int.MinValue, int.MaxValue);
                return value == 13 ? throw new IndexOutOfRangeException("unlucky") : (int)value;
            }
        }

        private static KitbagException Fail<T>(string json, Codec<T> codec) => Assert.Throws<KitbagException>(
            () => JsonText.Read(System.Text.Encoding.UTF8.GetBytes(json), codec, KitbagJsonOptions.Default));

        [Fact]
        public void A_failure_of_Kitbag_is_a_defect()
        {
            AssertDefect(Fail("13", new Broken()), "$");
            AssertDefect(Fail("[1,13]", new ListCodec<int>(new Broken())), "$[1]");
            AssertDefect(Fail("[1,null,13]", new ListCodec<int?>(new NullableCodec<int>(new Broken()))), "$[2]");
            AssertDefect(Fail("{\"a\":[1],\"b\":[13]}",
                new DictionaryCodec<string, List<int>>(StringCodec.Instance!, new ListCodec<int>(new Broken())!)!), "$.b[0]");
            AssertDefect(Fail("[{\"Value\":13}]",
                new ListCodec<KeyValuePair<string, int>>(new KeyValuePairCodec<string, int>(StringCodec.Instance!, new Broken()))),
                "$[0].Value");

            static void AssertDefect(KitbagException e, string path)
            {
                Assert.Equal((KitbagErrorReason.Defect, path), (e.Reason, e.Path));
                Assert.IsType<IndexOutOfRangeException>(e.InnerException);
            }
        }

        public class Part
        {
            private int _number;

            public int Number
            {
                get => _number;
                set => _number = value == 13 ? throw new IndexOutOfRangeException("unlucky") : value;
            }
        }

        public class Whole
        {
            public string? Name { get; set; }

            public List<Part?>? Parts { get; set; }

            public Dictionary<string, Part>? ByName { get; set; }

            public HashSet<Tricky>? Set { get; set; }

            public Base? Base { get; set; }
        }

        public abstract class Base
        {
        }

        public sealed class Derived : Base
        {
            public Derived(int count) => Count = count == 13 ? throw new InvalidOperationException("unlucky") : count;

            public int Count { get; }
        }

        public sealed class Tricky
        {
            public int Number { get; set; }

            public override bool Equals(object? obj) => obj is Tricky other && other.Number == Number;

            public override int GetHashCode() => Number == 13 ? throw new IndexOutOfRangeException("unlucky") : Number;
        }

        [Theory]
        [InlineData("{\"Parts\":[{\"Number\":1},null,{\"Number\":13}]}", "JsonOwnCodeTests.Whole.Parts[2].Number")]
        [InlineData("{\"Name\":\"n\",\"ByName\":{\"a\":{\"Number\":13}}}", "JsonOwnCodeTests.Whole.ByName.a.Number")]
        [InlineData("{\"Base\":{\"$type\":\"Derived\",\"Count\":13}}", "JsonOwnCodeTests.Whole.Base")]
        [InlineData("{\"Set\":[{\"Number\":13}]}", "JsonOwnCodeTests.Whole.Set")]
        public void A_failure_of_the_program_is_its_own(string json, string path)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Whole>(json));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.StartsWith(path, e.Path, StringComparison.Ordinal);
            Assert.Contains("unlucky", e.Message, StringComparison.Ordinal);
            e = Assert.Throws<KitbagException>(() => KitbagJson.Populate(json, new Whole()));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
        }
    }
}
