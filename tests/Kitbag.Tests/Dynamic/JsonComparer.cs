using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Text.Json;

namespace Kitbag.Tests
{
    /// <summary>What a schema does not tell, so that JSON of a document without its types is another text there.</summary>
    [Flags]
    internal enum Untold
    {
        /// <summary>The order of members alone: they stand in the order of their names.</summary>
        Order = 0,

        /// <summary>The names that attributes give to the types of a union.</summary>
        UnionNames = 1,

        /// <summary>That bytes are a BigInteger.</summary>
        BigIntegers = 2,

        /// <summary>That a list of one value is a Lazy.</summary>
        Lazies = 4,

        /// <summary>That a text is a tree of JSON.</summary>
        Trees = 8,

        /// <summary>That a map holds what no member took.</summary>
        ExtensionData = 16,

        /// <summary>What initializers set, so that a member that is left out has it.</summary>
        Initializers = 32,

        /// <summary>That a list is a set, whose order has no meaning.</summary>
        Sets = 64,
    }

    /// <summary>Compares JSON of a typed value with that of its document: the same but for what a schema does not tell.</summary>
    internal sealed class JsonLikeness
    {
        private readonly Untold _untold;
        private readonly Dictionary<string, JsonElement> _typedIds = [], _textIds = [];
        private readonly Dictionary<string, string> _pairs = [];

        private JsonLikeness(Untold untold) => _untold = untold;

        /// <summary>Where the texts differ by more than that, or null.</summary>
        public static string? Difference(string typed, string text, Untold untold)
        {
            var options = new JsonDocumentOptions { MaxDepth = 1000 };
            using JsonDocument first = JsonDocument.Parse(typed, options), second = JsonDocument.Parse(text, options);
            var likeness = new JsonLikeness(untold);
            likeness.CollectIds(first.RootElement, likeness._typedIds);
            likeness.CollectIds(second.RootElement, likeness._textIds);
            return likeness.Difference(first.RootElement, second.RootElement, "$");
        }

        private bool Has(Untold one) => (_untold & one) != 0;

        private void CollectIds(JsonElement element, Dictionary<string, JsonElement> ids)
        {
            if (element.ValueKind == JsonValueKind.Object)
            {
                if (element.TryGetProperty("$id", out JsonElement id))
                    ids.Add(id.GetString()!, element);
                foreach (JsonProperty member in element.EnumerateObject())
                    CollectIds(member.Value, ids);
            }
            else if (element.ValueKind == JsonValueKind.Array)
            {
                foreach (JsonElement item in element.EnumerateArray())
                    CollectIds(item, ids);
            }
        }

        private string? Difference(JsonElement typed, JsonElement text, string path)
        {
            string? typedId = IdOf(typed), textId = IdOf(text);
            if (typedId != null || textId != null)
            {
                // Which of two places has the object depends on the order of members.
                if (typedId == null || textId == null)
                    return path + ": only one of them has an identity";
                if (_pairs.TryGetValue(typedId, out string? paired))
                    return paired == textId ? null : path + ": other objects";
                _pairs.Add(typedId, textId);
                typed = _typedIds[typedId];
                text = _textIds[textId];
            }
            if (Has(Untold.Trees) && text.ValueKind == JsonValueKind.String && text.GetString() == typed.GetRawText())
                return null;
            if (Has(Untold.BigIntegers) && typed.ValueKind == JsonValueKind.Number && text.ValueKind == JsonValueKind.String)
                return new BigInteger(text.GetBytesFromBase64()).ToString() == typed.GetRawText() ? null : path + ": other integers";
            if (Has(Untold.Lazies) && text.ValueKind == JsonValueKind.Array && text.GetArrayLength() == 1
                && (typed.ValueKind != JsonValueKind.Array || typed.GetArrayLength() != 1))
                return Difference(typed, text[0], path);
            if (typed.ValueKind != text.ValueKind)
                return path + ": " + typed.GetRawText() + " and " + text.GetRawText();
            return typed.ValueKind switch
            {
                JsonValueKind.Object => MembersDifference(typed, text, path),
                JsonValueKind.Array => ItemsDifference(typed, text, path),
                _ => typed.GetRawText() == text.GetRawText() ? null : path + ": " + typed.GetRawText() + " and " + text.GetRawText(),
            };
        }

        private static string? IdOf(JsonElement element) =>
            element.ValueKind == JsonValueKind.Object && (element.TryGetProperty("$id", out JsonElement id)
                || element.TryGetProperty("$ref", out id)) ? id.GetString() : null;

        private string? MembersDifference(JsonElement typed, JsonElement text, string path)
        {
            Dictionary<string, JsonElement> there = text.EnumerateObject().Where(m => m.Name != "$id")
                .ToDictionary(m => m.Name, m => m.Value);
            if (Has(Untold.ExtensionData) && there.Remove("Others", out JsonElement others) && others.ValueKind == JsonValueKind.Object)
            {
                foreach (JsonProperty other in others.EnumerateObject())
                    there.Add(other.Name, other.Value);
            }
            foreach (JsonProperty member in typed.EnumerateObject().Where(m => m.Name != "$id"))
            {
                string at = path + "." + member.Name;
                if (!there.Remove(member.Name, out JsonElement value))
                {
                    if (Has(Untold.Initializers) && IsDefault(member.Value))
                        continue;
                    return at + ": only the typed text has it";
                }
                string? difference = member.Name == "$type" && Has(Untold.UnionNames)
                    ? AttributeName(member.Value.GetString()!) == AttributeName(value.GetString()!) ? null : at + ": other types"
                    : Difference(member.Value, value, at);
                if (difference != null)
                    return difference;
            }
            return there.Count == 0 ? null : path + "." + there.Keys.First() + ": only the text of the document has it";
        }

        // The attributes of the cases spell the names of the types with a small letter.
        private static string AttributeName(string name) => char.ToLowerInvariant(name[0]) + name[1..];

        private static bool IsDefault(JsonElement value) => value.ValueKind is JsonValueKind.Null or JsonValueKind.False
            || value.GetRawText() is "0" or "0.0";

        private string? ItemsDifference(JsonElement typed, JsonElement text, string path)
        {
            if (typed.GetArrayLength() != text.GetArrayLength())
                return path + ": " + typed.GetArrayLength() + " and " + text.GetArrayLength() + " items";
            int at = 0;
            IEnumerable<JsonElement> items = typed.EnumerateArray(), others = text.EnumerateArray();
            if (Has(Untold.Sets) && !items.Any(i => i.ValueKind is JsonValueKind.Object or JsonValueKind.Array))
            {
                items = items.OrderBy(i => i.GetRawText(), StringComparer.Ordinal);
                others = others.OrderBy(i => i.GetRawText(), StringComparer.Ordinal);
            }
            foreach ((JsonElement one, JsonElement other) in items.Zip(others))
            {
                if (Difference(one, other, path + "[" + at++ + "]") is { } difference)
                    return difference;
            }
            return null;
        }
    }
}
