using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Chooses how objects of a type are created: with the marked constructor, otherwise the one with parameters for most of the members
    /// that cannot be set in another way. Among those the primary constructor of a struct is preferred, then the one with the fewest
    /// parameters, then the one that takes its parameters without conversions.
    /// </summary>
    internal static class ConstructorChoice
    {
        /// <returns>Null if objects cannot be created, which has been reported.</returns>
        public static Construction? Of(Parser parser, INamedTypeSymbol type, List<Candidate> candidates)
        {
            if (type.IsTupleType)
                return new Construction(ConstructionKind.Default, null);
            IEnumerable<IMethodSymbol> hidden = parser.Catalogue.FindHidden(type, byFields: false)?.InstanceConstructors.Where(c =>
                c.DeclaredAccessibility == Accessibility.Public) ?? Enumerable.Empty<IMethodSymbol>();
            // A constructor that its project redeclared may have other parameter names there.
            List<IMethodSymbol> all = type.InstanceConstructors
                .Where(c => !hidden.Any(h => Construction.TakeTheSame(c, h)))
                .Concat(hidden)
                .Where(c => !IsCopy(c, candidates) && !Warnings.IsError(c))
                .ToList();
            List<IMethodSymbol> marked = Marked(all);
            if (marked.Count > 1)
                return Ambiguous(parser, type, marked);
            if (marked.Count == 1)
            {
                Construction? made = Construction.TryMake(parser, type, marked[0], candidates);
                if (made == null || !made.HasMembers(type, candidates))
                    made = ByState(parser, type, marked, candidates, made) ?? made ?? ByCalls(parser, type, marked, candidates);
                if (made != null)
                    return made;
                parser.ReportAt(marked[0], Rules.NoConstructor, parser.Path, Names.InSchema(type),
                    ConstructorProblems.Obstacle(parser.Compilation, type, marked[0], candidates),
                    ConstructorProblems.Remedy(parser, type, marked[0]));
                return null;
            }
            if (parser.IsByFields(type))
            {
                IMethodSymbol? plain = all.FirstOrDefault(c => c.Parameters.Length == 0);
                // Required properties are set by their fields. An object initializer would also call their setters, with a default.
                if (plain != null && RequiredMembers.NotInitialized(type, new List<MemberModel>()).Count != 0)
                {
                    if (plain.IsImplicitlyDeclared && type.IsValueType)
                        return new Construction(ConstructionKind.Default, null);
                    if (Accessors.WhyNot(parser, type) == null)
                        return new Construction(ConstructionKind.HiddenConstructor, plain);
                }
                return plain != null && Construction.TryMake(parser, type, plain, candidates) is { } made ? made
                    : type.IsValueType ? new Construction(ConstructionKind.Default, null)
                    : new Construction(ConstructionKind.Uninitialized, null);
            }
            Construction? best = Best(parser, type, all, candidates, out List<IMethodSymbol>? ambiguous);
            if (ambiguous != null)
                return Ambiguous(parser, type, ambiguous);
            return (best == null || !best.HasMembers(type, candidates) ? ByState(parser, type, all, candidates, best)
                    : ByAssignment(parser, type, all, candidates, best))
                ?? best
                ?? ByCalls(parser, type, all, candidates)
                ?? None(parser, type, all, candidates);
        }

        /// <summary>How to create a struct that is stored as its memory image, if its constructor takes any of its fields.</summary>
        public static Construction? OfRecord(Parser parser, INamedTypeSymbol type, List<Candidate> fields)
        {
            if (type.IsTupleType || parser.IsByFields(type))
                return null;
            IMethodSymbol? constructor = Marked(type.InstanceConstructors).FirstOrDefault();
            if (constructor == null && !StructConstructors.DeclaresParameterless(type))
                constructor = type.InstanceConstructors.FirstOrDefault(StructConstructors.IsPrimary);
            return constructor != null && Construction.TryMake(parser, type, constructor, fields) is { HasInitializer: true } made
                ? made
                : null;
        }

        private static List<IMethodSymbol> Marked(IEnumerable<IMethodSymbol> constructors)
        {
            List<IMethodSymbol> all = constructors.ToList(),
                marked = all.Where(c => Attributes.Has(c, "Kitbag.KitbagConstructorAttribute")).ToList();
            return marked.Count != 0
                ? marked
                : all.Where(Construction.IsMarked).ToList();
        }

        // Public constructors are preferred, then other accessible ones, then those that need an accessor.
        private static Construction? Best(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> all, List<Candidate> candidates,
            out List<IMethodSymbol>? ambiguous)
        {
            ambiguous = null;
            IEnumerable<IGrouping<int, IMethodSymbol>> groups = all
                .GroupBy(c => !Construction.IsVisible(parser, type, c) ? 2 : c.DeclaredAccessibility != Accessibility.Public ? 1 : 0)
                .OrderBy(group => group.Key);
            foreach (IGrouping<int, IMethodSymbol> group in groups)
            {
                if (Best(parser, type, group, candidates, out ambiguous) is { } way)
                    return way;
                if (ambiguous != null)
                    return null;
            }
            return null;
        }

        private static Construction? Best(Parser parser, INamedTypeSymbol type, IEnumerable<IMethodSymbol> constructors,
            List<Candidate> candidates, out List<IMethodSymbol>? ambiguous)
        {
            ambiguous = null;
            List<Construction> ways = Ways(parser, type, constructors, candidates);
            if (ways.Count == 0)
                return null;
            Construction? plain = ways.Find(w => w.Constructor!.Parameters.Length == 0);
            // Parameters for state are preferred over parameters for computed members, and those that are stored over those from which
            // members are computed.
            ways = WithMost(WithMost(ways, NeededState), Needed);
            ways = WithMost(ways, way => -way.Arguments.Keys.Count(way.Computes));
            // The implicit parameterless constructor of a struct runs no initializers and has no parameter defaults.
            if (ways.Find(w => StructConstructors.IsPrimary(w.Constructor!)) is { } primary
                && !ways.Any(w => w.Constructor!.Parameters.Length == 0 && !w.Constructor.IsImplicitlyDeclared))
                return primary;
            int fewest = ways.Min(w => w.Constructor!.Parameters.Length);
            ways = ways.Where(w => w.Constructor!.Parameters.Length == fewest).ToList();
            // Of several that take the same members, one may take them without conversion: (int x, int y) and (short x, short y).
            List<Construction> exact = ways.Where(w => w.Arguments.Keys.All(w.HasTypeOf)).ToList();
            if (exact.Count == 1 && ways.All(w => w.Arguments.Count == exact[0].Arguments.Count && w.Arguments.Keys.All(exact[0].Gives)))
                ways = exact;
            // No choice between them is needed if accessors can set all members after an object was created.
            if (plain != null && (ways.Count != 1 || RejectsNullOf(parser, type, ways[0], plain))
                && ways.All(w => w.Arguments.Keys.All(c => !c.NeedsConstructor || ReadOnlyMembers.HasSetter(parser, c))))
                return plain;
            if (ways.Count == 1)
                return ways[0];
            ambiguous = ways.Select(w => w.Constructor!).ToList();
            return null;
        }

        // Whether a constructor throws an exception for a member that the parameterless constructor leaves null.
        private static bool RejectsNullOf(Parser parser, INamedTypeSymbol type, Construction way, Construction plain) =>
            !type.IsValueType && way.Arguments.Any(one => Nullability.MayBeNull(one.Key.Symbol) && RequiredArguments.IsRequired(one.Value)
                && CreatedMembers.WhyNot(parser, type, one.Key.Symbol, plain) != null);

        private static List<Construction> Ways(Parser parser, INamedTypeSymbol type, IEnumerable<IMethodSymbol> constructors,
            List<Candidate> candidates, ArgumentMatching matching = ArgumentMatching.ByName) => constructors
            .Select(c => Construction.TryMake(parser, type, c, candidates, matching))
            .Where(c => c != null)
            .Select(c => c!)
            .ToList();

        // If the best constructor takes only what the object computes from a value that nothing else can set, Color(r, g, b), another one
        // may assign a parameter of any name to that value: Color(rgba) { Value = rgba; }.
        private static Construction? ByAssignment(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> constructors,
            List<Candidate> candidates, Construction best)
        {
            if (Needed(best) == 0 || NeededState(best) != 0)
                return null;
            List<Construction> ways = Ways(parser, type, constructors, candidates, ArgumentMatching.ByAssignments)
                .Where(way => way.Arguments.Keys.Any(c => c.NeedsConstructor && Members.HoldsState(c)
                    && !ReadOnlyMembers.HasSetter(parser, c)))
                .ToList();
            return ways.Count == 1 ? ways[0] : null;
        }

        // If no constructor has parameters named after members, or the type has only private state, a constructor may still define the
        // state of the type: its arguments are stored. This applies only to types that could not be serialized otherwise, so that it
        // changes no existing format. If there is another way to create objects, members that cannot be serialized are no error.
        private static Construction? ByState(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> constructors,
            List<Candidate> candidates, Construction? other, ArgumentMatching matching = ArgumentMatching.ByAssignments)
        {
            List<Candidate> state = PrivateState.Candidates(parser, type, candidates);
            List<Construction> ways = Ways(parser, type, constructors, candidates.Concat(state).ToList(), matching)
                .Where(w => w.Arguments.Count != 0)
                .OrderByDescending(Needed)
                .ThenBy(w => w.Constructor!.Parameters.Length)
                .ThenBy(w => Construction.IsVisible(parser, type, w.Constructor!) ? 0 : 1)
                .ToList();
            if (ways.Count == 0 || (ways.Count > 1 && IsAsGood(ways[0], ways[1])))
                return null;
            List<Candidate> given = state.Where(ways[0].Gives).ToList();
            IEnumerable<Candidate> stored = other == null ? given : ways[0].Arguments.Keys;
            if (stored.Any(c => parser.TryVisit(c.Symbol, c.Type, "." + c.Name, out _) == null))
                return null;
            candidates.AddRange(given);
            return ways[0];
        }

        // A derived class that passes its parameters on often has other names for them: UserCreated(User user) : base(user), where the
        // base class assigns it to Argument.
        private static Construction? ByCalls(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> constructors,
            List<Candidate> candidates) => constructors.SelectMany(Declarations.Of).Any(ConstructorArguments.PassesOn)
                ? ByState(parser, type, constructors, candidates, null, ArgumentMatching.ByCalls)
                : null;

        private static bool IsAsGood(Construction a, Construction b) =>
            Needed(a) == Needed(b) && a.Constructor!.Parameters.Length == b.Constructor!.Parameters.Length
            && a.Constructor.DeclaredAccessibility == b.Constructor.DeclaredAccessibility;

        private static int Needed(Construction way) => way.Arguments.Keys.Count(c => c.NeedsConstructor);

        private static int NeededState(Construction way) => way.Arguments.Keys.Count(c => c.NeedsConstructor && ReadOnlyMembers.IsState(c));

        private static List<Construction> WithMost(List<Construction> ways, Func<Construction, int> count)
        {
            int most = ways.Max(count);
            return ways.Where(way => count(way) == most).ToList();
        }

        // A parameter of the declaring type that is named after a member stands for that member.
        private static bool IsCopy(IMethodSymbol constructor, List<Candidate> candidates) =>
            constructor.Parameters.Length == 1
                && SymbolEqualityComparer.Default.Equals(constructor.Parameters[0].Type, constructor.ContainingType)
                && !candidates.Any(c => ConstructorArguments.IsNamed(constructor.Parameters[0].Name, c.Name));

        private static Construction? Ambiguous(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> constructors)
        {
            parser.ReportAt(type, constructors, Rules.AmbiguousConstructor, parser.Path, Names.InSchema(type),
                string.Join(" and ", constructors.Select(c => ConstructorProblems.Text(type, c))));
            return null;
        }

        private static Construction? None(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> constructors,
            List<Candidate> candidates)
        {
            IMethodSymbol? nearest = constructors.OrderBy(c => c.Parameters.Length).FirstOrDefault();
            parser.ReportAt(type, Rules.NoConstructor, parser.Path, Names.InSchema(type),
                nearest == null ? "it has none" : ConstructorProblems.Obstacle(parser.Compilation, type, nearest, candidates),
                ConstructorProblems.Remedy(parser, type));
            return null;
        }
    }
}
