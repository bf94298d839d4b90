using System;
using System.Formats.Tar;
using System.IO;
using System.IO.Compression;

namespace Kitbag.Unity.Tests
{
    /// <summary>The package, unpacked like Unity's package manager does.</summary>
    public sealed class UnpackedPackage : IDisposable
    {
        private readonly string _folder = Directory.CreateTempSubdirectory("kitbag-unity-").FullName;

        public UnpackedPackage()
        {
            using FileStream archive = File.OpenRead(Locations.Archive);
            using var plain = new GZipStream(archive, CompressionMode.Decompress);
            TarFile.ExtractToDirectory(plain, _folder, overwriteFiles: false);
        }

        /// <summary>The folder with package.json.</summary>
        public string Folder => Path.Combine(_folder, "package");

        public void Dispose() => Directory.Delete(_folder, recursive: true);
    }
}
