using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Private collections and other objects that a constructor creates empty, and that a property or method returns, so that callers
    /// change their content: <c>_items = new List&lt;Item&gt;()</c> and <c>Items =&gt; _items</c>.
    /// </summary>
    internal static class SharedState
    {
        /// <summary>The names of such members.</summary>
        /// <param name="type">The type, without its base classes.</param>
        /// <param name="constructors">The constructors of the type that reading may call.</param>
        public static IEnumerable<string> Of(INamedTypeSymbol type, IReadOnlyCollection<IMethodSymbol> constructors)
        {
            // Iterators return elements, not the collection.
            var returned = new HashSet<string>(type.GetMembers()
                .Where(member => member.DeclaredAccessibility != Accessibility.Private && CanBeChanged(Returned(member)))
                .SelectMany(Declarations.Of).SelectMany(SetterCode.Returned).Select(SetterCode.NameOf));
            return returned.Count == 0 ? Enumerable.Empty<string>() : constructors.SelectMany(Declarations.Of).SelectMany(declaration =>
                ConstructorArguments.AssignedBy(declaration)
                    .Where(one => returned.Contains(one.Key) && IsNew(one.Value)
                        && (declaration is TypeDeclarationSyntax || LostState.Mentioned(declaration).Count(name => name == one.Key) == 1))
                    .Select(one => one.Key));
        }

        private static ITypeSymbol? Returned(ISymbol member) => member switch
        {
            IPropertySymbol property => property.Type,
            IMethodSymbol { MethodKind: MethodKind.Ordinary } method => method.ReturnType,
            _ => null,
        };

        // Not values, and no collections that cannot be changed: the framework has these in their names.
        private static bool CanBeChanged(ITypeSymbol? type) => type switch
        {
            null => false,
            IArrayTypeSymbol => true,
            INamedTypeSymbol { Name: "Span" or "Memory" or "ArraySegment" } => true,
            _ => !ReadOnlyMembers.IsValue(type) && type.Name is not ("IEnumerable" or "ILookup" or "IQueryable")
                && !type.Name.Contains("ReadOnly") && !type.Name.Contains("Immutable") && !type.Name.Contains("Frozen"),
        };

        // new List<int>(capacity), new int[width, height], and [], for which the oldest compiler has no type.
        private static bool IsNew(ExpressionSyntax value) => value switch
        {
            BaseObjectCreationExpressionSyntax creation => creation.Initializer == null,
            ArrayCreationExpressionSyntax array => array.Initializer == null,
            _ => value.ToString() == "[]",
        };
    }
}
