using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines whether there is an object in a member of a new object, so that it can be populated, as far as the source shows it: an
    /// initializer creates one, or the constructor that reading calls, or code that this calls.
    /// </summary>
    internal static class CreatedMembers
    {
        /// <returns>Null if there may be an object, or if none is ever written.</returns>
        public static string? WhyNot(Parser parser, INamedTypeSymbol type, ISymbol member, Construction construction)
        {
            member = member.OriginalDefinition;
            HashSet<string> names = NamesOf(member);
            if (construction.Constructor is not { } constructor || member.DeclaringSyntaxReferences.Length == 0
                || names.SelectMany(name => member.ContainingType.GetMembers(name)).SelectMany(Declarations.Of).Any(MayCreate))
                return null;
            bool isSettable = member is IPropertySymbol property && Members.Setter(property) != null;
            if (CodeOf(parser, constructor, isSettable ? null : member.ContainingType) is not { } code
                || SetterCode.Of(type, code).SetToValue.Overlaps(names))
                return null;
            // A member without a setter that no constructor assigns is always null.
            if (!isSettable && !SetterCode.Of(member.ContainingType, member.ContainingType.InstanceConstructors
                .SelectMany(Declarations.Of)).SetToValue.Overlaps(names))
                return null;
            return "neither an initializer nor the constructor that reading calls, " + ConstructorProblems.Text(type, constructor)
                + ", creates an object that could be populated";
        }

        /// <summary>
        /// Whether a change of a constructor's body may change the result: one constructor of a type assigns a member without a setter, and
        /// another one does not.
        /// </summary>
        public static bool DependOnBodies(TypeDeclarationSyntax type)
        {
            List<HashSet<string>> assigned = type.Members.OfType<ConstructorDeclarationSyntax>()
                .Where(constructor => !constructor.Modifiers.Any(SyntaxKind.StaticKeyword))
                .Select(constructor => new HashSet<string>(SetterCode.AssignedBy(constructor))).ToList();
            return assigned.Count > 1 && type.Members.SelectMany(ReadOnly).Any(name =>
                assigned.Any(names => names.Contains(name)) && !assigned.All(names => names.Contains(name)));
        }

        /// <summary>Whether an expression is <c>null!</c>, <c>default!</c> or the like.</summary>
        public static bool IsNull(ExpressionSyntax value) => value is PostfixUnaryExpressionSyntax suppressed
            ? IsNull(suppressed.Operand)
            : value.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression or SyntaxKind.DefaultExpression;

        // The names of members that no setter sets and that may be populated.
        private static IEnumerable<string> ReadOnly(MemberDeclarationSyntax member) => member switch
        {
            PropertyDeclarationSyntax { Initializer: null, Type: not PredefinedTypeSyntax, AccessorList: { Accessors: { Count: 1 } } }
                property => new[] { property.Identifier.ValueText },
            FieldDeclarationSyntax { Declaration: { Type: not PredefinedTypeSyntax } } field
                when field.Modifiers.Any(SyntaxKind.ReadOnlyKeyword) =>
                field.Declaration.Variables.Where(one => one.Initializer == null).Select(one => one.Identifier.ValueText),
            _ => Enumerable.Empty<string>(),
        };

        private static HashSet<string> NamesOf(ISymbol member) => SetterCode.BackingField(member) is { Length: > 0 } field
            ? new HashSet<string> { member.Name, field }
            : new HashSet<string> { member.Name };

        // Whether a declaration has an initializer, or code that may create the object when it is used; the properties of positional
        // records are initialized, too.
        private static bool MayCreate(SyntaxNode declaration) => declaration switch
        {
            PropertyDeclarationSyntax { Initializer: { } initializer } => !IsNull(initializer.Value),
            VariableDeclaratorSyntax variable => variable.Initializer is { } initializer && !IsNull(initializer.Value),
            PropertyDeclarationSyntax property => PropertyFields.UsesKeyword(property)
                || property.DescendantNodes().Any(node => node.IsKind(SyntaxKind.CoalesceAssignmentExpression)),
            _ => true,
        };

        // The declarations of a constructor and of those that it calls, up to those of a base class; null if one is not in source.
        private static List<SyntaxNode>? CodeOf(Parser parser, IMethodSymbol constructor, INamedTypeSymbol? last)
        {
            var code = new List<SyntaxNode>();
            var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            for (IMethodSymbol? next = constructor.OriginalDefinition; next?.ContainingType.SpecialType != SpecialType.System_Object;)
            {
                if (next == null || !seen.Add(next) || next.ContainingType.DeclaringSyntaxReferences.Length == 0)
                    return null;
                List<SyntaxNode> declarations = Declarations.Of(next).ToList();
                code.AddRange(declarations.OfType<ConstructorDeclarationSyntax>());
                SyntaxNode? call = declarations.Select(CallIn).FirstOrDefault(one => one != null);
                bool isOfBase = !call.IsKind(SyntaxKind.ThisConstructorInitializer);
                if (isOfBase && SymbolEqualityComparer.Default.Equals(next.ContainingType, last))
                    break;
                next = (call != null ? parser.Compilation.ModelOf(call.SyntaxTree).GetSymbolInfo(call).Symbol as IMethodSymbol
                    : next.ContainingType.BaseType?.InstanceConstructors.FirstOrDefault(c => c.Parameters.Length == 0)
                        ?? next.ContainingType.BaseType?.InstanceConstructors.FirstOrDefault(c =>
                            c.Parameters.All(p => p.IsOptional || p.IsParams)))?.OriginalDefinition;
            }
            return code;
        }

        private static SyntaxNode? CallIn(SyntaxNode declaration) => declaration switch
        {
            ConstructorDeclarationSyntax constructor => constructor.Initializer,
            TypeDeclarationSyntax type => type.BaseList?.Types.OfType<PrimaryConstructorBaseTypeSyntax>().FirstOrDefault(),
            _ => null,
        };
    }
}
