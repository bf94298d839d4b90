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
                // What is added to a value that depends on no parameter is not added twice, unless that is another constant than "".
                ulong computed = old.Uses | (old.Uses != 0 || old.Constant is not (null or "\"\"") ? value.Uses : 0);
                value = assignment.Kind() switch
                {
                    SyntaxKind.CoalesceAssignmentExpression => old.Own == OwnContent.Default ? value : old.UnlessNull(value, old),
                    _ when old.Own == OwnContent.Default => value.Limited(),
                    SyntaxKind.AddAssignmentExpression or SyntaxKind.SubtractAssignmentExpression or SyntaxKind.MultiplyAssignmentExpression
                        or SyntaxKind.DivideAssignmentExpression or SyntaxKind.LeftShiftAssignmentExpression
                        or SyntaxKind.RightShiftAssignmentExpression or SyntaxKind.ExclusiveOrAssignmentExpression =>
                        both with { Computed = computed },
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
                case ThisExpressionSyntax:
                    foreach (string member in _state.Members.Keys.ToList())
                        _state.Members[member] = Content.Of(value.Uses);
                    return;
                case var _ when IsVariable(target):
                    CallSetter(target, value);
                    Store(target, value);
                    return;
            }
            // A part of an object: Items[i] = x, Stats.Hp = x.
            EvaluateAll(target);
            if (RootOf(target) is not { } root)
                return;
            Content whole = Read(root);
            Store(root, whole with { Uses = whole.Uses | value.Uses, Unchanged = null });
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

        private Content Read(ExpressionSyntax variable) => IsLocal(variable, out Content local) ? local
            : _state.Members.TryGetValue(FieldOf(NameOf(variable)), out Content member) ? member : default;

        // A getter may set members.
        private Content ReadProperty(ExpressionSyntax variable)
        {
            string name = NameOf(variable);
            if (IsLocal(variable, out Content local))
                return local;
            ISymbol? member = Named(name).FirstOrDefault();
            // A method or local function that is passed on may be called at any time.
            _mayBeChanged |= member is IMethodSymbol || _frame.Functions.ContainsKey(name);
            if (member is not IPropertySymbol property || FieldOf(name) != name || ReadOnlyMembers.IsAutomatic(property))
                return Read(variable);
            SyntaxNode? body = Declarations.Of(property).SelectMany(SetterCode.GetterOrMethod).Select(SetterCode.BodyOf)
                .FirstOrDefault(one => one != null);
            return body == null ? Read(variable) : Call(new Dictionary<string, Content>(), body, "", null) with { Computed = 0 };
        }

        private bool IsLocal(ExpressionSyntax variable, out Content content)
        {
            content = default;
            return variable is IdentifierNameSyntax name && _state.Locals.TryGetValue(name.Identifier.ValueText, out content);
        }

        private void Store(ExpressionSyntax variable, Content value)
        {
            string name = NameOf(variable), field = FieldOf(name);
            if (IsLocal(variable, out _))
                _state.Locals[name] = value;
            else if (_state.Members.TryGetValue(field, out Content old) || Named(field).Any())
                _state.Members[field] = value with { IsSet = value.IsSet || old.IsSet };
        }

        // A setter may set other members. Of its own, the value that is assigned counts: reading calls it, too.
        private void CallSetter(ExpressionSyntax variable, Content value)
        {
            if (IsLocal(variable, out _))
                return;
            foreach (SyntaxNode body in Named(NameOf(variable)).OfType<IPropertySymbol>().Take(1).SelectMany(Declarations.Of)
                .SelectMany(SetterCode.Setter).Select(SetterCode.BodyOf).OfType<SyntaxNode>())
                Call(new Dictionary<string, Content> { ["value"] = value }, body, "", null);
        }
    }
}
