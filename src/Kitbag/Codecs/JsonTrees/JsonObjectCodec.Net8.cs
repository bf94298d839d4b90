using System.ComponentModel;
using System.Text.Json.Nodes;

namespace Kitbag.Codecs
{
    /// <summary><see cref="JsonObject"/>: the text of an object of JSON.</summary>
    [CodecFor(typeof(JsonObject), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonObjectCodec : JsonNodesCodec<JsonObject>
    {
        /// <summary>The only instance.</summary>
        public static readonly JsonObjectCodec Instance = new JsonObjectCodec();

        private JsonObjectCodec()
        {
        }
    }
}
