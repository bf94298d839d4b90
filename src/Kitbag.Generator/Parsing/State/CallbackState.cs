using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Private state that callbacks restore after reading.</summary>
    internal static class CallbackState
    {
        /// <summary>
        /// The names of what the callbacks of a class refer to, without the members in which another serializer stores the values: those
        /// that its attributes include, and those that a callback sets before writing and another one reads after reading.
        /// </summary>
        /// <param name="declaring">The class, without its base classes.</param>
        public static IEnumerable<string> RestoredBy(INamedTypeSymbol declaring)
        {
            List<SyntaxNode> after = BodiesOf(declaring, Callbacks.IsAfter);
            if (after.Count == 0)
                return Enumerable.Empty<string>();
            var set = SetterCode.Of(declaring, after);
            return after.SelectMany(LostState.Mentioned).Concat(set.Set).Concat(set.Changed)
                .Except(declaring.GetMembers().Where(BinaryAttributes.Includes).Select(member => member.Name))
                .Except(Transferred(declaring, after));
        }

        // Elements = _list.ToDictionary(…), where the other callback sets _list.
        private static IEnumerable<string> Transferred(INamedTypeSymbol declaring, List<SyntaxNode> after)
        {
            List<SyntaxNode> before = BodiesOf(declaring, Callbacks.IsBefore);
            if (before.Count == 0)
                return Enumerable.Empty<string>();
            var set = SetterCode.Of(declaring, before);
            return set.SetToValue.Concat(set.Changed).Intersect(ReadBy(declaring, after));
        }

        private static List<SyntaxNode> BodiesOf(INamedTypeSymbol declaring, System.Func<IMethodSymbol, bool> isOne) =>
            declaring.GetMembers().OfType<IMethodSymbol>().Where(isOne).SelectMany(Declarations.Of).ToList();

        // The names whose values code uses, also by way of methods, before it has assigned them.
        private static HashSet<string> ReadBy(INamedTypeSymbol declaring, List<SyntaxNode> bodies)
        {
            var read = new HashSet<string>();
            var seen = new HashSet<SyntaxNode>(bodies);
            var left = new Queue<SyntaxNode>(bodies);
            while (left.Count != 0)
            {
                foreach (IGrouping<string, IdentifierNameSyntax> name in left.Dequeue().DescendantNodes().OfType<IdentifierNameSyntax>()
                    .GroupBy(identifier => identifier.Identifier.ValueText))
                {
                    if (!IsAssigned(name.First()) && !name.All(IsChanged))
                        read.Add(name.Key);
                    foreach (SyntaxNode body in declaring.GetMembers(name.Key).OfType<IMethodSymbol>().SelectMany(Declarations.Of)
                        .Where(seen.Add))
                        left.Enqueue(body);
                }
            }
            return read;
        }

        private static bool IsAssigned(IdentifierNameSyntax name) => Whole(name) is var member
            && member.Parent is AssignmentExpressionSyntax { RawKind: (int)SyntaxKind.SimpleAssignmentExpression } assignment
            && assignment.Left == member && !LostState.Mentioned(assignment.Right).Contains(name.Identifier.ValueText);

        // _items.Clear(), _items[key] = value, _items = new(): the collection is filled again.
        private static bool IsChanged(IdentifierNameSyntax name) => IsAssigned(name) || Whole(name) switch
        {
            { Parent: MemberAccessExpressionSyntax { Parent: InvocationExpressionSyntax { Parent: ExpressionStatementSyntax } } access }
                member => access.Expression == member,
            { Parent: ElementAccessExpressionSyntax { Parent: AssignmentExpressionSyntax assignment } element } member =>
                element.Expression == member && assignment.Left == element,
            _ => false,
        };

        private static ExpressionSyntax Whole(IdentifierNameSyntax name) =>
            name.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access && access.Name == name ? access : name;
    }
}
