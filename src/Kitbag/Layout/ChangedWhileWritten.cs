namespace Kitbag.Layout
{
    /// <summary>Exceptions for values that change while they are written.</summary>
    internal static class ChangedWhileWritten
    {
        /// <summary>A collection enumerated another number of elements than its count.</summary>
        public static KitbagException Collection() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "A collection enumerates more or fewer elements than its count: it must not change while it is written.");

        /// <summary>Numbers have changed since the form in which they are stored was chosen.</summary>
        public static KitbagException Numbers() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "Numbers were changed by another thread: a value must not change while it is written.");

        /// <summary>A string has changed since its length was computed.</summary>
        public static KitbagException String() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "A string was replaced by another thread: a value must not change while it is written.");
    }
}
