using System;
using System.IO;

namespace Kitbag.Unity.Tests
{
    /// <summary>The package, its sample and the project of these tests, compiled once for all tests.</summary>
    public sealed class CompiledProjects : IDisposable
    {
        private readonly UnpackedPackage _package = new UnpackedPackage();

        public CompiledProjects()
        {
            Editor = Project(isEditor: true).Compile();
            Player = Project(isEditor: false).Compile();
        }

        /// <summary>The folder of the package.</summary>
        public string Package => _package.Folder;

        internal UnityProject Editor { get; }

        internal UnityProject Player { get; }

        public void Dispose() => _package.Dispose();

        private UnityProject Project(bool isEditor) => new UnityProject(isEditor, Path.Combine(Locations.Project, "Assets"), Package,
            Path.Combine(Package, "Samples~", "FirstSave"));
    }
}
