using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Output;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    /// <summary>Formats types of a schema in C# notation.</summary>
    internal static class TypeText
    {
        // An untrusted schema may be nested so deeply that its complete text would be too long.
        private const int MostDepth = 6;

        public static string Of(SchemaType type) => Of(type, MostDepth);

        /// <summary>Returns all types that a type reaches, itself first, each once.</summary>
        public static List<SchemaType> All(SchemaType root)
        {
            var found = new List<SchemaType>();
            var seen = new HashSet<SchemaType>(ReferenceEqualityComparer.Instance);
            Meet(root);
            for (int i = 0; i < found.Count; i++)
            {
                SchemaType type = found[i];
                Meet(type.Key);
                Meet(type.Element);
                foreach (SchemaMember member in type.Members)
                    Meet(member.Type);
            }
            return found;

            void Meet(SchemaType? type)
            {
                if (type != null && seen.Add(type))
                    found.Add(type);
            }
        }

        /// <summary>Returns the names of the types of all unions, which JSON contains as type discriminators.</summary>
        public static HashSet<string> Cases(SchemaType root) =>
            [.. All(root).Where(t => t.Kind == SchemaKind.Union).SelectMany(t => t.Members).Select(m => m.Name)];

        private static string Of(SchemaType? type, int depth)
        {
            if (type == null || depth == 0)
                return "…";
            switch (type.Kind)
            {
                case SchemaKind.Sequence when type.Rank > 1:
                    return TypeNames.Of(type);
                case SchemaKind.Sequence:
                    return Of(type.Element, depth - 1) + "[]";
                case SchemaKind.Map:
                    return "Dictionary<" + Of(type.Key, depth - 1) + ", " + Of(type.Element, depth - 1) + ">";
                case SchemaKind.Nullable:
                    return Of(type.Element, depth - 1) + "?";
                case SchemaKind.Reference:
                    return Of(type.Element, depth - 1);
                case SchemaKind.Object or SchemaKind.Record or SchemaKind.Enum or SchemaKind.Union:
                    return type.Name.Length == 0 ? "(unnamed)" : Plain.Text(type.Name);
                default:
                    // Built-in types are formatted as in C#.
                    return type.ToString();
            }
        }
    }
}
