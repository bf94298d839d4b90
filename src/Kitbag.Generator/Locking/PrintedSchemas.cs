using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Emitting;
using Kitbag.Generator.Model;
using Kitbag.Schema;

namespace Kitbag.Generator.Locking
{
    /// <summary>
    /// Emits the bytes of the schemas of roots, so that the first call of a program compares and copies them instead of creating all types
    /// of a schema. Editors do not request this file, which changes with the members of any type.
    /// </summary>
    internal static class PrintedSchemas
    {
        public const string FileName = "Kitbag.Schemas.g.cs";

        // For all roots of an assembly together, because each schema repeats the types that it shares with others. The remaining schemas
        // are created at run time.
        private const int MostBytes = 16 * 1024;

        /// <summary>Emits the file; null if it is empty.</summary>
        public static string? Emit(AssemblyModel assembly)
        {
            List<KeyValuePair<string, byte[]>> schemas = Of(assembly);
            if (schemas.Count == 0)
                return null;
            CodeWriter code = AssemblyEmitter.BeginFile(assembly.Warnings);
            code.OpenNamespace(assembly.Namespace);
            code.Line("using global::System;");
            code.Line("using global::System.CodeDom.Compiler;");
            code.Line("using global::System.Diagnostics;");
            code.Line("using global::System.Diagnostics.CodeAnalysis;");
            code.Line();
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal static class Schemas");
            foreach (string attribute in assembly.Initializers)
                code.Line("[" + attribute + "]");
            code.Open("internal static void Register()");
            code.Line("global::Kitbag.KitbagGenerated.Register();");
            code.Line("global::Kitbag.CompilerServices.CodecRegistry.AddSchemas(Roots.Find, Find);");
            code.Close();
            code.Line();
            code.Open("internal static ReadOnlySpan<byte> Find(Type type)");
            for (int i = 0; i < schemas.Count; i++)
            {
                code.Line("if (type == typeof(" + schemas[i].Key + "))");
                code.Inner("return Get" + i + "();");
            }
            code.Line("return default;");
            code.Close();
            // In separate methods, so that the JIT compiles only the requested one. The arrays are read-only data of the assembly, not
            // objects.
            for (int i = 0; i < schemas.Count; i++)
                code.Line("private static ReadOnlySpan<byte> Get" + i + "() => new byte[] { " + string.Join(",", schemas[i].Value) + " };");
            code.Close();
            code.Close();
            return code.Finish();
        }

        private static List<KeyValuePair<string, byte[]>> Of(AssemblyModel assembly)
        {
            var found = new List<KeyValuePair<string, byte[]>>();
            if (assembly.Roots.Count == 0)
                return found;
            var builder = new SchemaBuilder(assembly);
            var types = assembly.Types.ToDictionary(type => type.Key);
            int bytes = 0;
            foreach (string root in assembly.Roots.Where(root => IsOfThisVersion(root, types, new HashSet<string>())))
            {
                if (builder.Of(root) is not { } type)
                    continue;
                byte[] schema = SchemaWriter.Write(type);
                if (bytes + schema.Length > MostBytes)
                    continue;
                bytes += schema.Length;
                found.Add(new KeyValuePair<string, byte[]>(root, schema));
            }
            return found;
        }

        // Whether all codecs of a root are generated here or belong to Kitbag, whose contract determines their version: the codec of
        // another library may have another schema in its version at run time.
        private static bool IsOfThisVersion(string key, Dictionary<string, TypeModel> types, HashSet<string> seen)
        {
            if (!seen.Add(key))
                return true;
            TypeModel type = types[key];
            return !type.CodecType.StartsWith("global::", StringComparison.Ordinal)
                && type.Uses(isJson: false).All(part => IsOfThisVersion(part, types, seen));
        }
    }
}
