using System;

namespace Kitbag.Files
{
    /// <summary>Checks the values of options that files and logs have in common.</summary>
    internal static class FileSettings
    {
        public static KitbagCompression Check(KitbagCompression value) => value <= KitbagCompression.Brotli ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "There is no such compression.");

        public static KitbagDurability Check(KitbagDurability value) =>
            value is >= KitbagDurability.Full and <= KitbagDurability.None ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "There is no such durability.");

        public static TimeSpan CheckTimeout(TimeSpan value) => value >= TimeSpan.Zero ? value
            : throw new ArgumentOutOfRangeException(nameof(value), value, "Expected a time that is not negative.");
    }
}
