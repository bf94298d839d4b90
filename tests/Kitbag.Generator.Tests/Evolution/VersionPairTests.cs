using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests random pairs of versions: the diagnostics of the lock file for the new version, the reports for documents of the old version,
    /// and the values that are read from them must agree.
    /// </summary>
    public class VersionPairTests
    {
        private const int PairsAtOnce = 25;

        private const string Write = @"#nullable disable
using System;
using System.Collections.Generic;
using Kitbag;

public static class Write
{
    public static byte[] One<[KitbagRoot] T>(T value) => KitbagSerializer.Serialize(value);
}
";

        private const string Read = @"#nullable disable
using System;
using System.Collections.Generic;
using Kitbag;

public static class Read
{
    private static readonly KitbagJsonOptions s_names = new KitbagJsonOptions { EnumsByName = true };

    // The values that were read are the expected ones.
    public static void Same<[KitbagRoot] T>(List<string> wrong, List<KitbagReadFinding> findings, string name, byte[] document, T expected)
    {
        string text = KitbagJson.Serialize(expected, s_names), found;
        try
        {
            found = KitbagJson.Serialize(KitbagSerializer.Deserialize<T>(document, out KitbagReadReport report), s_names);
            if (findings.Count == 0)
                findings.AddRange(report.Findings);
        }
        catch (KitbagException e)
        {
            found = e.Message;
        }
        if (found != text)
            wrong.Add(name + "":\n  expected "" + text + ""\n  found    "" + found);
    }

    // A value is lost, which the report must contain; or it is rejected, or the number has changed.
    public static void Other<[KitbagRoot] T>(List<string> wrong, string name, byte[] document, bool isLost)
    {
        try
        {
            KitbagSerializer.Deserialize<T>(document, out KitbagReadReport report);
            if (isLost ? report.IsComplete : report.IsLossless)
                wrong.Add(name + "" is read, and the report calls that complete or lossless:\n"" + report);
        }
        catch (KitbagException e)
        {
            if (isLost)
                wrong.Add(name + "": "" + e.Message);
        }
    }
}
";

        /// <summary>
        /// KITBAG_EVOLVE_PAIRS specifies the number of pairs, and KITBAG_EVOLVE_SEED the first seed: ./build.sh evolve pairs.
        /// </summary>
        [Fact]
        public void Diagnostics_agree_with_the_result_of_reading()
        {
            int pairs = Harness.Variable("KITBAG_EVOLVE_PAIRS") ?? PairsAtOnce, seed = Harness.Variable("KITBAG_EVOLVE_SEED") ?? 1;
            for (int i = 0; i < pairs; i += PairsAtOnce)
                Try(seed + i);
        }

        private static void Try(int seed)
        {
            VersionPair[] pairs = Enumerable.Range(seed, PairsAtOnce).Select(i => new VersionPair(i)).ToArray();
            CSharpCompilation before = Compile(Write, pairs, pair => pair.Old, "Old" + seed,
                "(List<byte[]>[] documents)", pair => pair.Name + ".Writer.Run(documents[{0}]);");
            CSharpCompilation after = Compile(Read, pairs, pair => pair.New, "New" + seed,
                "(List<byte[]>[] documents, List<string>[] wrong, List<KitbagReadFinding>[] findings)",
                pair => "at = 0; " + pair.Name + ".Reader.Run(documents[{0}], ref at, wrong[{0}], findings[{0}]);");
            List<byte[]>[] documents = pairs.Select(_ => new List<byte[]>()).ToArray();
            Run(before, new object[] { documents });
            List<string>[] wrong = pairs.Select(_ => new List<string>()).ToArray();
            List<KitbagReadFinding>[] findings = pairs.Select(_ => new List<KitbagReadFinding>()).ToArray();
            Run(after, documents, wrong, findings);
            List<string[]> warned = Warned(before, after);
            for (int i = 0; i < pairs.Length; i++)
                wrong[i].AddRange(Disagreements(pairs[i], findings[i], warned));
            Assert.True(wrong.All(one => one.Count == 0), string.Join("\n", pairs.Zip(wrong).Where(one => one.Second.Count != 0)
                .Take(5).Select(one => one.First.Name + ":\n" + string.Join("\n", one.Second.Take(5)) + "\n"
                    + one.First.Types)));
        }

        private static CSharpCompilation Compile(string head, VersionPair[] pairs, Func<VersionPair, string> source, string name,
            string parameters, Func<VersionPair, string> call) => Harness.Compile(
            head + string.Concat(pairs.Select(source)) + "public static class Program\n{\n    public static void Run" + parameters
                + "\n    {\n        int at = 0;\n"
                + string.Concat(pairs.Select((pair, i) => "        " + string.Format(CultureInfo.InvariantCulture, call(pair), i) + "\n"))
                + "    }\n}\n", name, LanguageVersion.Preview);

        private static void Run(CSharpCompilation compilation, params object[] arguments) => Assembly.Load(Harness.Build(compilation))
            .GetType("Program")!.GetMethod("Run")!.Invoke(null, arguments);

        // The names in quotes in the diagnostics of the lock file, without qualifying types. The affected name comes first.
        private static List<string[]> Warned(CSharpCompilation before, CSharpCompilation after) =>
            LockHarness.Diagnose(after, LockHarness.Update(before))
                .Select(d => Regex.Matches(d.GetMessage(CultureInfo.InvariantCulture), "'([^']+)'")
                    .Select(m => Former(m.Groups[1].Value.Substring(m.Groups[1].Value.LastIndexOf('.') + 1))).ToArray()).ToList();

        // The name of a member in the old version.
        private static string Former(string name) => name.StartsWith("New", StringComparison.Ordinal) ? name.Substring(3) : name;

        private static IEnumerable<string> Disagreements(VersionPair pair, List<KitbagReadFinding> findings, List<string[]> warnings)
        {
            HashSet<string> warned = warnings.SelectMany(names => names).ToHashSet();
            HashSet<string> subjects = warnings.Select(names => names[0]).ToHashSet();
            // If a document is rejected completely, there is no report.
            string id = pair.Name.Substring(1);
            List<string[]> effects = findings.Where(f => f.Effects != KitbagReadEffects.None).Select(NamesOf).ToList();
            HashSet<string> reported = effects.SelectMany(names => names).ToHashSet();
            foreach (string name in pair.Unsafe)
            {
                if (!pair.IsRefused && !reported.Contains(name))
                    yield return name + " loses or refuses values, which no report says.";
                // A new required member that may be a renamed one is reported at that member.
                bool isElsewhere = pair.IsRefused && subjects.Any(subject => subject.EndsWith("_" + id, StringComparison.Ordinal));
                if (!isElsewhere && !warned.Contains(name))
                    yield return name + " loses or refuses values, and compiles without a word.";
            }
            if (pair.IsRefused)
                yield break;
            foreach (string[] names in effects.Where(names => !names.Any(warned.Contains)))
                yield return string.Join(", ", names) + " is reported, and compiles without a word.";
            HashSet<string> lost = reported.Concat(findings.Where(f => f.Kind == KitbagReadFindingKind.MemberAbsent)
                .Select(f => Former(f.Name))).ToHashSet();
            foreach (string name in subjects.Where(name => name.EndsWith("_" + id, StringComparison.Ordinal)))
            {
                if (!lost.Contains(name))
                    yield return name + " is warned of, and no report says anything.";
            }
        }

        // The last member of the path, and the affected part of it.
        private static string[] NamesOf(KitbagReadFinding finding)
        {
            string[] steps = Regex.Replace(finding.Path, @"\[\]|\.Keys|<[^>]*>", "").Split('.');
            return finding.Kind is KitbagReadFindingKind.TypeUnknown or KitbagReadFindingKind.EnumValueChanged
                ? new[] { Former(steps[^1]), finding.Name }
                : new[] { Former(steps[^1]), finding.WriterType is { Values.Count: > 0 } type ? type.Name : "" };
        }
    }
}
