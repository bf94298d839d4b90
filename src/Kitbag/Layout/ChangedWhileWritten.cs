namespace Kitbag.Layout
{
    /// <summary>The message for the case that a value changes while it is written.</summary>
    internal static class ChangedWhileWritten
    {
        /// <summary>A collection gave another number of elements than it said.</summary>
        public static KitbagException Collection() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "A collection enumerates more or fewer elements than its count: it must not change while it is written.");

        /// <summary>Numbers are not the ones of which it was decided how to store them.</summary>
        public static KitbagException Numbers() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "Numbers were changed by another thread: a value must not change while it is written.");

        /// <summary>A string is not the one that was measured.</summary>
        public static KitbagException String() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "A string was replaced by another thread: a value must not change while it is written.");
    }
}
