namespace Kitbag.Layout
{
    /// <summary>The message for the case that a value changes while it is written.</summary>
    internal static class ChangedWhileWritten
    {
        /// <summary>A collection gave another number of elements than it said.</summary>
        public static KitbagException Collection() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "A collection gives more or fewer elements than it said it had: it must not change while it is written.");

        /// <summary>A string is not the one that was measured.</summary>
        public static KitbagException String() => new KitbagException(
            KitbagErrorReason.NotSupported,
            "A string was exchanged for another one by another thread: a value must not change while it is written.");
    }
}
