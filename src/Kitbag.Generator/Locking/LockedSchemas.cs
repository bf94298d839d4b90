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
    /// Prints the lock file as a string of the assembly, where a project asks for it: then documents that only name their schema are read
    /// where any locked version wrote them.
    /// </summary>
    internal static class LockedSchemas
    {
        public const string FileName = "Kitbag.LockedSchemas.g.cs";

        /// <summary>Whether the package's targets say that a file is to be compiled in.</summary>
        public static bool AreIn(AdditionalText file, AnalyzerConfigOptionsProvider options) =>
            options.GetOptions(file).TryGetValue("build_metadata.AdditionalFiles.KitbagLockedSchemas", out string? mark)
                && string.Equals(mark, "true", StringComparison.OrdinalIgnoreCase);

        /// <summary>The text of the file, without what readers of documents do not need; empty where it cannot be read.</summary>
        public static string Read(AdditionalText file, CancellationToken cancellationToken)
        {
            try
            {
                SchemaLock locked = SchemaLock.Parse(file.GetText(cancellationToken)?.ToString() ?? "");
                // What contradicts itself would be found by nobody but the first reader.
                _ = locked.Locked;
                foreach (SchemaRelease release in locked.Releases)
                    _ = locked.Of(release);
                return locked.ToString();
            }
            catch (SchemaException)
            {
                // The comparison reports it.
                return "";
            }
        }

        /// <summary>What of an assembly is needed to print it.</summary>
        public static AssemblyModel Home(AssemblyModel assembly) => new AssemblyModel(assembly.Namespace, EquatableArray<TypeModel>.Empty,
            new EquatableArray<string>(assembly.Roots.Take(1).ToArray()), false)
        {
            Initializers = assembly.Initializers,
        };

        /// <summary>Prints the file; null where there is nothing to print.</summary>
        public static string? Emit(AssemblyModel home, string text)
        {
            if (text.Length == 0 || home.Roots.Count == 0)
                return null;
            CodeWriter code = AssemblyEmitter.BeginFile(EquatableArray<string>.Empty);
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
