using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports types whose objects may have been created from values that no stored member contains: by another constructor than the one
    /// that reading calls, or with optional arguments that reading does not pass. Nothing is reported if the program marked the
    /// constructor, or if source, or the fields of a compiled type, show that the stored members are the complete state.
    /// </summary>
    internal static class LostArguments
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="candidates">The candidates of its members.</param>
        /// <param name="stored">The names of the stored members.</param>
        /// <param name="construction">How objects are created.</param>
        public static void Report(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, HashSet<string> stored,
            Construction construction)
        {
            // All constructors of a record call the one with its members, and a type that is deconstructed into the arguments consists of
            // them.
            if (construction.Constructor is not { } used || Construction.IsMarked(used) || type.IsRecord || IsDeconstructed(type, used))
                return;
            bool isOwn = parser.IsOwn(type), isGivenMembers = construction.IsGivenMembers(used);
            // Source shows what a constructor does that takes no members.
            if (isOwn && !isGivenMembers)
                return;
            // The private fields of other assemblies are loaded only for types that may be reported.
            if (type.InstanceConstructors.All(constructor => Omitted(parser, constructor, stored).Count == 0))
                return;
            List<Candidate> members = candidates.Where(c => stored.Contains(c.Name)).ToList();
            List<IFieldSymbol>? hidden = isOwn ? null : CompiledState.NotStored(parser, type, members);
            if (hidden?.Count == 0)
                return;
            List<IParameterSymbol> omitted = Omitted(parser, used, stored)
                .Where(p => !construction.Gives(p) && (!isOwn || CapturedParameters.IsCaptured(p)))
                .ToList();
            if (omitted.Count != 0)
            {
                Report(parser, type, used, omitted, used, isOwn);
                return;
            }
            if (isOwn && LostState.IsComplete(parser, type, candidates, stored, construction))
                return;
            foreach (IMethodSymbol other in type.InstanceConstructors)
            {
                if (Construction.TakeTheSame(other.OriginalDefinition, used.OriginalDefinition)
                    || (!isOwn && other.DeclaredAccessibility != Accessibility.Public) || CallsAnother(other))
                    continue;
                List<IParameterSymbol> lost = Omitted(parser, other, stored);
                // A single argument is usually parsed or converted, and so are several if the constructor that is called takes no members.
                if (!isGivenMembers || other.Parameters.Count(p => !p.IsOptional) == 1)
                    lost = lost.Where(p => IsReturned(p, candidates, isGivenMembers) || IsInField(p, candidates, hidden)
                        || (isGivenMembers && IsOnlyInField(parser, p, members, hidden))).ToList();
                if (lost.Count == 0)
                    continue;
                Report(parser, type, used, lost, other, isOwn);
                return;
            }
        }

        private static void Report(Parser parser, INamedTypeSymbol type, IMethodSymbol used, List<IParameterSymbol> lost,
            IMethodSymbol other, bool isOwn) => parser.ReportAt(type, Rules.LostArgument, parser.Path, Names.InSchema(type),
                ConstructorProblems.Text(type, used),
                string.Join(", ", lost.Select(p => "'" + p.Name + "'")) + " of " + ConstructorProblems.Text(type, other),
                isOwn
                    ? "Include the private fields with [KitbagInclude] or [KitbagSerializable(Fields = true)]; if no state is lost, mark "
                        + "the constructor with [KitbagConstructor]"
                    : "Write a [KitbagSurrogate] for it, or store its fields with " + Unsupported.FieldsAttribute(type)
                        + "; if no state is lost, suppress this rule");

        // Whether a member has the name of a parameter. Automatic properties without setters have a report of their own (KIT0017).
        private static bool IsReturned(IParameterSymbol parameter, List<Candidate> candidates, bool isGivenMembers) =>
            candidates.Any(c => ConstructorArguments.IsNamed(parameter.Name, c.Name) && (isGivenMembers
                || (c.Symbol is IPropertySymbol property && !ReadOnlyMembers.IsAutomatic(property))));

        // Whether a field of a compiled type has the name of a parameter, and is not itself a member or the backing field of one.
        private static bool IsInField(IParameterSymbol parameter, List<Candidate> candidates, List<IFieldSymbol>? hidden) =>
            hidden != null && hidden.Any(field => ConstructorArguments.IsNamed(parameter.Name, Names.OfField(field))
                && candidates.All(c => c.Name != Names.OfField(field)));

        // Whether a compiled type has a field, but no stored member, of the type of a parameter. A type that contains one of several kinds
        // of values has such constructors.
        private static bool IsOnlyInField(Parser parser, IParameterSymbol parameter, List<Candidate> members, List<IFieldSymbol>? hidden) =>
            hidden != null && hidden.Any(field => SymbolEqualityComparer.Default.Equals(HiddenFields.TypeOf(parser, field), parameter.Type))
            && !members.Any(member => SymbolEqualityComparer.Default.Equals(member.Type, parameter.Type));

        // The parameters for data of which no stored member has the name.
        private static List<IParameterSymbol> Omitted(Parser parser, IMethodSymbol constructor, HashSet<string> stored) =>
            constructor.Parameters
                .Where(p => !stored.Any(name => ConstructorArguments.IsNamed(p.Name, name)) && DataTypes.IsData(parser, p.Type)
                    && !SymbolEqualityComparer.Default.Equals(p.Type, constructor.ContainingType))
                .ToList();

        private static bool IsDeconstructed(INamedTypeSymbol type, IMethodSymbol constructor) =>
            type.GetMembers("Deconstruct").OfType<IMethodSymbol>().Any(method => method.Parameters.Length == constructor.Parameters.Length
                && method.Parameters.Zip(constructor.Parameters, (a, b) =>
                    a.RefKind == RefKind.Out && ConstructorArguments.IsNamed(a.Name, b.Name)).All(same => same));

        // Whether the source of a constructor passes its arguments on to another one of the type.
        private static bool CallsAnother(IMethodSymbol constructor) => Declarations.Of(constructor).Any(declaration =>
            declaration is ConstructorDeclarationSyntax { Initializer.RawKind: (int)SyntaxKind.ThisConstructorInitializer });
    }
}
