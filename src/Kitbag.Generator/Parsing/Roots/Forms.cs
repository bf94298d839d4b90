using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The constructed types of generic types that occur in a program. They are needed if a base does not determine the type arguments of a
    /// derived class. Only the names of classes that are searched for are bound.
    /// </summary>
    internal sealed class Forms
    {
        /// <summary>The largest number of constructed types of one generic type.</summary>
        public const int MaxCount = 256;

        private readonly Compilation _compilation;
        private readonly CancellationToken _cancellationToken;
        private readonly Dictionary<ISymbol, List<INamedTypeSymbol>> _noted = new Dictionary<ISymbol,
            List<INamedTypeSymbol>>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ISymbol, int> _answered = new Dictionary<ISymbol, int>(SymbolEqualityComparer.Default);
        private readonly HashSet<ITypeSymbol> _seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
        private readonly HashSet<string> _names = new HashSet<string>();
        private readonly Dictionary<string, bool> _isNamed = new Dictionary<string, bool>();
        private OpenTypes? _open;

        public Forms(Compilation compilation, CancellationToken cancellationToken)
        {
            _compilation = compilation;
            _cancellationToken = cancellationToken;
        }

        /// <summary>The names that were searched for: method bodies that contain one of them affect the result.</summary>
        public IReadOnlyCollection<string> SearchedNames => _names;

        /// <summary>The generic types with too many constructed types.</summary>
        public IEnumerable<INamedTypeSymbol> WithTooMany =>
            _answered.Keys.Where(definition => _noted[definition].Count > MaxCount).Cast<INamedTypeSymbol>();

        /// <summary>Begins another round of requests.</summary>
        /// <returns>Whether more types have been found since they were requested in the previous round.</returns>
        public bool BeginRound()
        {
            bool haveGrown = _answered.Any(pair => _noted[pair.Key].Count != pair.Value && pair.Value < MaxCount);
            _answered.Clear();
            return haveGrown;
        }

        /// <summary>The constructed types of a generic type, or of a type nested in a generic type, that are known so far.</summary>
        public IReadOnlyList<INamedTypeSymbol> Of(INamedTypeSymbol definition)
        {
            if (_names.Add(definition.Name))
                Find(definition.Name);
            if (!_noted.TryGetValue(definition, out List<INamedTypeSymbol> forms))
                _noted.Add(definition, forms = new List<INamedTypeSymbol>());
            _answered[definition] = forms.Count;
            return forms;
        }

        /// <summary>Whether a name occurs anywhere in the source, including method bodies.</summary>
        public bool IsNamed(string name)
        {
            if (!_isNamed.TryGetValue(name, out bool isNamed))
            {
                _names.Add(name);
                _isNamed.Add(name, isNamed = _compilation.SyntaxTrees.Any(tree => SyntaxIndex.Of(tree).PlacesOf(name).Any()));
            }
            return isNamed;
        }

        /// <summary>Records the constructed types that occur in a type, including itself.</summary>
        public void Note(ITypeSymbol? type)
        {
            if (type is IArrayTypeSymbol array)
                Note(array.ElementType);
            if (type is not INamedTypeSymbol { IsGenericType: true } named || !_seen.Add(named))
                return;
            foreach (ITypeSymbol argument in named.TypeArguments)
                Note(argument);
            if (named.ContainingType != null)
                Note(named.ContainingType);
            if (Names.IsOfPlatform(named) || named.IsUnboundGenericType || Names.OpenParameter(named) != null || Names.HasError(named))
                return;
            if (!_noted.TryGetValue(named.OriginalDefinition, out List<INamedTypeSymbol> forms))
                _noted.Add(named.OriginalDefinition, forms = new List<INamedTypeSymbol>());
            forms.Add(named);
        }

        private void Find(string name)
        {
            foreach (SyntaxTree tree in _compilation.SyntaxTrees)
            {
                SemanticModel? model = null;
                foreach (int start in SyntaxIndex.Of(tree).PlacesOf(name))
                {
                    _cancellationToken.ThrowIfCancellationRequested();
                    if (tree.GetRoot(_cancellationToken).FindToken(start).Parent is not SimpleNameSyntax mention)
                        continue;
                    model ??= _compilation.ModelOf(tree);
                    if (model.GetSymbolInfo(mention, _cancellationToken).Symbol is not INamedTypeSymbol
                        {
                            IsGenericType: true,
                            IsUnboundGenericType: false
                        } type || Names.HasError(type))
                        continue;
                    if (Names.OpenParameter(type) == null)
                        Note(type);
                    else
                        NoteUses(type);
                }
            }
        }

        // In a generic method or class: the types with which it is used.
        private void NoteUses(INamedTypeSymbol open)
        {
            _open ??= new OpenTypes(_compilation, byUsesOnly: true, _cancellationToken);
            foreach (ITypeSymbol form in _open.Close(open, out _))
                Note(form);
            _names.UnionWith(_open.SearchedNames);
        }
    }
}
