using System;
using System.IO;
using System.Linq;

namespace Kitbag.Files.Tests
{
    /// <summary>A folder that is deleted after the test.</summary>
    public abstract class TemporaryFolder : IDisposable
    {
        protected string Folder { get; } = Directory.CreateTempSubdirectory("kitbag-files-").FullName;

        public void Dispose()
        {
            Directory.Delete(Folder, true);
            GC.SuppressFinalize(this);
        }

        protected string At(string name) => Path.Combine(Folder, name);

        protected string[] Names() => Directory.GetFiles(Folder).Select(f => Path.GetFileName(f)!).Order(StringComparer.Ordinal).ToArray();

        protected static byte[] Noise(int length, int seed = 1)
        {
            var bytes = new byte[length];
            new Random(seed).NextBytes(bytes);
            return bytes;
        }
    }
}
