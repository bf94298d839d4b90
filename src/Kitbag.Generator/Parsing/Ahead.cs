using System.Collections.Concurrent;
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
        /// <summary>Indexes trees, and has the compiler list what they declare: neither needs the references, which are being read meanwhile.</summary>
        public static void Index(Compilation compilation, CancellationToken cancellationToken)
        {
            if (!compilation.Options.ConcurrentBuild)
                return;
            Task.Run(() => compilation.ContainsSymbolsWithName("Kitbag", SymbolFilter.Type, cancellationToken), cancellationToken);
            Task.Run(
                () =>
                {
                    // The step that wants them begins with the first.
                    foreach (SyntaxTree tree in compilation.SyntaxTrees.Reverse())
                        TreeIndex.Of(tree);
                },
                cancellationToken);
        }

        /// <summary>Has the compiler bind the members of all that types reach. The parser goes deep; this goes wide, so that they seldom meet.</summary>
        public static void Bind(Compilation compilation, IEnumerable<ITypeSymbol> types, CancellationToken cancellationToken)
        {
            if (!compilation.Options.ConcurrentBuild)
                return;
            var options = new ParallelOptions { CancellationToken = cancellationToken };
            var seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
            Task.Run(
                () =>
                {
                    for (List<ITypeSymbol> wave = types.Where(seen.Add).ToList(); wave.Count != 0;)
                    {
                        var next = new ConcurrentBag<ITypeSymbol>();
                        Parallel.ForEach(wave, options, type => Bind(type, next));
                        wave = next.Where(seen.Add).ToList();
                    }
                },
                cancellationToken);
        }

        private static void Bind(ITypeSymbol type, ConcurrentBag<ITypeSymbol> next)
        {
            if (type is IArrayTypeSymbol array)
                next.Add(array.ElementType);
            if (type is not INamedTypeSymbol named)
                return;
            foreach (ITypeSymbol argument in named.TypeArguments)
                next.Add(argument);
            if (Names.IsOfPlatform(type))
                return;
            type.GetAttributes();
            if (type.BaseType != null)
                next.Add(type.BaseType);
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is IFieldSymbol { HasConstantValue: false, IsStatic: false } field)
                    next.Add(field.Type);
                else if (member is IPropertySymbol { IsStatic: false } property)
                    next.Add(property.Type);
                else
                    continue;
                member.GetAttributes();
            }
        }
    }
}
