using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Reflection;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests random families of changed types, in rows and columns, as documents and as JSON, in both directions.</summary>
    public class ChangedFamiliesTests
    {
        private const int FamiliesAtOnce = 12;

        private const string Check = @"#nullable disable
using System;
using System.Collections.Generic;
using Kitbag;

public static class Check
{
    private static readonly KitbagJsonOptions s_names = new KitbagJsonOptions { EnumsByName = true };

    public static void Both<[KitbagRoot] TFrom, [KitbagRoot] TTo>(List<string> wrong, string name, TFrom from, TTo expected)
    {
        string text = KitbagJson.Serialize(expected, s_names);
        One(wrong, name + "" document"", text, () => KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(from)));
        One(wrong, name + "" JSON"", text, () => KitbagJson.Deserialize<TTo>(KitbagJson.Serialize(from, s_names), s_names));
    }

    private static void One<[KitbagRoot] T>(List<string> wrong, string name, string expected, Func<T> read)
    {
        string found;
        try
        {
            found = KitbagJson.Serialize(read(), s_names);
        }
        catch (KitbagException e)
        {
            found = e.Message;
        }
        if (found != expected)
            wrong.Add(name + "":\n  expected "" + expected + ""\n  found    "" + found);
    }
}
";

        /// <summary>
        /// KITBAG_EVOLVE_MINUTES specifies the duration, and KITBAG_EVOLVE_SEED the first seed: ./build.sh evolve MINUTES [SEED].
        /// </summary>
        [Fact]
        public void Documents_of_changed_types_are_read_as_expected()
        {
            int minutes = Harness.Variable("KITBAG_EVOLVE_MINUTES") ?? 0;
            int seed = Harness.Variable("KITBAG_EVOLVE_SEED") ?? (minutes == 0 ? 1 : Environment.TickCount & 0xFFFFFF);
            var watch = Stopwatch.StartNew();
            do
            {
                Try(seed);
                seed += FamiliesAtOnce;
            }
            while (watch.Elapsed < TimeSpan.FromMinutes(minutes));
        }

        private static void Try(int seed)
        {
            ChangedFamily[] families = Enumerable.Range(seed, FamiliesAtOnce).Select(i => new ChangedFamily(i)).ToArray();
            string source = Check + string.Concat(families.Select(f => f.Source())) + "public static class Program\n{\n"
                + "    public static List<string> Run()\n    {\n        var wrong = new List<string>();\n"
                + string.Concat(families.Select(f => "        " + f.Name + ".Checks.Run(wrong);\n"))
                + "        return wrong;\n    }\n}\n";
            Assembly assembly = Assembly.Load(Harness.Build(Harness.Compile(source, "Families" + seed)));
            var wrong = (List<string>)assembly.GetType("Program")!.GetMethod("Run")!.Invoke(null, null)!;
            Assert.True(wrong.Count == 0, "Seed " + seed + ": " + string.Join("\n", wrong.Take(5)));
        }
    }
}
