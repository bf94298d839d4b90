namespace Kitbag.Cli.Merging
{
    /// <summary>A place that both sides of a merge have changed.</summary>
    /// <param name="Path">The place.</param>
    /// <param name="Base">What was there, as JSON; null for nothing.</param>
    /// <param name="Ours">What is there on this side.</param>
    /// <param name="Theirs">What is there on the other one.</param>
    internal sealed record Conflict(string Path, string? Base, string? Ours, string? Theirs)
    {
        /// <summary>Returns the conflict as the other side sees it.</summary>
        public Conflict Swap() => this with { Ours = Theirs, Theirs = Ours };
    }
}
