using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Private members that the constructor makes of its arguments, but that may differ from the stored members that reading passes to it:
    /// methods change a copy of a collection and not the collection, or other constructors set the two to different values.
    /// </summary>
    internal static class DifferingState
    {
        // Methods whose result lacks elements of what they are applied to.
        private static readonly HashSet<string> s_selecting = new HashSet<string>
        {
            "Distinct", "Except", "OfType", "Skip", "SkipLast", "SkipWhile", "Take", "TakeLast", "TakeWhile", "Where",
        };

        /// <summary>Whether a member is a copy of a collection that methods change without the stored member.</summary>
        /// <param name="type">The type that declares the member and the constructor.</param>
        /// <param name="member">The private member.</param>
        /// <param name="construction">How objects are created.</param>
        public static bool IsChangedCopy(INamedTypeSymbol type, ISymbol member, Construction construction) =>
            CopiedFrom(type, member, construction) is { } original && type.GetMembers()
                .Where(other => other is IPropertySymbol || (other is IMethodSymbol { MethodKind: MethodKind.Ordinary } method
                    && !Callbacks.IsAfter(method) && !IsCalledByConstructor(type, method)))
                .SelectMany(Declarations.Of).SelectMany(Bodies)
                .Any(code => code.DescendantNodes().Any(node => Changes(node, member.Name))
                    && !LostState.Mentioned(code).Any(name => name == original.Name || name == SetterCode.BackingField(original)));

        /// <summary>Whether a member is a copy of a collection of which the stored member returns only certain elements.</summary>
        /// <inheritdoc cref="IsChangedCopy" path="/param"/>
        public static bool IsShownInPart(INamedTypeSymbol type, ISymbol member, Construction construction) =>
            CopiedFrom(type, member, construction) is IPropertySymbol { SetMethod: null } original
            && Declarations.Of(original).SelectMany(SetterCode.Returned).ToList() is { Count: not 0 } returned
            && returned.All(value => value.DescendantNodesAndSelf().OfType<InvocationExpressionSyntax>().Any(call =>
                s_selecting.Contains(SetterCode.NameOfMethod(call)) && ConstructorArguments.Mentions(call.Expression, member.Name)));

        /// <summary>
        /// Whether another constructor sets a member to something else than the stored member that the constructor that is called assigns
        /// to it: <c>Name = name; _title = title ?? name</c>.
        /// </summary>
        /// <inheritdoc cref="IsChangedCopy" path="/param"/>
        public static bool IsSetByOthers(INamedTypeSymbol type, ISymbol member, Construction construction)
        {
            if (construction.Constructor is not { } used || construction.Flow.In(member)?.Unchanged is not { } name
                || used.Parameters.FirstOrDefault(p => p.Name == name) is not { } parameter
                || construction.MemberOf(parameter)?.Symbol is not { } original || !construction.Flow.Keeps(parameter, original))
                return false;
            return type.InstanceConstructors.Select(ArgumentFlow.Of).Any(other => other.IsCertain
                && other.In(member) is { } own && other.In(original) is { } stored
                && ((own.Uses & ~stored.Uses) != 0 || (own.Constant != null && own.Constant != stored.Constant && stored.Uses != 0)));
        }

        // The stored member that the constructor takes, and copies to a private one.
        private static ISymbol? CopiedFrom(INamedTypeSymbol type, ISymbol member, Construction construction)
        {
            if (construction.Constructor is not { } used || !construction.IsGivenMembers(used) || Construction.IsMarked(used)
                || !SymbolEqualityComparer.Default.Equals(used.ContainingType.OriginalDefinition, type)
                || !RestoredState.IsContainer(Members.TypeOf(member)))
                return null;
            IParameterSymbol? parameter = used.Parameters.FirstOrDefault(p => construction.Gives(p) && RestoredState.IsContainer(p.Type)
                && Declarations.Of(used).SelectMany(ConstructorArguments.AssignedBy)
                    .Any(one => one.Key == member.Name && IsCopy(one.Value, p.Name)));
            return parameter == null ? null : construction.MemberOf(parameter)?.Symbol;
        }

        // items.ToList(), new List<int>(items), [.. items], for which the oldest compiler has no type.
        private static bool IsCopy(ExpressionSyntax value, string parameter) => value switch
        {
            InvocationExpressionSyntax { ArgumentList: { Arguments: { Count: 0 } }, Expression: MemberAccessExpressionSyntax access } =>
                access.Name.Identifier.ValueText is "ToArray" or "ToHashSet" or "ToList"
                && ConstructorArguments.IsName(access.Expression, parameter),
            BaseObjectCreationExpressionSyntax { Initializer: null, ArgumentList: { Arguments: { Count: 1 } arguments } } =>
                ConstructorArguments.IsName(arguments[0].Expression, parameter),
            _ => value.ToString().Replace(" ", "") == "[.." + parameter + "]",
        };

        // Sorting leaves the elements as they are.
        private static bool Changes(SyntaxNode node, string member) =>
            SetterCode.Targets(node).Any(target => Root(target) == member)
            || (SetterCode.ChangedBy(node) is { } changed && SetterCode.NameOf(changed) == member
                && !(node is InvocationExpressionSyntax call && SetterCode.NameOfMethod(call) is "Reverse" or "Sort"));

        private static string Root(ExpressionSyntax target) =>
            SetterCode.NameOf(target is ElementAccessExpressionSyntax element ? element.Expression : target);

        private static IEnumerable<SyntaxNode> Bodies(SyntaxNode declaration) => declaration switch
        {
            PropertyDeclarationSyntax => SetterCode.Setter(declaration).Concat(SetterCode.GetterOrMethod(declaration)),
            _ => new[] { declaration },
        };

        private static bool IsCalledByConstructor(INamedTypeSymbol type, IMethodSymbol method) =>
            type.InstanceConstructors.SelectMany(Declarations.Of).OfType<ConstructorDeclarationSyntax>()
                .Any(constructor => LostState.Mentioned(constructor).Contains(method.Name));
    }
}
