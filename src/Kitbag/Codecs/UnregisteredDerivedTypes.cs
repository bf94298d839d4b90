namespace Kitbag.Codecs
{
    /// <summary>The exception for a value whose type has no codec as a case of the declared type.</summary>
    internal static class UnregisteredDerivedTypes
    {
        /// <summary>An exception that names the type and describes the remedy.</summary>
        /// <param name="value">The value.</param>
        /// <param name="declared">The declared type's name.</param>
        public static KitbagException Of(object value, string declared)
        {
            string found = TypeText.Of(value.GetType());
            return new KitbagException(
                KitbagErrorReason.NotSupported,
                "Found a '" + found + "' where a '" + declared
                    + "' is declared; no codec was generated for it there. If the compiler excluded it, KIT0028 says what to do. "
                    + "Otherwise the project that makes the call does not know the type: add [assembly: "
                    + "KitbagSerializable(typeof(" + found + "))] to a project that does. This has no effect in a plugin loaded at "
                    + "run time, or if the type that the call writes is internal: then make it public.");
        }
    }
}
