using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>What System.Text.Json writes of a case is read here, and the reverse.</summary>
    public class SystemTextJsonTests
    {
        private static readonly JsonSerializerOptions s_options =
            new JsonSerializerOptions { IncludeFields = true, NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

        private static readonly KitbagJsonOptions s_kitbag = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };

        // It writes a lone half of a surrogate pair as U+FFFD and a negative zero without its sign; it has no dictionaries with such keys.
        private static readonly string[] s_lost =
            { "string lone surrogate", "edge char[]", "string[] mixed", "edge decimal[]", "edge Dictionary<Vec3, string?>" };

        // Collections that it does not know, and values of others that it refuses.
        private static readonly string[] s_unknown =
            { "PriorityQueue<", "ImmutableArray default", "ImmutableArray<int>[] with default", "class of immutables", "ReadOnlySequence<",
            "ArraySegment<", "BitArray", "ILookup<", "[,", "class of memory" };

        // Kitbag writes vectors as arrays, and reads them as objects too.
        private static readonly string[] s_vectors =
            { "Complex", "Matrix4x4", "Plane", "Quaternion", "Vector2", "Vector3", "Vector4", "everything", "edge Matrix3x2" };

        // It has no such thing, or needs attributes of its own for it: surrogates, hidden members and constructors, these callbacks,
        // constructors of structs, a choice among constructors, objects as keys, dictionaries that are no IDictionary. What it makes of
        // objects that refer to each other is compared in JsonGraphTests.
        private static readonly string[] s_ours =
        {
            "surrogate", "graph ", "bcl ", "Rune", "hidden", "callback", "ignored and included", "readonly struct",
            "readonly field and default", "constructor chosen", "own dictionary from nothing", "class of own", "private setters",
                "private state",
            // As a member of type object it reads a JsonElement.
            "object", "List<object?>", "Dictionary<string, object?>", "Tagged",
            "private init", "constructor and required", "marker", "keeper", "List<keeper>", "List<migrated base>",
            // It writes them as objects without members.
            "inline array", "class of inline arrays",
        };

        // It writes the top of a stack first and reads it as the bottom, so that the stack comes back turned around.
        private static readonly string[] s_turned =
            { "Stack<int>", "Stack<string?>?[]", "ConcurrentStack<string?>", "class of collections", "class of collections 9",
            "ImmutableStack<string?>?[]", "IImmutableStack<int>" };

        // It writes them, and cannot read them; from null it makes a document that holds null.
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

        public static IEnumerable<object[]> Readable() => Known().Where(c => !s_turned.Contains((string)c[0]));

        public static IEnumerable<object[]> Writable() =>
            Known().Where(c => !s_onlyWritten.Contains((string)c[0])
            && !s_vectors.Any(v => ((string)c[0]).Contains(v, StringComparison.Ordinal)));

        [Theory]
        [MemberData(nameof(Readable))]
        public void Its_text_is_read_here(string name)
        {
            TestCase test = CaseData.Get(name);
            string json = JsonSerializer.Serialize(test.Value, test.Type, s_options);
            JsonRoundTripTests.AssertEqual(test, test.DeserializeJson(json, s_kitbag), json);
        }

        [Theory]
        [MemberData(nameof(Writable))]
        public void It_reads_text_from_here(string name)
        {
            TestCase test = CaseData.Get(name);
            string json = test.SerializeJson(s_kitbag);
            JsonRoundTripTests.AssertEqual(test, JsonSerializer.Deserialize(json, test.Type, s_options), json);
        }
    }
}
