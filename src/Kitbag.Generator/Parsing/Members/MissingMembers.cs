using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines whether the source shows that a member which JSON lacks has the default of its type, whatever the other members are. If
    /// no object can be created to find out, because some members are required, only such members may be omitted.
    /// </summary>
    internal static class MissingMembers
    {
        /// <summary>
        /// The model of a member of a type with required members. An attribute that omits its default has no effect if the default would be
        /// read as another value.
        /// </summary>
        public static MemberModel Describe(INamedTypeSymbol type, MemberModel member, Candidate? candidate, Construction construction)
        {
            bool isDefault = candidate != null && AreDefault(type, candidate, construction),
                isOmitted = member.Presence is JsonPresence.UnlessDefault or JsonPresence.UnlessNull;
            // Without a constructor, only initializers that generated code repeats set anything.
            bool isKept = isDefault || (construction.Constructor == null && member.InitialText.Length == 0);
            return member with { IsDefaultIfMissing = isDefault, Presence = isOmitted && !isKept ? JsonPresence.Always : member.Presence };
        }

        // Whether an object that is created without a member has the default of its type in it.
        private static bool AreDefault(INamedTypeSymbol type, Candidate candidate, Construction construction)
        {
            if (construction.Constructor == null || candidate.IsPopulated)
                return false;
            return construction.Gives(candidate) ? construction.KeepsDefault(candidate)
                : !candidate.IsRequired && IsDefaultInNew(type, candidate.Symbol);
        }

        private static bool IsDefaultInNew(INamedTypeSymbol type, ISymbol member)
        {
            if (InitialValues.Of(member) != InitialValue.Default
                && !(InitialValues.Initializer(member) is { } initializer && InitialValues.IsDefault(initializer.Value)))
                return false;
            string field = SetterCode.BackingField(member);
            for (INamedTypeSymbol? t = type; t != null && t.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType);
                t = t.BaseType)
            {
                if (t.DeclaringSyntaxReferences.Length == 0 || !t.InstanceConstructors.Where(c => !c.IsImplicitlyDeclared)
                    .SelectMany(Declarations.Of).All(declaration => declaration is TypeDeclarationSyntax
                        || (declaration is ConstructorDeclarationSyntax constructor
                            && !constructor.DescendantNodes().Any(node => MaySet(node, type, member.Name, field)))))
                    return false;
            }
            return true;
        }

        // Code that names the member may change it or a part of it, in many ways. So may methods and properties with code of the object,
        // and methods that receive the object.
        private static bool MaySet(SyntaxNode node, INamedTypeSymbol type, string member, string field)
        {
            if (node is ThisExpressionSyntax)
                return node.Parent is not MemberAccessExpressionSyntax;
            if (node is not SimpleNameSyntax { Identifier: { ValueText: var name } })
                return false;
            if (name == member || name == field)
                return true;
            for (INamedTypeSymbol? t = type; t != null; t = t.BaseType)
            {
                if (t.GetMembers(name).Any(one => !one.IsStatic && one is IMethodSymbol or IEventSymbol
                    or IPropertySymbol { IsVirtual: true } or IPropertySymbol { IsOverride: true } or IPropertySymbol { IsAbstract: true }
                    || (one is IPropertySymbol property && PropertyFields.HasSetterCode(property))))
                    return true;
            }
            return false;
        }
    }
}
