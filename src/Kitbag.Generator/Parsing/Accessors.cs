using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>What generated code can reach by [UnsafeAccessor], which .NET has since version 8.</summary>
    internal static class Accessors
    {
        public static bool AreThere(Parser parser) =>
            parser.Compilation.GetTypeByMetadataName("System.Runtime.CompilerServices.UnsafeAccessorAttribute") != null;

        public static bool CanReach(Parser parser, Candidate candidate, string step)
        {
            string? why = !AreThere(parser) ? "accessors of what is not in sight need .NET 8"
                : candidate.Symbol.ContainingType.IsGenericType ? "accessors do not reach into generic types"
                : null;
            if (why != null)
                parser.ReportAt(candidate.Symbol, Rules.HiddenInclude, parser.Path + step, why);
            return why == null;
        }
    }

    /// <summary>All instance fields of a type. Of compiled types the compiler loads those in sight only.</summary>
    internal static class HiddenFields
    {
        public static IEnumerable<ISymbol> Of(Parser parser, INamedTypeSymbol type)
        {
            if (type.DeclaringSyntaxReferences.Length != 0 || type.IsGenericType)
                return type.GetMembers();
            INamedTypeSymbol? whole = parser.WithHiddenMembers.GetTypeByMetadataName(MetadataName(type));
            return whole == null ? type.GetMembers() : whole.GetMembers();
        }

        private static string MetadataName(INamedTypeSymbol type) =>
            type.ContainingType != null ? MetadataName(type.ContainingType) + "+" + type.MetadataName
            : type.ContainingNamespace.IsGlobalNamespace ? type.MetadataName
            : type.ContainingNamespace.ToDisplayString() + "." + type.MetadataName;
    }
}
