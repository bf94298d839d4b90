using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Types of a schema as C# names them.</summary>
    internal static class TypeNames
    {
        public static string Of(SchemaType type) => Of(type, 8);

        private static string Of(SchemaType? type, int depth)
        {
            if (type == null || depth == 0)
                return "…";
            switch (type.Kind)
            {
                case SchemaKind.Sequence when type.Rank > 1: return OfGrid(type, depth);
                case SchemaKind.Sequence: return OfSequence(type.Element, depth);
                case SchemaKind.Map: return "Dictionary<" + Of(type.Key, depth - 1) + ", " + Of(type.Element, depth - 1) + ">";
                case SchemaKind.Nullable: return Of(type.Element, depth - 1) + "?";
                case SchemaKind.Reference: return Of(type.Element, depth - 1);
                default: return type.ToString();
            }
        }

        private static string OfGrid(SchemaType type, int depth)
        {
            SchemaType element = type.Element!;
            while (element.Rank != 0)
                element = element.Element!;
            return Of(element, depth - 1) + "[" + new string(',', type.Rank - 1) + "]";
        }

        // For arrays of arrays, the innermost type comes first.
        private static string OfSequence(SchemaType? element, int depth) => Of(element, depth - 1) + "[]";
    }
}
