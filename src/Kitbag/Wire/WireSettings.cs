namespace Kitbag.Wire
{
    /// <summary>What a writer of bytes has to know of how a call wants them.</summary>
    internal readonly struct WireSettings
    {
        public WireSettings(KitbagNumbers numbers, bool checksum = false)
        {
            Numbers = numbers;
            Checksum = checksum;
        }

        /// <summary>How numbers are stored where many stand together.</summary>
        public KitbagNumbers Numbers { get; }

        /// <summary>Whether a checksum of all bytes is taken while they are written.</summary>
        public bool Checksum { get; }
    }
}
