using System;

namespace Quest.Measuring
{
    /// <summary>A serializer that takes part: how it saves and loads a value.</summary>
    public sealed record Candidate<T>(string Name, Func<T, byte[]> Save, Func<byte[], T> Load);
}
