using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Compiles the sources of many tests with one call of <see cref="SdkCompiler"/>, each in a namespace of its own. Where a source has
    /// errors, none can be run, and those of generated code are not reported.
    /// </summary>
    internal sealed class SdkBatch
    {
        private const string Usings = "using System; using System.Collections.Generic; using System.Linq; using Kitbag;";

        private readonly string[] _sources;
        private readonly Lazy<(string[] Lines, Assembly? Assembly)> _result;

        public SdkBatch(string name, IEnumerable<string> sources, int version = 13)
        {
            _sources = sources.Distinct().ToArray();
            _result = new Lazy<(string[], Assembly?)>(() => Compile(name, version));
        }

        /// <summary>
        /// The errors, and the diagnostics of the generator, for a source: each begins with its position. Generated code has no warnings.
        /// </summary>
        public string[] Errors(string source)
        {
            Assert.DoesNotContain(_result.Value.Lines, line => line.Contains(".g.cs", StringComparison.Ordinal));
            string file = Name(source) + ".cs";
            return _result.Value.Lines.Where(line => line.StartsWith(file + "(", StringComparison.Ordinal))
                .Select(line => line.Substring(file.Length).Replace(Name(source) + ".", "", StringComparison.Ordinal)).ToArray();
        }

        /// <summary>Calls the method <c>Program.Run</c> of a source, and compares the values in pairs.</summary>
        public void Run(string source) => Harness.Run(_result.Value.Assembly!.GetType(Name(source) + ".Program")!);

        private string Name(string source)
        {
            int number = Array.IndexOf(_sources, source);
            Assert.True(number >= 0, "This source is not compiled: " + source);
            return "Case" + number;
        }

        private (string[], Assembly?) Compile(string name, int version)
        {
            using var compiler = new SdkCompiler(name, version);
            foreach (string source in _sources)
                compiler.Add(Name(source) + ".cs", Usings + " namespace " + Name(source) + " {\n" + source + "\n}");
            string[] lines = compiler.Run().Where(line => Regex.IsMatch(line, "error|KIT|\\.g\\.cs")).ToArray();
            return (lines, lines.Any(line => line.Contains(": error ", StringComparison.Ordinal)) ? null : Assembly.Load(compiler.Image()));
        }
    }
}
