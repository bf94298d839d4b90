using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Compiles sources with the compiler of the SDK that runs the tests, for language versions that the oldest compiler, which the other
    /// tests use, does not have. It is a separate process, which takes seconds to start.
    /// </summary>
    internal sealed class SdkCompiler : IDisposable
    {
        private readonly string _folder = Directory.CreateTempSubdirectory("kitbag-sdk").FullName;
        private readonly string _name;
        private readonly List<string> _arguments;

        public SdkCompiler(string name, int version)
        {
            _name = name;
            Directory.CreateDirectory(Path.Combine(_folder, "generated"));
            // As warnings, the errors of some types do not keep the others from being compiled.
            string kit = string.Concat(typeof(Diagnostics.Rules).GetFields(BindingFlags.Public
                | BindingFlags.Static).Select(f => f.GetValue(null)).OfType<DiagnosticDescriptor>()
                .Where(rule => rule.Id != "KIT0020").Select(rule => "dotnet_diagnostic." + rule.Id + ".severity = warning\n"));
            _arguments = new List<string> { "/nologo", "/target:library", "/unsafe", "/nostdlib", "/warn:9", "/deterministic",
                "/langversion:" + version, "/nullable:enable", "/nowarn:CS1701,CS1702", "/out:" + name + ".dll",
                "/analyzer:" + typeof(KitbagGenerator).Assembly.Location, "/generatedfilesout:generated" };
            _arguments.Add("/analyzerconfig:" + Put("kit.globalconfig", "is_global = true\n" + kit));
            _arguments.AddRange(Harness.References.Select(path => "/reference:" + path));
        }

        /// <summary>Adds a source file.</summary>
        public void Add(string file, string text) => _arguments.Add(Put(file, text));

        /// <summary>Adds a compiled library, as its reference assembly if there is one.</summary>
        public void Reference(SdkCompiler library)
        {
            string reference = Path.Combine(library._folder, library._name + ".ref.dll");
            _arguments.Add("/reference:" + (File.Exists(reference) ? reference : Path.Combine(library._folder, library._name + ".dll")));
        }

        /// <summary>Compiles the sources.</summary>
        /// <param name="isReference">Whether also to a reference assembly, which has no private members.</param>
        /// <returns>The diagnostics, one a line.</returns>
        public string[] Run(bool isReference = false)
        {
            if (isReference)
                _arguments.Add("/refout:" + _name + ".ref.dll");
            Put("arguments.rsp", string.Join("\n", _arguments.Select(a => "\"" + a + "\"")));
            string sdk = Directory.GetDirectories(Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "..", "..",
                "..", "sdk"), "10.*").Order(StringComparer.Ordinal).Last();
            // Where builds share a compiler process, the JIT has already compiled it, which saves half of the processor time.
            string shared = Environment.GetEnvironmentVariable("UseSharedCompilation") == "true" ? "/shared " : "";
            using Process compiler = Process.Start(new ProcessStartInfo("dotnet",
                "\"" + Path.Combine(sdk, "Roslyn", "bincore", "csc.dll") + "\" " + shared + "@arguments.rsp")
            {
                WorkingDirectory = _folder,
                RedirectStandardOutput = true,
                // A process that ends after seconds does not profit from profiles: they take a fifth of its time.
                Environment = { ["DOTNET_TieredPGO"] = "0" }
            })!;
            string[] lines = compiler.StandardOutput.ReadToEnd().Split('\n')
                .Select(line => line.Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal)).ToArray();
            compiler.WaitForExit();
            Assert.True(Directory.GetFileSystemEntries(Path.Combine(_folder, "generated")).Length != 0
                || lines.Any(line => line.Contains("KIT0", StringComparison.Ordinal)), string.Join("\n", lines.Take(20)));
            return lines;
        }

        /// <summary>The generated files.</summary>
        public IEnumerable<string> Generated() =>
            Directory.GetFiles(Path.Combine(_folder, "generated"), "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText);

        /// <summary>The compiled assembly.</summary>
        public byte[] Image() => File.ReadAllBytes(Path.Combine(_folder, _name + ".dll"));

        public void Dispose() => Directory.Delete(_folder, recursive: true);

        private string Put(string file, string text)
        {
            File.WriteAllText(Path.Combine(_folder, file), text);
            return file;
        }
    }
}
