using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Finds what the lock file has to know of types besides their schemas.</summary>
    internal static class LockedTypes
    {
        /// <summary>Of what has members, values or cases, or a name in the lock file; null of other types.</summary>
        public static LockedModel? Of(Compilation compilation, ITypeSymbol type, TypeModel model)
        {
            if (type is not INamedTypeSymbol || !(model.IsPrinted || model.Members.Count != 0 || model.UserDefined != null
                || model.Shape is ShapeKind.Enum or ShapeKind.Union))
                return null;
            // Of what is declared elsewhere nothing can be reported in this project's source.
            string symbol = SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly)
                ? DocumentationCommentId.CreateDeclarationId(type.OriginalDefinition) : "";
            INamespaceSymbol? space = type.ContainingNamespace;
            return new LockedModel(symbol, space is { IsGlobalNamespace: false } ? space.ToDisplayString() : "",
                Attributes.Removed(type));
        }
    }
}
