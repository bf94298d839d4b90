using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Private members of user-defined collections that record what happened to the collection, so that they cannot be computed from its
    /// elements: counters, flags that methods set, and further collections that methods fill.
    /// </summary>
    internal static class CollectionHistory
    {
        // Methods between which a member has another value only temporarily.
        private static readonly string[] s_temporary =
        {
            "Begin", "Defer", "End", "Enter", "Exit", "Leave", "Lock", "Pause", "Resume", "Suppress", "Suspend", "Unlock",
        };

        // Methods of collections by which a program finds out whether it has computed a value before.
        private static readonly HashSet<string> s_finding = new HashSet<string>
        {
            "ContainsKey", "GetOrAdd", "GetValueOrDefault", "TryAdd", "TryGetValue",
        };

        // Parts of names of members that speed up, reuse memory, or detect changes during an enumeration.
        private static readonly string[] s_auxiliary = { "buffer", "cache", "free", "pool", "scratch", "stamp", "temp", "tmp", "version" };

        /// <param name="type">The collection, or a base class of it.</param>
        /// <param name="member">A private member.</param>
        public static bool Is(INamedTypeSymbol type, ISymbol member)
        {
            ITypeSymbol content = Members.TypeOf(member);
            List<SyntaxNode> bodies = type.GetMembers().Where(Callbacks.MayChangeObjects).SelectMany(Declarations.Of).ToList();
            if (s_auxiliary.Any(part => member.Name.IndexOf(part, StringComparison.OrdinalIgnoreCase) >= 0) && !IsShown(type, member))
                return false;
            if (RestoredState.IsContainer(content))
                return bodies.Any(body => Fills(body, member.Name));
            if (!ReadOnlyMembers.IsValue(content) || IsCountedBack(type, member.Name))
                return false;
            bool isFlag = content.SpecialType == SpecialType.System_Boolean || content.TypeKind == TypeKind.Enum;
            return bodies.Any(body => !IsTemporary(body) && (isFlag ? IsSet(body, member.Name) : IsCounted(body, member.Name)));
        }

        private static bool IsShown(INamedTypeSymbol type, ISymbol member) => type.GetMembers().OfType<IPropertySymbol>()
            .Where(property => property.DeclaredAccessibility == Accessibility.Public).SelectMany(Declarations.Of)
            .SelectMany(SetterCode.Returned).Any(value => SetterCode.NameOf(value) == member.Name);

        private static bool IsTemporary(SyntaxNode body) => body is MethodDeclarationSyntax method
            && s_temporary.Any(part => method.Identifier.ValueText.StartsWith(part, StringComparison.Ordinal));

        // Whether code computes a value from the previous one: _taken++, _total += x, _next = _next * 2.
        private static bool IsCounted(SyntaxNode body, string member) => body.DescendantNodes().Any(node => SetterCode.Targets(node)
            .Any(target => SetterCode.NameOf(target) == member && node switch
            {
                AssignmentExpressionSyntax assignment => !assignment.IsKind(SyntaxKind.CoalesceAssignmentExpression)
                    && (!assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
                        || ConstructorArguments.Mentions(assignment.Right, member)),
                ExpressionSyntax expression => SetterCode.IsIncrement(expression),
                _ => false,
            }));

        // Whether one member, or a type within the collection, undoes what another one counted: _depth++; try { … } finally { _depth--; }.
        private static bool IsCountedBack(INamedTypeSymbol type, string member)
        {
            bool IsCount(SyntaxNode node, SyntaxKind pre, SyntaxKind post, SyntaxKind assigned) => (SyntaxKind)node.RawKind is var kind
                && (kind == pre || kind == post || kind == assigned)
                && SetterCode.Targets(node).Any(target => SetterCode.NameOfAny(target) == member);
            bool IsUp(SyntaxNode node) => IsCount(node, SyntaxKind.PreIncrementExpression, SyntaxKind.PostIncrementExpression,
                SyntaxKind.AddAssignmentExpression);
            bool IsDown(SyntaxNode node) => IsCount(node, SyntaxKind.PreDecrementExpression, SyntaxKind.PostDecrementExpression,
                SyntaxKind.SubtractAssignmentExpression);
            List<SyntaxNode> bodies = type.GetMembers().SelectMany(Declarations.Of).ToList();
            return bodies.Any(body => body.DescendantNodes().Any(IsUp) && body.DescendantNodes().Any(IsDown))
                || bodies.OfType<TypeDeclarationSyntax>().Any(inner => inner.DescendantNodes().Any(node => IsUp(node) || IsDown(node)));
        }

        // Whether code leaves a flag in one certain state.
        private static bool IsSet(SyntaxNode body, string member)
        {
            List<string> values = body.DescendantNodes().OfType<AssignmentExpressionSyntax>()
                .Where(assignment => SetterCode.NameOf(assignment.Left) == member).Select(assignment => assignment.Right)
                .Select(value => value is LiteralExpressionSyntax or MemberAccessExpressionSyntax ? value.ToString() : "").ToList();
            return values.Count != 0 && values[0].Length != 0 && values.All(value => value == values[0]);
        }

        // Whether code adds to a collection, or replaces its elements, and does not fill it anew, or with what it did not find in it.
        private static bool Fills(SyntaxNode body, string member)
        {
            bool isFilled = false;
            foreach (SyntaxNode node in body.DescendantNodes())
            {
                bool isCalled = node is InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access }
                    && SetterCode.NameOf(access.Expression) == member;
                string method = isCalled ? SetterCode.NameOfMethod((InvocationExpressionSyntax)node) : "";
                if (method == "Clear" || s_finding.Contains(method)
                    || SetterCode.Targets(node).Any(target => SetterCode.NameOf(target) == member))
                    return false;
                isFilled |= (isCalled && method is not ("Reverse" or "Sort") && SetterCode.ChangedBy(node) != null)
                    || SetterCode.Targets(node).Any(target => target is ElementAccessExpressionSyntax element
                        && SetterCode.NameOf(element.Expression) == member);
            }
            return isFilled;
        }
    }
}
