using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members that only constructors set, and that have the same constant whichever constructor of a class is called, such as the kind
    /// that each derived class passes to the constructor of its base class. They need not be stored.
    /// </summary>
    internal static class ConstantMembers
    {
        // Constructors that call each other endlessly do not compile, but the generator runs before the compiler says so.
        private const int MaxCalls = 16;

        /// <summary>Whether a member of a class is such a member.</summary>
        /// <param name="compilation">The compilation.</param>
        /// <param name="type">The class of the objects.</param>
        /// <param name="member">A readonly field or an automatic property without a setter, which may belong to a base class.</param>
        public static bool Is(Compilation compilation, INamedTypeSymbol type, ISymbol member)
        {
            // A struct may be a default value, which no constructor has made.
            if (type.IsValueType || !ReadOnlyMembers.IsValue(Members.TypeOf(member)))
                return false;
            List<Optional<object?>> values = type.InstanceConstructors.Where(c => !IsCopying(c))
                .Select(c => ValueAfter(compilation, c, new Dictionary<string, object?>(), member, MaxCalls)).ToList();
            return values.Count != 0 && values.All(value => value.HasValue && Equals(value.Value, values[0].Value));
        }

        // The constructor that the compiler adds to records copies the members.
        private static bool IsCopying(IMethodSymbol constructor) => constructor is { IsImplicitlyDeclared: true, Parameters.Length: 1 };

        // The value of the member after a constructor was called with arguments of which some are known.
        private static Optional<object?> ValueAfter(Compilation compilation, IMethodSymbol constructor, Dictionary<string, object?> known,
            ISymbol member, int calls)
        {
            INamedTypeSymbol type = constructor.ContainingType;
            SyntaxNode? declaration = Declarations.Of(constructor).FirstOrDefault();
            bool isOfMember = SymbolEqualityComparer.Default.Equals(type.OriginalDefinition, member.ContainingType.OriginalDefinition);
            if (calls == 0 || (declaration == null && !constructor.IsImplicitlyDeclared)
                || (declaration != null && ChangesParameter(declaration, constructor)))
                return default;
            bool callsOwn = declaration is ConstructorDeclarationSyntax { Initializer: { } initializer }
                && initializer.IsKind(SyntaxKind.ThisConstructorInitializer);
            if (isOfMember && !callsOwn)
                return ValueAssigned(compilation, declaration, constructor, known, member);
            if (isOfMember && IsAssigned(declaration!, member))
                return default;
            SyntaxNode? call = declaration switch
            {
                ConstructorDeclarationSyntax own => own.Initializer,
                TypeDeclarationSyntax primary => primary.BaseList?.Types.OfType<PrimaryConstructorBaseTypeSyntax>().FirstOrDefault(),
                _ => null,
            };
            IMethodSymbol? called = call == null
                ? type.BaseType?.InstanceConstructors.FirstOrDefault(c => c.Parameters.Length == 0)
                : compilation.ModelOf(call.SyntaxTree).GetSymbolInfo(call).Symbol as IMethodSymbol;
            if (called == null)
                return default;
            var passed = new Dictionary<string, object?>();
            foreach (IParameterSymbol parameter in called.Parameters.Where(p => !p.IsParams))
            {
                ExpressionSyntax? argument = declaration != null && ConstructorArguments.PassedOn(declaration) is { } arguments
                    ? CapturedParameters.ArgumentOf(arguments, parameter) : null;
                Optional<object?> value = argument != null ? ConstantOf(compilation, argument, constructor, known)
                    : parameter.HasExplicitDefaultValue ? new Optional<object?>(parameter.ExplicitDefaultValue) : default;
                if (value.HasValue)
                    passed[parameter.Name] = value.Value;
            }
            return ValueAfter(compilation, called, passed, member, calls - 1);
        }

        // What a constructor that calls no other of its class, or else the initializer, assigns to the member.
        private static Optional<object?> ValueAssigned(Compilation compilation, SyntaxNode? declaration, IMethodSymbol constructor,
            Dictionary<string, object?> known, ISymbol member)
        {
            if (declaration is ConstructorDeclarationSyntax code && IsAssigned(code, member))
            {
                List<ExpressionSyntax> values = ConstructorArguments.ValuesOf(code, member);
                return values.Count == 1 && SetterCode.AssignedBy(code).Count(name => name == member.Name) == 1
                    && !code.DescendantNodes().Any(node => node is ReturnStatementSyntax)
                    && (values[0].FirstAncestorOrSelf<StatementSyntax>() is not { } statement || statement.Parent == code.Body)
                    ? ConstantOf(compilation, values[0], constructor, known) : default;
            }
            return InitialValues.Initializer(member)?.Value is { } initial
                ? ConstantOf(compilation, initial, declaration is TypeDeclarationSyntax ? constructor : null, known) : default;
        }

        private static bool IsAssigned(SyntaxNode declaration, ISymbol member) => declaration is ConstructorDeclarationSyntax code
            && SetterCode.AssignedBy(code).Contains(member.Name);

        private static bool ChangesParameter(SyntaxNode declaration, IMethodSymbol constructor) =>
            declaration is ConstructorDeclarationSyntax code && code.DescendantNodes().SelectMany(SetterCode.Targets)
                .Any(target => constructor.Parameters.Any(p => ConstructorArguments.IsName(target, p.Name)));

        private static Optional<object?> ConstantOf(Compilation compilation, ExpressionSyntax value, IMethodSymbol? constructor,
            Dictionary<string, object?> known)
        {
            if (value is IdentifierNameSyntax name && constructor?.Parameters.Any(p => p.Name == name.Identifier.ValueText) == true)
                return known.TryGetValue(name.Identifier.ValueText, out object? given) ? new Optional<object?>(given) : default;
            return compilation.ModelOf(value.SyntaxTree).GetConstantValue(value);
        }
    }
}
