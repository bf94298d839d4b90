using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Whether a type can reach another by its members, whatever derives from them included. Asked before types are described, so that
    /// the answer does not depend on the order in which that happens.
    /// </summary>
    internal sealed class CycleDetector
    {
        private readonly Parser _parser;
        private readonly ITypeSymbol _target;
        private readonly HashSet<ITypeSymbol> _seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);

        private CycleDetector(Parser parser, ITypeSymbol target)
        {
            _parser = parser;
            _target = target;
        }

        public static bool Is(Parser parser, INamedTypeSymbol from, INamedTypeSymbol target) => new CycleDetector(parser, target)
            .Members(from);

        public static bool Is(Parser parser, ITypeSymbol from, INamedTypeSymbol target) => new CycleDetector(parser, target).Type(from);

        private bool Members(INamedTypeSymbol type)
        {
            RuntimeHelpers.EnsureSufficientExecutionStack();
            bool byFields = _parser.IsByFields(type);
            for (INamedTypeSymbol? t = type; t != null && t.SpecialType == SpecialType.None; t = t.BaseType)
            {
                foreach (ISymbol member in t.GetMembers())
                {
                    ITypeSymbol? memberType = member switch
                    {
                        IFieldSymbol { IsStatic: false } field when byFields || field.DeclaredAccessibility == Accessibility.Public
                            || Parsing.Members.IsIncluded(field) => field.Type,
                        IPropertySymbol { IsStatic: false, IsIndexer: false, GetMethod: not null } property when !byFields
                            && MayBeMember(property) && (property.DeclaredAccessibility == Accessibility.Public
                            || Parsing.Members.IsIncluded(property)) => property.Type,
                        _ => null,
                    };
                    if (memberType != null && !Parsing.Members.IsIgnored(member) && Type(memberType))
                        return true;
                }
            }
            return false;
        }

        // A computed property is none, unless a constructor takes it.
        private static bool MayBeMember(IPropertySymbol property) =>
            property.SetMethod != null || property.OverriddenProperty != null || ReadOnlyMembers.IsAutomatic(property)
            || property.ContainingType.InstanceConstructors.Any(c =>
                c.Parameters.Any(p => string.Equals(p.Name, property.Name, System.StringComparison.OrdinalIgnoreCase)));

        private bool Type(ITypeSymbol type)
        {
            if (type is IArrayTypeSymbol array)
                return Type(array.ElementType);
            if (SymbolEqualityComparer.Default.Equals(type, _target))
                return true;
            if (type is not INamedTypeSymbol named || type.SpecialType != SpecialType.None && !named.IsGenericType || !_seen.Add(type)
                || Names.Depth(type) > Unsupported.MaxDepth)
                return false;
            if (named.TypeArguments.Any(Type))
                return true;
            if (Names.IsOfPlatform(type))
                return false;
            return Members(named)
                || (!type.IsSealed && !type.IsValueType
                && _parser.Hierarchy.Concretes(named).Any(c => SymbolEqualityComparer.Default.Equals(c, _target) || Members(c)));
        }
    }
}
