using System;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Quest.Content
{
    /// <summary>The files have a range as <c>[1, 3]</c>, with <c>null</c> for an end that is open.</summary>
    internal sealed class CountRangeConverter : JsonConverter<CountRange>
    {
        public override CountRange Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            int?[]? ends = JsonSerializer.Deserialize<int?[]>(ref reader, options);
            return ends is [var min, var max]
                ? new CountRange { Min = min, Max = max }
                : throw new JsonException("A range must have two ends, each a number or null.");
        }

        public override void Write(Utf8JsonWriter writer, CountRange value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, new[] { value.Min, value.Max }, options);
    }
}
