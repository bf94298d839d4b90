namespace Kitbag.Relay.Backplane
{
    /// <summary>What reading the history of a stream came to.</summary>
    /// <param name="IsComplete">
    /// Whether the first entry that was read is the one behind the position that was asked for. Otherwise entries between the two are gone,
    /// or the position is of another epoch, and reading began with the oldest entry that there is.
    /// </param>
    /// <param name="Through">
    /// The position up to which history was read: that of the last entry which the receiver had been given when reading began, or a later
    /// one.
    /// </param>
    internal readonly record struct KeptHistory(bool IsComplete, KeptPosition Through);
}
