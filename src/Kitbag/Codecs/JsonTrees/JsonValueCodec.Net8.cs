using System.ComponentModel;
using System.Text.Json.Nodes;

namespace Kitbag.Codecs
{
    /// <summary><see cref="JsonValue"/>: the text of a string, a number, true or false of JSON.</summary>
    [CodecFor(typeof(JsonValue), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonValueCodec : JsonNodesCodec<JsonValue>
    {
        /// <summary>The only instance.</summary>
        public static readonly JsonValueCodec Instance = new JsonValueCodec();

        private JsonValueCodec()
        {
        }
    }
}
