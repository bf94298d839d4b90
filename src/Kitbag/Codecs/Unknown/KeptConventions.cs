namespace Kitbag.Codecs
{
    /// <summary>
    /// The conventions of JSON texts that are kept, as characters: the options without which a text may be read otherwise than its program
    /// would have read it.
    /// </summary>
    internal static class KeptConventions
    {
        // The naming of members plus three times that of enums; 'a' instead of '0' for texts whose members are found in any case.
        private const int Namings = 9;

        private static readonly KitbagJsonOptions?[] s_options = new KitbagJsonOptions?[3 * 2 * Namings];

        /// <summary>Returns whether a character stands for conventions.</summary>
        public static bool Are(char conventions) => Index(conventions) >= 0;

        /// <summary>Returns the conventions of a text that is read with options.</summary>
        public static char Of(KitbagJsonOptions options) =>
            (char)((options.CaseInsensitive ? 'a' : '0') + (int)options.Naming + 3 * (int)options.EnumNaming);

        /// <summary>Returns the options to read a text with.</summary>
        /// <param name="conventions">Its conventions.</param>
        /// <param name="unknownCases">How values of types that the program lacks are handled.</param>
        public static KitbagJsonOptions OptionsFor(char conventions, KitbagUnknownCases unknownCases = KitbagUnknownCases.Refuse)
        {
            int index = Index(conventions), namings = index % Namings;
            return s_options[(2 * Namings * (int)unknownCases) + index] ??= new KitbagJsonOptions
            {
                MaxDepth = 1000,
                Naming = (KitbagJsonNaming)(namings % 3),
                EnumNaming = (KitbagJsonNaming)(namings / 3),
                CaseInsensitive = index >= Namings,
                NonFinite = KitbagJsonNonFinite.AsStrings,
                AllowNumbersInStrings = true,
                UnknownCases = unknownCases,
            };
        }

        private static int Index(char conventions) => conventions is >= '0' and < (char)('0' + Namings) ? conventions - '0'
            : conventions is >= 'a' and < (char)('a' + Namings) ? conventions - 'a' + Namings : -1;
    }
}
