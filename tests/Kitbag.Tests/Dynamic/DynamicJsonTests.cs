using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    public class DynamicJsonTests
    {
        // What a schema does not tell, so that the text is another one.
        private static readonly (string Why, string[] Cases)[] s_unlike =
        [
            ("attributes name the types of a union", ["record", "records", "abstract base", "abstract bases", "concrete base",
                "concrete base as derived", "members of bases", "many members of bases", "generic", "own with Add", "own with Add many",
                "class of own", "class of own 9", "get-only", "get-only many", "get-only few", "get-only of a base", "get-only of bases"]),
            ("a BigInteger is stored as bytes", ["bcl BigInteger", "bcl BigInteger zero", "bcl BigInteger? zero", "bcl BigInteger[]",
                "bcl BigInteger?[]", "bcl Dictionary<BigInteger, Complex>", "bcl class default", "bcl class", "bcl class? 7",
                "bcl class? 20"]),
            ("a Lazy is stored as a list of one", ["bcl Lazy<int>", "bcl Lazy<Named>[]", "bcl Lazy<Lazy<string>>"]),
            ("trees of JSON are stored as strings", ["JSON element", "JSON document", "JSON node", "JSON element of null", "JSON elements",
                "JSON elements 3", "JSON elements that may be null", "JSON elements by name", "JSON documents", "JSON nodes",
                "JSON objects", "class of JSON", "class of JSON 9"]),
            ("members that stand first have the objects", ["graph house", "graph house of 60", "graph Panel"]),
            ("extension data are stored as a map", ["extension data", "extension data 9"]),
        ];

        private static bool IsUnlike(string name) => s_unlike.Any(u => u.Cases.Contains(name));

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Text_is_that_of_the_typed_value_but_for_the_order_of_members(string name)
        {
            TestCase testCase = CaseData.Get(name);
            if (TextOf(testCase) is not { } typed || IsUnlike(name))
                return;
            KitbagDocument document = KitbagDocument.Parse(testCase.Serialize(KitbagOptions.Default));
            string text = document.ToJson();
            if (typed != text)
                Assert.Equal(Sorted(typed), Sorted(text));
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Typed_readers_read_the_text(string name)
        {
            TestCase testCase = CaseData.Get(name);
            // Strings of JSON would be read as trees of a string.
            if (TextOf(testCase) == null || name.Contains("JSON", StringComparison.Ordinal)
                || name.StartsWith("extension", StringComparison.Ordinal))
                return;
            byte[] bytes = testCase.Serialize(KitbagOptions.Default);
            string text = KitbagDocument.Parse(bytes).ToJson();
            var options = new KitbagJsonOptions { MaxDepth = 1000 };
            object? again = testCase.DeserializeJson(text, options);
            Assert.Null(DeepComparer.Difference(testCase.DeserializeJson(TextOf(testCase)!, options), again));
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Json_of_the_typed_value_makes_its_document(string name)
        {
            TestCase testCase = CaseData.Get(name);
            if (TextOf(testCase) is not { } typed || (IsUnlike(name) && !name.StartsWith("graph", StringComparison.Ordinal)))
                return;
            KitbagDocument document = KitbagDocument.FromJson(typed, testCase.Schema);
            // What JSON does not have, such as comparers, the typed reader does not find there either.
            object? read = testCase.DeserializeJson(typed, new KitbagJsonOptions { MaxDepth = 1000 });
            Assert.Null(DeepComparer.Difference(read, testCase.Deserialize(document.ToBytes(), KitbagOptions.Default)));
        }

        private static string? TextOf(TestCase testCase)
        {
            try
            {
                return testCase.SerializeJson(KitbagJsonOptions.Default);
            }
            catch (KitbagException)
            {
                return null;
            }
        }

        // Members in the order of their names; numbers and strings as they stand.
        private static string Sorted(string json)
        {
            using JsonDocument document = JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 1000 });
            return Sorted(document.RootElement);
        }

        private static string Sorted(JsonElement element) => element.ValueKind switch
        {
            JsonValueKind.Object => "{" + string.Join(",", element.EnumerateObject().Select(p => (p.Name, Text: Sorted(p.Value)))
                .OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => p.Name + ":" + p.Text)) + "}",
            JsonValueKind.Array => "[" + string.Join(",", element.EnumerateArray().Select(Sorted)) + "]",
            _ => element.GetRawText(),
        };
    }
}
