using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The library and generated code, as Unity compiles them ahead of time, break no rule of IL2CPP.</summary>
    public class Il2CppRulesTests
    {
        private static readonly string s_configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

        [Theory]
        [InlineData("src/Kitbag", "netstandard2.1", "Kitbag.dll")]
        [InlineData("src/Kitbag", "netstandard2.0", "Kitbag.dll")]
        [InlineData("tests/Kitbag.TestCases", "netstandard2.1", "Kitbag.TestCases.dll")]
        [InlineData("tests/Kitbag.TestCases", "net472", "Kitbag.TestCases.dll")]
        public void No_rule_is_broken(string project, string target, string assembly)
        {
            string file = Path.Combine(Repository.Root, project, "bin", s_configuration, target, assembly);
            if (IsBuilt(file))
                Assert.Equal([], Il2CppRules.Violations(file));
        }

        // Tests of one project do not build all targets of the list of cases; ./build.sh does.
        private static bool IsBuilt(string file) => File.Exists(file) || !file.Contains("TestCases", StringComparison.Ordinal);

        /// <summary>Generated code contains no dynamic code; <see cref="BannedSymbolsTests"/> checks the library.</summary>
        [Theory]
        [InlineData("netstandard2.1")]
        [InlineData("net472")]
        public void Generated_code_does_not_emit_code(string target)
        {
            string file = Path.Combine(Repository.Root, "tests/Kitbag.TestCases/bin", s_configuration, target, "Kitbag.TestCases.dll");
            BannedSymbols list = BannedSymbols.Load(Path.Combine(Repository.Root, "src/Kitbag/BannedSymbols.txt"));
            if (IsBuilt(file))
                Assert.Equal([], list.Violations(file));
        }

        // The classes below violate each rule once.
        [Fact]
        public void Violations_are_found()
        {
            string[] found = Il2CppRules.Violations(typeof(Il2CppRulesTests).Assembly.Location);
            string place = typeof(Il2CppRulesTests).FullName + "+";
            Assert.Equal(
                [
                    place + "Asking`1 0: needs itself over ever larger arguments",
                    place + "Caller.Call: calls the virtual and generic " + place + "Virtual.Of",
                    place + "Caller.CallOf: calls the virtual and generic " + place + "VirtualOf`1.Of",
                    place + "Filter.Run: writes to a field in an exception filter",
                    place + "Pair`1 0, " + place + "Row`1 0: need each other over ever larger arguments",
                    place + "Virtual.Of: is virtual and generic",
                    place + "VirtualOf`1.Of: is virtual and generic",
                ],
                found.Where(f => f.StartsWith(place, StringComparison.Ordinal)));
        }

#pragma warning disable IDE0051, CS0649, CA1852
        private class Virtual
        {
            public virtual int Of<T>() => 1;
        }

        private class VirtualOf<T>
        {
            public virtual T? Of<TOther>() => default;
        }

        private static class Caller
        {
            public static int Call(Virtual value) => value.Of<int>();

            public static string? CallOf(VirtualOf<string> value) => value.Of<int>();
        }

        private class Asking<T>
        {
            public object? Next(int depth) => depth == 0 ? null : new Asking<List<T>>().Next(depth - 1);
        }

        // Refers to itself with the same argument, which is allowed.
        private class Same<T>
        {
            public Same<T>? Next;
        }

        private class Pair<T>
        {
            public Row<T[]>? Row;
        }

        private class Row<T>
        {
            public Pair<T>? Pair;
        }

        private static class Filter
        {
            private static int s_seen;

            public static int Run()
            {
                try
                {
                    return int.Parse("x");
                }
                catch (FormatException) when (s_seen++ == 0)
                {
                    return s_seen;
                }
            }
        }
#pragma warning restore IDE0051, CS0649, CA1852
    }
}
