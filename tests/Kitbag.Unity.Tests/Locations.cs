using System;
using System.IO;
using System.Linq;
using System.Reflection;

namespace Kitbag.Unity.Tests
{
    /// <summary>The folders of the package, of the sources that the tests compile, and of the output.</summary>
    internal static class Locations
    {
        /// <summary>The folder of all tests.</summary>
        public static readonly string Tests = Metadata("Tests");

        /// <summary>The sources of a project in Unity.</summary>
        public static readonly string Project = Path.Combine(Tests, "Kitbag.Unity.Tests", "Project");

        /// <summary>The folders of reference assemblies.</summary>
        public static readonly string[] TargetingPacks = Metadata("TargetingPacks").Split(';');

        /// <summary>The output folder of ./build.sh unity.</summary>
        public static readonly string Output = Environment.GetEnvironmentVariable("KITBAG_UNITY")
            ?? throw new InvalidOperationException("Run ./build.sh unity, which creates the package for these tests.");

        /// <summary>The archive for Unity's package manager.</summary>
        public static string Archive => Directory.GetFiles(Output, "com.kitbag.unity-*.tgz").Single();

        private static string Metadata(string key) => typeof(Locations).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(a => a.Key == key).Value!;
    }
}
