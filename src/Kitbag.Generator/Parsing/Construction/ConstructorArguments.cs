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

        /// <summary>The member whose value a parameter takes: that of its name, or that to which the constructor assigns it.</summary>
        public static Candidate? Match(Parser parser, IParameterSymbol parameter, List<Candidate> candidates, ArgumentMatching matching)
        {
            if (parameter.RefKind is RefKind.Ref or RefKind.Out)
                return null;
            List<string> targets = AssignedTo(parameter).ToList();
            List<Candidate> named = candidates.Where(c => c.Name == parameter.Name)
                .Concat(candidates.Where(c => string.Equals(c.Name, parameter.Name, StringComparison.OrdinalIgnoreCase)))
                .Concat(candidates.Where(c => IsNamed(parameter.Name, c.Name)))
                .ToList(), assigned = candidates.Where(c => targets.Contains(c.Name)).ToList(),
                own = named.Where(c => assigned.Count == 0 || !IsOfOthers(parameter, targets, c.Symbol)).ToList();
            return own
                .Concat(assigned.Where(_ => matching != ArgumentMatching.ByName || own.Count != named.Count))
                .Concat(candidates.Where(c => matching == ArgumentMatching.ByCalls && IsPassedTo(parameter, c.Symbol)))
                .FirstOrDefault(c => Converts(parser.Compilation, c.Type, parameter.Type)
                    && (!Construction.IsComputed(c.Symbol, parameter)
                        || (CanBeSet(parser, c) && !ArgumentFlow.Of(parameter).AddsTo(parameter)))
                    && !ReturnedArguments.AreOther(parameter, c.Symbol));
        }

        /// <summary>
        /// Whether a constructor, or one that it calls, assigns a parameter unchanged to a member: <c>Derived(int x) : base(x)</c>.
        /// </summary>
        public static bool IsPassedTo(IParameterSymbol parameter, ISymbol member) =>
            ArgumentFlow.Of(parameter).In(member) is { Computed: 0 } content && content.Unchanged == parameter.Name;

        // Whether a member can be set once more after the constructor has computed it.
        private static bool CanBeSet(Parser parser, Candidate candidate) => candidate.Symbol switch
        {
            IFieldSymbol field => !candidate.NeedsConstructor && !field.IsReadOnly,
            IPropertySymbol { SetMethod: null } property when !ReadOnlyMembers.IsAutomatic(property) =>
                PropertyFields.AreReturned(property) && PropertyFields.Of(property) != null
                && Accessors.WhyNot(parser, candidate.Declaring) == null,
            IPropertySymbol property => property.DeclaredAccessibility == Accessibility.Public && Members.Setter(property) != null,
            _ => false,
        };

        /// <summary>The members to which a constructor, method or setter assigns a parameter unchanged, whatever their names.</summary>
        public static IEnumerable<string> AssignedTo(IParameterSymbol parameter) => Declarations.Of(parameter.ContainingSymbol)
            .SelectMany(AssignedBy)
            .Where(one => Unchanged(one.Value) == parameter.Name)
            .Select(one => one.Key)
            .Distinct();

        // Whether a parameter with the name of a member is the value of the other members to which it is assigned: R(int a) { B = a; }.
        private static bool IsOfOthers(IParameterSymbol parameter, List<string> targets, ISymbol member) =>
            targets.Count != 0 && !targets.Contains(member.Name)
            && member.ContainingType.OriginalDefinition.GetMembers(targets[0]).Length != 0
            && !Declarations.Of(member).Any(declaration => declaration.DescendantNodes().OfType<IdentifierNameSyntax>()
                .Any(name => targets.Contains(name.Identifier.ValueText)))
            && !Declarations.Of(parameter.ContainingSymbol).Any(declaration => UsesOtherwise(declaration, parameter.Name, member.Name));

        // Whether a constructor passes a parameter on, or computes the member from it.
        private static bool UsesOtherwise(SyntaxNode declaration, string parameter, string member) => declaration switch
        {
            ConstructorDeclarationSyntax constructor => constructor.Initializer?.ArgumentList.Arguments.Any(a =>
                Mentions(a.Expression, parameter)) == true
                || Assigned(constructor).Any(one => one.Key == member && Mentions(one.Value, parameter)),
            _ => true,
        };

        /// <summary>Whether a constructor assigns a parameter unchanged to a member of another name.</summary>
        public static bool Renames(ConstructorDeclarationSyntax constructor) => Assigned(constructor).Any(one =>
            Unchanged(one.Value) is { } value && !IsNamed(value, one.Key)
            && constructor.ParameterList.Parameters.Any(p => p.Identifier.ValueText == value));

        /// <summary>Whether the declaration of a constructor names one that it calls, and passes a parameter on to it.</summary>
        public static bool PassesOn(SyntaxNode declaration) =>
            PassedOn(declaration)?.Arguments.Any(argument => Unchanged(argument.Expression) != null) == true;

        // The name that an expression consists of: x, x ?? throw ...
        private static string? Unchanged(ExpressionSyntax value)
        {
            if (value is BinaryExpressionSyntax { Right: ThrowExpressionSyntax } checkedValue)
                value = checkedValue.Left;
            return (value as IdentifierNameSyntax)?.Identifier.ValueText;
        }

        /// <summary>The members that code assigns, with the values: X = value, this.X = value, (X, Y) = (x, y).</summary>
        public static IEnumerable<KeyValuePair<string, ExpressionSyntax>> Assigned(SyntaxNode code)
        {
            foreach (AssignmentExpressionSyntax assignment in code.DescendantNodes().OfType<AssignmentExpressionSyntax>())
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

        /// <summary>
        /// The members that a constructor, method or setter assigns, with the values. A primary constructor is declared by its type.
        /// </summary>
        public static IEnumerable<KeyValuePair<string, ExpressionSyntax>> AssignedBy(SyntaxNode declaration) =>
            declaration is TypeDeclarationSyntax type ? Initialized(type) : Assigned(declaration);

        /// <summary>The values that a constructor assigns to a member, or to the field behind it.</summary>
        public static List<ExpressionSyntax> ValuesOf(SyntaxNode declaration, ISymbol member)
        {
            string field = SetterCode.BackingField(member);
            return AssignedBy(declaration).Where(one => one.Key == member.Name || one.Key == field).Select(one => one.Value).ToList();
        }

        /// <summary>What a constructor passes to the one that it calls first; null if it names none.</summary>
        public static BaseArgumentListSyntax? PassedOn(SyntaxNode declaration) => declaration switch
        {
            ConstructorDeclarationSyntax constructor => constructor.Initializer?.ArgumentList,
            TypeDeclarationSyntax type => type.BaseList?.DescendantNodes().OfType<ArgumentListSyntax>().FirstOrDefault(),
            _ => null,
        };

        private static string? NameOf(ExpressionSyntax target) =>
            ((target is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access ? access.Name : target)
                as IdentifierNameSyntax)?.Identifier.ValueText;

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

        /// <summary>The index of the argument that is passed to a parameter, by name or by position; -1 if it is omitted.</summary>
        /// <param name="arguments">The arguments of a call.</param>
        /// <param name="parameter">The name of the parameter.</param>
        /// <param name="ordinal">Its position among the parameters.</param>
        public static int IndexOf(SeparatedSyntaxList<ArgumentSyntax> arguments, string parameter, int ordinal)
        {
            int named = arguments.IndexOf(argument => argument.NameColon?.Name.Identifier.ValueText == parameter);
            return named >= 0 ? named : ordinal < arguments.Count && arguments[ordinal].NameColon == null ? ordinal : -1;
        }

        /// <summary>Whether the name of a parameter occurs in a value.</summary>
        public static bool Mentions(ExpressionSyntax value, string parameter) =>
            value.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Any(name => name.Identifier.ValueText == parameter);

        /// <summary>Whether an expression consists of a name.</summary>
        public static bool IsName(ExpressionSyntax value, string name) =>
            value is IdentifierNameSyntax identifier && identifier.Identifier.ValueText == name;

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

        /// <summary>Whether the value of a parameter, if a document lacks its member, is the default of its type.</summary>
        public static bool IsDefault(IParameterSymbol parameter) => parameter.HasExplicitDefaultValue
            ? parameter.ExplicitDefaultValue is not { } value || (!TakesNull(parameter) && IsZero(value))
            : TakesNull(parameter);

        // Zero, but not negative zero.
        private static bool IsZero(object value) => value switch
        {
            string => false,
            bool truth => !truth,
            char letter => letter == '\0',
            double number => System.BitConverter.DoubleToInt64Bits(number) == 0,
            float number => System.BitConverter.DoubleToInt64Bits(number) == 0,
            _ => System.Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture) == "0",
        };

        /// <summary>Whether the type of a parameter is nullable.</summary>
        public static bool TakesNull(IParameterSymbol parameter) =>
            parameter.Type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T
            || (!parameter.Type.IsValueType && parameter.NullableAnnotation == NullableAnnotation.Annotated);
    }

    /// <summary>How a parameter of a constructor is matched with the member whose value it takes.</summary>
    internal enum ArgumentMatching
    {
        /// <summary>By its name.</summary>
        ByName,

        /// <summary>Otherwise by the assignments of the constructor.</summary>
        ByAssignments,

        /// <summary>Otherwise by the assignments of the constructors that this one calls.</summary>
        ByCalls,
    }
}
