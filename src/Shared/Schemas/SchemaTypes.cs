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
    }
}
