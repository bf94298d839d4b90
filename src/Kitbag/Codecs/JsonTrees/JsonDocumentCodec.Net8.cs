using System;
using System.ComponentModel;
using System.Text.Json;

namespace Kitbag.Codecs
{
    /// <summary><see cref="JsonDocument"/>: its text. In JSON, null is a null document.</summary>
    [CodecFor(typeof(JsonDocument), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonDocumentCodec : JsonTreeCodec<JsonDocument>
    {
        /// <summary>The only instance.</summary>
        public static readonly JsonDocumentCodec Instance = new JsonDocumentCodec();

        private JsonDocumentCodec()
        {
        }

        // Its table grows by doubling, and is not returned to the pool before the document is disposed.
        private protected override int CostOfCharacter => 24;

        private protected override ReadOnlySpan<byte> TextOf(JsonDocument value) => Utf8.GetBytes(value.RootElement.GetRawText());

        private protected override JsonDocument Parse(ReadOnlySpan<byte> text) => JsonDocument.Parse(text.ToArray(), Parsing);
    }
}
