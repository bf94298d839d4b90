using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines whether the value of a member differs from the argument that a constructor took for it, as far as the source shows it: if
    /// the constructor got the value of the member, it would be computed twice.
    /// </summary>
    internal static class ComputedArguments
    {
        // Methods that are not idempotent: applied to their own result, they return another value.
        private static readonly HashSet<string> s_changing = new HashSet<string>
        {
            "Append", "Concat", "Insert", "Prepend", "Remove", "Reverse", "Skip", "Substring",
        };

        // Idempotent methods: what they are applied to decides.
        private static readonly HashSet<string> s_idempotent = new HashSet<string>
        {
            "AsReadOnly", "ToArray", "ToImmutableArray", "ToImmutableList", "ToList", "ToLower", "ToLowerInvariant", "ToUpper",
            "ToUpperInvariant", "Trim", "TrimEnd", "TrimStart",
        };

        // Methods whose result lacks a part of what they are applied to.
        private static readonly HashSet<string> s_selecting = new HashSet<string>
        {
            "Ceiling", "Distinct", "Floor", "OrderBy", "OrderByDescending", "Round", "Select", "Take", "Truncate", "Where",
        };

        // Methods that add to a list.
        private static readonly HashSet<string> s_adding = new HashSet<string>
        {
            "Add", "AddFirst", "AddLast", "AddRange", "Enqueue", "Insert", "Push",
        };

        /// <summary>
        /// Whether a constructor computes a member from a parameter, by arithmetic or concatenation of strings or collections:
        /// <c>_url = url + "/all"</c>.
        /// </summary>
        public static bool Computes(IParameterSymbol parameter, ISymbol member) => Computes(parameter, member, KeptArguments.MaxCalls);

        private static bool Computes(IParameterSymbol parameter, ISymbol member, int calls) =>
            Declarations.Of(parameter.ContainingSymbol).Any(declaration => KeptAs(declaration, member, parameter).Any(value =>
                IsComputedOf(WithoutLocal(declaration, value), parameter.Name)
                || (ConstructorArguments.IsName(value, parameter.Name) && (IsChanged(declaration, parameter.Name)
                    || (calls > 0 && IsComputedByCalled(declaration, parameter, member, calls - 1))))));

        // Whether all constructors that this one may call with its parameter compute the member.
        private static bool IsComputedByCalled(SyntaxNode declaration, IParameterSymbol parameter, ISymbol member, int calls)
        {
            List<IParameterSymbol> called = KeptArguments.PassedTo(declaration, parameter, mayBeNull: false).ToList();
            return called.Count != 0 && called.All(other => Computes(other, member, calls));
        }

        /// <summary>Whether the body of a constructor contains what <see cref="Computes(IParameterSymbol, ISymbol)"/> looks for.</summary>
        public static bool Computes(ConstructorDeclarationSyntax constructor)
        {
            List<string> parameters = constructor.ParameterList.Parameters.Select(p => p.Identifier.ValueText).ToList();
            return ConstructorArguments.Assigned(constructor).Select(one => one.Value)
                .Concat(ArgumentsOf(constructor.Initializer?.ArgumentList))
                .Any(value => parameters.Any(p => IsComputedOf(WithoutLocal(constructor, value), p)))
                || parameters.Any(p => IsChanged(constructor, p));
        }

        /// <summary>
        /// Whether a property without a setter returns another value than the one that a constructor took for it: it computes it from the
        /// field to which the constructor assigns the parameter (<c>Hp =&gt; _hp + Bonus</c>), from the parameter of a primary constructor,
        /// or from the property that it overrides, or it is an iterator that does more than return each element.
        /// </summary>
        public static bool ReturnsOther(IParameterSymbol parameter, ISymbol member)
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
                        || (property.IsOverride && IsComputedOf(value, property.Name)))))
                    return true;
            }
            return false;
        }

        private static bool IsOther(YieldStatementSyntax yield) => yield.Expression is not IdentifierNameSyntax name
            || (yield.Parent is BlockSyntax { Statements: { Count: 1 } } block ? block.Parent : yield.Parent)
                is not ForEachStatementSyntax loop || loop.Identifier.ValueText != name.Identifier.ValueText;

        // Whether a getter returns more or less than a field contains.
        private static bool IsOtherThan(ExpressionSyntax value, string field) => IsComputedOf(value, field)
            || value.DescendantNodesAndSelf().OfType<InvocationExpressionSyntax>().Any(call =>
                s_selecting.Contains(SetterCode.NameOfMethod(call)) && ConstructorArguments.Mentions(call, field));

        private static IEnumerable<ExpressionSyntax> ArgumentsOf(BaseArgumentListSyntax? list) =>
            list == null ? Array.Empty<ExpressionSyntax>() : list.Arguments.Select(argument => argument.Expression);

        // The values that a constructor assigns to a member, or to the field that it returns, or, if there are none, passes to another
        // constructor that may assign it. If that gets the parameter itself, it probably assigns that.
        private static List<ExpressionSyntax> KeptAs(SyntaxNode declaration, ISymbol member, IParameterSymbol parameter)
        {
            List<ExpressionSyntax> kept = ConstructorArguments.ValuesOf(declaration, member);
            if (kept.Count != 0 || ConstructorArguments.PassedOn(declaration) is not { } call
                || (!call.Parent.IsKind(SyntaxKind.ThisConstructorInitializer)
                    && !IsMemberOf(parameter.ContainingType.BaseType, member.Name)))
                return kept;
            List<ExpressionSyntax> passed = ArgumentsOf(call).ToList(),
                unchanged = passed.Where(value => ConstructorArguments.IsName(value, parameter.Name)).ToList();
            return unchanged.Count != 0 ? unchanged : passed;
        }

        // A constructor of a base class does not assign members of derived classes.
        private static bool IsMemberOf(INamedTypeSymbol? type, string member)
        {
            for (; type != null; type = type.BaseType)
            {
                if (type.GetMembers(member).Length != 0)
                    return true;
            }
            return false;
        }

        // The value of a local variable in place of its name.
        private static ExpressionSyntax WithoutLocal(SyntaxNode declaration, ExpressionSyntax value) =>
            value is IdentifierNameSyntax name && declaration is ConstructorDeclarationSyntax
                && declaration.DescendantNodes().OfType<VariableDeclaratorSyntax>()
                    .FirstOrDefault(v => v.Identifier.ValueText == name.Identifier.ValueText)?.Initializer is { } initializer
                ? initializer.Value : value;

        /// <summary>Whether a constructor adds to the list that it takes, which setting a member to that list does not undo.</summary>
        public static bool AddsTo(IParameterSymbol parameter) =>
            Declarations.Of(parameter.ContainingSymbol).SelectMany(Statements).Any(statement => AddsTo(statement, parameter.Name));

        private static bool AddsTo(ExpressionSyntax statement, string parameter) =>
            statement is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax call }
            && s_adding.Contains(call.Name.Identifier.ValueText) && ConstructorArguments.IsName(call.Expression, parameter);

        // Whether a constructor changes a parameter, n += 5, or adds to a list that it took, without a condition.
        private static bool IsChanged(SyntaxNode declaration, string parameter) => Statements(declaration).Any(statement =>
            AddsTo(statement, parameter) || statement switch
            {
                AssignmentExpressionSyntax assignment when ConstructorArguments.IsName(assignment.Left, parameter) =>
                    assignment.Kind() is SyntaxKind.AddAssignmentExpression or SyntaxKind.SubtractAssignmentExpression
                        or SyntaxKind.MultiplyAssignmentExpression or SyntaxKind.DivideAssignmentExpression
                    || IsComputedOf(assignment.Right, parameter),
                _ => SetterCode.IsIncrement(statement) && ConstructorArguments.Mentions(statement, parameter),
            });

        private static IEnumerable<ExpressionSyntax> Statements(SyntaxNode declaration) =>
            declaration is ConstructorDeclarationSyntax { Body: { } body }
                ? body.Statements.OfType<ExpressionStatementSyntax>().Select(statement => statement.Expression)
                : Array.Empty<ExpressionSyntax>();

        // Idempotent operations, such as a mask or a remainder, do not count, nor do other calls, which often only validate the argument.
        private static bool IsComputedOf(ExpressionSyntax value, string parameter)
        {
            switch (value)
            {
                case ParenthesizedExpressionSyntax inner:
                    return IsComputedOf(inner.Expression, parameter);
                case CastExpressionSyntax cast:
                    return IsComputedOf(cast.Expression, parameter);
                case CheckedExpressionSyntax inner:
                    return IsComputedOf(inner.Expression, parameter);
                // The absolute value of an absolute value is the same.
                case ConditionalExpressionSyntax either when IsNegated(either.WhenTrue, either.WhenFalse)
                    || IsNegated(either.WhenFalse, either.WhenTrue):
                    return false;
                case ConditionalExpressionSyntax either:
                    return IsComputedOf(either.WhenTrue, parameter) || IsComputedOf(either.WhenFalse, parameter);
                case BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression):
                    return IsComputedOf(binary.Left, parameter) || IsComputedOf(binary.Right, parameter);
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax call }
                    when s_idempotent.Contains(call.Name.Identifier.ValueText):
                    return IsComputedOf(call.Expression, parameter);
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax call }
                    when s_changing.Contains(call.Name.Identifier.ValueText):
                    return ConstructorArguments.Mentions(value, parameter);
                case ElementAccessExpressionSyntax { ArgumentList: { Arguments: { Count: 1 } index } } part
                    when index[0].Expression is RangeExpressionSyntax { LeftOperand: { } start } && start.ToString() != "0":
                    return ConstructorArguments.Mentions(part.Expression, parameter);
            }
            return value.Kind() is SyntaxKind.AddExpression or SyntaxKind.SubtractExpression or SyntaxKind.MultiplyExpression
                    or SyntaxKind.DivideExpression or SyntaxKind.LeftShiftExpression or SyntaxKind.RightShiftExpression
                    or SyntaxKind.ExclusiveOrExpression or SyntaxKind.UnaryMinusExpression or SyntaxKind.BitwiseNotExpression
                    or SyntaxKind.LogicalNotExpression or SyntaxKind.InterpolatedStringExpression
                && ConstructorArguments.Mentions(value, parameter);
        }

        private static bool IsNegated(ExpressionSyntax value, ExpressionSyntax other) =>
            value is PrefixUnaryExpressionSyntax negated && value.IsKind(SyntaxKind.UnaryMinusExpression)
            && negated.Operand.ToString() == other.ToString();
    }
}
