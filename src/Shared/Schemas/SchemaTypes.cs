using Kitbag.Schema;

namespace Kitbag.Schemas
{
    /// <summary>What is asked of types of schemas by whoever compares or shows them.</summary>
    internal static class SchemaTypes
    {
        /// <summary>The name without namespaces, if it has one.</summary>
        public static string ShortName(string name)
        {
            int dot = name.LastIndexOf('.');
            return dot < 0 || dot == name.Length - 1 ? name : name.Substring(dot + 1);
        }

        /// <summary>Whether it is what stands for a member of type object.</summary>
        public static bool IsAny(SchemaType type) =>
            type.Kind == SchemaKind.Object && !type.IsStruct && type.Name == "object" && type.Members.Count == 5
                && type.Members[0].Name == "Bytes" && type.Members[1].Name == "Integers" && type.Members[4].Name == "Types";
    }
}
