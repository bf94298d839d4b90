using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>How the accessors of a property use the field behind it, as far as the source shows it.</summary>
    internal static class PropertyFields
    {
        /// <summary>Whether a property is not automatic, or its setter has a body, which uses <c>field</c>.</summary>
        public static bool HasSetterCode(IPropertySymbol property) => !ReadOnlyMembers.IsAutomatic(property)
            || Declarations.Of(property).SelectMany(SetterCode.Setter).OfType<AccessorDeclarationSyntax>()
                .Any(setter => setter.Body != null || setter.ExpressionBody != null);

        /// <summary>Whether the getter of a property has a body.</summary>
        public static bool HasGetterCode(IPropertySymbol property) => Declarations.Of(property).SelectMany(SetterCode.Returned).Any();

        /// <summary>Whether code of a property contains the keyword <c>field</c>.</summary>
        public static bool UsesKeyword(PropertyDeclarationSyntax property) =>
            property.DescendantNodes().OfType<ExpressionSyntax>().Any(SetterCode.IsField);

        /// <summary>
        /// The metadata name of the field that a property returns, or to which it assigns the value, unless only constructors can set it.
        /// </summary>
        public static string? Of(IPropertySymbol property) => ReadOnlyMembers.IsAutomatic(property)
            ? "<" + property.Name + ">k__BackingField"
            : property.ContainingType.GetMembers(SetterCode.BackingField(property)).OfType<IFieldSymbol>()
                .FirstOrDefault(field => !field.IsReadOnly && SymbolEqualityComparer.Default.Equals(field.Type, property.Type))?.Name;

        /// <summary>The field of the same type that a property returns, and nothing else, if there is one.</summary>
        public static string? Returned(IPropertySymbol property) => !AreReturned(property) ? null
            : property.ContainingType.GetMembers(SetterCode.BackingField(property)).OfType<IFieldSymbol>()
                .FirstOrDefault(field => !field.IsStatic && SymbolEqualityComparer.Default.Equals(field.Type, property.Type))?.Name;

        /// <summary>Whether the getter of a property returns its field, or has no body.</summary>
        public static bool AreReturned(IPropertySymbol property) => Name(property).Length != 0
            && Declarations.Of(property).SelectMany(SetterCode.Returned).All(value => Is(property, value));

        /// <summary>
        /// Whether the getter of a property returns its field, and its setter only assigns a value to that, without refusing any: code that
        /// the setter calls may not change anything, either. A condition that does not depend on the value may prevent the assignment, and
        /// any condition may change what is assigned (<c>if (value &gt; Max) value = Max;</c>).
        /// </summary>
        public static bool AreAllThatIsSet(IPropertySymbol property) => AreReturned(property)
            && Declarations.Of(property).SelectMany(SetterCode.Setter).OfType<AccessorDeclarationSyntax>()
                .Where(setter => setter.Body != null || setter.ExpressionBody != null).ToList() is { Count: 1 } setters
            && (setters[0].ExpressionBody is { } body ? IsSet(property, body.Expression)
                : setters[0].Body!.Statements.All(one => SetterGuards.Is(one, property.ContainingType) || IsSet(property, one))
                    && setters[0].DescendantNodes().OfType<AssignmentExpressionSyntax>().Any(one => Is(property, one.Left)))
            && SetterCode.Of(property.ContainingType, property.Name) is { Changed: { Count: 0 } } code
            && code.Set.All(name => name == Name(property) || name == "value");

        private static bool IsSet(IPropertySymbol property, StatementSyntax statement) => statement switch
        {
            ExpressionStatementSyntax one => IsSet(property, one.Expression),
            BlockSyntax block => block.Statements.All(one => IsSet(property, one)),
            IfStatementSyntax { Else: var other } test => !Throws(test.Condition) && IsSetOrLeft(property, test, test.Statement)
                && (other == null || IsSetOrLeft(property, test, other.Statement)),
            _ => false,
        };

        // A setter may return for any value, which is never stored then, but must be called if it throws because of the value.
        private static bool IsSetOrLeft(IPropertySymbol property, IfStatementSyntax test, StatementSyntax branch) => IsSet(property, branch)
            || (SetterGuards.Ends(branch)
                && (!branch.DescendantNodesAndSelf().Any(node => node is ThrowStatementSyntax)
                    || !ConstructorArguments.Mentions(test.Condition, "value")));

        private static bool IsSet(IPropertySymbol property, ExpressionSyntax expression) =>
            expression is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression } assignment
            && (Is(property, assignment.Left) || ConstructorArguments.IsName(assignment.Left, "value")) && !Throws(assignment);

        private static bool Throws(ExpressionSyntax expression) => expression.DescendantNodes().Any(node => node is ThrowExpressionSyntax);

        // The keyword 'field', or the name of the field.
        private static string Name(IPropertySymbol property) =>
            ReadOnlyMembers.IsAutomatic(property) ? "field" : SetterCode.BackingField(property);

        /// <summary>The name of the member that an expression is, or <c>field</c> for the keyword; otherwise empty.</summary>
        public static string NameOf(ExpressionSyntax expression) =>
            SetterCode.IsField(expression) ? "field" : SetterCode.NameOf(expression);

        private static bool Is(IPropertySymbol property, ExpressionSyntax target) =>
            Name(property) is "field" ? SetterCode.IsField(target) : SetterCode.NameOf(target) == Name(property);
    }
}
