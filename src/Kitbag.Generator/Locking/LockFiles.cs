using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Kitbag.Generator.Locking
{
    /// <summary>Finds the lock file among the additional files of the build, and the requested operation.</summary>
    internal static class LockFiles
    {
        /// <summary>Whether the package's build targets have marked a file as the lock file.</summary>
        public static bool IsOne(AdditionalText file, AnalyzerConfigOptionsProvider options) =>
            options.GetOptions(file).TryGetValue("build_metadata.AdditionalFiles.KitbagLock", out string? mark)
                && string.Equals(mark, "true", StringComparison.OrdinalIgnoreCase);

        /// <summary>The path and the text of a file.</summary>
        public static KeyValuePair<string, string> Read(AdditionalText file, CancellationToken cancellationToken) =>
            new KeyValuePair<string, string>(file.Path, file.GetText(cancellationToken)?.ToString() ?? "");

        /// <summary>The input of the comparison.</summary>
        public static LockInput Input(ImmutableArray<KeyValuePair<string, string>> files, AnalyzerConfigOptions options)
        {
            KeyValuePair<string, string> file = files.FirstOrDefault();
            return new LockInput(file.Key ?? Option(options, "KitbagLockFile"), file.Value, Option(options, "KitbagLock"),
                Option(options, "KitbagLockRelease"))
            {
                HasJson = string.Equals(Option(options, "KitbagLockJson"), "true", StringComparison.OrdinalIgnoreCase),
            };
        }

        private static string Option(AnalyzerConfigOptions options, string name) =>
            options.TryGetValue("build_property." + name, out string? value) ? value.Trim() : "";
    }
}
