namespace Kitbag.Wire
{
    /// <summary>What a writer of bytes has to know of how a call wants them.</summary>
    internal readonly struct WireSettings
    {
        public WireSettings(KitbagNumbers numbers)
        {
            Numbers = numbers;
        }

        /// <summary>How numbers are stored where many stand together.</summary>
        public KitbagNumbers Numbers { get; }
    }
}
