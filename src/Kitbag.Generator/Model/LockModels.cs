namespace Kitbag.Generator.Model
{
    /// <summary>Describes the lock file of a project as specified by the build.</summary>
    /// <param name="Path">Its path; empty if the project has none.</param>
    /// <param name="Text">Its text, or null if it does not exist.</param>
    /// <param name="Mode">The operation in addition to the comparison: <see cref="Update"/>, <see cref="Check"/>, or none.</param>
    /// <param name="Release">The name of the release that an update creates; empty for none.</param>
    internal sealed record LockInput(string Path, string? Text, string Mode, string Release)
    {
        /// <summary>Gets or initializes a value indicating whether the file has the order and the names of members in JSON.</summary>
        public bool HasJson { get; init; }

        /// <summary>The modes that a build asks for.</summary>
        public const string Update = "Update", Check = "Check";

        /// <summary>The name of the file.</summary>
        public string Name => System.IO.Path.GetFileName(Path);

        /// <summary>Returns whether a mode is requested, ignoring case.</summary>
        public bool Is(string mode) => string.Equals(Mode, mode, System.StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Contains the result of comparing a project's types with its lock file.</summary>
    /// <param name="Diagnostics">The diagnostics to report.</param>
    /// <param name="Text">The new lock file if the build requests it; otherwise null.</param>
    internal sealed record LockResult(EquatableArray<DiagnosticModel> Diagnostics, string? Text)
    {
        /// <summary>The result for a project without a lock file.</summary>
        public static readonly LockResult None = new LockResult(EquatableArray<DiagnosticModel>.Empty, null);
    }
}
