namespace Quest.Measuring
{
    /// <summary>The results of one serializer.</summary>
    /// <param name="Name">The serializer.</param>
    /// <param name="Bytes">The size of the file, if saving succeeded.</param>
    /// <param name="Save">The result of saving.</param>
    /// <param name="Load">The result of loading in a new process, if there was a file to load.</param>
    public sealed record Row(string Name, long? Bytes, Outcome Save, Outcome? Load)
    {
        /// <summary>Whether the loaded value equals the saved one.</summary>
        public bool IsEqual => Save.Problem == null && Load is { Problem: null };

        /// <summary>"yes", or the problem.</summary>
        public string Verdict => IsEqual ? "yes" : Save.Problem ?? Load!.Problem!;
    }
}
