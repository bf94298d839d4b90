using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Kitbag reads the text that System.Text.Json writes for the cases, and the reverse.</summary>
    public class SystemTextJsonTests
    {
        private static readonly JsonSerializerOptions s_options =
            new JsonSerializerOptions { IncludeFields = true, NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

        private static readonly KitbagJsonOptions s_kitbag = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };

        // System.Text.Json writes lone surrogates as U+FFFD and a negative zero without its sign, and does not support keys like Vec3.
        private static readonly string[] s_lost =
            { "string lone surrogate", "edge char[]", "string[] mixed", "edge decimal[]", "edge Dictionary<Vec3, string?>" };

        // Collections and values that System.Text.Json does not support.
        private static readonly string[] s_unknown =
            { "PriorityQueue<", "ImmutableArray default", "ImmutableArray<int>[] with default", "class of immutables", "ReadOnlySequence<",
            "ArraySegment<", "BitArray", "ILookup<", "[,", "class of memory" };

        // Kitbag writes vectors as arrays, and reads them as objects too.
        private static readonly string[] s_vectors =
            { "Complex", "Matrix4x4", "Plane", "Quaternion", "Vector2", "Vector3", "Vector4", "everything", "edge Matrix3x2" };

        // Features that System.Text.Json lacks or has other attributes for: surrogates, hidden members and constructors, these callbacks,
        // constructors of structs, the choice of a constructor, objects as keys, dictionaries that are not an IDictionary. JsonGraphTests
        // compares objects that refer to each other.
        private static readonly string[] s_ours =
        {
            "surrogate", "graph ", "bcl ", "Color", "Rune", "hidden", "callback", "ignored and included", "readonly struct",
            "readonly field and default", "constructor chosen", "own dictionary from nothing", "class of own", "private setters",
                "private state", "defaults of a struct that rejects them",
            // It reads a member of type object as a JsonElement.
            "object", "List<object?>", "Dictionary<string, object?>", "Tagged",
            // Likewise, and of a NameValueCollection it writes only the names.
            "non-generic ",
            "private init", "constructor and required", "marker", "keeper", "List<keeper>", "List<migrated base>",
            // It does not write which class an object is of, because the base has no attributes.
            "same names",
            // It writes them as objects without members.
            "inline array", "class of inline arrays",
        };

        // It writes the top of a stack first and reads it as the bottom, which reverses the stack.
        private static readonly string[] s_reversed =
            { "Stack<int>", "Stack<string?>?[]", "ConcurrentStack<string?>", "class of collections", "class of collections 9",
            "ImmutableStack<string?>?[]", "IImmutableStack<int>" };

        // It can write but not read them; it reads null as a JsonDocument that contains null.
        private static readonly string[] s_onlyWritten =
            { "ReadOnlyCollection<Vec3>", "ReadOnlyObservableCollection<int>", "ReadOnlyDictionary<int, string?>", "ConcurrentBag<int>",
            "IReadOnlySet<int>", "FrozenSet<int>", "FrozenDictionary<int, string?> one", "own with Add", "own with Add many",
            "own dictionary without Add", "own by constructor", "own by constructor of values", "own by array", "own struct", "own structs",
            "own that Add returns", "get-only", "get-only as made", "get-only many", "get-only few", "get-only of a base",
            "get-only of bases", "get-only in structs", "class of JSON default" };

        private static IEnumerable<object[]> Known() =>
            CaseData.All().Where(c => !s_lost.Contains((string)c[0])
            && !s_ours.Any(o => ((string)c[0]).StartsWith(o, StringComparison.Ordinal))
            && !s_unknown.Any(u => ((string)c[0]).Contains(u, StringComparison.Ordinal)));

        public static IEnumerable<object[]> Readable() => Known().Where(c => !s_reversed.Contains((string)c[0]));

        public static IEnumerable<object[]> Writable() =>
            Known().Where(c => !s_onlyWritten.Contains((string)c[0])
            && !s_vectors.Any(v => ((string)c[0]).Contains(v, StringComparison.Ordinal)));

        [Theory]
        [MemberData(nameof(Readable))]
        public void Text_of_System_Text_Json_is_read(string name)
        {
            TestCase test = CaseData.Get(name);
            string json = JsonSerializer.Serialize(test.Value, test.Type, s_options);
            JsonRoundTripTests.AssertEqual(test, test.DeserializeJson(json, s_kitbag), json);
        }

        [Theory]
        [MemberData(nameof(Writable))]
        public void System_Text_Json_reads_the_text(string name)
        {
            TestCase test = CaseData.Get(name);
            string json = test.SerializeJson(s_kitbag);
            JsonRoundTripTests.AssertEqual(test, JsonSerializer.Deserialize(json, test.Type, s_options), json);
        }
    }
}
