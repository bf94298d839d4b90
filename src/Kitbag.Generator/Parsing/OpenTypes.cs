using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Closes types that mention type parameters: by the types with which the method or class that has the parameter is used in this
    /// compilation, else by all concrete types that satisfy its constraints.
    /// </summary>
    internal sealed class OpenTypes
    {
        /// <summary>The most forms that one open type may have.</summary>
        private const int Most = 256;

        private readonly Dictionary<ITypeParameterSymbol, List<ITypeSymbol>> _done = new Dictionary<ITypeParameterSymbol, List<ITypeSymbol>>(SymbolEqualityComparer.Default);
        private readonly Parser _parser;
        private readonly CancellationToken _cancellationToken;

        public OpenTypes(Parser parser, CancellationToken cancellationToken)
        {
            _parser = parser;
            _cancellationToken = cancellationToken;
        }

        /// <returns>The closed forms; none where nothing is known of a parameter; null where there are too many, which has been reported.</returns>
        public List<ITypeSymbol>? Close(ITypeSymbol open)
        {
            var parameters = new List<ITypeParameterSymbol>();
            Collect(open, parameters);
            var forms = new List<Dictionary<ITypeParameterSymbol, ITypeSymbol>> { new Dictionary<ITypeParameterSymbol, ITypeSymbol>(SymbolEqualityComparer.Default) };
            foreach (ITypeParameterSymbol parameter in parameters)
            {
                List<ITypeSymbol> types = TypesFor(parameter);
                if ((long)forms.Count * types.Count > Most)
                {
                    _parser.Report(Rules.TooManyForms, _parser.Path, Names.InSchema(open), ((long)forms.Count * types.Count).ToString(System.Globalization.CultureInfo.InvariantCulture));
                    return null;
                }
                forms = forms.SelectMany(form => types.Select(type => new Dictionary<ITypeParameterSymbol, ITypeSymbol>(form, SymbolEqualityComparer.Default) { [parameter] = type })).ToList();
            }
            return forms.Select(form => Substitute(open, form)).ToList();
        }

        private static void Collect(ITypeSymbol type, List<ITypeParameterSymbol> parameters)
        {
            switch (type)
            {
                case ITypeParameterSymbol parameter when !parameters.Contains(parameter, SymbolEqualityComparer.Default):
                    parameters.Add(parameter);
                    break;
                case IArrayTypeSymbol array:
                    Collect(array.ElementType, parameters);
                    break;
                case INamedTypeSymbol named:
                    foreach (ITypeSymbol argument in named.TypeArguments)
                        Collect(argument, parameters);
                    break;
            }
        }

        private ITypeSymbol Substitute(ITypeSymbol type, Dictionary<ITypeParameterSymbol, ITypeSymbol> form) => type switch
        {
            ITypeParameterSymbol parameter => form[parameter],
            IArrayTypeSymbol array => _parser.Compilation.CreateArrayTypeSymbol(Substitute(array.ElementType, form), array.Rank),
            INamedTypeSymbol { IsGenericType: true } named => named.ConstructedFrom.Construct(named.TypeArguments.Select(argument => Substitute(argument, form)).ToArray()),
            _ => type,
        };

        private List<ITypeSymbol> TypesFor(ITypeParameterSymbol parameter)
        {
            if (_done.TryGetValue(parameter, out List<ITypeSymbol> types))
                return types;
            _done.Add(parameter, new List<ITypeSymbol>()); // for methods that call themselves
            types = Uses(parameter);
            if (types.Count == 0)
                types = ByConstraints(parameter);
            return _done[parameter] = types.OrderBy(Names.InSchema, System.StringComparer.Ordinal).ToList();
        }

        private List<ITypeSymbol> Uses(ITypeParameterSymbol parameter)
        {
            var found = new List<ITypeSymbol>();
            ISymbol owner = (ISymbol?)parameter.DeclaringMethod ?? parameter.DeclaringType!;
            foreach (SyntaxTree tree in _parser.Compilation.SyntaxTrees)
            {
                SemanticModel? model = null;
                foreach (SyntaxNode node in tree.GetRoot(_cancellationToken).DescendantNodes())
                {
                    _cancellationToken.ThrowIfCancellationRequested();
                    if (!(node is SimpleNameSyntax name && name.Identifier.ValueText == owner.Name))
                        continue;
                    model ??= _parser.Compilation.GetSemanticModel(tree);
                    ISymbol? symbol = model.GetSymbolInfo(name, _cancellationToken).Symbol;
                    IReadOnlyList<ITypeSymbol>? arguments = symbol switch
                    {
                        IMethodSymbol method => (method.ReducedFrom != null ? method.GetConstructedReducedFrom() ?? method : method) is var whole && Is(whole, owner) ? whole.TypeArguments : null,
                        INamedTypeSymbol type when Is(type, owner) => type.TypeArguments,
                        _ => null,
                    };
                    if (arguments == null || arguments.Count <= parameter.Ordinal)
                        continue;
                    ITypeSymbol argument = arguments[parameter.Ordinal];
                    if (Names.HasError(argument) || (argument is INamedTypeSymbol { IsUnboundGenericType: true }))
                        continue;
                    foreach (ITypeSymbol closed in Names.OpenParameter(argument) == null ? new List<ITypeSymbol> { argument } : Close(argument) ?? new List<ITypeSymbol>())
                    {
                        if (!found.Contains(closed, SymbolEqualityComparer.Default))
                            found.Add(closed);
                    }
                }
            }
            return found;
        }

        private static bool Is(ISymbol symbol, ISymbol owner) => SymbolEqualityComparer.Default.Equals(symbol.OriginalDefinition, owner.OriginalDefinition);

        private List<ITypeSymbol> ByConstraints(ITypeParameterSymbol parameter)
        {
            List<INamedTypeSymbol> constraints = parameter.ConstraintTypes.OfType<INamedTypeSymbol>().Where(c => !Names.IsOfPlatform(c)).ToList();
            if (constraints.Count == 0)
                return new List<ITypeSymbol>();
            return _parser.Hierarchy.Concretes(constraints[0])
                .Where(type => Satisfies(type, parameter))
                .ToList<ITypeSymbol>();
        }

        private bool Satisfies(INamedTypeSymbol type, ITypeParameterSymbol parameter) =>
            (!parameter.HasReferenceTypeConstraint || type.IsReferenceType)
            && (!parameter.HasValueTypeConstraint || type.IsValueType)
            && (!parameter.HasUnmanagedTypeConstraint || type.IsUnmanagedType)
            && (!parameter.HasConstructorConstraint || type.IsValueType || type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public))
            && parameter.ConstraintTypes.All(constraint => Names.OpenParameter(constraint) != null || _parser.Compilation.ClassifyCommonConversion(type, constraint) is { Exists: true, IsImplicit: true, IsUserDefined: false });
    }
}
