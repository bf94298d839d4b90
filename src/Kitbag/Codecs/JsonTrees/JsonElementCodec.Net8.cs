using System;
using System.ComponentModel;
using System.Text.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="JsonElement"/>: its text. An unassigned element (<see cref="JsonValueKind.Undefined"/>) is null, and cannot be written as
    /// JSON.
    /// </summary>
    [CodecFor(typeof(JsonElement), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonElementCodec : JsonTreeCodec<JsonElement>
    {
        /// <summary>The only instance.</summary>
        public static readonly JsonElementCodec Instance = new JsonElementCodec();

        private JsonElementCodec()
        {
        }

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<JsonElement> values)
        {
            foreach (ref readonly JsonElement value in values)
            {
                if (value.ValueKind != JsonValueKind.Undefined)
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(JsonElement value) =>
            value.ValueKind == JsonValueKind.Undefined ? null! : base.ToSurrogate(value);

        private protected override ReadOnlySpan<byte> TextOf(JsonElement value) => value.ValueKind != JsonValueKind.Undefined
            ? Utf8.GetBytes(value.GetRawText())
            : throw new KitbagException(KitbagErrorReason.NotSupported,
                "Found a JsonElement without a value (JsonValueKind.Undefined), which cannot be written as JSON: assign it a value, or "
                + "declare a JsonElement? that is null.");

        private protected override JsonElement Parse(ReadOnlySpan<byte> text)
        {
            var reader = new Utf8JsonReader(text, new JsonReaderOptions
            {
                MaxDepth = Parsing.MaxDepth,
                CommentHandling = Parsing.CommentHandling,
                AllowTrailingCommas = Parsing.AllowTrailingCommas,
            });
            JsonElement value = JsonElement.ParseValue(ref reader);
            // Throws if more data follows.
            reader.Read();
            return value;
        }
    }
}
