namespace Kitbag.Cli.Output
{
    /// <summary>JSON options of the tool for reading, and for writing what it reads again.</summary>
    internal static class JsonTexts
    {
        /// <summary>Accepts JSON written by people; an unknown member is an error.</summary>
        public static KitbagJsonOptions Reading { get; } = new KitbagJsonOptions
        {
            EnumsByName = true,
            AllowComments = true,
            AllowTrailingCommas = true,
            UnknownMembers = KitbagJsonUnknownMembers.Refuse,
            NonFinite = KitbagJsonNonFinite.AsStrings,
            MaxDepth = 256,
        };
    }
}
