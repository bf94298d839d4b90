using System;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Emitting;
using Kitbag.Generator.Model;
using Kitbag.Schema;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Kitbag.Generator.Locking
{
    /// <summary>
    /// Emits the lock file as a string constant of the assembly, if the project requests it: then documents that contain only the
    /// fingerprint of their schema can be read if any locked version wrote them.
    /// </summary>
    internal static class LockedSchemas
    {
        public const string FileName = "Kitbag.LockedSchemas.g.cs";

        /// <summary>Whether the package's build targets request that a file be compiled in.</summary>
        public static bool AreIn(AdditionalText file, AnalyzerConfigOptionsProvider options) =>
            options.GetOptions(file).TryGetValue("build_metadata.AdditionalFiles.KitbagLockedSchemas", out string? mark)
                && string.Equals(mark, "true", StringComparison.OrdinalIgnoreCase);

        /// <summary>The text of the file, without parts that readers of documents do not need; empty if it cannot be read.</summary>
        public static string Read(AdditionalText file, CancellationToken cancellationToken)
        {
            try
            {
                SchemaLock locked = SchemaLock.Parse(file.GetText(cancellationToken)?.ToString() ?? "");
                // Otherwise only the first reader would find contradictions in the file.
                _ = locked.Locked;
                foreach (SchemaRelease release in locked.Releases)
                    _ = locked.Of(release);
                return locked.WithoutJson().ToString();
            }
            catch (SchemaException)
            {
                // The comparison with the lock file reports the error.
                return "";
            }
        }

        /// <summary>The part of an assembly that is needed to emit it.</summary>
        public static AssemblyModel Home(AssemblyModel assembly) => new AssemblyModel(assembly.Namespace, EquatableArray<TypeModel>.Empty,
            new EquatableArray<string>(assembly.Roots.Take(1).ToArray()), false)
        {
            Initializers = assembly.Initializers,
            Warnings = assembly.Warnings,
        };

        /// <summary>Emits the file; null if it is empty.</summary>
        public static string? Emit(AssemblyModel home, string text)
        {
            if (text.Length == 0 || home.Roots.Count == 0)
                return null;
            CodeWriter code = AssemblyEmitter.BeginFile(home.Warnings);
            code.Open("namespace " + home.Namespace);
            code.Line("using global::System.CodeDom.Compiler;");
            code.Line("using global::System.Diagnostics;");
            code.Line("using global::System.Diagnostics.CodeAnalysis;");
            code.Line();
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal static class LockedSchemas");
            code.Line("// The project's lock file. It is read when a document names a schema that is not known otherwise.");
            code.Line("private static string Text() => Lines;");
            code.Line();
            foreach (string attribute in home.Initializers)
                code.Line("[" + attribute + "]");
            code.Open("internal static void Register()");
            code.Line("global::Kitbag.KitbagGenerated.Register();");
            code.Line("global::Kitbag.CompilerServices.CodecRegistry.AddLocked(Roots.Find, Text);");
            code.Close();
            code.Line();
            code.Line("private const string Lines = @\"");
            return code.Finish().TrimEnd() + text.Replace("\"", "\"\"") + "\";\n    }\n}\n";
        }
    }
}
