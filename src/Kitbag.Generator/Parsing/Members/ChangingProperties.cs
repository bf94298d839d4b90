using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports stored properties that get another value each time an object is written and read: the getter computes what it returns
    /// (<c>get =&gt; _attack + 5</c>, <c>base.Attack + 5</c>), and the setter assigns the value as it is; or the setter changes it after
    /// that.
    /// </summary>
    internal static class ChangingProperties
    {
        /// <param name="parser">The parser.</param>
        /// <param name="candidate">A stored member.</param>
        public static void Report(Parser parser, Candidate candidate)
        {
            if (candidate.Symbol is not IPropertySymbol property || !parser.IsOwn(candidate.Declaring)
                || (candidate.HasHiddenGetter && candidate.HiddenField.Length != 0))
                return;
            List<SyntaxNode> getters = Declarations.Of(property).SelectMany(SetterCode.GetterOrMethod).Select(SetterCode.BodyOf)
                .OfType<SyntaxNode>().ToList();
            string name = Names.InSchema(candidate.Declaring.OriginalDefinition) + "." + candidate.Name;
            if (getters.Count != 0
                && Assigned(property).FirstOrDefault(one => getters.Any(getter => Computes(getter, one))) is { } assigned)
            {
                parser.ReportAt(property, Rules.ChangingProperty, name, "its getter computes it from '"
                    + (assigned == property.Name ? "base." + assigned : assigned) + "', to which its setter assigns the value unchanged",
                    "have the setter undo the computation, or compute the value in a property of another name, without a setter");
            }
            else if (AdvancingSetters.FieldOf(property) is { } advanced)
            {
                parser.ReportAt(property, Rules.ChangingProperty, name, "its setter assigns the value to '" + advanced
                    + "' and then computes another one of it", "have the setter only assign the value");
            }
        }

        // The members that hold the value that was set, as the getter names them: the base property, or fields, or the keyword 'field'.
        private static IEnumerable<string> Assigned(IPropertySymbol property)
        {
            IPropertySymbol? settable = property;
            while (settable is { SetMethod: null })
                settable = settable.OverriddenProperty;
            if (settable == null)
                return Enumerable.Empty<string>();
            List<AccessorDeclarationSyntax> setters = Declarations.Of(settable).SelectMany(SetterCode.Setter)
                .OfType<AccessorDeclarationSyntax>().Where(setter => setter.Body != null || setter.ExpressionBody != null).ToList();
            IEnumerable<string> assigned = setters.Count != 0 ? setters.SelectMany(AssignedUnchanged) : new[] { "field" };
            return settable.Equals(property, SymbolEqualityComparer.Default) ? assigned
                : new[] { property.Name }.Concat(assigned.Where(name => name != "field"));
        }

        private static IEnumerable<string> AssignedUnchanged(AccessorDeclarationSyntax setter)
        {
            ILookup<string, ExpressionSyntax> targets = setter.DescendantNodes().SelectMany(SetterCode.Targets)
                .ToLookup(PropertyFields.NameOf);
            return targets.Contains("value") ? Enumerable.Empty<string>()
                : targets.Where(name => name.Key.Length != 0 && name.All(IsGivenValue)).Select(name => name.Key);
        }

        // Attack = value, or Set(ref attack, value).
        private static bool IsGivenValue(ExpressionSyntax target) => target.Parent switch
        {
            AssignmentExpressionSyntax assignment => assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
                && ConstructorArguments.IsName(assignment.Right, "value"),
            ArgumentSyntax { Parent: ArgumentListSyntax list } =>
                list.Arguments.Any(argument => ConstructorArguments.IsName(argument.Expression, "value")),
            _ => false,
        };

        // A condition may exclude values that have been computed: _name.StartsWith('#') ? _name : "#" + _name.
        private static bool Computes(SyntaxNode getter, string name) => ArgumentFlow.ReturnsComputed(getter, name)
            && !getter.DescendantNodes().Any(IdempotentOperations.Is)
            && !getter.DescendantNodes().Select(ConditionOf).OfType<ExpressionSyntax>()
                .Any(condition => NullTests.ValueOf(condition, out _) == null && DependsOn(condition, getter, name));

        private static ExpressionSyntax? ConditionOf(SyntaxNode node) => node switch
        {
            ConditionalExpressionSyntax choice => choice.Condition,
            IfStatementSyntax test => test.Condition,
            SwitchExpressionSyntax choice => choice.GoverningExpression,
            SwitchStatementSyntax choice => choice.Expression,
            WhileStatementSyntax loop => loop.Condition,
            ForStatementSyntax loop => loop.Condition,
            _ => null,
        };

        // Local variables may contain the member.
        private static bool DependsOn(ExpressionSyntax condition, SyntaxNode getter, string name) =>
            condition.DescendantNodesAndSelf().OfType<ExpressionSyntax>().Any(part => PropertyFields.NameOf(part) == name)
            || getter.DescendantNodes().OfType<VariableDeclaratorSyntax>()
                .Any(variable => ConstructorArguments.Mentions(condition, variable.Identifier.ValueText));
    }
}
