using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines whether a constructor or setter throws an exception if an argument is null, as far as the source shows it: it checks the
    /// argument, uses its members or enumerates it, and does not test it in another way.
    /// </summary>
    internal static class RequiredArguments
    {
        // Collections of .NET whose constructors enumerate or wrap another collection.
        private static readonly HashSet<string> s_collections = new HashSet<string>
        {
            "Collection", "Dictionary", "HashSet", "LinkedList", "List", "ObservableCollection", "Queue", "ReadOnlyCollection",
            "ReadOnlyDictionary", "SortedDictionary", "SortedSet", "Stack",
        };

        // A longer chain of constructors that call each other is regarded as endless.
        private const int MaxCalls = 16;

        /// <summary>Whether the constructor, or the one that it calls with the same argument, rejects null.</summary>
        public static bool IsRequired(IParameterSymbol parameter) => IsRequired(parameter, MaxCalls);

        private static bool IsRequired(IParameterSymbol parameter, int calls) =>
            calls > 0 && Declarations.Of(parameter.ContainingSymbol).Any(declaration => IsRequired(declaration, parameter.Name)
                || IsRequiredByCalled(PassedTo(declaration, parameter).ToList(), calls - 1));

        private static bool IsRequiredByCalled(List<IParameterSymbol> called, int calls) =>
            called.Count != 0 && called.All(parameter => IsRequired(parameter, calls));

        // The parameters to which a constructor passes a parameter of its own when it calls another one: those of all that it may call,
        // according to the number of their parameters.
        private static IEnumerable<IParameterSymbol> PassedTo(SyntaxNode declaration, IParameterSymbol parameter)
        {
            if (ConstructorArguments.PassedOn(declaration) is not { } arguments)
                return Enumerable.Empty<IParameterSymbol>();
            INamedTypeSymbol type = parameter.ContainingSymbol.ContainingType;
            INamedTypeSymbol? called = arguments.Parent.IsKind(SyntaxKind.ThisConstructorInitializer) ? type : type.BaseType;
            int place = arguments.Arguments.IndexOf(argument => ConstructorArguments.IsName(argument.Expression, parameter.Name));
            if (called == null || place < 0)
                return Enumerable.Empty<IParameterSymbol>();
            string? name = arguments.Arguments[place].NameColon?.Name.Identifier.ValueText;
            return called.InstanceConstructors.Where(c => c.Parameters.Length >= arguments.Arguments.Count)
                .Select(c => name == null ? c.Parameters[place] : c.Parameters.FirstOrDefault(p => p.Name == name))
                .OfType<IParameterSymbol>();
        }

        /// <summary>Whether the body of a constructor shows that it throws an exception for null.</summary>
        public static bool AreIn(ConstructorDeclarationSyntax constructor) =>
            constructor.ParameterList.Parameters.Any(parameter => IsRequired(constructor, parameter.Identifier.ValueText));

        /// <summary>Whether the setter of a property rejects null.</summary>
        public static bool IsRequiredBySetter(IPropertySymbol property) => Declarations.Of(property).SelectMany(SetterCode.Setter)
            .OfType<AccessorDeclarationSyntax>().Any(setter => IsRequired(setter, "value"));

        private static bool IsRequired(SyntaxNode declaration, string parameter)
        {
            if (declaration is not (ConstructorDeclarationSyntax or AccessorDeclarationSyntax))
                return false;
            bool isUsed = false;
            foreach (IdentifierNameSyntax name in declaration.DescendantNodes().OfType<IdentifierNameSyntax>())
            {
                if (name.Identifier.ValueText != parameter)
                    continue;
                switch (UseOf(name))
                {
                    case Use.Check:
                        return true;
                    case Use.Test:
                        return false;
                    case Use.Dereference:
                        isUsed = true;
                        break;
                }
            }
            return isUsed;
        }

        private static Use UseOf(IdentifierNameSyntax name) => name.Parent switch
        {
            // A property of another object has the same name.
            MemberAccessExpressionSyntax access when access.Expression != name => Use.Other,
            MemberAccessExpressionSyntax access =>
                access.Name.Identifier.ValueText is "HasValue" or "GetValueOrDefault" ? Use.Test : Use.Dereference,
            ElementAccessExpressionSyntax access when access.Expression == name => Use.Dereference,
            ForEachStatementSyntax loop when loop.Expression == name => Use.Dereference,
            ConditionalAccessExpressionSyntax access when access.Expression == name => Use.Test,
            BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression) && binary.Left == name =>
                binary.Right is ThrowExpressionSyntax ? Use.Check : Use.Test,
            BinaryExpressionSyntax test when NullTests.ValueOf(test, out bool isForNull) == name =>
                isForNull ? TestOrCheck(test) : Use.Test,
            IsPatternExpressionSyntax pattern => NullTests.ValueOf(pattern, out bool isForNull) != null && !isForNull
                ? Use.Test : TestOrCheck(pattern),
            ArgumentSyntax { Parent: ArgumentListSyntax { Parent: { } call } } => OfArgument(call),
            _ => Use.Other,
        };

        private static Use OfArgument(SyntaxNode call) => call switch
        {
            ObjectCreationExpressionSyntax { Type: GenericNameSyntax type } when s_collections.Contains(type.Identifier.ValueText) =>
                Use.Dereference,
            InvocationExpressionSyntax invocation => SetterCode.NameOfMethod(invocation) switch
            {
                "ThrowIfNull" or "ThrowIfNullOrEmpty" or "ThrowIfNullOrWhiteSpace" => Use.Check,
                "IsNullOrEmpty" or "IsNullOrWhiteSpace" => TestOrCheck(invocation),
                _ => Use.Other,
            },
            _ => Use.Other,
        };

        // if (name == null) throw ...
        private static Use TestOrCheck(ExpressionSyntax test) => test.Parent is IfStatementSyntax statement
            && (statement.Statement is ThrowStatementSyntax or BlockSyntax { Statements: { Count: 1 } }
                && statement.Statement.DescendantNodesAndSelf().Any(node => node is ThrowStatementSyntax))
            ? Use.Check : Use.Test;

        private enum Use
        {
            Other,
            Test,
            Check,
            Dereference,
        }
    }
}
