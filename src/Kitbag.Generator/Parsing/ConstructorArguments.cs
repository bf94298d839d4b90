using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Determines which members are passed to the parameters of a constructor, and how their values are converted.</summary>
    internal static class ConstructorArguments
    {
        private const string Generic = "System.Collections.Generic.";

        /// <summary>Whether a parameter has the name of a member. Names of fields may begin with _ or m_.</summary>
        public static bool IsNamed(string parameter, string member) =>
            string.Equals(member, parameter, StringComparison.OrdinalIgnoreCase)
            || string.Equals(Trimmed(member), parameter, StringComparison.OrdinalIgnoreCase);

        /// <summary>A name without the prefixes that are common for fields.</summary>
        public static string Trimmed(string name) => name.StartsWith("m_", StringComparison.Ordinal) ? name.Substring(2)
            : name.TrimStart('_');

        /// <summary>The members to which the source of a constructor assigns a parameter unchanged, whatever their names.</summary>
        public static IEnumerable<string> AssignedTo(IParameterSymbol parameter) => Declarations.Of(parameter.ContainingSymbol)
            .SelectMany(declaration => declaration is ConstructorDeclarationSyntax constructor ? Assigned(constructor)
                : declaration is TypeDeclarationSyntax type ? Initialized(type)
                : Array.Empty<KeyValuePair<string, ExpressionSyntax>>())
            .Where(one => Unchanged(one.Value) == parameter.Name)
            .Select(one => one.Key)
            .Distinct();

        /// <summary>Whether a constructor assigns a parameter unchanged to a member of another name.</summary>
        public static bool Renames(ConstructorDeclarationSyntax constructor) => Assigned(constructor).Any(one =>
            Unchanged(one.Value) is { } value && !IsNamed(value, one.Key)
            && constructor.ParameterList.Parameters.Any(p => p.Identifier.ValueText == value));

        // The name that an expression consists of: x, x ?? throw ...
        private static string? Unchanged(ExpressionSyntax value)
        {
            if (value is BinaryExpressionSyntax { Right: ThrowExpressionSyntax } checkedValue)
                value = checkedValue.Left;
            return (value as IdentifierNameSyntax)?.Identifier.ValueText;
        }

        // The members that a constructor assigns, with the assigned values: X = value, this.X = value, (X, Y) = (x, y).
        private static IEnumerable<KeyValuePair<string, ExpressionSyntax>> Assigned(ConstructorDeclarationSyntax constructor)
        {
            foreach (AssignmentExpressionSyntax assignment in constructor.DescendantNodes().OfType<AssignmentExpressionSyntax>())
            {
                if (!assignment.IsKind(SyntaxKind.SimpleAssignmentExpression))
                    continue;
                if (assignment.Left is TupleExpressionSyntax targets && assignment.Right is TupleExpressionSyntax values)
                {
                    foreach ((ArgumentSyntax target, ArgumentSyntax value) in targets.Arguments.Zip(values.Arguments, (t, v) => (t, v)))
                    {
                        if (NameOf(target.Expression) is { } part)
                            yield return new KeyValuePair<string, ExpressionSyntax>(part, value.Expression);
                    }
                }
                else if (NameOf(assignment.Left) is { } member)
                    yield return new KeyValuePair<string, ExpressionSyntax>(member, assignment.Right);
            }
        }

        private static string? NameOf(ExpressionSyntax target) =>
            ((target is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access ? access.Name : target)
                as IdentifierNameSyntax)?.Identifier.ValueText;

        /// <summary>
        /// Whether the source of a property shows that it returns other elements than those of a collection that a constructor took: its
        /// getter is an iterator, and more than a loop that returns each element.
        /// </summary>
        public static bool ReturnsOtherElements(ISymbol member) => member is IPropertySymbol { SetMethod: null } && Declarations.Of(member)
            .SelectMany(declaration => declaration.DescendantNodes().OfType<YieldStatementSyntax>())
            .Any(yield => yield.Expression is not IdentifierNameSyntax name
                || (yield.Parent is BlockSyntax { Statements: { Count: 1 } } block ? block.Parent : yield.Parent)
                    is not ForEachStatementSyntax loop || loop.Identifier.ValueText != name.Identifier.ValueText);

        /// <summary>
        /// Whether the source of a constructor shows that a member is computed from a parameter, by arithmetic or concatenation of strings
        /// or collections: <c>_url = url + "/all"</c>. If the constructor got the value of the member, it would compute it twice.
        /// </summary>
        public static bool Computes(IParameterSymbol parameter, string member) =>
            Declarations.Of(parameter.ContainingSymbol).Any(declaration => KeptAs(declaration, member).Any(value =>
                IsComputedOf(value, parameter.Name)));

        /// <summary>Whether the body of a constructor contains an assignment that <see cref="Computes"/> looks for.</summary>
        public static bool Computes(ConstructorDeclarationSyntax constructor) => Assigned(constructor).Select(one => one.Value)
            .Concat(ArgumentsOf(constructor.Initializer?.ArgumentList))
            .Any(value => constructor.ParameterList.Parameters.Any(p => IsComputedOf(value, p.Identifier.ValueText)));

        private static IEnumerable<ExpressionSyntax> ArgumentsOf(BaseArgumentListSyntax? list) =>
            list == null ? Array.Empty<ExpressionSyntax>() : list.Arguments.Select(argument => argument.Expression);

        // The values that a constructor assigns to a member or, if there are none, passes to another constructor that may assign it.
        private static List<ExpressionSyntax> KeptAs(SyntaxNode declaration, string member)
        {
            IEnumerable<ExpressionSyntax> values = Array.Empty<ExpressionSyntax>();
            BaseArgumentListSyntax? passedOn = null;
            if (declaration is ConstructorDeclarationSyntax constructor)
            {
                values = Assigned(constructor).Where(one => one.Key == member).Select(one => one.Value);
                passedOn = constructor.Initializer?.ArgumentList;
            }
            else if (declaration is TypeDeclarationSyntax type)
            {
                // The parameters of a primary constructor are part of the type declaration.
                values = Initialized(type).Where(one => one.Key == member).Select(one => one.Value);
                passedOn = type.BaseList?.DescendantNodes().OfType<ArgumentListSyntax>().FirstOrDefault();
            }
            List<ExpressionSyntax> kept = values.ToList();
            return kept.Count != 0 ? kept : ArgumentsOf(passedOn).ToList();
        }

        /// <summary>The members of a type that have initializers, in which a primary constructor's parameters may occur.</summary>
        public static IEnumerable<KeyValuePair<string, ExpressionSyntax>> Initialized(TypeDeclarationSyntax type)
        {
            foreach (MemberDeclarationSyntax member in type.Members)
            {
                if (member is PropertyDeclarationSyntax { Initializer: { } initializer } property)
                    yield return new KeyValuePair<string, ExpressionSyntax>(property.Identifier.ValueText, initializer.Value);
                if (member is not FieldDeclarationSyntax field)
                    continue;
                foreach (VariableDeclaratorSyntax variable in field.Declaration.Variables.Where(v => v.Initializer != null))
                    yield return new KeyValuePair<string, ExpressionSyntax>(variable.Identifier.ValueText, variable.Initializer!.Value);
            }
        }

        // Methods that are not idempotent: applied to their own result, they return other elements.
        private static readonly HashSet<string> s_changing = new HashSet<string> { "Append", "Concat", "Prepend", "Reverse", "Skip" };

        private static readonly HashSet<string> s_copying = new HashSet<string> { "AsReadOnly", "ToArray", "ToList", "ToImmutableArray",
            "ToImmutableList" };

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
                case ConditionalExpressionSyntax either:
                    return IsComputedOf(either.WhenTrue, parameter) || IsComputedOf(either.WhenFalse, parameter);
                case BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression):
                    return IsComputedOf(binary.Left, parameter) || IsComputedOf(binary.Right, parameter);
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax call }
                    when s_copying.Contains(call.Name.Identifier.ValueText):
                    return IsComputedOf(call.Expression, parameter);
                case InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax call }
                    when s_changing.Contains(call.Name.Identifier.ValueText):
                    return Mentions(value, parameter);
            }
            return value.Kind() is SyntaxKind.AddExpression or SyntaxKind.SubtractExpression or SyntaxKind.MultiplyExpression
                    or SyntaxKind.DivideExpression or SyntaxKind.LeftShiftExpression or SyntaxKind.RightShiftExpression
                    or SyntaxKind.ExclusiveOrExpression or SyntaxKind.UnaryMinusExpression or SyntaxKind.BitwiseNotExpression
                    or SyntaxKind.LogicalNotExpression or SyntaxKind.InterpolatedStringExpression
                && Mentions(value, parameter);
        }

        /// <summary>Whether the name of a parameter occurs in a value.</summary>
        public static bool Mentions(ExpressionSyntax value, string parameter) =>
            value.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Any(name => name.Identifier.ValueText == parameter);

        /// <summary>Whether the value of a member can be passed to a parameter.</summary>
        public static bool Converts(Compilation compilation, ITypeSymbol member, ITypeSymbol parameter) =>
            Conversion(compilation, member, parameter) != null;

        /// <returns>The code to insert before the value in parentheses; empty if none is needed, null if there is no conversion.</returns>
        public static string? Conversion(Compilation compilation, ITypeSymbol member, ITypeSymbol parameter)
        {
            if (ConvertsByItself(compilation, member, parameter))
                return "";
            // An interface is always read as the same class, whatever class was written.
            if (member is not INamedTypeSymbol { TypeKind: TypeKind.Interface } named || ReadAs(compilation, named) is not { } read)
                return null;
            if (ConvertsByItself(compilation, read, parameter))
                return "(" + Names.InCode(read) + ")";
            return parameter is IArrayTypeSymbol { Rank: 1 } array && read.Arity == 1
                && SymbolEqualityComparer.Default.Equals(array.ElementType, read.TypeArguments[0])
                ? ParameterModel.ToArray
                : null;
        }

        private static bool ConvertsByItself(Compilation compilation, ITypeSymbol from, ITypeSymbol to) =>
            compilation.ClassifyCommonConversion(from, to) is { IsImplicit: true, IsUserDefined: false };

        private static INamedTypeSymbol? ReadAs(Compilation compilation, INamedTypeSymbol type)
        {
            string? name = type.OriginalDefinition.ToDisplayString() switch
            {
                Generic + "IEnumerable<T>" or Generic + "IReadOnlyCollection<T>" or Generic + "IReadOnlyList<T>"
                    or Generic + "ICollection<T>" or Generic + "IList<T>" => "List`1",
                Generic + "ISet<T>" or Generic + "IReadOnlySet<T>" => "HashSet`1",
                Generic + "IDictionary<TKey, TValue>" or Generic + "IReadOnlyDictionary<TKey, TValue>" => "Dictionary`2",
                _ => null,
            };
            return name == null ? null : compilation.GetTypeByMetadataName(Generic + name)?.Construct(type.TypeArguments.ToArray());
        }

        /// <summary>
        /// The value of a parameter if a document lacks its member, as C# code: its default, or null if it is nullable; otherwise empty.
        /// </summary>
        public static string DefaultOf(IParameterSymbol parameter) =>
            parameter.HasExplicitDefaultValue ? ConstantCode.Of(parameter.ExplicitDefaultValue, parameter.Type)
            : TakesNull(parameter) ? "default(" + Names.InCode(parameter.Type) + ")"
            : "";

        /// <summary>Whether the type of a parameter is nullable.</summary>
        public static bool TakesNull(IParameterSymbol parameter) =>
            parameter.Type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T
            || (!parameter.Type.IsValueType && parameter.NullableAnnotation == NullableAnnotation.Annotated);
    }
}
