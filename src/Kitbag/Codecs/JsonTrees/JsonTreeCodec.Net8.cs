using System.Text.Json;

namespace Kitbag.Codecs
{
    // Parses the text with System.Text.Json.
    public abstract partial class JsonTreeCodec<T>
    {
        private protected static readonly JsonDocumentOptions Parsing = new JsonDocumentOptions
        {
            MaxDepth = MaxDepth,
            CommentHandling = JsonCommentHandling.Skip,
            AllowTrailingCommas = true,
        };
    }
}
