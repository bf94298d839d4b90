using Kitbag.Schema;

namespace Kitbag.Codecs
{
    internal sealed partial class CodecsOfSchema
    {
        // Types that older runtimes lack.
        private static Made? Newer(SchemaKind kind) => kind switch
        {
            SchemaKind.Half => Of(HalfCodec.Instance),
            SchemaKind.Int128 => Of(Int128Codec.Instance),
            SchemaKind.UInt128 => Of(UInt128Codec.Instance),
            SchemaKind.DateOnly => Of(DateOnlyCodec.Instance),
            SchemaKind.TimeOnly => Of(TimeOnlyCodec.Instance),
            _ => null,
        };

        private static Made? NewerNullable(SchemaKind kind) => kind switch
        {
            SchemaKind.Half => Nullable(HalfCodec.Instance),
            SchemaKind.Int128 => Nullable(Int128Codec.Instance),
            SchemaKind.UInt128 => Nullable(UInt128Codec.Instance),
            SchemaKind.DateOnly => Nullable(DateOnlyCodec.Instance),
            SchemaKind.TimeOnly => Nullable(TimeOnlyCodec.Instance),
            _ => null,
        };
    }
}
