using System;
using System.IO;

namespace Kitbag.Unity.Tests
{
    /// <summary>The settings of an assembly in its .meta file.</summary>
    internal sealed class Plugin
    {
        public Plugin(string path)
        {
            Path = path;
            string meta = File.ReadAllText(path + ".meta");
            IsAnalyzer = meta.Contains("labels:\n- RoslynAnalyzer\n", StringComparison.Ordinal);
            IsForAnyPlatform = meta.Contains("      Any: \n    second:\n      enabled: 1\n", StringComparison.Ordinal);
            IsAutoReferenced = meta.Contains("isExplicitlyReferenced: 0", StringComparison.Ordinal);
        }

        public string Path { get; }

        public bool IsAnalyzer { get; }

        public bool IsForAnyPlatform { get; }

        public bool IsAutoReferenced { get; }
    }
}
