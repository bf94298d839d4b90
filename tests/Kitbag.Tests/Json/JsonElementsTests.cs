using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>
    /// Elements of arrays, and values in lines, that are read one by one from a stream which returns a few bytes at a time.
    /// </summary>
    public class JsonElementsTests
    {
        public sealed class Entry
        {
            public int Id { get; set; }

            public string? Name { get; set; }

            public List<double>? Values { get; set; }

            public Entry? Inner { get; set; }
        }

        private static readonly KitbagJsonOptions s_lenient =
            new KitbagJsonOptions { AllowComments = true, AllowTrailingCommas = true, Format = KitbagJsonFormat.Text };

        private static readonly KitbagJsonOptions s_strict = new KitbagJsonOptions { Format = KitbagJsonFormat.Text };

        private static async Task<(List<T> Values, KitbagException? Error)> Read<[KitbagRoot] T>(string text, int piece,
            KitbagJsonOptions? options = null, bool topLevelValues = false)
        {
            var values = new List<T>();
            try
            {
                var stream = new Pieces(Encoding.UTF8.GetBytes(text), piece);
                await foreach (T value in KitbagJson.DeserializeAsyncEnumerable<T>(stream, topLevelValues, options))
                    values.Add(value);
                return (values, null);
            }
            catch (KitbagException e)
            {
                return (values, e);
            }
        }

        private static IEnumerable<Entry?> Entries(int count) => Enumerable.Range(0, count).Select(i => i % 7 == 6 ? null : new Entry
        {
            Id = i,
            Name = i % 3 == 0 ? "a \"quoted\" // name [\\] \u00e4\ud83d\ude00 }" + i : null,
            Values = Enumerable.Range(0, i % 4).Select(v => v * 1.5).ToList(),
            Inner = i % 2 == 0 ? new Entry { Id = -i, Name = "]" } : null,
        });

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        [InlineData(7)]
        [InlineData(64)]
        [InlineData(100_000)]
        public async Task Elements_are_those_of_the_list(int piece)
        {
            foreach (int count in new[] { 0, 1, 2, 300 })
            {
                string text = KitbagJson.Serialize(Entries(count).ToList(), s_lenient);
                (List<Entry?> values, KitbagException? error) = await Read<Entry?>(text, piece);
                Assert.Null(error);
                Assert.Equal(KitbagJson.Serialize(Entries(count).ToList()), KitbagJson.Serialize(values));
                string lines = string.Concat(Entries(count).Select(one => KitbagJson.Serialize(one) + "\r\n"));
                (values, error) = await Read<Entry?>("\ufeff" + lines, piece, topLevelValues: true);
                Assert.Null(error);
                Assert.Equal(KitbagJson.Serialize(Entries(count).ToList()), KitbagJson.Serialize(values));
            }
        }

        [Theory]
        [InlineData(1)]
        [InlineData(5)]
        [InlineData(1000)]
        public async Task Comments_and_commas(int piece)
        {
            const string Text = "// one */ [\r /* [ * ** **/ [ 1 /* , */ , // ]\n 2,/**/3 /* ] */, ] // end";
            Assert.Equal(new[] { 1, 2, 3 }, (await Read<int>(Text, piece, s_lenient)).Values);
            const string Values = "1 /* 2 */ 3// 4\n5/**/6 \"7\" ";
            Assert.Equal(new[] { 1, 3, 5, 6, 7 }, (await Read<int>(Values, piece,
                new KitbagJsonOptions(s_lenient) { AllowNumbersInStrings = true }, true)).Values);
            Assert.Equal("$[1]", (await Read<int>("[1,]", piece)).Error!.Path);
            Assert.Equal(KitbagErrorReason.Truncated, (await Read<int>("[1] /* x", piece, s_lenient)).Error!.Reason);
            Assert.Equal(new[] { "{}", "[]", "1", "{}" }, (await Read<System.Text.Json.JsonElement>("{}[]1{}", piece, null, true)).Values
                .Select(value => value.GetRawText()));
        }

        // What is wrong, and where, is the same as if the text were read as a list; the values before it have been returned.
        [Theory]
        [InlineData("")]
        [InlineData(" \n")]
        [InlineData("[")]
        [InlineData("[1")]
        [InlineData("[1,")]
        [InlineData("[1,]")]
        [InlineData("[,1]")]
        [InlineData("[1 2]")]
        [InlineData("[1,\r\n \"x\"]")]
        [InlineData("[1,\r\n2] 3")]
        [InlineData("[1}")]
        [InlineData("[1,2]]")]
        [InlineData("[1,2],")]
        [InlineData("[1,tru]")]
        [InlineData("[1,\"\u00e4\ud83d\ude00\" 2]")]
        [InlineData("[1,{\"a\":[}]")]
        [InlineData("[1,'2']")]
        [InlineData("[1,/* */2]")]
        [InlineData("[1,\ufeff2]")]
        [InlineData("\n \ufeff ,//x\n1]")]
        [InlineData("[1,2\ufeff//x\n,3]")]
        [InlineData("[1,2]\ufeff")]
        [InlineData("[1,2/*c*/,3]")]
        [InlineData("[1,02]")]
        [InlineData("[1,2x]")]
        [InlineData("[1,2\0]")]
        [InlineData("[1,2/3]")]
        public async Task Errors_are_those_of_the_list(string text)
        {
            foreach (int piece in new[] { 1, 2, 3, 1000 })
            {
                (List<int> values, KitbagException? error) = await Read<int>(text, piece);
                var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<int>>(text));
                Assert.Equal((e.Reason, e.Offset, e.Line, e.Column), (error!.Reason, error.Offset, error.Line, error.Column));
                // Where no value begins, it is not known what it should be.
                string message = error.Message.Replace("a value or ']'", "a number", StringComparison.Ordinal)
                    .Replace("a value is", "a number is", StringComparison.Ordinal);
                Assert.Equal((e.Path, e.Message), (error.Path, message));
                if (text.StartsWith("[1,", StringComparison.Ordinal))
                    Assert.Equal(1, values[0]);
            }
        }

        // A list can be read from a single value, but a stream of one value is not an array that was written one by one.
        [Theory]
        [InlineData("null")]
        [InlineData("{}")]
        [InlineData("1")]
        public async Task Other_values_are_not_arrays(string text)
        {
            KitbagException e = (await Read<int>(text, 1)).Error!;
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "$", 0L, 1, 1), (e.Reason, e.Path, e.Offset, e.Line, e.Column));
        }

        [Fact]
        public void Mutated_texts_are_read_like_lists() => Prop.ForAll(
            ArbMap.Default.ArbFor<(NonNegativeInt At, byte With, PositiveInt Piece)>(), mutation =>
            {
                byte[] text = Encoding.UTF8.GetBytes(KitbagJson.Serialize(Entries(8).ToList(), s_lenient));
                const string Structure = "[]{}\",:\\/* \n1tn0\uFEFF";
                string changed = Encoding.UTF8.GetString(text);
                int at = 1 + (mutation.At.Get % (changed.Length - 1));
                changed = changed.Remove(at, mutation.Piece.Get % 2).Insert(at, Structure.Substring(mutation.With % Structure.Length, 1));
                KitbagJsonOptions options = mutation.With >= 128 ? s_lenient : s_strict;
                List<Entry?>? list = null;
                KitbagException? error = null;
                try
                {
                    list = KitbagJson.Deserialize<List<Entry?>>(changed, options);
                }
                catch (KitbagException e)
                {
                    error = e;
                }
                (List<Entry?> values, KitbagException? other) = Read<Entry?>(changed, mutation.Piece.Get % 50 + 1, options).Result;
                Assert.Equal((error?.Offset, error?.Reason, error?.Path), (other?.Offset, other?.Reason, other?.Path));
                if (error == null)
                    Assert.Equal(KitbagJson.Serialize(list), KitbagJson.Serialize(values));
            }).QuickCheckThrowOnFailure();

        [KitbagSerializable(Tracked = false)]
        public abstract class Pet
        {
        }

        [KitbagSerializable(Tracked = false)]
        public class Dog : Pet
        {
            public int Age { get; set; }
        }

        public class Fish : Pet
        {
        }

        [Theory]
        [InlineData(KitbagUnknownCases.Refuse)]
        [InlineData(KitbagUnknownCases.ReadAsNull)]
        [InlineData(KitbagUnknownCases.Drop)]
        public async Task Elements_of_unknown_cases_are_those_of_the_list(KitbagUnknownCases unknownCases)
        {
            const string Text = "[{\"$type\":\"Cat\"}, {\"$type\":\"Dog\",\"Age\":3},null ,{\"$type\":\"Cat\",\"A\":[]}]";
            var options = new KitbagJsonOptions { UnknownCases = unknownCases };
            (List<Pet?> values, KitbagException? error) = await Read<Pet?>(Text, 5, options);
            if (unknownCases == KitbagUnknownCases.Refuse)
            {
                var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<Pet?>>(Text, options));
                Assert.Equal(e.Message, error!.Message);
                return;
            }
            Assert.Equal(KitbagJson.Serialize(KitbagJson.Deserialize<List<Pet?>>(Text, options)), KitbagJson.Serialize(values));
            Assert.Equal(unknownCases == KitbagUnknownCases.Drop ? 2 : 4, values.Count);
            string lines = Text.Trim('[', ']').Replace("},", "}\n", StringComparison.Ordinal).Replace(" ,", "\n", StringComparison.Ordinal);
            Assert.Equal(KitbagJson.Serialize(values), KitbagJson.Serialize((await Read<Pet?>(lines, 5, options, true)).Values));
        }

        [Fact]
        public async Task Only_the_current_value_is_in_memory()
        {
            var options = new KitbagJsonOptions { MaxInputBytes = 100 };
            string text = "[" + string.Join(" ,", Enumerable.Repeat("\"" + new string('x', 90) + "\"", 10_000)) + "]";
            Assert.Equal(10_000, (await Read<string>(text, 10_000, options)).Values.Count);
            (List<string> values, KitbagException? error) = await Read<string>("[\"a\",\"" + new string('x', 99) + "\"]", 10, options);
            Assert.Single(values);
            Assert.Equal((KitbagErrorReason.LimitExceeded, "$[1]", 5L), (error!.Reason, error.Path, error.Offset));
            string long1 = new string('y', 3_000_000);
            Assert.Equal(new[] { long1, "z" }, (await Read<string>("[\"" + long1 + "\",\"z\"]", 5000)).Values);
        }

        [Fact]
        public async Task Elements_are_returned_as_they_arrive()
        {
            var stream = new Pieces(Encoding.UTF8.GetBytes("[1,2,3,"), 3, endless: true);
            using var source = new CancellationTokenSource();
            IAsyncEnumerator<int> values = KitbagJson.DeserializeAsyncEnumerable<int>(stream).GetAsyncEnumerator(source.Token);
            for (int i = 1; i <= 3; i++)
            {
                Assert.True(await values.MoveNextAsync());
                Assert.Equal(i, values.Current);
            }
            ValueTask<bool> next = values.MoveNextAsync();
            Assert.False(next.IsCompleted);
            source.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await next);
            await values.DisposeAsync();
            Assert.Throws<ArgumentNullException>(() => { KitbagJson.DeserializeAsyncEnumerable<int>(null!); });
        }

        // A stream that returns a few bytes at a time, and then waits if it is endless.
        private sealed class Pieces : MemoryStream
        {
            private readonly int _piece;
            private readonly bool _endless;

            public Pieces(byte[] bytes, int piece, bool endless = false)
                : base(bytes)
            {
                _piece = piece;
                _endless = endless;
            }

            public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
            {
                await Task.Yield();
                if (_endless && Position == Length)
                    await Task.Delay(Timeout.Infinite, cancellationToken);
                return Read(buffer.Span.Slice(0, Math.Min(buffer.Length, _piece)));
            }
        }
    }
}
