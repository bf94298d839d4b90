using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// How objects of a type are created: with the marked constructor, otherwise the one with parameters for most of the members that
    /// cannot be set in another way. Among those the primary constructor of a struct is preferred, then the one with the fewest parameters,
    /// then the one that takes its parameters without conversions.
    /// </summary>
    internal sealed class Construction
    {
        private readonly Dictionary<Candidate, IParameterSymbol> _given = new Dictionary<Candidate, IParameterSymbol>();
        private readonly IMethodSymbol? _constructor;

        private Construction(ConstructionKind making, IMethodSymbol? constructor)
        {
            ConstructionKind = making;
            _constructor = constructor;
        }

        public ConstructionKind ConstructionKind { get; }

        public bool HasInitializer => ConstructionKind == ConstructionKind.Constructor;

        /// <summary>Whether the constructor is marked to set all <c>required</c> members.</summary>
        public bool SetsRequiredMembers => _constructor != null && RequiredMembers.AreSetBy(_constructor);

        /// <summary>
        /// Whether members may be non-default in a new object: not in a default struct, nor in an object that is created without a
        /// constructor.
        /// </summary>
        public bool MayHaveNonDefaults(INamedTypeSymbol type) =>
            ConstructionKind is ConstructionKind.Constructor or ConstructionKind.HiddenConstructor
                && !(type.IsValueType && _constructor is { IsImplicitlyDeclared: true, Parameters: { Length: 0 } });

        /// <summary>The constructor; null if none is called.</summary>
        public IMethodSymbol? Constructor => _constructor;

        public bool Gives(Candidate candidate) => _given.ContainsKey(candidate);

        /// <summary>Whether a member is passed to a parameter of the constructor that creates objects.</summary>
        public bool Gives(IParameterSymbol parameter) => _given.Values.Any(p => p.Ordinal == parameter.Ordinal);

        /// <summary>The member that is passed to a parameter of the constructor that creates objects; null if there is none.</summary>
        public Candidate? MemberOf(IParameterSymbol parameter) => _given.FirstOrDefault(one => one.Value.Ordinal == parameter.Ordinal).Key;

        /// <summary>Whether a constructor is the one that creates objects, and has parameters for members.</summary>
        public bool IsGivenMembers(IMethodSymbol constructor) => _given.Count != 0 && _constructor != null
            && SymbolEqualityComparer.Default.Equals(_constructor.OriginalDefinition, constructor.OriginalDefinition);

        /// <summary>Whether the constructor parameter for a member has neither a default value nor a nullable type.</summary>
        public bool Requires(Candidate candidate) => DefaultOf(candidate).Length == 0;

        /// <summary>The value of the parameter for a member that a document lacks, as C# code; empty if the member is required.</summary>
        public string DefaultOf(Candidate candidate) => ConstructorArguments.DefaultOf(_given[candidate]);

        /// <summary>Whether a member that a document lacks gets the default of its type from the constructor.</summary>
        public bool KeepsDefault(Candidate candidate) => !Requires(candidate) && HasTypeOf(candidate)
            && ConstructorArguments.IsDefault(_given[candidate])
            && (IsInitOnlyOfCompiled(candidate) || KeptArguments.Keeps(_given[candidate], candidate.Symbol));

        /// <summary>Whether the parameter for a member has the member's type.</summary>
        public bool HasTypeOf(Candidate candidate) => SymbolEqualityComparer.Default.Equals(_given[candidate].Type, candidate.Type);

        /// <summary>Former names of a member. In a record, the attribute may be on the parameter.</summary>
        public EquatableArray<string> FormerNames(Candidate candidate) => _given.TryGetValue(candidate, out IParameterSymbol parameter)
            ? new EquatableArray<string>(Attributes.FormerNames(candidate.Symbol).Concat(Attributes.FormerNames(parameter)).Distinct()
                .ToArray())
            : Attributes.FormerNames(candidate.Symbol);

        /// <summary>The constructor arguments, once the members are known.</summary>
        public EquatableArray<ParameterModel> Parameters(Compilation compilation, List<MemberModel> members)
        {
            return _constructor == null ? EquatableArray<ParameterModel>.Empty : new(_constructor.Parameters.Select(p =>
            {
                Candidate? candidate = _given.FirstOrDefault(g => SymbolEqualityComparer.Default.Equals(g.Value, p)).Key;
                return new ParameterModel(candidate == null ? -1 : members.FindIndex(m => m.Name == candidate.Name), Names.InCode(p.Type),
                    ConstructorArguments.DefaultOf(p))
                {
                    IsByReference = p.RefKind != RefKind.None,
                    Conversion = candidate == null ? "" : ConstructorArguments.Conversion(compilation, candidate.Type, p.Type) ?? "",
                };
            }).ToArray());
        }

        /// <summary>How an accessor names the constructor of a generic type; null if no accessor is needed.</summary>
        public OpenTypeModel? OpenConstructor(INamedTypeSymbol type) =>
            ConstructionKind == ConstructionKind.HiddenConstructor ? Open(type) : null;

        /// <summary>The constructor that is called on an existing object, once its members have been read.</summary>
        public LateConstructorModel Late(Compilation compilation, INamedTypeSymbol type, List<MemberModel> members) =>
            new LateConstructorModel(Parameters(compilation, members), Open(type));

        private OpenTypeModel? Open(INamedTypeSymbol type) => type.IsGenericType
            ? TypeParameters.Describe(type, _constructor!.OriginalDefinition.Parameters.Select(p => p.Type))
            : null;

        /// <returns>Null if objects cannot be created, which has been reported.</returns>
        public static Construction? Of(Parser parser, INamedTypeSymbol type, List<Candidate> candidates)
        {
            if (type.IsTupleType)
                return new Construction(ConstructionKind.Default, null);
            IEnumerable<IMethodSymbol> hidden = parser.Catalogue.FindHidden(type, byFields: false)?.InstanceConstructors.Where(c =>
                c.DeclaredAccessibility == Accessibility.Public) ?? Enumerable.Empty<IMethodSymbol>();
            // A constructor that its project redeclared may have other parameter names there.
            List<IMethodSymbol> all = type.InstanceConstructors
                .Where(c => !hidden.Any(h => TakeTheSame(c, h)))
                .Concat(hidden)
                .Where(c => !IsCopy(c, candidates) && !Warnings.IsError(c))
                .ToList();
            List<IMethodSymbol> marked = Marked(all);
            if (marked.Count > 1)
                return Ambiguous(parser, type, marked);
            if (marked.Count == 1)
            {
                Construction? made = TryMake(parser, type, marked[0], candidates);
                if (made == null || !made.HasMembers(type, candidates))
                    made = ByState(parser, type, marked, candidates, made) ?? made;
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
                return plain != null && TryMake(parser, type, plain, candidates) is { } made ? made
                    : type.IsValueType ? new Construction(ConstructionKind.Default, null)
                    : new Construction(ConstructionKind.Uninitialized, null);
            }
            Construction? best = Best(parser, type, all, candidates, out List<IMethodSymbol>? ambiguous);
            if (ambiguous != null)
                return Ambiguous(parser, type, ambiguous);
            return (best == null || !best.HasMembers(type, candidates) ? ByState(parser, type, all, candidates, best) : null)
                ?? best
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
            return constructor != null && TryMake(parser, type, constructor, fields) is { HasInitializer: true } made ? made : null;
        }

        private static List<IMethodSymbol> Marked(IEnumerable<IMethodSymbol> constructors)
        {
            List<IMethodSymbol> all = constructors.ToList(),
                marked = all.Where(c => Attributes.Has(c, "Kitbag.KitbagConstructorAttribute")).ToList();
            return marked.Count != 0
                ? marked
                : all.Where(IsMarked).ToList();
        }

        // Public constructors are preferred, then other accessible ones, then those that need an accessor.
        private static Construction? Best(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> all, List<Candidate> candidates,
            out List<IMethodSymbol>? ambiguous)
        {
            ambiguous = null;
            IEnumerable<IGrouping<int, IMethodSymbol>> groups = all
                .GroupBy(c => !IsVisible(parser, type, c) ? 2 : c.DeclaredAccessibility != Accessibility.Public ? 1 : 0)
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
            Construction? plain = ways.Find(w => w._constructor!.Parameters.Length == 0);
            // Parameters for state are preferred over parameters for computed members, and those that are stored over those from which
            // members are computed.
            ways = WithMost(WithMost(ways, NeededState), Needed);
            ways = WithMost(ways, way => -way._given.Keys.Count(way.Computes));
            // The implicit parameterless constructor of a struct runs no initializers and has no parameter defaults.
            if (ways.Find(w => StructConstructors.IsPrimary(w._constructor!)) is { } primary
                && !ways.Any(w => w._constructor!.Parameters.Length == 0 && !w._constructor.IsImplicitlyDeclared))
                return primary;
            int fewest = ways.Min(w => w._constructor!.Parameters.Length);
            ways = ways.Where(w => w._constructor!.Parameters.Length == fewest).ToList();
            // Of several that take the same members, one may take them without conversion: (int x, int y) and (short x, short y).
            List<Construction> exact = ways.Where(w => w._given.All(one => IsSame(one.Key.Type, one.Value.Type))).ToList();
            if (exact.Count == 1 && ways.All(w => w._given.Count == exact[0]._given.Count && w._given.Keys.All(exact[0].Gives)))
                ways = exact;
            if (ways.Count == 1)
                return ways[0];
            // No choice between them is needed if accessors can set all members after an object was created.
            if (plain != null && ways.All(w => w._given.Keys.All(c => !c.NeedsConstructor || ReadOnlyMembers.HasSetter(parser, c))))
                return plain;
            ambiguous = ways.Select(w => w._constructor!).ToList();
            return null;
        }

        private static List<Construction> Ways(Parser parser, INamedTypeSymbol type, IEnumerable<IMethodSymbol> constructors,
            List<Candidate> candidates, bool byAssignment = false) => constructors
            .Select(c => TryMake(parser, type, c, candidates, byAssignment))
            .Where(c => c != null)
            .Select(c => c!)
            .ToList();

        // If no constructor has parameters named after members, or the type has only private state, a constructor may still define the
        // state of the type: its arguments are stored. This applies only to types that could not be serialized otherwise, so that it
        // changes no existing format. If there is another way to create objects, members that cannot be serialized are no error.
        private static Construction? ByState(Parser parser, INamedTypeSymbol type, List<IMethodSymbol> constructors,
            List<Candidate> candidates, Construction? other)
        {
            List<Candidate> state = PrivateState.Candidates(parser, type, candidates);
            List<Construction> ways = Ways(parser, type, constructors, candidates.Concat(state).ToList(), byAssignment: true)
                .Where(w => w._given.Count != 0)
                .OrderByDescending(Needed)
                .ThenBy(w => w._constructor!.Parameters.Length)
                .ThenBy(w => IsVisible(parser, type, w._constructor!) ? 0 : 1)
                .ToList();
            if (ways.Count == 0 || (ways.Count > 1 && IsAsGood(ways[0], ways[1])))
                return null;
            List<Candidate> given = state.Where(ways[0].Gives).ToList();
            IEnumerable<Candidate> stored = other == null ? given : ways[0]._given.Keys;
            if (stored.Any(c => parser.TryVisit(c.Symbol, c.Type, "." + c.Name, out _) == null))
                return null;
            candidates.AddRange(given);
            return ways[0];
        }

        private static bool IsAsGood(Construction a, Construction b) =>
            Needed(a) == Needed(b) && a._constructor!.Parameters.Length == b._constructor!.Parameters.Length
            && a._constructor.DeclaredAccessibility == b._constructor.DeclaredAccessibility;

        // Whether any member would be stored, or be reported because its object cannot be populated. There is none if nothing can set the
        // members of the type.
        private bool HasMembers(INamedTypeSymbol type, List<Candidate> candidates) => candidates.Any(c => !c.NeedsConstructor || Gives(c)
            || (MayHaveNonDefaults(type) && ReadOnlyMembers.IsState(c) && !ReadOnlyMembers.IsReadOnlyValue(c)));

        private static int Needed(Construction way) => way._given.Keys.Count(c => c.NeedsConstructor);

        private static int NeededState(Construction way) => way._given.Keys.Count(c => c.NeedsConstructor && ReadOnlyMembers.IsState(c));

        private static List<Construction> WithMost(List<Construction> ways, Func<Construction, int> count)
        {
            int most = ways.Max(count);
            return ways.Where(way => count(way) == most).ToList();
        }

        private static Construction? TryMake(Parser parser, INamedTypeSymbol type, IMethodSymbol constructor, List<Candidate> candidates,
            bool byAssignment = false)
        {
            bool isVisible = IsVisible(parser, type, constructor);
            if (!isVisible && Accessors.WhyNot(parser, type) != null)
                return null;
            var way = new Construction(isVisible ? ConstructionKind.Constructor : ConstructionKind.HiddenConstructor, constructor);
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                if (ConstructorArguments.Match(parser, parameter, candidates, byAssignment) is { } candidate
                    && !way._given.ContainsKey(candidate))
                    way._given.Add(candidate, parameter);
                else if (!parameter.HasExplicitDefaultValue || parameter.RefKind != RefKind.None)
                    return null;
            }
            return way;
        }

        // A redeclared constructor belongs to another class than the type itself.
        private static bool IsVisible(Parser parser, INamedTypeSymbol type, IMethodSymbol constructor) =>
            SymbolEqualityComparer.Default.Equals(constructor.ContainingType, type) && Access.IsVisible(parser, constructor);

        /// <summary>Whether two constructors have parameters of the same types.</summary>
        public static bool TakeTheSame(IMethodSymbol a, IMethodSymbol b) => a.Parameters.Length == b.Parameters.Length
            && a.Parameters.Zip(b.Parameters, (x, y) => IsSame(x.Type, y.Type)).All(same => same);

        private static bool IsSame(ITypeSymbol a, ITypeSymbol b) => SymbolEqualityComparer.Default.Equals(a, b);

        /// <summary>Whether an attribute selects the constructor for reading.</summary>
        public static bool IsMarked(IMethodSymbol constructor) =>
            Attributes.Has(constructor, "Kitbag.KitbagConstructorAttribute", "System.Text.Json.Serialization.JsonConstructorAttribute",
                "Newtonsoft.Json.JsonConstructorAttribute") || Attributes.Has(constructor, BinaryAttributes.Constructors);

        /// <summary>
        /// Whether a member is computed from a parameter, so that its value must not be passed to that parameter again. A member that the
        /// program includes explicitly, and a constructor that it marked, are taken as declared.
        /// </summary>
        public static bool IsComputed(ISymbol member, IParameterSymbol parameter) => !Inclusion.IsIncluded(member)
            && !IsMarked((IMethodSymbol)parameter.ContainingSymbol) && ComputedArguments.Computes(parameter, member);

        /// <summary>
        /// Whether the constructor may give a member another value than the one that is passed to it. Copies of collections do not count,
        /// because an object may observe its copy, nor do init-only properties of compiled types, most of which are positional records.
        /// </summary>
        public bool MayChange(Candidate candidate) => ReadOnlyMembers.IsValue(candidate.Type)
            && !IsInitOnlyOfCompiled(candidate) && !KeptArguments.Keeps(_given[candidate], candidate.Symbol);

        private static bool IsInitOnlyOfCompiled(Candidate candidate) =>
            candidate.Symbol is IPropertySymbol { SetMethod: { IsInitOnly: true }, DeclaringSyntaxReferences: { Length: 0 } };

        /// <summary>Whether the constructor computes a member from the parameter to which it is passed.</summary>
        public bool Computes(Candidate candidate) => IsComputed(candidate.Symbol, _given[candidate]);

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
