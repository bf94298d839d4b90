using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Every case as JSON, by every overload, with all options; between JSON and binary by the value.</summary>
    public class JsonRoundTripTests
    {
        /// <summary>Options with which text is written and read again.</summary>
        public static IEnumerable<KitbagJsonOptions> Options()
        {
            foreach (KitbagJsonFormat format in new[] { KitbagJsonFormat.Compact, KitbagJsonFormat.Text })
            {
                foreach (KitbagJsonNaming naming in new[] { KitbagJsonNaming.AsDeclared, KitbagJsonNaming.CamelCase,
                    KitbagJsonNaming.SnakeCase })
                {
                    foreach (bool flag in new[] { false, true })
                        yield return new KitbagJsonOptions
                        {
                            Format = format,
                            Naming = naming,
                            OmitDefaults = flag,
                            EnumsByName = flag,
                            CaseInsensitive = flag,
                            NonFinite = KitbagJsonNonFinite.AsStrings,
                            Duplicates = flag
                            ? KitbagJsonDuplicates.Refuse : KitbagJsonDuplicates.LastWins,
                            UnknownMembers = KitbagJsonUnknownMembers.Refuse
                        };
                }
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void With_all_options(string name)
        {
            TestCase test = CaseData.Get(name);
            foreach (KitbagJsonOptions options in Options())
            {
                string json = test.SerializeJson(options);
                AssertEqual(test, test.DeserializeJson(json, options), json);
                Assert.Equal(json, test.SerializeJson(options));
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public async Task By_every_overload(string name)
        {
            TestCase test = CaseData.Get(name);
            var options = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };
            string json = test.SerializeJson(options);
            byte[] utf8 = test.SerializeJsonToUtf8Bytes(options);
            Assert.Equal(json, Encoding.UTF8.GetString(utf8));

            AssertEqual(test, test.DeserializeJson(utf8, options), json);
            AssertEqual(test, test.DeserializeJson((ReadOnlySpan<byte>)utf8, options), json);
            AssertEqual(test, test.DeserializeJson(json.AsSpan(), options), json);
            AssertEqual(test, KitbagJson.Deserialize(test.Type, utf8, options), json);
            AssertEqual(test, KitbagJson.Deserialize(test.Type, json, options), json);
            Assert.Equal(json, KitbagJson.Serialize(test.Type, test.Value, options));

            var chunks = new RoundTripTests.ChunkedWriter();
            test.SerializeJson(chunks, options);
            Assert.Equal(utf8, chunks.ToArray());
            var stream = new MemoryStream();
            test.SerializeJson(stream, options);
            Assert.Equal(utf8, stream.ToArray());
            stream = new MemoryStream();
            await test.SerializeJsonAsync(stream, options, CancellationToken.None);
            Assert.Equal(utf8, stream.ToArray());

            AssertEqual(test, test.DeserializeJson(new RoundTripTests.SlowStream(utf8), options), json);
            AssertEqual(test, await test.DeserializeJsonAsync(new RoundTripTests.SlowStream(utf8), options, CancellationToken.None), json);
            AssertEqual(test, test.DeserializeJson(RoundTripTests.Split(utf8, 1 + utf8.Length / 7), options), json);
        }

        /// <summary>The reader uses different memory for short and for long collections, also for nested ones.</summary>
        [Fact]
        public void Collections_of_every_length()
        {
            for (int length = 0; length <= 70; length++)
            {
                int[] numbers = Enumerable.Range(0, length).ToArray();
                List<List<string>> texts = numbers.Select(i => numbers.Take((i * 7) % 40).Select(n => "text " + n).ToList()).ToList();
                Assert.Equal(texts, KitbagJson.Deserialize<List<List<string>>>(KitbagJson.Serialize(texts)));
                Dictionary<string, decimal[]> maps =
                    numbers.ToDictionary(i => "key " + i, i => numbers.Take((i * 5) % 40).Select(n => n / 4m).ToArray());
                Assert.Equal(maps, KitbagJson.Deserialize<Dictionary<string, decimal[]>>(KitbagJson.Serialize(maps)));
                (long, string, long)[] large = numbers.Select(i => ((long)i, "text " + i, i * 3L)).ToArray();
                Assert.Equal(large, KitbagJson.Deserialize<(long, string, long)[]>(KitbagJson.Serialize(large)));
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void From_binary_to_text_and_back(string name)
        {
            TestCase test = CaseData.Get(name);
            var options = new KitbagJsonOptions
            {
                Format = KitbagJsonFormat.Text,
                EnumsByName = true,
                NonFinite = KitbagJsonNonFinite.AsStrings
            };
            byte[] document = test.Serialize(KitbagOptions.Default);
            string text = KitbagJson.Serialize(test.Type, test.Deserialize(document, KitbagOptions.Default), options);
            object? read = KitbagJson.Deserialize(test.Type, text, options);
            AssertEqual(test, read, text);
            AssertEqual(test, test.Deserialize(KitbagSerializer.Serialize(test.Type, read), KitbagOptions.Default), text);
        }

        [Fact]
        public async Task Cancellation_stops_reading_and_writing()
        {
            TestCase test = CaseData.Get("world");
            var cancelled = new CancellationToken(true);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
                test.SerializeJsonAsync(new MemoryStream(), KitbagJsonOptions.Default, cancelled));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
                test.DeserializeJsonAsync(new RoundTripTests.SlowStream(test.SerializeJsonToUtf8Bytes(KitbagJsonOptions.Default)),
                KitbagJsonOptions.Default, cancelled));
        }

        internal static void AssertEqual(TestCase test, object? read, string json)
        {
            string? difference = test.LosesMembersInJson ? null : DeepComparer.Difference(test.Value, read);
            if (difference != null)
                Assert.Fail(test.Name + ": " + difference + " in " + json.AsSpan(0, Math.Min(json.Length, 2000)).ToString());
        }
    }
}
