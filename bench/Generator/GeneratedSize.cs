using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using Microsoft.CodeAnalysis;

namespace Kitbag.Bench.Generator
{
    /// <summary>The size of the generated code of one class.</summary>
    internal sealed class GeneratedSize
    {
        private const string Generated = "Kitbag.Generated";

        private GeneratedSize(int text, int il, long assembly)
        {
            Text = text;
            Il = il;
            Assembly = assembly;
        }

        /// <summary>The number of bytes of the source code of a class's codec.</summary>
        public int Text { get; }

        /// <summary>The number of bytes of IL in the methods of a class's codec.</summary>
        public int Il { get; }

        /// <summary>The number of bytes by which the assembly grows for each class; shared code is divided among the classes.</summary>
        public long Assembly { get; }

        /// <param name="before">The program without generated code.</param>
        /// <param name="after">The program with generated code; the generated trees come last.</param>
        /// <param name="name">The common prefix of the names of the classes.</param>
        /// <param name="classes">The number of classes.</param>
        public static GeneratedSize Of(Compilation before, Compilation after, string name, int classes)
        {
            IEnumerable<SyntaxTree> generated = after.SyntaxTrees.Skip(before.SyntaxTrees.Count())
                .Where(tree => Path.GetFileName(tree.FilePath).StartsWith("Kitbag." + name, StringComparison.Ordinal));
            byte[] image = Emit(after);
            return new GeneratedSize(
                generated.Sum(tree => Encoding.UTF8.GetByteCount(tree.ToString())) / classes,
                IlOf(image, name) / classes,
                (image.Length - Emit(before).Length) / classes);
        }

        private static int IlOf(byte[] image, string name)
        {
            using var pe = new PEReader(ImmutableArray.Create(image));
            MetadataReader metadata = pe.GetMetadataReader();
            int bytes = 0;
            foreach (TypeDefinition type in metadata.TypeDefinitions.Select(metadata.GetTypeDefinition))
            {
                if (!metadata.GetString(type.Namespace).StartsWith(Generated, StringComparison.Ordinal)
                    || !metadata.GetString(type.Name).StartsWith(name, StringComparison.Ordinal))
                    continue;
                foreach (MethodDefinition method in type.GetMethods().Select(metadata.GetMethodDefinition))
                {
                    if (method.RelativeVirtualAddress != 0)
                        bytes += pe.GetMethodBody(method.RelativeVirtualAddress).GetILReader().Length;
                }
            }
            return bytes;
        }

        private static byte[] Emit(Compilation compilation)
        {
            var image = new MemoryStream();
            if (!compilation.Emit(image).Success)
            {
                IEnumerable<Diagnostic> errors = compilation.GetDiagnostics().Where(d => d.Severity == DiagnosticSeverity.Error);
                throw new InvalidOperationException(string.Join("\n", errors.Take(5)));
            }
            return image.ToArray();
        }
    }
}
