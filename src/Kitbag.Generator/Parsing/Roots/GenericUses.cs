using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Finds the type arguments with which the source of a compilation uses generic methods and types.</summary>
    internal sealed class GenericUses
    {
        private readonly Compilation _compilation;
        private readonly CancellationToken _cancellationToken;

        private readonly Dictionary<ISymbol, List<IReadOnlyList<ITypeSymbol>>> _done = new Dictionary<ISymbol,
            List<IReadOnlyList<ITypeSymbol>>>(SymbolEqualityComparer.Default);

        public GenericUses(Compilation compilation, CancellationToken cancellationToken)
        {
            _compilation = compilation;
            _cancellationToken = cancellationToken;
        }

        /// <summary>The names of the methods and types whose uses were searched for.</summary>
        public HashSet<string> SearchedNames { get; } = new HashSet<string>();

        /// <summary>The type arguments of all uses, in the order of the source; they may contain type parameters.</summary>
        /// <param name="owner">The definition of a generic method or type.</param>
        public IReadOnlyList<IReadOnlyList<ITypeSymbol>> Of(ISymbol owner)
        {
            if (_done.TryGetValue(owner, out List<IReadOnlyList<ITypeSymbol>> found))
                return found;
            SearchedNames.Add(owner.Name);
            found = Scope(owner).SelectMany(tree => In(tree, owner)).ToList();
            _done.Add(owner, found);
            return found;
        }

        // What is private can only be used in the files of the type that contains it.
        private IEnumerable<SyntaxTree> Scope(ISymbol owner)
        {
            for (ISymbol? symbol = owner; symbol is IMethodSymbol or INamedTypeSymbol; symbol = symbol.ContainingSymbol)
            {
                if (symbol.DeclaredAccessibility == Accessibility.Private && symbol.ContainingType is { } type)
                    return type.DeclaringSyntaxReferences.Select(part => part.SyntaxTree).Distinct();
            }
            return _compilation.SyntaxTrees;
        }

        private IEnumerable<IReadOnlyList<ITypeSymbol>> In(SyntaxTree tree, ISymbol owner)
        {
            foreach (int start in SyntaxIndex.Of(tree).PlacesOf(owner.Name))
            {
                _cancellationToken.ThrowIfCancellationRequested();
                if (tree.GetRoot(_cancellationToken).FindToken(start).Parent is not SimpleNameSyntax name || !MayName(owner, name))
                    continue;
                switch (_compilation.ModelOf(tree).GetSymbolInfo(Bound(name), _cancellationToken).Symbol)
                {
                    case IMethodSymbol method when (method.GetConstructedReducedFrom() ?? method) is var whole && Is(whole, owner):
                        yield return whole.TypeArguments;
                        break;
                    case INamedTypeSymbol type when Is(type, owner):
                        yield return type.TypeArguments;
                        break;
                }
            }
        }

        // The compiler keeps the symbol of a call. For the name of the called method alone it would bind the statement or initializer that
        // contains the call again, each time.
        private static ExpressionSyntax Bound(SimpleNameSyntax name) =>
            Roots.QualifiedName(name) is var whole && whole.Parent is InvocationExpressionSyntax call && call.Expression == whole
                ? call : name;

        // The type arguments of a method may be inferred, those of a type are written.
        private static bool MayName(ISymbol owner, SimpleNameSyntax name) => owner is IMethodSymbol method
            ? name.Arity == 0 || name.Arity == method.Arity
            : name.Arity == ((INamedTypeSymbol)owner).Arity;

        private static bool Is(ISymbol symbol, ISymbol owner) =>
            SymbolEqualityComparer.Default.Equals(symbol.OriginalDefinition, owner.OriginalDefinition);
    }
}
