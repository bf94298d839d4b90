using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members that need not be stored, because the constructor that reading calls computes the same value again: only constructors set
    /// them, there is no other constructor, and the source shows that they depend on nothing but stored members that never change.
    /// </summary>
    internal static class RecomputedMembers
    {
        /// <summary>Whether a member of a type is such a member.</summary>
        /// <param name="type">The type of the objects.</param>
        /// <param name="member">The member, which may belong to a base class.</param>
        /// <param name="construction">How objects are created.</param>
        public static bool Is(INamedTypeSymbol type, ISymbol member, Construction construction)
        {
            // A struct may be a default value, which no constructor has computed.
            if (construction.Constructor is not { } constructor || type.IsValueType || !ReadOnlyMembers.IsValue(Members.TypeOf(member)))
                return false;
            // The parameters whose values are the same whenever the object is read.
            var same = new HashSet<string>(constructor.Parameters.Where(p => construction.MemberOf(p) is { } given
                && OnlyConstructorsSet(given.Symbol) && construction.Flow.Keeps(p, given.Symbol)).SelectMany(Unchanging));
            while (DeclarationOf(constructor) is { } declaration)
            {
                same.UnionWith(constructor.ContainingType.GetMembers().Where(m => m is IFieldSymbol { IsConst: true }).Select(m => m.Name));
                if (SymbolEqualityComparer.Default.Equals(constructor.ContainingType.OriginalDefinition,
                    member.ContainingType.OriginalDefinition))
                    return IsComputedOf(declaration, member, constructor, same);
                IMethodSymbol? called = constructor.ContainingType.BaseType?.InstanceConstructors
                    .FirstOrDefault(c => !c.IsImplicitlyDeclared);
                if (called == null || ConstructorArguments.PassedOn(declaration) is not { } call)
                    return false;
                same = new HashSet<string>(called.Parameters.Where(p => CapturedParameters.ArgumentOf(call, p) is { } argument
                    ? IsComputedOf(argument, same) : p.HasExplicitDefaultValue).SelectMany(Unchanging));
                constructor = called;
            }
            return false;
        }

        /// <summary>
        /// Whether a member that only constructors set has the same constant whichever constructor is called, such as the kind that each
        /// derived class passes to the constructor of its base class.
        /// </summary>
        /// <inheritdoc cref="Is" path="/param"/>
        public static bool IsConstant(INamedTypeSymbol type, ISymbol member)
        {
            // A struct may be a default value, which no constructor has made.
            if (!OnlyConstructorsSet(member) || type.IsValueType || !ReadOnlyMembers.IsValue(Members.TypeOf(member)))
                return false;
            // The constructor that the compiler adds to records copies the members.
            List<string?> values = type.InstanceConstructors.Where(c => c is not { IsImplicitlyDeclared: true, Parameters: { Length: 1 } })
                .Select(ArgumentFlow.Of).Select(flow => flow.IsCertain ? flow.In(member)?.Constant : null).Distinct().ToList();
            return values.Count == 1 && values[0] != null && IsAssigned(member);
        }

        // A member to which nothing is assigned is probably set in another way.
        private static bool IsAssigned(ISymbol member) => InitialValues.Initializer(member) != null
            || member.ContainingType.InstanceConstructors.SelectMany(Declarations.Of).OfType<ConstructorDeclarationSyntax>()
                .Any(constructor => SetterCode.AssignedBy(constructor).Contains(member.Name));

        /// <summary>Whether a member is a readonly field or an automatic property without a setter.</summary>
        public static bool OnlyConstructorsSet(ISymbol member) => member switch
        {
            IFieldSymbol field => field.IsReadOnly,
            IPropertySymbol property => property is { SetMethod: null, IsVirtual: false, IsOverride: false }
                && ReadOnlyMembers.IsAutomatic(property),
            _ => false,
        };

        // The declaration of a constructor that no other constructor of its type replaces, and that does not change its parameters.
        private static SyntaxNode? DeclarationOf(IMethodSymbol constructor)
        {
            List<SyntaxNode> declarations = constructor.ContainingType.InstanceConstructors.Where(c => !c.IsImplicitlyDeclared)
                .SelectMany(Declarations.Of).ToList();
            return declarations.Count == 1 && !(declarations[0] is ConstructorDeclarationSyntax declared && declared.DescendantNodes()
                .SelectMany(SetterCode.Targets).Any(target => constructor.Parameters.Any(p => ConstructorArguments.IsName(target, p.Name))))
                ? declarations[0] : null;
        }

        private static bool IsComputedOf(SyntaxNode declaration, ISymbol member, IMethodSymbol called, HashSet<string> same)
        {
            List<ExpressionSyntax> values = ConstructorArguments.ValuesOf(declaration, member);
            return values.Count == 1 && IsComputedOf(values[0], same)
                && called.Parameters.Any(p => ConstructorArguments.Mentions(values[0], p.Name))
                && (declaration is not ConstructorDeclarationSyntax constructor
                    || (SetterCode.AssignedBy(constructor).Count(name => name == member.Name) == 1
                        && !constructor.DescendantNodes().Any(node => node is ReturnStatementSyntax)
                        && (values[0].FirstAncestorOrSelf<StatementSyntax>() is not { } statement
                            || statement.Parent == constructor.Body)));
        }

        // A parameter, and properties of it that are always the same as long as it is.
        private static IEnumerable<string> Unchanging(IParameterSymbol parameter)
        {
            yield return parameter.Name;
            if (parameter.Type is IArrayTypeSymbol or { SpecialType: SpecialType.System_String })
                yield return parameter.Name + ".Length";
            if (parameter.Type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
            {
                yield return parameter.Name + ".HasValue";
                yield return parameter.Name + ".Value";
            }
        }

        // Code without calls, which may return something else next time.
        private static bool IsComputedOf(ExpressionSyntax value, HashSet<string> same) => value switch
        {
            LiteralExpressionSyntax => true,
            IdentifierNameSyntax name => same.Contains(name.Identifier.ValueText),
            MemberAccessExpressionSyntax property => same.Contains(property.ToString()),
            ParenthesizedExpressionSyntax inner => IsComputedOf(inner.Expression, same),
            CastExpressionSyntax { Type: PredefinedTypeSyntax } cast => IsComputedOf(cast.Expression, same),
            PrefixUnaryExpressionSyntax one => !SetterCode.IsIncrement(one) && IsComputedOf(one.Operand, same),
            ConditionalExpressionSyntax choice => IsComputedOf(choice.Condition, same) && IsComputedOf(choice.WhenTrue, same)
                && IsComputedOf(choice.WhenFalse, same),
            BinaryExpressionSyntax binary => IsComputedOf(binary.Left, same) && IsComputedOf(binary.Right, same),
            _ => false,
        };
    }
}
