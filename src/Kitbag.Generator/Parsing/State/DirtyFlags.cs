using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Values that are computed again while a flag is set, and these flags: <c>if (_isDirty) { _world = Compute(); _isDirty = false; }</c>.
    /// They are no state if the flag is set in a new object, because then an object that was read computes them, too.
    /// </summary>
    internal static class DirtyFlags
    {
        /// <summary>The names of such fields of a class, without those of its base classes.</summary>
        public static HashSet<string> MembersOf(INamedTypeSymbol type)
        {
            var found = new HashSet<string>();
            // A struct can be created without running initializers.
            if (type.IsValueType)
                return found;
            List<IFieldSymbol> fields = type.GetMembers().OfType<IFieldSymbol>()
                .Where(f => !f.IsStatic && !f.IsConst && f.DeclaredAccessibility == Accessibility.Private && f.Type.IsValueType).ToList();
            foreach (IFieldSymbol flag in fields.Where(IsSetAtFirst))
            {
                List<SyntaxNode> all = Declarations.Of(type).SelectMany(declaration => declaration.DescendantNodes()).ToList();
                List<SyntaxNode> regions = all.OfType<IfStatementSyntax>().SelectMany(choice => Guarded(choice, flag.Name)).ToList();
                List<ExpressionSyntax> writes = Writes(all, flag.Name);
                if (regions.Count == 0 || !writes.Any(IsRaised) || !writes.All(write => IsRaised(write) || (IsLowered(write)
                    && IsIn(write, regions))))
                    continue;
                List<string> caches = fields.Where(field => !SymbolEqualityComparer.Default.Equals(field, flag))
                    .Where(field => Writes(all, field.Name) is { Count: > 0 } values && values.All(value => IsIn(value, regions))
                        && values.All(value => IsArgument(value) || IsNew(value, field)) && !values.All(IsReference))
                    .Select(field => field.Name).ToList();
                if (caches.Count == 0 || !DependOnState(type, regions, caches, flag.Name))
                    continue;
                found.UnionWith(caches);
                found.Add(flag.Name);
            }
            return found;
        }

        // Whether what is computed depends on other members only, and not on anything that differs each time.
        private static bool DependOnState(INamedTypeSymbol type, List<SyntaxNode> regions, List<string> caches, string flag)
        {
            var used = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            return regions.All(region => !UsesLocals(region) && LazyCaches.IsPredictable(region, type, used))
                && used.Any(member => !member.IsStatic && member.Name != flag && !caches.Contains(member.Name));
        }

        private static bool IsSetAtFirst(IFieldSymbol field) =>
            (field.Type.SpecialType == SpecialType.System_Boolean || field.Type.TypeKind == TypeKind.Enum)
            && InitialValues.Initializer(field)?.Value is { } value && !InitialValues.IsDefault(value);

        // What is executed only while a flag is set: the statement, or those that follow a return.
        private static IEnumerable<SyntaxNode> Guarded(IfStatementSyntax choice, string flag)
        {
            bool isSet = Tests(choice.Condition, flag, whetherSet: true);
            if (isSet && choice.Else == null)
                return new SyntaxNode[] { choice.Statement };
            bool isReturn = (choice.Statement is BlockSyntax { Statements: { Count: 1 } only } ? only[0] : choice.Statement)
                is ReturnStatementSyntax;
            return isReturn && Tests(choice.Condition, flag, whetherSet: false) && choice.Parent is BlockSyntax block
                ? block.Statements.SkipWhile(statement => statement != choice).Skip(1) : Enumerable.Empty<SyntaxNode>();
        }

        // _isDirty, (_flags & X) != 0, or !_isDirty, (_flags & X) == 0.
        private static bool Tests(ExpressionSyntax condition, string flag, bool whetherSet) => condition switch
        {
            ParenthesizedExpressionSyntax inner => Tests(inner.Expression, flag, whetherSet),
            PrefixUnaryExpressionSyntax not when not.IsKind(SyntaxKind.LogicalNotExpression) => Tests(not.Operand, flag, !whetherSet),
            BinaryExpressionSyntax { Right: LiteralExpressionSyntax { Token: { ValueText: "0" } } } compared =>
                compared.IsKind(whetherSet ? SyntaxKind.NotEqualsExpression : SyntaxKind.EqualsExpression)
                && (compared.Left as ParenthesizedExpressionSyntax)?.Expression is BinaryExpressionSyntax bits
                && bits.IsKind(SyntaxKind.BitwiseAndExpression) && SetterCode.NameOf(bits.Left) == flag,
            _ => whetherSet && SetterCode.NameOf(condition) == flag,
        };

        private static List<ExpressionSyntax> Writes(List<SyntaxNode> nodes, string name) => nodes
            .SelectMany(node => node is AssignmentExpressionSyntax { Left: not TupleExpressionSyntax } a ? new[] { a.Left }
                : SetterCode.Targets(node))
            .Where(target => SetterCode.NameOfAny(target) == name).ToList();

        // Whether an assignment does not depend on the previous value: not _sum += X.
        private static bool IsNew(ExpressionSyntax write, IFieldSymbol field)
        {
            var used = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            return write.Parent is AssignmentExpressionSyntax assignment && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
                && LazyCaches.IsPredictable(assignment.Right, field.ContainingType, used) && !used.Contains(field);
        }

        private static bool IsArgument(ExpressionSyntax write) => write.Parent is ArgumentSyntax;

        // An argument that may leave the value as it is.
        private static bool IsReference(ExpressionSyntax write) =>
            write.Parent is ArgumentSyntax argument && argument.RefKindKeyword.IsKind(SyntaxKind.RefKeyword);

        private static bool IsRaised(ExpressionSyntax write) => write.Parent is AssignmentExpressionSyntax assignment
            && (assignment.IsKind(SyntaxKind.OrAssignmentExpression) || assignment.Right.IsKind(SyntaxKind.TrueLiteralExpression));

        private static bool IsLowered(ExpressionSyntax write) => write.Parent is AssignmentExpressionSyntax assignment
            && ((assignment.IsKind(SyntaxKind.AndAssignmentExpression) && assignment.Right.IsKind(SyntaxKind.BitwiseNotExpression))
                || assignment.Right.IsKind(SyntaxKind.FalseLiteralExpression));

        private static bool IsIn(SyntaxNode node, List<SyntaxNode> regions) =>
            regions.Any(region => region.SyntaxTree == node.SyntaxTree && region.Span.Contains(node.Span));

        // Parameters and variables from outside may contain anything.
        private static bool UsesLocals(SyntaxNode region)
        {
            MemberDeclarationSyntax? member = region.FirstAncestorOrSelf<MemberDeclarationSyntax>();
            var names = new HashSet<string>((member?.DescendantNodes() ?? Enumerable.Empty<SyntaxNode>())
                .Where(node => !region.Span.Contains(node.Span)).Select(node => node switch
                {
                    ParameterSyntax parameter => parameter.Identifier.ValueText,
                    VariableDeclaratorSyntax variable => variable.Identifier.ValueText,
                    SingleVariableDesignationSyntax variable => variable.Identifier.ValueText,
                    ForEachStatementSyntax loop => loop.Identifier.ValueText,
                    AccessorDeclarationSyntax accessor when !accessor.IsKind(SyntaxKind.GetAccessorDeclaration) => "value",
                    _ => "",
                }));
            return region.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Any(name => names.Contains(name.Identifier.ValueText));
        }
    }
}
