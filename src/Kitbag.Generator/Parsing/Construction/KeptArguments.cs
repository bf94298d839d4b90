using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines whether the source shows that a constructor sets a member to exactly the argument that it takes for it. If not, it may
    /// limit or normalize the argument, <c>Hp = Math.Max(1, hp)</c>, and thereby change a value that the member got later.
    /// </summary>
    internal static class KeptArguments
    {
        /// <summary>A longer chain of constructors that call each other is regarded as endless.</summary>
        public const int MaxCalls = 16;

        /// <summary>Whether the constructor assigns the parameter, and nothing else, to the member, or has another one do so.</summary>
        public static bool Keeps(IParameterSymbol parameter, ISymbol member) => Keeps(parameter, member, MayBeNull(member), MaxCalls);

        /// <summary>Whether the constructor does so with all arguments but null, for which it assigns another value.</summary>
        public static bool ReplacesOnlyNull(IParameterSymbol parameter, ISymbol member) => MayBeNull(member) && !Keeps(parameter, member)
            && Keeps(parameter, member, mayBeNull: false, MaxCalls);

        private static bool Keeps(IParameterSymbol parameter, ISymbol member, bool mayBeNull, int calls)
        {
            List<SyntaxNode> declarations = Declarations.Of(parameter.ContainingSymbol).ToList();
            return calls > 0 && declarations.Count != 0
                && declarations.All(declaration => Keeps(declaration, parameter, member, mayBeNull, calls));
        }

        private static bool Keeps(SyntaxNode declaration, IParameterSymbol parameter, ISymbol member, bool mayBeNull, int calls)
        {
            // The compiler declares the properties of positional records.
            if (member.DeclaringSyntaxReferences.Any(r => r.GetSyntax() is ParameterSyntax declared
                && declared.Parent?.Parent == declaration))
                return member.Name == parameter.Name;
            List<ExpressionSyntax> values = ConstructorArguments.ValuesOf(declaration, member);
            if (values.Count == 0)
            {
                List<IParameterSymbol> targets = PassedTo(declaration, parameter, mayBeNull).ToList();
                return targets.Count != 0 && targets.All(target => Keeps(target, member, mayBeNull, calls - 1));
            }
            var constructor = declaration as ConstructorDeclarationSyntax;
            string field = SetterCode.BackingField(member);
            return values.All(value => IsKept(value, parameter.Name, mayBeNull) && IsUnconditional(value, constructor))
                && !IsAssigned(declaration, parameter.Name, mayBeNull)
                && (constructor == null
                    || SetterCode.AssignedBy(constructor).Count(name => name == member.Name || name == field) == values.Count);
        }

        /// <summary>
        /// The parameters to which a constructor passes a parameter of its own, unchanged, when it calls another one: those of all that it
        /// may call, according to the number of their parameters.
        /// </summary>
        /// <param name="declaration">The declaration of the constructor.</param>
        /// <param name="parameter">Its parameter.</param>
        /// <param name="mayBeNull">Whether null is a value that must not be replaced.</param>
        public static IEnumerable<IParameterSymbol> PassedTo(SyntaxNode declaration, IParameterSymbol parameter, bool mayBeNull)
        {
            if (ConstructorArguments.PassedOn(declaration) is not { } arguments)
                return Enumerable.Empty<IParameterSymbol>();
            INamedTypeSymbol type = parameter.ContainingSymbol.ContainingType;
            INamedTypeSymbol? called = arguments.Parent.IsKind(SyntaxKind.ThisConstructorInitializer) ? type : type.BaseType;
            int place = arguments.Arguments.IndexOf(argument => IsKept(argument.Expression, parameter.Name, mayBeNull));
            if (called == null || place < 0)
                return Enumerable.Empty<IParameterSymbol>();
            string? name = arguments.Arguments[place].NameColon?.Name.Identifier.ValueText;
            return called.InstanceConstructors.Where(c => c.Parameters.Length >= arguments.Arguments.Count)
                .Select(c => name == null ? c.Parameters[place] : c.Parameters.FirstOrDefault(p => p.Name == name))
                .OfType<IParameterSymbol>();
        }

        /// <summary>Whether the body of a constructor shows that it may assign another value than one of its arguments.</summary>
        public static bool Changes(ConstructorDeclarationSyntax constructor) =>
            constructor.ParameterList.Parameters.Select(p => p.Identifier.ValueText).Any(parameter =>
                IsAssigned(constructor, parameter, mayBeNull: true)
                || ConstructorArguments.Assigned(constructor)
                    .Any(one => ConstructorArguments.IsNamed(parameter, one.Key) && !IsKept(one.Value, parameter, mayBeNull: true)));

        /// <summary>Whether null is a value of a member, according to its type.</summary>
        public static bool MayBeNull(ISymbol member) => Members.TypeOf(member) is var type
            && (type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T
                || (type.IsReferenceType && type.NullableAnnotation != NullableAnnotation.NotAnnotated));

        // A value other than null is kept by name ?? "" and by name == null ? "" : name.
        private static bool IsKept(ExpressionSyntax value, string parameter, bool mayBeNull) => value switch
        {
            ParenthesizedExpressionSyntax inner => IsKept(inner.Expression, parameter, mayBeNull),
            PostfixUnaryExpressionSyntax suppressed => IsKept(suppressed.Operand, parameter, mayBeNull),
            BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression) =>
                (!mayBeNull || binary.Right is ThrowExpressionSyntax) && IsKept(binary.Left, parameter, mayBeNull),
            ConditionalExpressionSyntax either => !mayBeNull
                && NullTests.ValueOf(either.Condition, out _) is { } tested && ConstructorArguments.IsName(tested, parameter)
                && (IsKept(either.WhenTrue, parameter, mayBeNull) || IsKept(either.WhenFalse, parameter, mayBeNull)),
            _ => ConstructorArguments.IsName(value, parameter),
        };

        // Whether each call of the constructor assigns the value.
        private static bool IsUnconditional(ExpressionSyntax value, ConstructorDeclarationSyntax? constructor) => constructor?.Body == null
            || (value.FirstAncestorOrSelf<StatementSyntax>()?.Parent == constructor.Body
                && !value.Ancestors().TakeWhile(node => node != constructor.Body).Any(node => node is AnonymousFunctionExpressionSyntax)
                && !constructor.Body.DescendantNodes().Any(node => node is ReturnStatementSyntax));

        private static bool IsAssigned(SyntaxNode declaration, string parameter, bool mayBeNull) =>
            declaration is ConstructorDeclarationSyntax
            && declaration.DescendantNodes().Where(node => mayBeNull || !IsForNull(node, parameter)).SelectMany(SetterCode.Targets)
                .Any(target => ConstructorArguments.IsName(target, parameter));

        // Whether an assignment is executed only if a parameter is null: name ??= "", if (name == null) name = "".
        private static bool IsForNull(SyntaxNode node, string parameter) => node.IsKind(SyntaxKind.CoalesceAssignmentExpression)
            || (node.FirstAncestorOrSelf<IfStatementSyntax>() is { Else: null } test
                && NullTests.ValueOf(test.Condition, out bool isForNull) is { } value && isForNull
                && ConstructorArguments.IsName(value, parameter));
    }
}
