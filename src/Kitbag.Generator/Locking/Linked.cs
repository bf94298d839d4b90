namespace Kitbag.Schema
{
    // A class of the same name as the one that linked files of the library refer to. The library's own is public, and projects that
    // reference both assemblies would find two.
    internal static class KitbagException
    {
        /// <summary>A name, truncated to a length for messages.</summary>
        public static string Cut(string name) => name.Length <= 100 ? name : name.Substring(0, 100) + "…";
    }
}
