namespace Kitbag.Cli.Output
{
    /// <summary>How the tool reads JSON, and writes what it reads again.</summary>
    internal static class JsonTexts
    {
        /// <summary>What people write is accepted; what is not a member is a mistake.</summary>
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
