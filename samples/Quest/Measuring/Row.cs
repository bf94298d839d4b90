namespace Quest.Measuring
{
    /// <summary>What one serializer made of the input.</summary>
    /// <param name="Name">The serializer.</param>
    /// <param name="Bytes">The file's size, if it could save.</param>
    /// <param name="Save">How saving went.</param>
    /// <param name="Load">How loading in a fresh process went, if there was something to load.</param>
    public sealed record Row(string Name, long? Bytes, Outcome Save, Outcome? Load)
    {
        /// <summary>Whether what was loaded is what was saved.</summary>
        public bool IsEqual => Save.Problem == null && Load is { Problem: null };

        /// <summary>"yes", or what is wrong.</summary>
        public string Verdict => IsEqual ? "yes" : Save.Problem ?? Load!.Problem!;
    }
}
