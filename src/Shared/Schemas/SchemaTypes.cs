namespace Kitbag.Schemas
{
    /// <summary>Helper methods for types of schemas, for comparing and displaying them.</summary>
    internal static class SchemaTypes
    {
        /// <summary>Returns the name without namespaces, if there is one.</summary>
        public static string ShortName(string name)
        {
            int dot = name.LastIndexOf('.');
            return dot < 0 || dot == name.Length - 1 ? name : name.Substring(dot + 1);
        }
    }
}
