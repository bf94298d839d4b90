using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Text.Json;

namespace Kitbag.Tests
{
    /// <summary>What a schema lacks, so that the JSON of a document differs from that of the typed value.</summary>
    [Flags]
    internal enum NotInSchema
    {
        /// <summary>Only the order of members: they are in the order of their names.</summary>
        Order = 0,

        /// <summary>The names that attributes give to the types of a union.</summary>
        UnionNames = 1,

        /// <summary>That bytes are a BigInteger.</summary>
        BigIntegers = 2,

        /// <summary>That a list of one value is a Lazy.</summary>
        Lazies = 4,

        /// <summary>That a string is JSON.</summary>
        Trees = 8,

        /// <summary>That a map is extension data.</summary>
        ExtensionData = 16,

        /// <summary>The values of initializers, which omitted members have.</summary>
        Initializers = 32,

        /// <summary>That a list is a set, whose order has no meaning.</summary>
        Sets = 64,
    }

    /// <summary>Compares the JSON of a typed value with that of its document, except for what the schema lacks.</summary>
    internal sealed class JsonComparer
    {
        private readonly NotInSchema _notInSchema;
        private readonly Dictionary<string, JsonElement> _typedIds = [], _textIds = [];
        private readonly Dictionary<string, string> _pairs = [];

        private JsonComparer(NotInSchema notInSchema) => _notInSchema = notInSchema;

        /// <summary>Returns the path of the first difference that the schema does not explain, or null.</summary>
        public static string? Difference(string typed, string text, NotInSchema notInSchema)
        {
            var options = new JsonDocumentOptions { MaxDepth = 1000 };
            using JsonDocument first = JsonDocument.Parse(typed, options), second = JsonDocument.Parse(text, options);
            var comparer = new JsonComparer(notInSchema);
            comparer.CollectIds(first.RootElement, comparer._typedIds);
            comparer.CollectIds(second.RootElement, comparer._textIds);
            return comparer.Difference(first.RootElement, second.RootElement, "$");
        }

        private bool Has(NotInSchema one) => (_notInSchema & one) != 0;

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
                // Which one of several references contains the object depends on the order of members.
                if (typedId == null || textId == null)
                    return path + ": only one of them has an identity";
                if (_pairs.TryGetValue(typedId, out string? paired))
                    return paired == textId ? null : path + ": other objects";
                _pairs.Add(typedId, textId);
                typed = _typedIds[typedId];
                text = _textIds[textId];
            }
            if (Has(NotInSchema.Trees) && text.ValueKind == JsonValueKind.String && text.GetString() == typed.GetRawText())
                return null;
            if (Has(NotInSchema.BigIntegers) && typed.ValueKind == JsonValueKind.Number && text.ValueKind == JsonValueKind.String)
                return new BigInteger(text.GetBytesFromBase64()).ToString() == typed.GetRawText() ? null : path + ": other integers";
            if (Has(NotInSchema.Lazies) && text.ValueKind == JsonValueKind.Array && text.GetArrayLength() == 1
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
            if (Has(NotInSchema.ExtensionData) && there.Remove("Others", out JsonElement others)
                && others.ValueKind == JsonValueKind.Object)
            {
                foreach (JsonProperty other in others.EnumerateObject())
                    there.Add(other.Name, other.Value);
            }
            foreach (JsonProperty member in typed.EnumerateObject().Where(m => m.Name != "$id"))
            {
                string at = path + "." + member.Name;
                if (!there.Remove(member.Name, out JsonElement value))
                {
                    if (Has(NotInSchema.Initializers) && IsDefault(member.Value))
                        continue;
                    return at + ": only the typed text has it";
                }
                string? difference = member.Name == "$type" && Has(NotInSchema.UnionNames)
                    ? AttributeName(member.Value.GetString()!) == AttributeName(value.GetString()!) ? null : at + ": other types"
                    : Difference(member.Value, value, at);
                if (difference != null)
                    return difference;
            }
            // The bytes of a BigInteger that is 0.
            if (Has(NotInSchema.Initializers) && Has(NotInSchema.BigIntegers))
                there = there.Where(m => m.Value.ValueKind != JsonValueKind.String || m.Value.GetString() != "AA==").ToDictionary();
            return there.Count == 0 ? null : path + "." + there.Keys.First() + ": only the text of the document has it";
        }

        // The attributes of the cases give the types names that begin with a lowercase letter.
        private static string AttributeName(string name) => char.ToLowerInvariant(name[0]) + name[1..];

        private static bool IsDefault(JsonElement value) => value.ValueKind is JsonValueKind.Null or JsonValueKind.False
            || value.GetRawText() is "0" or "0.0"
            || (value.ValueKind == JsonValueKind.Object && value.EnumerateObject().All(member => IsDefault(member.Value)));

        private string? ItemsDifference(JsonElement typed, JsonElement text, string path)
        {
            if (typed.GetArrayLength() != text.GetArrayLength())
                return path + ": " + typed.GetArrayLength() + " and " + text.GetArrayLength() + " items";
            int at = 0;
            IEnumerable<JsonElement> items = typed.EnumerateArray(), others = text.EnumerateArray();
            if (Has(NotInSchema.Sets) && !items.Any(i => i.ValueKind is JsonValueKind.Object or JsonValueKind.Array))
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
