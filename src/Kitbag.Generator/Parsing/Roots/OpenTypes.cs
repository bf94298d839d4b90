using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Constructs closed types from types that contain type parameters: with the type arguments that this compilation uses for the method
    /// or class that declares the parameter, otherwise with all concrete types that satisfy its constraints.
    /// </summary>
    internal sealed class OpenTypes
    {
        /// <summary>The largest number of closed types for one open type.</summary>
        private const int MaxCount = Forms.MaxCount;

        private readonly Dictionary<ITypeParameterSymbol, List<ITypeSymbol>> _done = new Dictionary<ITypeParameterSymbol,
            List<ITypeSymbol>>(SymbolEqualityComparer.Default);
        private readonly Compilation _compilation;
        private readonly CancellationToken _cancellationToken;
        private readonly GenericUses _uses;
        private readonly bool _byUsesOnly;
        private Hierarchy? _hierarchy;

        /// <param name="compilation">The compilation.</param>
        /// <param name="byUsesOnly">Whether constraints are not used to find type arguments.</param>
        /// <param name="cancellationToken">Cancels the operation.</param>
        public OpenTypes(Compilation compilation, bool byUsesOnly, CancellationToken cancellationToken)
        {
            _compilation = compilation;
            _byUsesOnly = byUsesOnly;
            _cancellationToken = cancellationToken;
            _uses = new GenericUses(compilation, cancellationToken);
        }

        /// <summary>The names of the methods and classes whose uses were searched for.</summary>
        public IReadOnlyCollection<string> SearchedNames => _uses.SearchedNames;

        /// <summary>Replaces open roots with closed ones, as far as type arguments for their parameters are known.</summary>
        /// <param name="compilation">The compilation.</param>
        /// <param name="roots">All roots.</param>
        /// <param name="count">Gets the names of the methods and types whose uses were searched for.</param>
        /// <param name="cancellationToken">Cancels the operation.</param>
        public static EquatableArray<RootModel> Close(Compilation compilation, EquatableArray<RootModel> roots,
            Action<IEnumerable<string>> count, CancellationToken cancellationToken)
        {
            if (!roots.Any(root => root.OpenParameter.Length != 0))
                return roots;
            var types = new OpenTypes(compilation, byUsesOnly: false, cancellationToken);
            var closed = new EquatableArray<RootModel>(roots.SelectMany(root => root.OpenParameter.Length == 0
                ? new List<RootModel> { root }
                : Defects.Catch("Close " + root.OpenParameter, () => types.Close(root).ToList(),
                    text => new List<RootModel> { RootModel.Failed(root.OpenParameter, root.Place, text) })).Distinct().ToArray());
            count(types.SearchedNames);
            return closed;
        }

        /// <summary>The declarations of the type parameters that must be marked so that the callers provide a root.</summary>
        public static IEnumerable<Location> ParametersToMark(Compilation compilation, RootModel root,
            CancellationToken cancellationToken) =>
            new OpenTypes(compilation, byUsesOnly: false, cancellationToken).ArgumentsAt(root.Place).OfType<ITypeParameterSymbol>()
                .Distinct<ISymbol>(SymbolEqualityComparer.Default).Select(parameter => parameter.Locations[0]).Where(l => l.IsInSource);

        private IEnumerable<RootModel> Close(RootModel root)
        {
            List<ITypeSymbol> open = root.TypeId.Length == 0 ? ArgumentsAt(root.Place)
                : DocumentationCommentId.GetFirstSymbolForDeclarationId(root.TypeId, _compilation) is INamedTypeSymbol definition
                    ? new List<ITypeSymbol> { definition }
                : new List<ITypeSymbol>();
            var closed = new List<RootModel>();
            foreach (ITypeSymbol type in open)
            {
                List<ITypeSymbol> forms = Close(type, out long count);
                // For an open type that an attribute names, the parser reports why it cannot be serialized, unless the attribute specifies
                // how objects are stored, perhaps by other projects.
                if (forms.Count == 0)
                    return new[] { root with { Forms = count, Name = Names.InSchema(type), OpenParameter = root.TypeId.Length != 0
                        && count == 0 ? "" : root.OpenParameter, IsChoice = count == 0 && (root.ByFields || root.Tracked != null) } };
                closed.AddRange(forms.Select(form =>
                    new RootModel(DocumentationCommentId.CreateReferenceId(form), Names.InSchema(form), "", root.Place)
                    {
                        IsRegistered = root.IsRegistered,
                        ByFields = root.ByFields,
                        HasJson = root.HasJson,
                        IsMentioned = root.TypeId.Length != 0,
                    }));
            }
            return closed.Count == 0 ? new[] { root } : closed;
        }

        private List<ITypeSymbol> ArgumentsAt(PlaceModel place)
        {
            foreach (SyntaxTree tree in _compilation.SyntaxTrees)
            {
                if (tree.FilePath == place.File && place.Start + place.Length <= tree.Length)
                    return Roots.OpenArguments(tree.GetRoot(_cancellationToken)
                        .FindNode(new TextSpan(place.Start, place.Length), getInnermostNodeForTie: true),
                        _compilation.ModelOf(tree), _cancellationToken);
            }
            return new List<ITypeSymbol>();
        }

        /// <param name="open">A type that contains type parameters.</param>
        /// <param name="count">The number of closed types, including when there are too many.</param>
        /// <returns>The closed types; none if no type argument is known for a parameter, or if there are too many.</returns>
        public List<ITypeSymbol> Close(ITypeSymbol open, out long count)
        {
            count = 0;
            var forms = new List<Dictionary<ITypeParameterSymbol,
                ITypeSymbol>> { new Dictionary<ITypeParameterSymbol, ITypeSymbol>(SymbolEqualityComparer.Default) };
            foreach (ITypeParameterSymbol parameter in TypeParameters.Mentioned(open))
            {
                List<ITypeSymbol> types = TypesFor(parameter);
                count = (long)forms.Count * types.Count;
                if (count > MaxCount)
                    return new List<ITypeSymbol>();
                forms = forms.SelectMany(form => types.Select(type => new Dictionary<ITypeParameterSymbol,
                    ITypeSymbol>(form, SymbolEqualityComparer.Default)
                { [parameter] = type })).ToList();
            }
            List<ITypeSymbol> closed = forms.Where(form => TypeParameters.Satisfy(_compilation, form))
                .Select(form => TypeParameters.Substitute(_compilation, open, form)).ToList();
            count = closed.Count;
            return closed;
        }

        private List<ITypeSymbol> TypesFor(ITypeParameterSymbol parameter)
        {
            if (_done.TryGetValue(parameter, out List<ITypeSymbol> types))
                return types;
            _done.Add(parameter, new List<ITypeSymbol>()); // for methods that call themselves
            types = Uses(parameter);
            if (types.Count == 0 && !_byUsesOnly)
                types = ByConstraints(parameter);
            return _done[parameter] = types.OrderBy(Names.InSchema, StringComparer.Ordinal).ToList();
        }

        private List<ITypeSymbol> Uses(ITypeParameterSymbol parameter)
        {
            var found = new List<ITypeSymbol>();
            foreach (IReadOnlyList<ITypeSymbol> arguments in _uses.Of((ISymbol?)parameter.DeclaringMethod ?? parameter.DeclaringType!))
            {
                ITypeSymbol argument = arguments[parameter.Ordinal];
                if (Names.HasError(argument) || (argument is INamedTypeSymbol { IsUnboundGenericType: true }))
                    continue;
                foreach (ITypeSymbol closed in Names.OpenParameter(argument) == null ? new List<ITypeSymbol> { argument }
                    : Close(argument, out _))
                {
                    if (!found.Contains(closed, SymbolEqualityComparer.Default))
                        found.Add(closed);
                }
            }
            return found;
        }

        private List<ITypeSymbol> ByConstraints(ITypeParameterSymbol parameter)
        {
            List<INamedTypeSymbol> constraints = parameter.ConstraintTypes.OfType<INamedTypeSymbol>().Where(c => !Names.IsOfPlatform(c))
                .ToList();
            if (constraints.Count == 0)
                return new List<ITypeSymbol>();
            return (_hierarchy ??= new Hierarchy(_compilation, new Forms(_compilation, _cancellationToken))).Concretes(constraints[0])
                .Where(type => TypeParameters.Satisfies(_compilation, type, parameter, new Dictionary<ITypeParameterSymbol,
                    ITypeSymbol>(SymbolEqualityComparer.Default)))
                .ToList<ITypeSymbol>();
        }
    }
}
