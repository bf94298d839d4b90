using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Private state that reading restores, because callbacks or properties that are stored or ignored set it.</summary>
    internal static class RestoredState
    {
        // The properties and methods of a type that set a member, by its name.
        private static readonly ConditionalWeakTable<INamedTypeSymbol, ILookup<string, ISymbol>> s_setters =
            new ConditionalWeakTable<INamedTypeSymbol, ILookup<string, ISymbol>>();

        /// <summary>
        /// The names of the members that callbacks refer to, and of those that stored or ignored properties return or set.
        /// </summary>
        /// <param name="declaring">The class that declares the members.</param>
        /// <param name="type">The type of the object: that class or a derived one.</param>
        /// <param name="stored">The names of the stored members.</param>
        public static HashSet<string> Of(INamedTypeSymbol declaring, INamedTypeSymbol type, HashSet<string> stored)
        {
            HashSet<string> restored = new HashSet<string>(), hidden = new HashSet<string>();
            for (INamedTypeSymbol? t = type.OriginalDefinition; t is { SpecialType: SpecialType.None }; t = t.BaseType?.OriginalDefinition)
            {
                bool isDeclaring = SymbolEqualityComparer.Default.Equals(t, declaring);
                if (!isDeclaring)
                    hidden.UnionWith(t.MemberNames);
                restored.UnionWith(By(t, type, stored).Where(name => isDeclaring || (!hidden.Contains(name)
                    && declaring.GetMembers(name).Any(member => member.DeclaredAccessibility != Accessibility.Private))));
                if (isDeclaring)
                    break;
            }
            return restored;
        }

        // What the callbacks and properties of one class restore.
        private static IEnumerable<string> By(INamedTypeSymbol declaring, INamedTypeSymbol type, HashSet<string> stored)
        {
            List<IPropertySymbol> properties = declaring.GetMembers().OfType<IPropertySymbol>()
                .Where(property => stored.Contains(property.Name) || Inclusion.IsIgnored(property)).ToList();
            return CallbackState.RestoredBy(declaring)
                .Concat(properties
                    .SelectMany(property => ReturnedOrSet(property).Concat(SetByMethods(declaring, property))
                        .Where(name => !ShowsPart(declaring, property, name)
                            && (OverriddenState.IsRestored(property, type)
                                || !(IsSetElsewhere(declaring, property, name) || OverriddenState.IsSet(property, name, type)))))
                    .Except(PartialSetters.FieldsOf(declaring, stored, ReturnedOrSet))
                    .Except(RestoredParts.FieldsOf(declaring, properties))
                    .Except(RaisedFlags.FieldsOf(declaring, stored))
                    .Except(RememberedState.MembersOf(declaring, properties)));
        }

        // The members that the setter of a property sets, and the getter uses, by way of methods: { get => Get(); set => Put(value); }.
        private static IEnumerable<string> SetByMethods(INamedTypeSymbol type, IPropertySymbol property) => property.SetMethod == null
            ? Enumerable.Empty<string>() : SetterCode.RestoredBy(type, property.Name);

        // Whether other code than that of a property sets a member once the object exists.
        private static bool IsSetElsewhere(INamedTypeSymbol type, IPropertySymbol property, string member) =>
            s_setters.GetValue(type, SettersOf)[member].Any(other => !SymbolEqualityComparer.Default.Equals(other, property));

        private static ILookup<string, ISymbol> SettersOf(INamedTypeSymbol type) => type.GetMembers()
            .Where(other => other is IPropertySymbol or IMethodSymbol { MethodKind: MethodKind.Ordinary })
            .SelectMany(other => Declarations.Of(other).SelectMany(declaration => declaration.DescendantNodes())
                .SelectMany(SetterCode.Targets).Select(target => (Name: SetterCode.NameOf(target), Setter: other)))
            .ToLookup(pair => pair.Name, pair => pair.Setter);

        // Whether a property only shows the size of a collection or text, or one element of it: Count => _items.Count, First => _items[0].
        // A constructor with a parameter of this name creates the collection, but not its elements.
        private static bool ShowsPart(INamedTypeSymbol type, IPropertySymbol property, string name) =>
            property.SetMethod == null && property.Type.IsValueType && !IsContainer(property.Type)
            && type.GetMembers(name).Any(m => m is IFieldSymbol or IPropertySymbol && IsContainer(Members.TypeOf(m)))
            && Declarations.Of(property).SelectMany(SetterCode.Returned).All(IsPart);

        /// <summary>Whether a type is a collection, or a text that can be extended.</summary>
        public static bool IsContainer(ITypeSymbol type) => type.SpecialType != SpecialType.System_String
            && (Names.IsEnumerable(type) || type is { Name: "StringBuilder", ContainingNamespace: { Name: "Text" } });

        private static bool IsPart(ExpressionSyntax value) => value switch
        {
            MemberAccessExpressionSyntax or ConditionalAccessExpressionSyntax or ElementAccessExpressionSyntax => true,
            InvocationExpressionSyntax call => SetterCode.NameOfMethod(call) is "Count" or "LongCount",
            CastExpressionSyntax cast => IsPart(cast.Expression),
            ParenthesizedExpressionSyntax inner => IsPart(inner.Expression),
            ConditionalExpressionSyntax choice => IsPart(choice.WhenTrue) || IsPart(choice.WhenFalse),
            BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression) => IsPart(binary.Left),
            _ => false,
        };

        /// <summary>
        /// The members that a property returns or sets, not those that it only uses: _max of { set => _hp = Math.Min(value, _max); }.
        /// </summary>
        public static IEnumerable<string> ReturnedOrSet(IPropertySymbol property) => Declarations.Of(property)
            .SelectMany(declaration => declaration.DescendantNodes()).SelectMany(ReturnedOrSet);

        /// <summary>The members that a node in the code of a property returns or sets.</summary>
        public static IEnumerable<string> ReturnedOrSet(SyntaxNode node) => node switch
        {
            ArrowExpressionClauseSyntax arrow => Origins(arrow.Expression),
            ReturnStatementSyntax returned => Origins(returned.Expression),
            VariableDeclaratorSyntax { Initializer: { } initializer } => Origins(initializer.Value),
            AssignmentExpressionSyntax assignment => Origins(assignment.Left),
            ArgumentSyntax { RefKindKeyword: { RawKind: not 0 } } argument => Origins(argument.Expression).Concat(
                argument.Parent?.Parent is InvocationExpressionSyntax call ? Origins(call.Expression) : Enumerable.Empty<string>()),
            ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } when SetterCode.Adds(call) =>
                LostState.Mentioned(call),
            _ => Enumerable.Empty<string>(),
        };

        // The members from which a value is taken: _items of _items.AsReadOnly(), but not _count of _count * 2.
        private static IEnumerable<string> Origins(ExpressionSyntax? expression) => expression switch
        {
            IdentifierNameSyntax name => new[] { name.Identifier.ValueText },
            MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access => new[] { access.Name.Identifier.ValueText },
            MemberAccessExpressionSyntax access => Origins(access.Expression),
            InvocationExpressionSyntax call => Origins(call.Expression).Concat(call.ArgumentList.Arguments
                .SelectMany(argument => Origins(argument.Expression))),
            BaseObjectCreationExpressionSyntax { ArgumentList: { } arguments } =>
                arguments.Arguments.SelectMany(argument => Origins(argument.Expression)),
            ElementAccessExpressionSyntax element => Origins(element.Expression),
            CastExpressionSyntax cast => Origins(cast.Expression),
            ParenthesizedExpressionSyntax inner => Origins(inner.Expression),
            PostfixUnaryExpressionSyntax suppressed => Origins(suppressed.Operand),
            PrefixUnaryExpressionSyntax negated => Origins(negated.Operand),
            ConditionalAccessExpressionSyntax conditional => Origins(conditional.Expression),
            ConditionalExpressionSyntax choice => Origins(choice.WhenTrue).Concat(Origins(choice.WhenFalse)),
            AssignmentExpressionSyntax assignment => Origins(assignment.Left),
            BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression) =>
                Origins(binary.Left).Concat(Origins(binary.Right)),
            _ => Enumerable.Empty<string>(),
        };
    }
}
