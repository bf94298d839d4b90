using System.Collections.Generic;
using System.Linq;
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
        /// <summary>Whether an object that is created without a member has the default of its type in it.</summary>
        public static bool AreDefault(INamedTypeSymbol type, Candidate candidate, Construction construction)
        {
            if (construction.Constructor == null || candidate.IsPopulated)
                return false;
            return construction.Gives(candidate) ? construction.KeepsDefault(candidate)
                : !candidate.IsRequired && IsDefaultInNew(type, candidate.Symbol);
        }

        private static bool IsDefaultInNew(INamedTypeSymbol type, ISymbol member)
        {
            if (InitialValues.Of(member) != Model.InitialValue.Default
                && !(InitialValues.Initializer(member) is { } initializer && InitialValues.IsDefault(initializer.Value)))
                return false;
            string field = SetterCode.BackingField(member);
            for (INamedTypeSymbol? t = type; t != null && t.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType);
                t = t.BaseType)
            {
                if (t.DeclaringSyntaxReferences.Length == 0 || !t.InstanceConstructors.Where(c => !c.IsImplicitlyDeclared)
                    .SelectMany(Declarations.Of).All(declaration => declaration is TypeDeclarationSyntax
                        || (declaration is ConstructorDeclarationSyntax constructor && !CallsOwn(constructor)
                            && !SetterCode.AssignedBy(constructor).Any(name => name == member.Name || name == field))))
                    return false;
            }
            return true;
        }

        // Methods of the object, and methods that receive the object, may set any member.
        private static bool CallsOwn(ConstructorDeclarationSyntax constructor)
        {
            IEnumerable<SyntaxNode> nodes = constructor.DescendantNodes();
            return nodes.OfType<InvocationExpressionSyntax>().Any(call => call.Expression is SimpleNameSyntax
                    or MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax or BaseExpressionSyntax })
                || nodes.OfType<ThisExpressionSyntax>().Any(self => self.Parent is not MemberAccessExpressionSyntax);
        }
    }
}
