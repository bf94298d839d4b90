using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Public properties without a setter that return a private field (<c>Items =&gt; _items</c>, <c>{ get =&gt; field; }</c>). In a
    /// reference assembly, other projects see neither the field nor the code of the getter. So the project that declares such a property
    /// redeclares it, and the generator of other projects finds there that the property is state.
    /// </summary>
    internal static class ReturnedState
    {
        /// <summary>
        /// Whether a property of this project returns a collection from a field, a value from a field that the type changes after an
        /// object was created, or anything that it holds in the field that the compiler creates for it. The getter of an automatic
        /// property without code needs no redeclaration, because metadata identifies it.
        /// </summary>
        public static bool Is(Compilation compilation, IPropertySymbol property)
        {
            if (property.IsStatic || property.IsIndexer || property.IsOverride || property.RefKind != RefKind.None
                || property.SetMethod != null || property.DeclaredAccessibility != Accessibility.Public
                || Inclusion.IsIgnored(property))
                return false;
            if (ReadOnlyMembers.IsAutomatic(property))
                return PropertyFields.HasGetterCode(property) && !LazyCaches.Is(property)
                    && HiddenDeclarations.CanDeclare(compilation, property.Type);
            if (SetterCode.BackingField(property) is not { Length: > 0 } name
                || property.ContainingType.GetMembers(name).OfType<IFieldSymbol>().FirstOrDefault() is not { IsStatic: false } field
                || Inclusion.IsIgnored(field) || Inclusion.IsIncluded(field)
                || compilation.ClassifyConversion(field.Type, property.Type)
                    is not ({ IsIdentity: true } or { IsImplicit: true, IsReference: true })
                || !HiddenDeclarations.CanDeclare(compilation, property.Type))
                return false;
            return ReadOnlyMembers.IsValue(property.Type)
                ? !field.IsReadOnly && SetterCode.ChangedAfterCreation(property.ContainingType).Contains(name) && !IsSet(field)
                : Names.IsEnumerable(property.Type);
        }

        // Whether a property that has a setter uses a field, so that setting this property may restore the field.
        private static bool IsSet(IFieldSymbol field) => field.ContainingType.GetMembers().OfType<IPropertySymbol>()
            .Where(property => property.SetMethod != null).SelectMany(Declarations.Of).SelectMany(property => property.DescendantNodes())
            .Any(node => node is IdentifierNameSyntax name && name.Identifier.ValueText == field.Name);

        /// <summary>Whether the project of a compiled type has redeclared a property as one that returns state.</summary>
        public static bool IsRedeclared(Parser parser, IPropertySymbol property) =>
            parser.Catalogue.FindHidden(property.ContainingType, byFields: false) is { } hidden
            && hidden.GetMembers(property.Name).Any(m => m is IPropertySymbol { SetMethod: null });
    }
}
