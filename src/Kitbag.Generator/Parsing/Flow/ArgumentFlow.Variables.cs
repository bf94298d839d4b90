using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Reads and assigns variables and members of the object.</summary>
    internal sealed partial class ArgumentFlow
    {
        private Content Assign(AssignmentExpressionSyntax assignment)
        {
            if (assignment.Left is TupleExpressionSyntax targets && assignment.Right is TupleExpressionSyntax tuple)
            {
                List<Content> values = tuple.Arguments.Select(argument => Evaluate(argument.Expression)).ToList();
                for (int i = 0; i < values.Count && i < targets.Arguments.Count; i++)
                    Assign(targets.Arguments[i].Expression, values[i]);
                return default;
            }
            Content value = Evaluate(assignment.Right);
            if (!assignment.IsKind(SyntaxKind.SimpleAssignmentExpression))
            {
                Content old = Evaluate(assignment.Left), both = Content.Of(old.Uses | value.Uses);
                value = assignment.Kind() switch
                {
                    SyntaxKind.CoalesceAssignmentExpression => old.Own == OwnContent.Default ? value : old.UnlessNull(value, old),
                    _ when old.Own == OwnContent.Default => value.Limited(),
                    SyntaxKind.AddAssignmentExpression or SyntaxKind.SubtractAssignmentExpression or SyntaxKind.MultiplyAssignmentExpression
                        or SyntaxKind.DivideAssignmentExpression or SyntaxKind.LeftShiftAssignmentExpression
                        or SyntaxKind.RightShiftAssignmentExpression or SyntaxKind.ExclusiveOrAssignmentExpression => both.Changed(),
                    _ => both with { Computed = old.Computed },
                };
            }
            Assign(assignment.Left, value);
            return value;
        }

        private void Assign(ExpressionSyntax target, Content value)
        {
            switch (target)
            {
                case ParenthesizedExpressionSyntax inner:
                    Assign(inner.Expression, value);
                    return;
                case TupleExpressionSyntax tuple:
                    foreach (ArgumentSyntax part in tuple.Arguments)
                        Assign(part.Expression, Content.Of(value.Uses));
                    return;
                case DeclarationExpressionSyntax declared:
                    foreach (var variable in declared.DescendantNodes().OfType<SingleVariableDesignationSyntax>())
                        _state.Locals[variable.Identifier.ValueText] = declared.Designation == variable ? value : Content.Of(value.Uses);
                    return;
                case var _ when IsVariable(target):
                    Write(target, target is IdentifierNameSyntax, value);
                    return;
            }
            // A part of an object: Items[i] = x, Stats.Hp = x.
            EvaluateAll(target);
            if (RootOf(target) is { } root)
                Write(root, root is IdentifierNameSyntax, Read(root) is var content ? content with
                {
                    Uses = content.Uses | value.Uses,
                    Unchanged = null,
                } : default);
        }

        private bool IsVariable(ExpressionSyntax value) => value is IdentifierNameSyntax or MemberAccessExpressionSyntax
            && NameOf(value).Length != 0;

        // The name of a variable, or of a member of the object; otherwise empty.
        private string NameOf(ExpressionSyntax value) =>
            value is MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax { Identifier: { ValueText: var self } } } access
                && self == _frame.Self ? access.Name.Identifier.ValueText : SetterCode.NameOf(value);

        private ExpressionSyntax? RootOf(ExpressionSyntax value)
        {
            ExpressionSyntax? part = value;
            while (part != null && !IsVariable(part))
            {
                part = part switch
                {
                    ElementAccessExpressionSyntax element => element.Expression,
                    MemberAccessExpressionSyntax access => access.Expression,
                    ParenthesizedExpressionSyntax inner => inner.Expression,
                    PostfixUnaryExpressionSyntax suppressed => suppressed.Operand,
                    _ => null,
                };
            }
            return part;
        }

        private Content Read(ExpressionSyntax variable) => Read(NameOf(variable), variable is IdentifierNameSyntax);

        private Content Read(string name, bool mayBeLocal) => mayBeLocal && _state.Locals.TryGetValue(name, out Content local) ? local
            : _state.Members.TryGetValue(FieldOf(name), out Content member) ? member : default;

        private void Write(ExpressionSyntax variable, bool mayBeLocal, Content value)
        {
            string name = NameOf(variable);
            if (mayBeLocal && _state.Locals.ContainsKey(name))
            {
                _state.Locals[name] = value;
                return;
            }
            // The setter may set other members. Of its own, its value counts: reading calls it, too.
            foreach (AccessorDeclarationSyntax setter in Named(name).OfType<IPropertySymbol>().Take(1).SelectMany(Declarations.Of)
                .SelectMany(SetterCode.Setter).OfType<AccessorDeclarationSyntax>())
            {
                if (((SyntaxNode?)setter.Body ?? setter.ExpressionBody) is { } body)
                    Call(new Dictionary<string, Content> { ["value"] = value }, body, "", null);
            }
            string field = FieldOf(name);
            if (_state.Members.TryGetValue(field, out Content old) || Named(field).Any())
                _state.Members[field] = value with { IsSet = value.IsSet || old.IsSet };
        }
    }
}
