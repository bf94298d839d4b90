using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Finds members with [KitbagInclude] that no codec can include, whichever assembly generates it.</summary>
    internal static class IneffectiveIncludes
    {
        private const string Include = "Kitbag.KitbagIncludeAttribute";

        /// <summary>Reports such members of a type of this project.</summary>
        public static void Check(Compilation compilation, INamedTypeSymbol type, bool isByFields, List<DiagnosticModel> diagnostics)
        {
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is not (IFieldSymbol or IPropertySymbol) || !Attributes.Has(member, Include))
                    continue;
                ISymbol declared = (member as IFieldSymbol)?.AssociatedSymbol ?? member;
                if ((WhyNot(compilation, member) ?? WhyNot(compilation, type, isByFields)) is { } why
                    && DocumentationCommentId.CreateDeclarationId(declared) is { } id)
                    diagnostics.Add(new DiagnosticModel(Rules.IneffectiveInclude.Id, id, "",
                        new EquatableArray<string>(new[] { Names.InSchema(type) + "." + declared.Name, why })));
            }
        }

        private static string? WhyNot(Compilation compilation, ISymbol member)
        {
            if (member is IFieldSymbol { AssociatedSymbol: not null })
                return "it is on the backing field: put it on the property, without 'field:'";
            if (member is IFieldSymbol { IsConst: true })
                return "a constant is not part of an object's state: remove the attribute";
            if (member.IsStatic)
                return "a static member is not part of an object's state: remove the attribute, or make it an instance member";
            if (Inclusion.IsIgnored(member))
                return "another attribute excludes it: remove one of the two";
            ITypeSymbol type = Members.TypeOf(member);
            if (!Members.IsData(type))
                return "a '" + Names.InSchema(type) + "' cannot be stored as data: remove the attribute";
            if (!Names.HasError(type) && Names.OpenParameter(type) == null && !Access.IsVisible(compilation, type))
                return "generated code cannot name its type '" + Names.InSchema(type) + "': make that internal or public";
            if (member is not IPropertySymbol property)
                return null;
            if (property.IsIndexer)
                return "an indexer is a method, not a value: include the underlying field";
            if (property.RefKind != RefKind.None)
                return "it returns a reference: include the field that it refers to";
            if (property.GetMethod == null)
                return "it has no getter, so it cannot be written: add a getter, or include its backing field";
            return Members.Setter(property) == null && !ReadOnlyMembers.IsAutomatic(property) && !IsParameter(property)
                ? "it is computed and has no setter, so it cannot be read: add a setter, or include the fields that "
                    + "it is computed from"
                : null;
        }

        private static string? WhyNot(Compilation compilation, INamedTypeSymbol type, bool isByFields)
        {
            if (type.TypeKind == TypeKind.Interface)
                return "for an interface, the object itself is stored with its own members: put the attribute on the members "
                    + "of the classes";
            if (!Access.IsVisible(compilation, type))
                return "generated code cannot name the type '" + Names.InSchema(type)
                    + "': make it and its containing types internal or public";
            if (type.IsRefLikeType)
                return "a ref struct cannot be stored";
            return !isByFields && Names.IsEnumerable(type)
                ? "only the elements of a collection are stored: make the collection a member of another class"
                    + CollectionMembers.OrFields(type, ", or mark it with ")
                : null;
        }

        // A constructor parameter can restore a property that has no setter.
        private static bool IsParameter(IPropertySymbol property) =>
            property.ContainingType.InstanceConstructors.Any(c =>
                c.Parameters.Any(p => string.Equals(p.Name, property.Name, System.StringComparison.OrdinalIgnoreCase)));
    }
}
