using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>The private state of types of other assemblies, as far as the names of their fields show it.</summary>
    internal static class CompiledState
    {
        /// <summary>The fields of a type and of its base classes that contain no stored member, judging by their names and types.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="stored">Its stored members.</param>
        /// <returns>The fields; null if a class is in a reference assembly, which has no private fields.</returns>
        public static List<IFieldSymbol>? NotStored(Parser parser, INamedTypeSymbol type, List<Candidate> stored)
        {
            if (HiddenFields.UnknownIn(parser, type) != null)
                return null;
            var fields = new List<IFieldSymbol>();
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
                fields.AddRange(Fields(parser, t)
                    .Where(field => !IsIgnored(t, field) && !stored.Any(member => Contains(parser, field, member))));
            return fields;
        }

        /// <summary>Whether a type has fields that contain data, apart from its base classes.</summary>
        public static bool HasData(Parser parser, INamedTypeSymbol type) => HiddenFields.UnknownIn(parser, type) == null
            && Fields(parser, type).Any(field => !IsIgnored(type, field) && Members.IsData(HiddenFields.TypeOf(parser, field)));

        /// <summary>Whether a field has the type of a member. Enums may be fields of their underlying type.</summary>
        public static bool HasTypeOf(Parser parser, IFieldSymbol field, Candidate member)
        {
            ITypeSymbol type = HiddenFields.TypeOf(parser, field);
            return SymbolEqualityComparer.Default.Equals(type, member.Type)
                || SymbolEqualityComparer.Default.Equals(type, (member.Type as INamedTypeSymbol)?.EnumUnderlyingType);
        }

        /// <summary>
        /// Whether a property without a setter returns a field of its type or a derived type, judging by the names: <c>_items</c> for
        /// <c>Items</c>. Collections may also be in a field whose name contains the property's, or the other way around:
        /// <c>InternalItems</c> for <c>Items</c>, <c>items_</c> for <c>ItemsList</c>. The field for a read-only interface, which is only
        /// reported, may have any name that is not that of another property.
        /// </summary>
        public static bool HasField(Parser parser, IPropertySymbol property) => !parser.IsOwn(property)
            && Fields(parser, property.ContainingType).Any(field =>
                (IsNamed(field, property.Name)
                    || (property.Type is INamedTypeSymbol && Names.IsEnumerable(property.Type)
                        && (IsReadOnlyInterface(property.Type) || IsNamedAlike(field, property.Name))
                        && !property.ContainingType.GetMembers().Any(m => m is IPropertySymbol && IsNamed(field, m.Name))))
                && parser.Compilation.ClassifyConversion(HiddenFields.TypeOf(parser, field), property.Type)
                    is { IsIdentity: true } or { IsImplicit: true, IsReference: true });

        private static bool IsReadOnlyInterface(ITypeSymbol type) => type.TypeKind == TypeKind.Interface && Names.IsInSystem(type)
            && type.Name.StartsWith("IReadOnly", StringComparison.Ordinal);

        private static bool IsNamedAlike(IFieldSymbol field, string property)
        {
            string name = WithoutUnderscores(ConstructorArguments.Trimmed(Names.OfField(field)));
            return IsPart(name, property) || IsPart(property, name);
        }

        // Shorter names are parts of others by chance.
        private static bool IsPart(string part, string name) =>
            part.Length >= 4 && name.IndexOf(part, StringComparison.OrdinalIgnoreCase) >= 0;

        /// <summary>Whether a field contains a member, judging by their names and types.</summary>
        public static bool HasFieldOf(Parser parser, Candidate member) =>
            Fields(parser, member.Symbol.ContainingType).Any(field => Contains(parser, field, member));

        private static IEnumerable<IFieldSymbol> Fields(Parser parser, INamedTypeSymbol type) =>
            HiddenFields.Of(parser, type).OfType<IFieldSymbol>().Where(field => !field.IsStatic);

        private static bool Contains(Parser parser, IFieldSymbol field, Candidate member) =>
            IsNamed(field, member.Name) && HasTypeOf(parser, field, member);

        // public_key for PublicKey. The code generator of Protocol Buffers appends _.
        private static bool IsNamed(IFieldSymbol field, string member) =>
            ConstructorArguments.IsNamed(WithoutUnderscores(ConstructorArguments.Trimmed(Names.OfField(field))),
                WithoutUnderscores(member));

        private static string WithoutUnderscores(string name) => name.Replace("_", "");

        private static bool IsIgnored(INamedTypeSymbol type, IFieldSymbol field) => Inclusion.IsIgnored(field)
            || type.GetMembers().Any(member => member is IPropertySymbol && IsNamed(field, member.Name) && Inclusion.IsIgnored(member));
    }
}
