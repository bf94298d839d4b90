using System;
using System.IO;

namespace Kitbag.Cli.Tests
{
    /// <summary>A temporary folder with the saves of docs/cli.md.</summary>
    public sealed class TemporaryFolder : IDisposable
    {
        public TemporaryFolder()
        {
            Path = Directory.CreateTempSubdirectory("kitbag-cli-").FullName;
            Saves.Fill(Path);
        }

        public string Path { get; }

        public string this[string file] => System.IO.Path.Combine(Path, file);

        public void Dispose() => Directory.Delete(Path, recursive: true);
    }
}
