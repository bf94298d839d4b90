using System;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Quest.Content
{
    /// <summary>The files have a range as <c>[1, 3]</c>, or <c>[1, null]</c> without an end.</summary>
    internal sealed class CountRangeConverter : JsonConverter<CountRange>
    {
        public override CountRange Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            int?[]? ends = JsonSerializer.Deserialize<int?[]>(ref reader, options);
            return ends is [int min, var max]
                ? new CountRange { Min = min, Max = max }
                : throw new JsonException("A range must be two numbers, or a number and null.");
        }

        public override void Write(Utf8JsonWriter writer, CountRange value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, new[] { value.Min, value.Max }, options);
    }
}
