using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Values that are others each time they are computed: the time, identifiers, random numbers and counters.</summary>
    internal static class UnpredictableValues
    {
        private static readonly HashSet<string> s_names = new HashSet<string>
        {
            "CreateVersion7", "GetLocalNow", "GetTimestamp", "GetUtcNow", "Interlocked", "NewGuid", "Now", "Random",
            "RandomNumberGenerator", "TickCount", "TickCount64", "Today", "UtcNow",
        };

        /// <summary>The names of the members of a type to which an initializer or a constructor assigns such a value.</summary>
        public static HashSet<string> MembersOf(INamedTypeSymbol type) => new HashSet<string>(
            type.GetMembers().SelectMany(Declarations.Of).Select(Initial)
                .Concat(type.InstanceConstructors.SelectMany(Declarations.Of)
                    .SelectMany(declaration => declaration.DescendantNodes().OfType<AssignmentExpressionSyntax>())
                    .Select(assignment => (Name: SetterCode.NameOf(assignment.Left), Value: (ExpressionSyntax?)assignment.Right)))
                .Where(one => one.Value != null && IsUnpredictable(one.Value))
                .Select(one => one.Name));

        private static (string Name, ExpressionSyntax? Value) Initial(SyntaxNode declaration) => declaration switch
        {
            VariableDeclaratorSyntax field => (field.Identifier.ValueText, field.Initializer?.Value),
            PropertyDeclarationSyntax property => (property.Identifier.ValueText, property.Initializer?.Value),
            _ => ("", null),
        };

        private static bool IsUnpredictable(SyntaxNode value) => value.DescendantNodesAndSelf().Any(node => node switch
        {
            IdentifierNameSyntax name => s_names.Contains(name.Identifier.ValueText),
            ExpressionSyntax expression => SetterCode.IsIncrement(expression),
            _ => false,
        });
    }
}
