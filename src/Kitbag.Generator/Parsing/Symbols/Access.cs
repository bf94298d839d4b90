using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Whether generated code, which has its own namespace, can access symbols.</summary>
    internal static class Access
    {
        public static bool IsVisible(Parser parser, ISymbol symbol) => IsVisible(parser.Compilation, symbol);

        public static bool IsVisible(Compilation compilation, ISymbol symbol) =>
            IsAccessible(compilation, symbol) && !(symbol is ITypeSymbol type && Names.IsOfOneFile(type));

        /// <summary>
        /// Whether other assemblies may declare classes that derive from a class or implement an interface. Assemblies to which this one
        /// shows its internal types do not count.
        /// </summary>
        public static bool IsDerivable(ITypeSymbol type)
        {
            for (INamedTypeSymbol? t = type as INamedTypeSymbol; t != null; t = t.ContainingType)
            {
                if (t.DeclaredAccessibility != Accessibility.Public)
                    return false;
            }
            return type.TypeKind == TypeKind.Interface || (type is INamedTypeSymbol { TypeKind: TypeKind.Class, IsSealed: false } named
                && named.InstanceConstructors.Any(constructor => constructor.DeclaredAccessibility is Accessibility.Public
                    or Accessibility.Protected or Accessibility.ProtectedOrInternal));
        }

        // Gives the result of IsSymbolAccessibleWithin, which goes through all references of the compilation at each call to verify that
        // they include the symbol's assembly.
        private static bool IsAccessible(Compilation compilation, ISymbol symbol)
        {
            switch (symbol)
            {
                case IArrayTypeSymbol array:
                    return IsAccessible(compilation, array.ElementType);
                case INamedTypeSymbol { TypeKind: not TypeKind.Error } type:
                    foreach (ITypeSymbol argument in type.TypeArguments)
                    {
                        if (argument.TypeKind != TypeKind.TypeParameter && !IsAccessible(compilation, argument))
                            return false;
                    }
                    break;
                case IFieldSymbol or IPropertySymbol or IMethodSymbol { MethodKind: not MethodKind.LocalFunction }
                    when symbol.ContainingType != null:
                    break;
                default:
                    return compilation.IsSymbolAccessibleWithin(symbol, compilation.Assembly);
            }
            return IsDeclaredAccessible(compilation, symbol)
                && (symbol.ContainingType is not { } container || IsAccessible(compilation, container));
        }

        // Whether the modifiers of a declaration allow access from the top level of the compilation's assembly.
        private static bool IsDeclaredAccessible(Compilation compilation, ISymbol symbol) => symbol.DeclaredAccessibility switch
        {
            Accessibility.Public or Accessibility.NotApplicable => true,
            Accessibility.Internal or Accessibility.ProtectedOrInternal => symbol.ContainingAssembly is { } assembly
                && (SymbolEqualityComparer.Default.Equals(assembly, compilation.Assembly) || assembly.GivesAccessTo(compilation.Assembly)),
            _ => false,
        };
    }
}
