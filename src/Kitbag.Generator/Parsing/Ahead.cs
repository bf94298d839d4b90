using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// What other threads find out while a step is busy with something else. They hand nothing over: trees and symbols remember what they
    /// were asked, so a step that asks again has it at once, and one that asks first need not wait. Nothing depends on them, not even on
    /// whether they fail.
    /// </summary>
    internal static class Ahead
    {
        /// <summary>
        /// Indexes trees, and has the compiler list what they declare: neither needs the references, which are being read meanwhile.
        /// </summary>
        public static void Index(Compilation compilation, CancellationToken cancellationToken) => Run(compilation, cancellationToken, () =>
        {
            compilation.ContainsSymbolsWithName("Kitbag", SymbolFilter.Type, cancellationToken);
            // The step that wants them begins with the first.
            foreach (SyntaxTree tree in compilation.SyntaxTrees.Reverse())
                SyntaxIndex.Of(tree);
        });

        /// <summary>Has the compiler list the types of the references, once it has the references themselves.</summary>
        public static void ReadReferences(Compilation compilation, CancellationToken cancellationToken) =>
            Run(compilation, cancellationToken, () =>
        {
            foreach (IAssemblySymbol assembly in compilation.SourceModule.ReferencedAssemblySymbols)
                assembly.GlobalNamespace.GetMembers();
        });

        /// <summary>
        /// Has the compiler bind the members of what types of this compilation reach. The parser goes deep; this goes wide, so that they
        /// seldom meet.
        /// </summary>
        public static void Bind(Compilation compilation, IEnumerable<ITypeSymbol> types, CancellationToken cancellationToken) =>
            Run(compilation, cancellationToken, () =>
        {
            var seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
            var waiting = new Queue<ITypeSymbol>(types);
            while (waiting.Count != 0 && !cancellationToken.IsCancellationRequested)
            {
                ITypeSymbol type = waiting.Dequeue();
                // A generic type that is closed over itself has no last one.
                if (seen.Add(type) && Names.Depth(type) <= 4)
                    Bind(compilation, type, waiting);
            }
        });

        private static void Run(Compilation compilation, CancellationToken cancellationToken, Action work)
        {
            if (compilation.Options.ConcurrentBuild)
                Task.Run(work, cancellationToken);
        }

        private static void Bind(Compilation compilation, ITypeSymbol type, Queue<ITypeSymbol> next)
        {
            if (type is IArrayTypeSymbol array)
                next.Enqueue(array.ElementType);
            if (type is not INamedTypeSymbol named)
                return;
            foreach (ITypeSymbol argument in named.TypeArguments)
                next.Enqueue(argument);
            if (!SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly))
                return;
            if (type.BaseType != null)
                next.Enqueue(type.BaseType);
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is not (IFieldSymbol { HasConstantValue: false } or IPropertySymbol) || member.IsStatic
                    || Members.IsIgnored(member))
                    continue;
                next.Enqueue(member is IFieldSymbol field ? field.Type : ((IPropertySymbol)member).Type);
            }
        }
    }
}
