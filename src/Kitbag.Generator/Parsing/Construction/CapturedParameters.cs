using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports parameters of primary constructors that members use, which the compiler stores in fields without a name in C#, if reading
    /// does not restore them: it calls another constructor, or methods change them. References to single objects are not reported.
    /// </summary>
    internal static class CapturedParameters
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which has stored members.</param>
        /// <param name="stored">The names of the stored members.</param>
        /// <param name="construction">How objects are created.</param>
        /// <returns>Whether anything was reported.</returns>
        public static bool Report(Parser parser, INamedTypeSymbol type, HashSet<string> stored, Construction construction)
        {
            if (construction.Constructor is not { } used || Construction.IsMarked(used) || type.IsAbstract)
                return false;
            bool isReported = false;
            for (INamedTypeSymbol? t = type, child = null; t is { SpecialType: SpecialType.None }; child = t, t = t.BaseType)
            {
                if (!parser.IsOwn(t) || PrimaryConstructor(t) is not { } primary || !primary.Parameters.Any(IsCaptured))
                    continue;
                HashSet<string> restored = RestoredState.Of(t.OriginalDefinition, type, stored),
                    changed = SetterCode.ChangedAfterCreation(t.OriginalDefinition);
                List<IParameterSymbol> lost = primary.Parameters
                    .Where(p => IsCaptured(p) && !restored.Contains(p.Name) && DataTypes.IsData(parser, p.Type)
                        && !DataTypes.IsReference(parser, p.Type))
                    .Where(p => child == null
                        ? !IsGiven(p, changed, IsSame(used, primary) ? construction.Gives(p) : IsPassedOn(used, p, type, construction))
                            || (IsSame(used, primary) && IsStoredOtherwise(p, changed, construction))
                        : !SymbolEqualityComparer.Default.Equals(child, type) ? changed.Contains(p.Name)
                        : !IsGiven(p, changed, IsPassedOn(used, p, t, construction))
                            && (changed.Contains(p.Name) || MayDiffer(type, p, used, construction)))
                    .ToList();
                if (lost.Count == 0)
                    continue;
                isReported = true;
                parser.ReportAt(type, Rules.LostArgument, parser.Path, Names.InSchema(type), ConstructorProblems.Text(type, used),
                    string.Join(", ", lost.Select(p => "'" + p.Name + "'")) + " of " + ConstructorProblems.Text(t, primary),
                    "Initialize a field with it, mark that with [KitbagInclude], or with [KitbagIgnore] if it need not be stored, and use "
                        + "it instead of the parameter; or mark the type with [KitbagSerializable(Fields = true)]");
            }
            return isReported;
        }

        /// <summary>Whether a parameter is one of a primary constructor that the compiler stores in a field of its own.</summary>
        public static bool IsCaptured(IParameterSymbol parameter) =>
            parameter.ContainingType.GetMembers("<" + parameter.Name + ">P").Any(m => m is IFieldSymbol);

        // A value is restored only if it is still the one that was passed to the constructor. A collection is the same object, unless
        // another one replaced it.
        private static bool IsGiven(IParameterSymbol parameter, HashSet<string> changed, bool isPassed) => isPassed
            && !(changed.Contains(parameter.Name) && (ReadOnlyMembers.IsValue(parameter.Type) || IsReplaced(parameter)));

        // Whether methods or accessors assign something to a parameter, and not to one of their own that has the same name.
        private static bool IsReplaced(IParameterSymbol parameter) => parameter.ContainingType.GetMembers()
            .Where(member => member is IPropertySymbol or IMethodSymbol { MethodKind: not MethodKind.Constructor })
            .SelectMany(Declarations.Of).Where(declaration => declaration is MemberDeclarationSyntax and not TypeDeclarationSyntax)
            .Any(code => code.DescendantNodes().SelectMany(SetterCode.Targets)
                    .Any(target => ConstructorArguments.IsName(target, parameter.Name))
                && !code.DescendantNodes().Any(node => node switch
                {
                    ParameterSyntax own => own.Identifier.ValueText == parameter.Name,
                    VariableDeclaratorSyntax own => own.Identifier.ValueText == parameter.Name,
                    _ => false,
                }));

        // Whether the member that is passed to the parameter has another value: X = x + 1. A copy of a collection is another one as soon as
        // methods change the parameter. If a member is initialized with the parameter itself and is set later, the compiler warns (CS9124).
        private static bool IsStoredOtherwise(IParameterSymbol parameter, HashSet<string> changed, Construction construction) =>
            construction.MemberOf(parameter) is { } member && (construction.Computes(member)
                || (changed.Contains(parameter.Name) && !ArgumentFlow.Of(parameter).Keeps(parameter, member.Symbol)
                    && (Declarations.Of(parameter.ContainingSymbol).Any(d => ConstructorArguments.ValuesOf(d, member.Symbol).Count != 0)
                        || IsCopied(parameter, member.Symbol))));

        // Whether the source of a base class shows that a member is another object than the parameter, or another value.
        private static bool IsCopied(IParameterSymbol parameter, ISymbol member) =>
            !SymbolEqualityComparer.Default.Equals(member.ContainingType, parameter.ContainingType)
            && ArgumentFlow.Of(parameter).In(member) is { } content && content.Unchanged != parameter.Name
            && ArgumentFlow.Of(parameter).Uses(parameter, member);

        // Whether the constructor that reading calls passes a stored member on to a parameter of a constructor of the type or its base.
        private static bool IsPassedOn(IMethodSymbol used, IParameterSymbol parameter, INamedTypeSymbol callee,
            Construction construction) => Calls(used, callee).Any(call => ArgumentOf(call, parameter) is { } argument
                && used.Parameters.Any(p => construction.Gives(p) && ConstructorArguments.IsName(argument, p.Name)));

        // Whether a constructor computes an argument for its base class from its own parameters, other than from stored members.
        private static bool MayDiffer(INamedTypeSymbol type, IParameterSymbol parameter, IMethodSymbol used, Construction construction) =>
            type.InstanceConstructors.Any(constructor => Calls(constructor, type.BaseType!).Any(call =>
                ArgumentOf(call, parameter) is { } argument && constructor.Parameters.Any(p =>
                    ConstructorArguments.Mentions(argument, p.Name) && !(IsSame(constructor, used) && construction.Gives(p)))));

        // The arguments that a constructor passes on to another one of its type or of its base class.
        private static IEnumerable<BaseArgumentListSyntax> Calls(IMethodSymbol constructor, INamedTypeSymbol callee)
        {
            bool isBase = !SymbolEqualityComparer.Default.Equals(constructor.ContainingType, callee);
            return Declarations.Of(constructor)
                .Where(declaration => declaration is ConstructorDeclarationSyntax { Initializer: { } initializer }
                    ? isBase == initializer.IsKind(SyntaxKind.BaseConstructorInitializer)
                    : isBase)
                .Select(ConstructorArguments.PassedOn)
                .OfType<BaseArgumentListSyntax>();
        }

        /// <summary>What a call passes to a parameter; null if it omits it.</summary>
        public static ExpressionSyntax? ArgumentOf(BaseArgumentListSyntax call, IParameterSymbol parameter) =>
            ConstructorArguments.IndexOf(call.Arguments, parameter.Name, parameter.Ordinal) is >= 0 and var index
                ? call.Arguments[index].Expression : null;

        private static bool IsSame(IMethodSymbol a, IMethodSymbol b) =>
            SymbolEqualityComparer.Default.Equals(a.OriginalDefinition, b.OriginalDefinition);

        private static IMethodSymbol? PrimaryConstructor(INamedTypeSymbol type) =>
            type.InstanceConstructors.FirstOrDefault(Declarations.IsPrimary);
    }
}
