namespace Kitbag.Generator.Model
{
    /// <summary>The lock file of a project, as the build names it.</summary>
    /// <param name="Path">Where it is; empty where the project has none.</param>
    /// <param name="Text">What it holds; null where it is not there.</param>
    /// <param name="Mode">What to do besides comparing: <see cref="Update"/>, <see cref="Check"/>, or nothing.</param>
    /// <param name="Release">The name of the release that an update makes; empty where it makes none.</param>
    internal sealed record LockInput(string Path, string? Text, string Mode, string Release)
    {
        /// <summary>The modes that a build asks for.</summary>
        public const string Update = "Update", Check = "Check";

        /// <summary>The name of the file.</summary>
        public string Name => System.IO.Path.GetFileName(Path);

        /// <summary>Whether a mode is asked for, in whatever case.</summary>
        public bool Is(string mode) => string.Equals(Mode, mode, System.StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>What came of the comparison of a project's types with its lock file.</summary>
    /// <param name="Diagnostics">What is reported.</param>
    /// <param name="Text">The new lock file, where the build asks for it; else null.</param>
    internal sealed record LockResult(EquatableArray<DiagnosticModel> Diagnostics, string? Text)
    {
        /// <summary>Of a project without a lock file.</summary>
        public static readonly LockResult None = new LockResult(EquatableArray<DiagnosticModel>.Empty, null);
    }
}
