using System.ComponentModel;
using System.Text.Json.Nodes;

namespace Kitbag.Codecs
{
    /// <summary><see cref="JsonArray"/>: the text of an array of JSON.</summary>
    [CodecFor(typeof(JsonArray), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonArrayCodec : JsonNodesCodec<JsonArray>
    {
        /// <summary>The only instance.</summary>
        public static readonly JsonArrayCodec Instance = new JsonArrayCodec();

        private JsonArrayCodec()
        {
        }
    }
}
