using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Values and strings that are computed from other members of their object when they are first used, and are then kept:
    /// <c>Title =&gt; _title ??= Name + "!"</c>, also with <c>field</c>, <c>_title ?? (_title = Name + "!")</c> or <c>if (_title ==
    /// null)</c>. They are no state, because they are computed again.
    /// </summary>
    internal static class LazyCaches
    {
        // Classes of .NET whose static methods depend on their arguments only.
        private static readonly HashSet<string> s_pure = new HashSet<string>
        {
            "BitConverter", "Convert", "Encoding", "Enumerable", "HashCode", "Math", "MathF", "Path", "Regex", "String",
        };

        /// <summary>
        /// Whether a private field, or a property without a setter, is such a cache: only code that has found null there gives it a
        /// value, and the value depends on other members, is not simply one of them, and is predictable.
        /// </summary>
        public static bool Is(ISymbol member)
        {
            member = member.OriginalDefinition;
            if (!MayBeNull(Members.TypeOf(member)) || member is IFieldSymbol { DeclaredAccessibility: not Accessibility.Private }
                or IPropertySymbol { SetMethod: not null })
                return false;
            List<ExpressionSyntax> values = Declarations.Of(member.ContainingType).SelectMany(type => type.DescendantNodes())
                .SelectMany(node => ValuesOf(node, member)).ToList();
            return values.Count != 0 && values.All(value => ReplacesNull(value, member)
                ? IsComputed(value, member) : value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression);
        }

        // Whether a value is assigned to a member only if that is null.
        private static bool ReplacesNull(ExpressionSyntax value, ISymbol member)
        {
            if (value.Parent is not AssignmentExpressionSyntax assignment)
                return false;
            if (assignment.IsKind(SyntaxKind.CoalesceAssignmentExpression))
                return true;
            SyntaxNode? outer = assignment.Parent;
            while (outer is ParenthesizedExpressionSyntax or MemberAccessExpressionSyntax)
                outer = outer.Parent;
            return outer switch
            {
                BinaryExpressionSyntax coalesce => coalesce.IsKind(SyntaxKind.CoalesceExpression) && IsNamed(coalesce.Left, member),
                ExpressionStatementSyntax statement => (statement.Parent is BlockSyntax block ? block.Parent : statement.Parent)
                    is IfStatementSyntax test && test.Statement.Contains(statement) && IsNullTest(test.Condition, member),
                _ => false,
            };
        }

        private static bool IsNullTest(ExpressionSyntax test, ISymbol member) => test switch
        {
            _ when NullTests.ValueOf(test, out bool isForNull) is { } value => isForNull && IsNamed(value, member),
            PrefixUnaryExpressionSyntax { Operand: MemberAccessExpressionSyntax access } not => not.IsKind(SyntaxKind.LogicalNotExpression)
                && access.Name.Identifier.ValueText == "HasValue" && IsNamed(access.Expression, member),
            InvocationExpressionSyntax { ArgumentList: { Arguments: { Count: 1 } arguments } } call =>
                SetterCode.NameOfMethod(call) is "IsNullOrEmpty" or "IsNullOrWhiteSpace" && IsNamed(arguments[0].Expression, member),
            _ => false,
        };

        private static bool MayBeNull(ITypeSymbol type) =>
            type.SpecialType == SpecialType.System_String || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;

        // The values that code gives a member, whatever the object; for code that changes it in another way, the code itself.
        private static IEnumerable<ExpressionSyntax> ValuesOf(SyntaxNode node, ISymbol member) => node switch
        {
            AssignmentExpressionSyntax { Left: not TupleExpressionSyntax } assignment =>
                IsNamed(assignment.Left, member) ? new[] { assignment.Right } : Enumerable.Empty<ExpressionSyntax>(),
            VariableDeclaratorSyntax { Initializer: { } initializer } variable when variable.Identifier.ValueText == member.Name =>
                new[] { initializer.Value },
            PropertyDeclarationSyntax { Initializer: { } initializer } property when property.Identifier.ValueText == member.Name =>
                new[] { initializer.Value },
            _ => SetterCode.Targets(node).Where(target => IsNamed(target, member)),
        };

        private static bool IsNamed(ExpressionSyntax target, ISymbol member) => SetterCode.NameOfAny(target) is { Length: > 0 } name
            ? name == member.Name
            : SetterCode.IsField(target) && target.FirstAncestorOrSelf<PropertyDeclarationSyntax>()?.Identifier.ValueText == member.Name;

        // A copy of another member is the value that this had at an earlier time.
        private static bool IsComputed(ExpressionSyntax value, ISymbol member)
        {
            var used = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            return SetterCode.NameOf(value).Length == 0 && IsPredictable(value, member.ContainingType, used)
                && used.Any(one => !one.IsStatic && !SymbolEqualityComparer.Default.Equals(one, member));
        }

        /// <summary>
        /// Whether code gives the same result each time, as far as its source shows. It adds the members of the type that the code uses.
        /// </summary>
        public static bool IsPredictable(SyntaxNode code, INamedTypeSymbol type, HashSet<ISymbol> used)
        {
            if (UnpredictableValues.Are(code) || code.DescendantNodesAndSelf().OfType<InvocationExpressionSyntax>()
                .Any(call => TypeOf(call) is { } other && !s_pure.Contains(other) && !Members.Named(type, other).Any()))
                return false;
            foreach (SimpleNameSyntax name in code.DescendantNodesAndSelf().OfType<SimpleNameSyntax>())
            {
                if (name.Parent is MemberAccessExpressionSyntax access && access.Name == name && SetterCode.NameOf(access).Length == 0)
                    continue;
                foreach (ISymbol one in Members.Named(type, name.Identifier.ValueText).Where(used.Add))
                {
                    if ((one is IFieldSymbol or IPropertySymbol && UnpredictableValues.IsName(Members.TypeOf(one).Name))
                        || !Declarations.Of(one).Where(declaration => declaration is not VariableDeclaratorSyntax)
                            .All(declaration => IsPredictable(declaration, type, used)))
                        return false;
                }
            }
            return true;
        }

        // The type of a static method that is called, judging by the usual case of names: Dice of Dice.Shared.Roll().
        private static string? TypeOf(InvocationExpressionSyntax call)
        {
            var names = new List<string>();
            ExpressionSyntax expression = call.Expression;
            for (; expression is MemberAccessExpressionSyntax access; expression = access.Expression)
                names.Insert(0, access.Name.Identifier.ValueText);
            if (names.Count == 0 || expression is not SimpleNameSyntax { Identifier: { ValueText: var first } })
                return null;
            return first == "System" ? names[0] : char.IsUpper(first[0]) ? first : null;
        }
    }
}
