using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports private state of a type beside the members that are stored: nothing restores it, and no other rule speaks of it. What looks
    /// like it but is restored in another way is left alone: fields behind properties that are stored or ignored, what the constructor or a
    /// callback computes, what never changes, and what is no data at all. Bodies are read for that; an edit of one alone is heeded with the
    /// next edit of a declaration, or the next build.
    /// </summary>
    internal static class LostState
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which has members that are stored.</param>
        /// <param name="candidates">What it has that may be a member.</param>
        /// <param name="stored">The names of those that are.</param>
        /// <param name="construction">How objects are made.</param>
        public static void Report(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, HashSet<string> stored,
            Construction construction)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                // Of compiled types neither private fields are in sight nor what becomes of them.
                if (!SymbolEqualityComparer.Default.Equals(t.ContainingAssembly, parser.Compilation.Assembly))
                    continue;
                List<ISymbol> hidden = PrivateState.Of(t.OriginalDefinition)
                    .Where(m => !candidates.Any(c => stored.Contains(c.Name)
                        && SymbolEqualityComparer.Default.Equals(c.Symbol.OriginalDefinition, m)))
                    .Where(m => IsData(parser, TypeOf(m)))
                    .ToList();
                if (hidden.Count == 0)
                    continue;
                HashSet<string> restored = Restored(t.OriginalDefinition, stored);
                List<IMethodSymbol> making = t.OriginalDefinition.InstanceConstructors.Where(construction.IsGivenMembers).ToList();
                HashSet<string> made = Mentioned(making), given = Told(making),
                    told = Told(t.OriginalDefinition.InstanceConstructors.Where(c => !making.Contains(c, SymbolEqualityComparer.Default)));
                // Any struct may be as no constructor makes it, all zeros: what one sets to a constant tells the two apart.
                if (type.IsValueType)
                    told.UnionWith(SetToConstants(making));
                foreach (ISymbol member in hidden)
                {
                    string name = member.Name;
                    // What a constructor was once told cannot be computed by another; what no one changes is as any constructor makes it.
                    if (!restored.Contains(name) && !given.Contains(name)
                        && (told.Contains(name) || !(made.Contains(name) || IsFixed(member))))
                        parser.ReportAt(
                            member,
                            IsReference(parser, TypeOf(member)) ? Rules.LostReference : Rules.LostState,
                            Names.InSchema(t.OriginalDefinition) + "." + name);
                }
            }
        }

        private static ITypeSymbol TypeOf(ISymbol member) => member is IFieldSymbol field ? field.Type : ((IPropertySymbol)member).Type;

        // Values, text, and collections and plain classes of these; services and other objects that live are told by their types.
        private static bool IsData(Parser parser, ITypeSymbol type)
        {
            if (type is IArrayTypeSymbol array)
                return IsData(parser, array.ElementType);
            if (type is ITypeParameterSymbol || type.TypeKind == TypeKind.Enum)
                return true;
            if (type is not INamedTypeSymbol named || type.SpecialType == SpecialType.System_Object || UnityObjects.IsOne(type))
                return false;
            if (parser.Catalogue.Find(named) is { })
                return named.Name != "Lazy" && named.TypeArguments.All(argument => IsData(parser, argument));
            if (Names.IsOfPlatform(type))
                return named.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T && IsData(parser, named.TypeArguments[0]);
            return type is { TypeKind: TypeKind.Struct or TypeKind.Class, IsAbstract: false }
                && named.GetMembers().Any(m => m is { IsStatic: false, DeclaredAccessibility: Accessibility.Public }
                    and (IFieldSymbol { IsConst: false } or IPropertySymbol { IsIndexer: false }) && HoldsValue(m));
        }

        private static bool HoldsValue(ISymbol member) => member is not IPropertySymbol property || ReadOnlyMembers.IsAutomatic(property);

        private static bool IsFixed(ISymbol member) => member is IFieldSymbol { IsReadOnly: true, Type: var type }
            ? IsValue(type)
            : member is IPropertySymbol { SetMethod: null, Type: var other } && IsValue(other);

        private static bool IsValue(ITypeSymbol type) => type.IsValueType || type.SpecialType == SpecialType.System_String;

        // Of one object it cannot be told whether it is a part of this one or found again elsewhere: an owner, a service, a view.
        private static bool IsReference(Parser parser, ITypeSymbol type) =>
            type is { IsReferenceType: true, TypeKind: TypeKind.Class, SpecialType: SpecialType.None } and INamedTypeSymbol named
            && parser.Catalogue.Find(named) == null;

        // What accessors of members mention that are stored or ignored, and callbacks.
        private static HashSet<string> Restored(INamedTypeSymbol type, HashSet<string> stored) =>
            Mentioned(type.GetMembers().Where(member =>
            member is IPropertySymbol property ? stored.Contains(property.Name) || Members.IsIgnored(property)
            : member is IMethodSymbol method && Callbacks.IsAfter(method)));

        // What constructors keep of their parameters as it is.
        private static HashSet<string> Told(IEnumerable<ISymbol> constructors) => new HashSet<string>(constructors
            .OfType<IMethodSymbol>()
            .SelectMany(c => Declarations.Of(c).SelectMany(declaration => declaration.DescendantNodes())
                .OfType<AssignmentExpressionSyntax>()
                .Where(a => a.Right is IdentifierNameSyntax name && c.Parameters.Any(p => p.Name == name.Identifier.ValueText)))
            .SelectMany(assignment => Mentioned(assignment.Left)));

        private static IEnumerable<string> SetToConstants(IEnumerable<ISymbol> constructors) => constructors
            .SelectMany(Declarations.Of)
            .SelectMany(declaration => declaration.DescendantNodes().OfType<AssignmentExpressionSyntax>())
            .Where(a => a.Right is LiteralExpressionSyntax && !InitialValues.IsDefault(a.Right))
            .SelectMany(assignment => Mentioned(assignment.Left));

        private static HashSet<string> Mentioned(IEnumerable<ISymbol> members) =>
            new HashSet<string>(members.SelectMany(Declarations.Of).SelectMany(Mentioned));

        private static IEnumerable<string> Mentioned(SyntaxNode node) =>
            node.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Select(name => name.Identifier.ValueText);
    }
}
