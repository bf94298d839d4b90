using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Whether a member is <c>required</c>. Roslyn 4.4 and later has <c>IsRequired</c>, which the oldest compiler that loads the generator
    /// lacks, and hides the attribute; older versions show the attribute of compiled members.
    /// </summary>
    internal static class RequiredMembers
    {
        private static readonly Func<IPropertySymbol, bool>? s_property = Getter<IPropertySymbol>();
        private static readonly Func<IFieldSymbol, bool>? s_field = Getter<IFieldSymbol>();

        public static bool IsRequired(ISymbol member)
        {
            switch (member)
            {
                case IPropertySymbol property when s_property != null:
                    return s_property(property);
                case IFieldSymbol field when s_field != null:
                    return s_field(field);
                default:
                    return Attributes.Has(member, "System.Runtime.CompilerServices.RequiredMemberAttribute")
                        || member.DeclaringSyntaxReferences.Any(IsRequired);
            }
        }

        /// <summary>Whether a constructor is marked to set all required members.</summary>
        public static bool AreSetBy(IMethodSymbol constructor) =>
            Attributes.Has(constructor, "System.Diagnostics.CodeAnalysis.SetsRequiredMembersAttribute");

        /// <summary>
        /// Whether a type has required members that its parameterless constructor does not set, so that it does not satisfy the constraint
        /// <c>new()</c>.
        /// </summary>
        public static bool PreventNew(ITypeSymbol type)
        {
            if ((type as INamedTypeSymbol)?.InstanceConstructors.Any(c => c.Parameters.Length == 0 && AreSetBy(c)) == true)
                return false;
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (t.GetMembers().Any(member => member is IFieldSymbol or IPropertySymbol && IsRequired(member)))
                    return true;
            }
            return false;
        }

        /// <summary>
        /// The names, as C# identifiers, of required members that object initializers must set although they are not serialized, or are
        /// set afterwards: in a type that is stored by its fields, the members are the fields of required properties.
        /// </summary>
        public static EquatableArray<string> NotInitialized(INamedTypeSymbol type, List<MemberModel> members)
        {
            List<string>? names = null;
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                foreach (ISymbol member in t.GetMembers())
                {
                    string name = Members.Escape(member.Name);
                    if (member is IFieldSymbol or IPropertySymbol && !member.IsStatic && names?.Contains(name) != true
                        && !members.Any(m => m.Name == member.Name && IsInitialized(m)) && IsRequired(member))
                        (names ??= new List<string>()).Add(name);
                }
            }
            return names == null ? EquatableArray<string>.Empty : new EquatableArray<string>(names.ToArray());
        }

        private static bool IsInitialized(MemberModel member) =>
            member.Assignment == MemberAssignment.Initializer || member.IsInitializedToo;

        private static Func<T, bool>? Getter<T>() =>
            typeof(T).GetProperty("IsRequired")?.GetMethod is { } getter ? (Func<T, bool>)getter.CreateDelegate(typeof(Func<T, bool>))
                : null;

        private static bool IsRequired(SyntaxReference reference)
        {
            SyntaxNode? node = reference.GetSyntax();
            while (node != null && node is not MemberDeclarationSyntax)
                node = node.Parent;
            return node is MemberDeclarationSyntax declaration and not BaseTypeDeclarationSyntax
                && declaration.Modifiers.Any(m => m.ValueText == "required");
        }
    }
}
