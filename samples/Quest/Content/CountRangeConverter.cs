using System;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Quest.Content
{
    /// <summary>Reads a range, which the files store as <c>[1, 3]</c>, with <c>null</c> for an open bound.</summary>
    internal sealed class CountRangeConverter : JsonConverter<CountRange>
    {
        public override CountRange Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            if (reader.TokenType != JsonTokenType.StartArray)
            {
                throw Wrong();
            }

            var range = new CountRange { Min = End(ref reader), Max = End(ref reader) };
            return reader.Read() && reader.TokenType == JsonTokenType.EndArray ? range : throw Wrong();
        }

        public override void Write(Utf8JsonWriter writer, CountRange value, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        private static int? End(ref Utf8JsonReader reader)
        {
            if (!reader.Read())
            {
                throw Wrong();
            }

            return reader.TokenType switch
            {
                JsonTokenType.Null => null,
                JsonTokenType.Number when reader.TryGetInt32(out int end) => end,
                _ => throw Wrong(),
            };
        }

        private static JsonException Wrong() => new JsonException("A range must have two ends, each a number or null.");
    }
}
