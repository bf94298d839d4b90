namespace Kitbag.Wire
{
    /// <summary>Contains the options of a call that a writer of bytes needs.</summary>
    internal readonly struct WireSettings
    {
        public WireSettings(KitbagNumbers numbers)
        {
            Numbers = numbers;
        }

        /// <summary>Gets a value that specifies how columns of numbers are stored.</summary>
        public KitbagNumbers Numbers { get; }
    }
}
