namespace Kitbag.Json
{
    /// <summary>Names that Kitbag gives in JSON where a type gives none.</summary>
    internal static class JsonForm
    {
        /// <summary>The members of a key with its value, where the key is no name.</summary>
        public static JsonMembers Pair { get; } = new JsonMembers().Add("Key").Add("Value");

        /// <summary>The name of the type discriminator, where no attribute gives another.</summary>
        public const string TypeName = "$type";

        /// <summary>
        /// The members of a value that is no object, where its type has to be told: of collections the second, as System.Text.Json has it.
        /// </summary>
        public static JsonMembers Case { get; } = new JsonMembers().AddFixed("$value").AddFixed("$values");

        /// <summary>
        /// The member of the outermost tracked object under which those stand that are nested too deep to stand where they are met.
        /// </summary>
        public static JsonMembers Objects { get; } = new JsonMembers().AddFixed("$objects");
    }
}
