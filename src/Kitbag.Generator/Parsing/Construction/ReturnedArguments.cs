using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines whether a property without a setter returns another value than the one that a constructor took for it: it computes it
    /// from the field to which the constructor assigns the parameter (<c>Hp =&gt; _hp + Bonus</c>), from the parameter of a primary
    /// constructor, or from the property that it overrides, or it is an iterator that does more than return each element.
    /// </summary>
    internal static class ReturnedArguments
    {
        // Methods whose result lacks a part of what they are applied to.
        private static readonly HashSet<string> s_selecting = new HashSet<string>
        {
            "Ceiling", "Distinct", "Floor", "OrderBy", "OrderByDescending", "Round", "Select", "Take", "Truncate", "Where",
        };

        public static bool AreOther(IParameterSymbol parameter, ISymbol member)
        {
            if (member is not IPropertySymbol { SetMethod: null } property)
                return false;
            bool isMarked = Construction.IsMarked((IMethodSymbol)parameter.ContainingSymbol);
            List<string> fields = ConstructorArguments.AssignedTo(parameter).ToList();
            // The parameter of a primary constructor may be a field itself.
            if (Declarations.Of(parameter.ContainingSymbol).Any(declaration => declaration is TypeDeclarationSyntax))
                fields.Add(parameter.Name);
            foreach (SyntaxNode declaration in Declarations.Of(member))
            {
                if (declaration.DescendantNodes().OfType<YieldStatementSyntax>().Any(IsOther)
                    || (!isMarked && SetterCode.Returned(declaration).Any(value => fields.Any(field => IsOtherThan(value, field))
                        || (property.IsOverride && ArgumentFlow.IsComputedOf(value, property.Name)))))
                    return true;
            }
            return false;
        }

        private static bool IsOther(YieldStatementSyntax yield) => yield.Expression is not IdentifierNameSyntax name
            || (yield.Parent is BlockSyntax { Statements: { Count: 1 } } block ? block.Parent : yield.Parent)
                is not ForEachStatementSyntax loop || loop.Identifier.ValueText != name.Identifier.ValueText;

        // Whether a getter returns more or less than a field contains.
        private static bool IsOtherThan(ExpressionSyntax value, string field) => ArgumentFlow.IsComputedOf(value, field)
            || value.DescendantNodesAndSelf().OfType<InvocationExpressionSyntax>().Any(call =>
                s_selecting.Contains(SetterCode.NameOfMethod(call)) && ConstructorArguments.Mentions(call, field));
    }
}
