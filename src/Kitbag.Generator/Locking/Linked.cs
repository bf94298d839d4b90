namespace Kitbag.Schema
{
    // Stands where the files of the library that are linked here name it: the library's own is public, and whoever refers to both
    // assemblies would find two.
    internal static class KitbagException
    {
        /// <summary>A name, cut to a length for messages.</summary>
        public static string Cut(string name) => name.Length <= 100 ? name : name.Substring(0, 100) + "…";
    }
}
