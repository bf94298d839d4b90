using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports automatic properties with a setter that a class inherits from another project, which uses Kitbag, and that only derived
    /// classes can access. Their project does not report them, because it does not know the derived class, and other private state of
    /// such classes is not visible.
    /// </summary>
    internal static class InheritedState
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which has stored members.</param>
        /// <param name="stored">The names of the stored members.</param>
        /// <param name="construction">How objects are created.</param>
        public static void Report(Parser parser, INamedTypeSymbol type, HashSet<string> stored, Construction construction)
        {
            if (!parser.IsOwn(type))
                return;
            var restored = new HashSet<string>();
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                if (parser.IsOwn(t))
                {
                    // A constructor, callback or stored property of the derived class may set it.
                    restored.UnionWith(t.GetMembers().Where(m => m is IMethodSymbol { MethodKind: MethodKind.Constructor }
                            || (m is IMethodSymbol method && Callbacks.IsAfter(method))
                            || (m is IPropertySymbol property && (stored.Contains(property.Name) || Inclusion.IsIgnored(property))))
                        .SelectMany(Declarations.Of).SelectMany(node => node.DescendantNodes()).OfType<IdentifierNameSyntax>()
                        .Select(name => name.Identifier.ValueText));
                    continue;
                }
                foreach (IPropertySymbol property in PrivateState.Of(t).OfType<IPropertySymbol>())
                {
                    if (property is { DeclaredAccessibility: Accessibility.Protected or Accessibility.ProtectedOrInternal, SetMethod: { } }
                        && !stored.Contains(property.Name) && !restored.Contains(property.Name) && IsOfUser(parser, t)
                        && DataTypes.IsData(parser, property.Type) && !DataTypes.IsReference(parser, property.Type)
                        && construction.Constructor?.Parameters.Any(p => construction.Gives(p)
                            && ConstructorArguments.IsNamed(p.Name, property.Name)) != true
                        && !MaySet(t, stored, property.Type))
                        parser.ReportAt(type, Rules.LostState, Names.InSchema(t.OriginalDefinition) + "." + property.Name);
                }
            }
        }

        private static bool IsOfUser(Parser parser, INamedTypeSymbol type) =>
            KitbagUsers.Of(parser.Compilation).Contains(type.ContainingAssembly, SymbolEqualityComparer.Default);

        /// <summary>
        /// Whether a stored property, the code of which cannot be seen, has the same type, so that its setter may set the property.
        /// </summary>
        public static bool MaySet(INamedTypeSymbol type, HashSet<string> stored, ITypeSymbol propertyType) => type.GetMembers()
            .OfType<IPropertySymbol>().Any(other => stored.Contains(other.Name) && other.SetMethod != null
                && !ReadOnlyMembers.IsAutomatic(other) && SymbolEqualityComparer.Default.Equals(other.Type, propertyType));
    }
}
