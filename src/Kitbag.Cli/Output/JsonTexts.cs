namespace Kitbag.Cli.Output
{
    /// <summary>JSON options of the tool.</summary>
    internal static class JsonTexts
    {
        /// <summary>Writes parts of a document like 'kitbag json --compact' the whole document.</summary>
        public static KitbagJsonOptions Writing { get; } = new KitbagJsonOptions
        {
            EnumsByName = true,
            NonFinite = KitbagJsonNonFinite.AsStrings,
        };

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
