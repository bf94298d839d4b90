using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Values that differ each time they are computed: the time, identifiers, random numbers and counters.</summary>
    internal static class UnpredictableValues
    {
        private static readonly HashSet<string> s_names = new HashSet<string>
        {
            "CreateVersion7", "GetLocalNow", "GetTimestamp", "GetUtcNow", "Interlocked", "NewGuid", "Now", "Random",
            "RandomNumberGenerator", "TickCount", "TickCount64", "Today", "UtcNow",
        };

        /// <summary>The names of the members of a type to which an initializer or a constructor assigns such a value.</summary>
        public static HashSet<string> MembersOf(INamedTypeSymbol type) => new HashSet<string>(
            Declarations.Of(type).OfType<TypeDeclarationSyntax>().SelectMany(ConstructorArguments.Initialized)
                .Concat(type.InstanceConstructors.SelectMany(Declarations.Of)
                    .SelectMany(declaration => declaration.DescendantNodes().OfType<AssignmentExpressionSyntax>())
                    .Select(a => new KeyValuePair<string, ExpressionSyntax>(SetterCode.NameOf(a.Left), a.Right)))
                .Where(one => Are(one.Value))
                .Select(one => one.Key));

        /// <summary>Whether the name of a type or member indicates that it provides such values.</summary>
        public static bool IsName(string name) => s_names.Contains(name);

        /// <summary>Whether code uses such values.</summary>
        public static bool Are(SyntaxNode code) => code.DescendantNodesAndSelf().Any(node => node switch
        {
            IdentifierNameSyntax name => IsName(name.Identifier.ValueText),
            ExpressionSyntax expression => SetterCode.IsIncrement(expression),
            _ => false,
        });
    }
}
