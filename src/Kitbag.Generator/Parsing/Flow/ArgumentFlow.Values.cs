using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Evaluates expressions.</summary>
    internal sealed partial class ArgumentFlow
    {
        private Content Evaluate(ExpressionSyntax value)
        {
            switch (value)
            {
                case ParenthesizedExpressionSyntax inner:
                    return Evaluate(inner.Expression);
                case CheckedExpressionSyntax inner:
                    return Evaluate(inner.Expression);
                case PostfixUnaryExpressionSyntax suppressed when value.IsKind(SyntaxKind.SuppressNullableWarningExpression):
                    return Evaluate(suppressed.Operand);
                case CastExpressionSyntax cast:
                    return Evaluate(cast.Expression) with { Unchanged = null };
                case LiteralExpressionSyntax or DefaultExpressionSyntax:
                    return InitialValues.IsDefault(value) ? Content.Default : new Content { Constant = value.ToString() };
                case PrefixUnaryExpressionSyntax { Operand: LiteralExpressionSyntax } when value.IsKind(SyntaxKind.UnaryMinusExpression):
                    return new Content { Constant = value.ToString() };
                case ThisExpressionSyntax:
                    _mayBeChanged = true;
                    return default;
                case SimpleNameSyntax or MemberAccessExpressionSyntax when ConstantOf(value) is { } constant:
                    return constant;
                case var _ when IsVariable(value):
                    return ReadProperty(value);
                case MemberAccessExpressionSyntax access:
                    Content owner = Evaluate(access.Expression);
                    return access.Name.Identifier.ValueText == "HasValue" ? owner.Changed() : owner.Limited();
                case AssignmentExpressionSyntax assignment:
                    return Assign(assignment);
                case ConditionalExpressionSyntax either:
                    return Evaluate(either);
                case ConditionalAccessExpressionSyntax access:
                    Content receiver = Evaluate(access.Expression);
                    return access.WhenNotNull is InvocationExpressionSyntax { Expression: MemberBindingExpressionSyntax binding } called
                        ? Call(called, binding.Name.Identifier.ValueText, access.Expression, receiver) with
                        {
                            Null = receiver.Null,
                        }
                        : Content.Of(receiver.Uses | EvaluateAll(access.WhenNotNull).Uses) with { Null = receiver.Null };
                case InvocationExpressionSyntax call:
                    return Evaluate(call);
                case BaseObjectCreationExpressionSyntax creation:
                    return Evaluate(creation);
                case InitializerExpressionSyntax elements:
                    return EvaluateAll(value) with { Own = elements.Expressions.Count == 0 ? OwnContent.Empty : OwnContent.Filled };
                case ArrayCreationExpressionSyntax { Initializer: { } elements }:
                    return Evaluate(elements);
                case ImplicitArrayCreationExpressionSyntax { Initializer: var elements }:
                    return Evaluate(elements);
                case ElementAccessExpressionSyntax { ArgumentList: { Arguments: { Count: 1 } index } } part:
                    Content whole = Content.Of(Evaluate(part.Expression).Uses | EvaluateAll(part.ArgumentList).Uses);
                    return index[0].Expression is RangeExpressionSyntax { LeftOperand: { } start } && start.ToString() != "0"
                        ? whole.Changed() : whole;
                case SwitchExpressionSyntax choice:
                    Content governing = Evaluate(choice.GoverningExpression);
                    return choice.Arms.Select(arm => arm.Expression).Where(one => one is not ThrowExpressionSyntax)
                        .Select(MaybeEvaluate)
                        .DefaultIfEmpty()
                        .Aggregate((a, b) => a.Or(b, governing.Uses, a.Computed | b.Computed));
                case IsPatternExpressionSyntax pattern:
                    return Evaluate(pattern);
                case BinaryExpressionSyntax binary:
                    return Evaluate(binary);
                case AnonymousFunctionExpressionSyntax function:
                    return Evaluate(function);
                case RefExpressionSyntax reference:
                    ChangeLater(reference.Expression);
                    return Evaluate(reference.Expression).Limited();
                case PrefixUnaryExpressionSyntax or PostfixUnaryExpressionSyntax when SetterCode.IsIncrement(value):
                    ExpressionSyntax operand = (value as PrefixUnaryExpressionSyntax)?.Operand
                        ?? ((PostfixUnaryExpressionSyntax)value).Operand;
                    Assign(operand, Evaluate(operand).Changed());
                    return Evaluate(operand);
                case PrefixUnaryExpressionSyntax when value.Kind() is SyntaxKind.UnaryMinusExpression or SyntaxKind.BitwiseNotExpression
                    or SyntaxKind.LogicalNotExpression:
                case InterpolatedStringExpressionSyntax:
                    return EvaluateAll(value).Changed();
            }
            // An expression of elements, [1, .. items], for which the oldest compiler has no type.
            if (value.ToString() is { Length: > 1 } text && text[0] == '[' && text[text.Length - 1] == ']')
            {
                Content elements = EvaluateAll(value);
                bool isExtended = value.ChildNodes().Any(IsSpread) && !value.ChildNodes().All(IsSpread);
                return elements.Uses != 0 && isExtended ? elements.Changed()
                    : elements with { Own = elements.Uses != 0 ? OwnContent.Unknown : text == "[]" ? OwnContent.Empty : OwnContent.Filled };
            }
            return EvaluateAll(value);
        }

        // The value of a constant of the type, or of one that is named with its type, such as an element of an enum; otherwise null.
        private Content? ConstantOf(ExpressionSyntax value)
        {
            ExpressionSyntax first = value;
            while (first is MemberAccessExpressionSyntax access)
                first = access.Expression;
            if (_type == null || first is not SimpleNameSyntax || IsLocal(first, out _))
                return null;
            IEnumerable<ISymbol> named = Members.Named(_type.OriginalDefinition, SetterCode.NameOfAny(value));
            ISymbol? member = first == value ? named.FirstOrDefault() : named.Any(one => !one.IsStatic) ? null : SymbolOf(value);
            return member is IFieldSymbol { HasConstantValue: true, ConstantValue: var constant } ? Constant(constant) : null;
        }

        private static Content Constant(object? value) => value switch
        {
            null or false or 0 or 0L or 0u or 0ul or (byte)0 or (short)0 => Content.Default,
            _ => new Content { Constant = SymbolDisplay.FormatPrimitive(value, quoteStrings: true, useHexadecimalNumbers: false) },
        };

        private static bool IsSpread(SyntaxNode element) => element.ToString().StartsWith("..", StringComparison.Ordinal);

        // Evaluates the expressions that a node contains. The result depends on what they depend on.
        private Content EvaluateAll(SyntaxNode? node)
        {
            ulong uses = 0;
            foreach (SyntaxNode part in node?.ChildNodes() ?? Enumerable.Empty<SyntaxNode>())
            {
                if (part is ExpressionSyntax expression)
                    uses |= Evaluate(expression).Uses;
                else if (part is not (NameColonSyntax or NameEqualsSyntax or TypeArgumentListSyntax))
                    uses |= EvaluateAll(part).Uses;
                if (part is ArgumentSyntax argument && IsAssigned(argument))
                    Assign(argument.Expression, Content.Of(uses));
            }
            return Content.Of(uses);
        }

        private Content EvaluateAll(SeparatedSyntaxList<ExpressionSyntax> expressions) =>
            Content.OfAll(expressions.Select(Evaluate));

        private Content Evaluate(ConditionalExpressionSyntax either)
        {
            ExpressionSyntax? value = NullTests.ValueOf(either.Condition, out bool isForNull);
            Content tested = EvaluateCondition(either.Condition, value);
            if (either.WhenTrue is ThrowExpressionSyntax)
                return Evaluate(either.WhenFalse);
            if (either.WhenFalse is ThrowExpressionSyntax)
                return Evaluate(either.WhenTrue);
            Content whenTrue = MaybeEvaluate(either.WhenTrue), whenFalse = MaybeEvaluate(either.WhenFalse);
            // The absolute value of an absolute value is the same.
            if (IsNegated(either.WhenTrue, either.WhenFalse) || IsNegated(either.WhenFalse, either.WhenTrue))
                return Content.Of(tested.Uses | whenTrue.Uses);
            if (either.WhenTrue.IsKind(SyntaxKind.FalseLiteralExpression) && either.WhenFalse.IsKind(SyntaxKind.TrueLiteralExpression)
                && tested.Unchanged != null)
                return tested.Changed();
            return value == null ? whenTrue.Or(whenFalse, tested.Uses, whenTrue.Computed | whenFalse.Computed)
                : isForNull ? whenFalse.UnlessNull(whenTrue, tested) : whenTrue.UnlessNull(whenFalse, tested);
        }

        // The value that a condition compares with null, otherwise the condition itself. A pattern may declare variables.
        private Content EvaluateCondition(ExpressionSyntax condition, ExpressionSyntax? compared)
        {
            if (compared == null || condition is BinaryExpressionSyntax)
                return Evaluate(compared ?? condition);
            Evaluate(condition);
            return Evaluate(compared);
        }

        // An expression that may be evaluated, or not.
        private Content MaybeEvaluate(ExpressionSyntax value)
        {
            if (!value.DescendantNodesAndSelf().Any(node => node is InvocationExpressionSyntax or AssignmentExpressionSyntax
                || (node is ExpressionSyntax part && SetterCode.IsIncrement(part))))
                return Evaluate(value);
            Content result = default;
            Maybe(() =>
            {
                result = Evaluate(value);
                return true;
            });
            return result;
        }

        private static bool IsNegated(ExpressionSyntax value, ExpressionSyntax other) =>
            value is PrefixUnaryExpressionSyntax negated && value.IsKind(SyntaxKind.UnaryMinusExpression)
            && negated.Operand.ToString() == other.ToString();

        private Content Evaluate(BinaryExpressionSyntax binary)
        {
            Content left = Evaluate(binary.Left);
            if (binary.IsKind(SyntaxKind.CoalesceExpression))
                return binary.Right is ThrowExpressionSyntax ? left : left.UnlessNull(MaybeEvaluate(binary.Right), left);
            if (binary.IsKind(SyntaxKind.AsExpression) || binary.IsKind(SyntaxKind.IsExpression))
                return left.Limited();
            Content both = Content.Of(left.Uses | (binary.IsKind(SyntaxKind.LogicalAndExpression)
                || binary.IsKind(SyntaxKind.LogicalOrExpression) ? MaybeEvaluate(binary.Right) : Evaluate(binary.Right)).Uses);
            return IdempotentOperations.Is(binary) ? both : binary.Kind() switch
            {
                SyntaxKind.AddExpression or SyntaxKind.SubtractExpression or SyntaxKind.MultiplyExpression or SyntaxKind.DivideExpression
                    or SyntaxKind.LeftShiftExpression or SyntaxKind.RightShiftExpression or SyntaxKind.ExclusiveOrExpression =>
                    both.Changed(),
                SyntaxKind.EqualsExpression when IsNegation(binary, SyntaxKind.FalseLiteralExpression) => both.Changed(),
                SyntaxKind.NotEqualsExpression when IsNegation(binary, SyntaxKind.TrueLiteralExpression) => both.Changed(),
                // The result is not null itself: false would become true.
                _ => NullTests.ValueOf(binary, out _) != null ? both.Changed() : both,
            };
        }

        private static bool IsNegation(BinaryExpressionSyntax binary, SyntaxKind literal) =>
            binary.Left.IsKind(literal) || binary.Right.IsKind(literal);

        private Content Evaluate(IsPatternExpressionSyntax pattern)
        {
            Content tested = Evaluate(pattern.Expression);
            foreach (var variable in pattern.Pattern.DescendantNodes().OfType<SingleVariableDesignationSyntax>())
                _state.Locals[variable.Identifier.ValueText] = variable.Parent == pattern.Pattern ? tested : Content.Of(tested.Uses);
            Content result = Content.Of(tested.Uses | EvaluateAll(pattern.Pattern).Uses);
            return NullTests.ValueOf(pattern, out _) != null
                || pattern.Pattern is ConstantPatternSyntax { Expression: { RawKind: (int)SyntaxKind.FalseLiteralExpression } }
                or UnaryPatternSyntax { Pattern: ConstantPatternSyntax { Expression: { RawKind: (int)SyntaxKind.TrueLiteralExpression } } }
                ? result.Changed() : result;
        }

        // What a function sets may change at any time.
        private Content Evaluate(AnonymousFunctionExpressionSyntax function)
        {
            foreach (ExpressionSyntax target in function.DescendantNodes().SelectMany(SetterCode.Targets))
                ChangeLater(target);
            _mayBeChanged |= function.DescendantNodes().Any(node => node is ThisExpressionSyntax
                || (node is InvocationExpressionSyntax call && IsVariable(call.Expression)));
            return Content.Of(Mentioned(function));
        }

        private void ChangeLater(ExpressionSyntax target)
        {
            if (RootOf(target) is not { } root)
                return;
            _mayBeChanged |= IsLocal(root, out _);
            _later.Add(FieldOf(NameOf(root)));
        }

        private ulong Mentioned(SyntaxNode node) => node.DescendantNodes().OfType<IdentifierNameSyntax>()
            .Aggregate(0UL, (uses, name) => uses | Read(name).Uses);

        private Content Evaluate(BaseObjectCreationExpressionSyntax creation)
        {
            List<Content> arguments = ArgumentsOf(creation.ArgumentList);
            Content source = arguments.Count == 1 ? arguments[0] : Content.OfAll(arguments);
            Content elements = EvaluateAll(creation.Initializer);
            bool isFilled = creation.Initializer is { Expressions: { Count: > 0 } } initializer
                && initializer.IsKind(SyntaxKind.CollectionInitializerExpression), isSet = IsSet(creation);
            return new Content
            {
                Uses = source.Uses | elements.Uses,
                // A copy to which elements are added.
                Computed = isFilled && !isSet ? source.Uses : source.Own == OwnContent.Unknown ? source.Computed : 0,
                Own = (source.Uses | elements.Uses) != 0 || arguments.Count != 0 ? OwnContent.Unknown
                    : isFilled ? OwnContent.Filled : creation.Initializer == null ? OwnContent.Empty : OwnContent.Unknown,
                IsSet = isSet,
            };
        }

        // The target has the type if the expression does not name it.
        private bool IsSet(BaseObjectCreationExpressionSyntax creation) => creation is ObjectCreationExpressionSyntax { Type: var type }
            ? IsSet(type.ToString())
            : creation.Parent switch
            {
                AssignmentExpressionSyntax { Left: var target } => IsVariable(target) && Read(target).IsSet,
                EqualsValueClauseSyntax { Parent: PropertyDeclarationSyntax property } => IsSet(property.Type.ToString()),
                EqualsValueClauseSyntax { Parent: { Parent: VariableDeclarationSyntax variable } } => IsSet(variable.Type.ToString()),
                _ => false,
            };
    }
}
