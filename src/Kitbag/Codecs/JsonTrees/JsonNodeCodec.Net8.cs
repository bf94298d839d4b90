using System.ComponentModel;
using System.Text.Json.Nodes;

namespace Kitbag.Codecs
{
    /// <summary><see cref="JsonNode"/>: the text of any JSON but null.</summary>
    [CodecFor(typeof(JsonNode), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonNodeCodec : JsonNodesCodec<JsonNode>
    {
        /// <summary>The only instance.</summary>
        public static readonly JsonNodeCodec Instance = new JsonNodeCodec();

        private JsonNodeCodec()
        {
        }
    }
}
