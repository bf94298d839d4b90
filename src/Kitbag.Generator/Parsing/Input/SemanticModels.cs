using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The semantic model of each syntax tree, shared by all steps. A model keeps the method bodies that it has bound, and the steps
    /// ask for symbols in the same bodies: with models of their own, they would bind them again.
    /// </summary>
    internal static class SemanticModels
    {
        private static readonly ConditionalWeakTable<Compilation, ConcurrentDictionary<SyntaxTree, SemanticModel>> s_known =
            new ConditionalWeakTable<Compilation, ConcurrentDictionary<SyntaxTree, SemanticModel>>();

        public static SemanticModel ModelOf(this Compilation compilation, SyntaxTree tree) =>
            s_known.GetValue(compilation, _ => new ConcurrentDictionary<SyntaxTree, SemanticModel>())
                .GetOrAdd(tree, one => compilation.GetSemanticModel(one));
    }
}
