using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Private members in which setters of stored properties keep what has happened to the object: the previous value, the highest one, a
    /// sum, all values so far, or when it was set. Reading sets the property of a new object, which does not restore them.
    /// </summary>
    internal static class RememberedState
    {
        // The operators for flags are not among these: a setter raises flags for work that is to be done, after reading as well.
        private static readonly HashSet<SyntaxKind> s_sums = new HashSet<SyntaxKind>
        {
            SyntaxKind.AddAssignmentExpression, SyntaxKind.SubtractAssignmentExpression, SyntaxKind.MultiplyAssignmentExpression,
            SyntaxKind.DivideAssignmentExpression,
        };

        /// <summary>The names of such members, unless a property has them in its getter, or sets them in another way as well.</summary>
        /// <param name="type">The class that declares the properties.</param>
        /// <param name="properties">Its properties that are stored or ignored.</param>
        public static IEnumerable<string> MembersOf(INamedTypeSymbol type, List<IPropertySymbol> properties)
        {
            HashSet<string> remembered = new HashSet<string>(), others = new HashSet<string>();
            foreach (IPropertySymbol property in properties)
            {
                // A property may be a part of a field: { get => _v % 6; set => _v = _v / 6 * 6 + value; }.
                others.UnionWith(Declarations.Of(property).SelectMany(SetterCode.GetterOrMethod).SelectMany(LostState.Mentioned));
                foreach (SyntaxNode node in Declarations.Of(property).SelectMany(declaration => declaration.DescendantNodes()))
                {
                    // The assignment in { set => _best = Math.Max(_best, value); } is a node of its own.
                    if (node is ArrowExpressionClauseSyntax { Expression: AssignmentExpressionSyntax })
                        continue;
                    string name = Inclusion.IsIgnored(property) ? "" : RememberedBy(node);
                    if (name.Length != 0 && !IsFlag(type, name))
                        remembered.Add(name);
                    others.UnionWith(RestoredState.ReturnedOrSet(node).Where(one => one != name));
                }
            }
            remembered.ExceptWith(others);
            return remembered;
        }

        // The member in which a node of a setter keeps what the object had before; otherwise empty.
        private static string RememberedBy(SyntaxNode node)
        {
            if (node is not (AssignmentExpressionSyntax or ExpressionStatementSyntax)
                || node.FirstAncestorOrSelf<AccessorDeclarationSyntax>() is not { Parent: { Parent: PropertyDeclarationSyntax property } }
                    setter
                || setter.Kind() is not (SyntaxKind.SetAccessorDeclaration or SyntaxKind.InitAccessorDeclaration))
                return "";
            return node switch
            {
                AssignmentExpressionSyntax assignment => SetterCode.NameOf(assignment.Left) is { Length: > 0 } name
                    && IsOfHistory(assignment, name, setter, property) ? name : "",
                ExpressionStatementSyntax
                {
                    Expression: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access } call,
                } when SetterCode.Adds(call) => SetterCode.NameOf(access.Expression) is { Length: > 0 } list
                    && Extends(call, list, setter, property) ? list : "",
                _ => "",
            };
        }

        private static bool IsOfHistory(AssignmentExpressionSyntax assignment, string name, AccessorDeclarationSyntax setter,
            PropertyDeclarationSyntax property)
        {
            if (!assignment.IsKind(SyntaxKind.SimpleAssignmentExpression))
                return s_sums.Contains(assignment.Kind());
            ExpressionSyntax value = assignment.Right;
            return (Uses(value, setter, one => SetterCode.NameOf(one) == name) && !value.IsKind(SyntaxKind.CoalesceExpression))
                || UnpredictableValues.Are(value)
                || Uses(value, setter, one => IsOldValue(one, setter, property))
                || (value is not LiteralExpressionSyntax && assignment.Ancestors().TakeWhile(outer => outer != setter)
                    .OfType<IfStatementSyntax>().Any(choice => choice.Condition.DescendantNodesAndSelf().OfType<BinaryExpressionSyntax>()
                        .Any(comparison => IsOrder(comparison) && ConstructorArguments.Mentions(comparison, name))));
        }

        // Whether a call adds the value, or the previous one, to what was added before.
        private static bool Extends(InvocationExpressionSyntax call, string list, AccessorDeclarationSyntax setter,
            PropertyDeclarationSyntax property) =>
            call.ArgumentList.Arguments.Any(argument => ConstructorArguments.IsName(argument.Expression, "value")
                || IsOldValue(argument.Expression, setter, property))
            && !call.Ancestors().TakeWhile(outer => outer != setter).Any(outer => outer is ForStatementSyntax
                or CommonForEachStatementSyntax or WhileStatementSyntax or DoStatementSyntax)
            && !setter.DescendantNodes().Any(node => node is AssignmentExpressionSyntax assignment
                ? SetterCode.NameOf(assignment.Left) == list
                : node is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax other } && other.Name.Identifier.ValueText
                    is "Clear" or "RemoveAll" && SetterCode.NameOf(other.Expression) == list);

        // Whether an expression, or the initializer of a local variable that it mentions, contains such an expression.
        private static bool Uses(ExpressionSyntax value, AccessorDeclarationSyntax setter, System.Func<ExpressionSyntax, bool> isMeant) =>
            value.DescendantNodesAndSelf().OfType<ExpressionSyntax>().Any(isMeant)
            || setter.DescendantNodes().OfType<VariableDeclaratorSyntax>().Any(local =>
                local.Initializer is { Value: var initial } && ConstructorArguments.Mentions(value, local.Identifier.ValueText)
                && initial.DescendantNodesAndSelf().OfType<ExpressionSyntax>().Any(isMeant));

        // Whether an expression is the value that a property had, which its field contains until the setter assigns another one to it.
        private static bool IsOldValue(ExpressionSyntax expression, AccessorDeclarationSyntax setter, PropertyDeclarationSyntax property) =>
            expression.SpanStart < SetAt(setter, property) && IsOf(expression, property);

        private static bool IsOf(ExpressionSyntax expression, PropertyDeclarationSyntax property) => SetterCode.IsField(expression)
            || (SetterCode.NameOf(expression) is { Length: > 0 } name
                && (name == property.Identifier.ValueText || name == SetterCode.BackingField(property)));

        private static int SetAt(AccessorDeclarationSyntax setter, PropertyDeclarationSyntax property) => setter.DescendantNodes()
            .OfType<AssignmentExpressionSyntax>().Where(assignment => IsOf(assignment.Left, property))
            .Select(assignment => assignment.SpanStart).FirstOrDefault();

        private static bool IsOrder(BinaryExpressionSyntax comparison) => comparison.Kind() is SyntaxKind.LessThanExpression
            or SyntaxKind.LessThanOrEqualExpression or SyntaxKind.GreaterThanExpression or SyntaxKind.GreaterThanOrEqualExpression;

        // Flags tell that something is to be done, usually because the value has changed.
        private static bool IsFlag(INamedTypeSymbol type, string name) => type.GetMembers(name).Any(member =>
            member is IFieldSymbol or IPropertySymbol && Members.TypeOf(member).SpecialType == SpecialType.System_Boolean);
    }
}
