using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Which values of members a constructor's parameters take, and how they become what a parameter wants.</summary>
    internal static class ConstructorArguments
    {
        private const string Generic = "System.Collections.Generic.";

        /// <summary>Whether a parameter has the name of a member, which for fields may begin with _ or m_.</summary>
        public static bool IsNamed(string parameter, string member) =>
            string.Equals(member, parameter, StringComparison.OrdinalIgnoreCase)
            || string.Equals(Trimmed(member), parameter, StringComparison.OrdinalIgnoreCase);

        /// <summary>A name without what fields often begin with.</summary>
        public static string Trimmed(string name) => name.StartsWith("m_", StringComparison.Ordinal) ? name.Substring(2)
            : name.TrimStart('_');

        /// <summary>The members to which the source of a constructor assigns a parameter as it is, whatever their names.</summary>
        public static IEnumerable<string> AssignedTo(IParameterSymbol parameter) => Declarations.Of(parameter.ContainingSymbol)
            .SelectMany(declaration => declaration is ConstructorDeclarationSyntax constructor ? Assignments(constructor)
                : Array.Empty<KeyValuePair<string, string>>())
            .Where(one => one.Value == parameter.Name)
            .Select(one => one.Key)
            .Distinct();

        /// <summary>Whether a constructor assigns a parameter as it is to a member of another name.</summary>
        public static bool Renames(ConstructorDeclarationSyntax constructor) => Assignments(constructor).Any(one =>
            !IsNamed(one.Value, one.Key) && constructor.ParameterList.Parameters.Any(p => p.Identifier.ValueText == one.Value));

        // Member and what it is assigned: X = x, this.X = x, X = x ?? throw ...
        private static IEnumerable<KeyValuePair<string, string>> Assignments(ConstructorDeclarationSyntax constructor)
        {
            foreach (AssignmentExpressionSyntax assignment in constructor.DescendantNodes().OfType<AssignmentExpressionSyntax>())
            {
                ExpressionSyntax value = assignment.Right is BinaryExpressionSyntax { Right: ThrowExpressionSyntax } checkedValue
                    ? checkedValue.Left : assignment.Right;
                ExpressionSyntax target = assignment.Left is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access
                    ? access.Name : assignment.Left;
                if (assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) && value is IdentifierNameSyntax name
                    && target is IdentifierNameSyntax member)
                    yield return new KeyValuePair<string, string>(member.Identifier.ValueText, name.Identifier.ValueText);
            }
        }

        /// <summary>Whether a value of a member can be given to a parameter.</summary>
        public static bool Converts(Compilation compilation, ITypeSymbol member, ITypeSymbol parameter) =>
            Conversion(compilation, member, parameter) != null;

        /// <returns>What has to stand before the value in parentheses; empty where nothing has to, null where there is no way.</returns>
        public static string? Conversion(Compilation compilation, ITypeSymbol member, ITypeSymbol parameter)
        {
            if (ConvertsByItself(compilation, member, parameter))
                return "";
            // An interface is always read as the same class, whatever the writer had.
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

        /// <summary>The default of a parameter, as C# writes it; empty where it has none.</summary>
        public static string DefaultOf(IParameterSymbol parameter)
        {
            if (!parameter.HasExplicitDefaultValue)
                return "";
            string type = Names.InCode(parameter.Type);
            object? value = parameter.ExplicitDefaultValue;
            switch (value)
            {
                case null:
                    return "default(" + type + ")";
                case bool truth:
                    return truth ? "true" : "false";
                case string or char:
                    return SymbolDisplay.FormatPrimitive(value, quoteStrings: true, useHexadecimalNumbers: false);
                case double number:
                    return double.IsNaN(number) ? "double.NaN" : double.IsInfinity(number) ? number > 0 ? "double.PositiveInfinity"
                        : "double.NegativeInfinity" : number.ToString("R", CultureInfo.InvariantCulture) + "d";
                case float number:
                    return float.IsNaN(number) ? "float.NaN" : float.IsInfinity(number) ? number > 0 ? "float.PositiveInfinity"
                        : "float.NegativeInfinity" : number.ToString("R", CultureInfo.InvariantCulture) + "f";
                case decimal number:
                    return number.ToString(CultureInfo.InvariantCulture) + "m";
                default:
                    return "unchecked((" + type.TrimEnd('?') + ")(" + Convert.ToString(value, CultureInfo.InvariantCulture)
                        + (value is ulong ? "UL" : value is long ? "L" : value is uint ? "U" : "") + "))";
            }
        }
    }
}
