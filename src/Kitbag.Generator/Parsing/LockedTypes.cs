using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Collects what the lock file records of types besides their schemas.</summary>
    internal static class LockedTypes
    {
        /// <summary>Describes a type with members, values or cases, or with a name in the lock file; null for others.</summary>
        public static LockedModel? Of(Compilation compilation, ITypeSymbol type, TypeModel model)
        {
            if (type is not INamedTypeSymbol || !(model.IsPrinted || model.Members.Count != 0 || model.UserDefined != null
                || model.Shape is ShapeKind.Enum or ShapeKind.Union))
                return null;
            // Types declared in other assemblies have no location in this project's source.
            string symbol = SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, compilation.Assembly)
                ? DocumentationCommentId.CreateDeclarationId(type.OriginalDefinition) : "";
            INamespaceSymbol? space = type.ContainingNamespace;
            return new LockedModel(symbol, space is { IsGlobalNamespace: false } ? space.ToDisplayString() : "",
                Attributes.Removed(type));
        }
    }
}
