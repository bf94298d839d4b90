using System;
using System.IO;
using System.Linq;
using System.Reflection;

namespace Kitbag.Unity.Tests
{
    /// <summary>Where things are: what was packed, sources that the tests compile, and where what they compile goes.</summary>
    internal static class Locations
    {
        /// <summary>The folder of all tests.</summary>
        public static readonly string Tests = Metadata("Tests");

        /// <summary>The sources of a project in Unity.</summary>
        public static readonly string Project = Path.Combine(Tests, "Kitbag.Unity.Tests", "Project");

        /// <summary>The folders of reference assemblies.</summary>
        public static readonly string[] TargetingPacks = Metadata("TargetingPacks").Split(';');

        /// <summary>Where ./build.sh unity works.</summary>
        public static readonly string Output = Environment.GetEnvironmentVariable("KITBAG_UNITY")
            ?? throw new InvalidOperationException("Run ./build.sh unity: it packs what these tests examine.");

        /// <summary>The archive for Unity's package manager.</summary>
        public static string Archive => Directory.GetFiles(Output, "com.kitbag.unity-*.tgz").Single();

        private static string Metadata(string key) => typeof(Locations).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(a => a.Key == key).Value!;
    }
}
