using Kitbag.Schema;

namespace Kitbag.Codecs
{
    internal sealed partial class CodecsOfSchema
    {
        private static Made? Newer(SchemaKind kind) => null;

        private static Made? NewerNullable(SchemaKind kind) => null;
    }
}
