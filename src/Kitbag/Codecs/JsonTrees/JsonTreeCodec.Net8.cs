using System.Text.Json;

namespace Kitbag.Codecs
{
    // How System.Text.Json parses the text.
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
