namespace Kitbag.Json
{
    /// <summary>Defines the names in JSON for which types specify no other names.</summary>
    internal static class JsonForm
    {
        /// <summary>The members of a key with its value, where the key is no name.</summary>
        public static JsonMembers Pair { get; } = new JsonMembers().Add("Key").Add("Value");

        /// <summary>The name of the type discriminator, unless an attribute specifies another one.</summary>
        public const string TypeName = "$type";

        /// <summary>
        /// Gets the members that contain a value that is not an object if its type must be specified: the second one for collections, as in
        /// System.Text.Json.
        /// </summary>
        public static JsonMembers Case { get; } = new JsonMembers().AddFixed("$value").AddFixed("$values");

        /// <summary>
        /// Gets the member of the outermost tracked object that contains the objects that are nested too deeply to be written where they
        /// occur.
        /// </summary>
        public static JsonMembers Objects { get; } = new JsonMembers().AddFixed("$objects");
    }
}
