namespace Kitbag.Relay.Backplane
{
    /// <summary>Represents the result of reading the history of a stream.</summary>
    /// <param name="IsComplete">
    /// Whether the first entry that was read directly follows the requested position. Otherwise the entries between them no longer exist,
    /// or the position is of another epoch, and reading started with the oldest available entry.
    /// </param>
    /// <param name="Through">
    /// The position up to which history was read: that of the last entry that the receiver had been given when reading started, or a later
    /// one.
    /// </param>
    internal readonly record struct KeptHistory(bool IsComplete, KeptPosition Through);
}
