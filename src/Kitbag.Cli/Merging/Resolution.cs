namespace Kitbag.Cli.Merging
{
    /// <summary>The side whose values resolve the conflicts of a merge.</summary>
    internal enum Resolution
    {
        /// <summary>Conflicts are not resolved.</summary>
        None,

        Ours,

        Theirs,

        Base,
    }
}
