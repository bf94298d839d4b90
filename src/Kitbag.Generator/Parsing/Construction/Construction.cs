using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>How objects of a type are created, and which members are passed to the constructor.</summary>
    internal sealed class Construction
    {
        private readonly Dictionary<Candidate, IParameterSymbol> _given = new Dictionary<Candidate, IParameterSymbol>();
        private readonly IMethodSymbol? _constructor;

        public Construction(ConstructionKind kind, IMethodSymbol? constructor)
        {
            ConstructionKind = kind;
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

        /// <summary>Where the arguments of the constructor go.</summary>
        public ArgumentFlow Flow => ArgumentFlow.Of(_constructor!);

        /// <summary>The members that are passed to the constructor, with its parameters for them.</summary>
        public IReadOnlyDictionary<Candidate, IParameterSymbol> Arguments => _given;

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
            && (IsInitOnlyOfCompiled(candidate) || (Flow.Keeps(_given[candidate], candidate.Symbol) && Flow.IsCertain));

        /// <summary>Whether the value of a member in a new object depends on other members that the constructor takes.</summary>
        public bool MakesOfOthers(Candidate candidate) => _given.Count != 0
            && Flow.UsesOthers(_given.TryGetValue(candidate, out IParameterSymbol parameter) ? parameter : null, candidate.Symbol);

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

        /// <summary>
        /// Whether any member would be stored, or be reported because its object cannot be populated. There is none if nothing can set the
        /// members of the type.
        /// </summary>
        public bool HasMembers(INamedTypeSymbol type, List<Candidate> candidates) => candidates.Any(c => !c.NeedsConstructor || Gives(c)
            || (MayHaveNonDefaults(type) && ReadOnlyMembers.IsState(c) && !ReadOnlyMembers.IsReadOnlyValue(c)));

        /// <returns>
        /// How objects are created with a constructor; null if it has a parameter for which there is no member, or if generated code
        /// cannot call it.
        /// </returns>
        public static Construction? TryMake(Parser parser, INamedTypeSymbol type, IMethodSymbol constructor, List<Candidate> candidates,
            ArgumentMatching matching = ArgumentMatching.ByName)
        {
            bool isVisible = IsVisible(parser, type, constructor);
            if (!isVisible && Accessors.WhyNot(parser, type) != null)
                return null;
            var way = new Construction(isVisible ? ConstructionKind.Constructor : ConstructionKind.HiddenConstructor, constructor);
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                // An optional parameter that has no member of its name, but is assigned to one, would otherwise lose that member.
                ArgumentMatching own = matching == ArgumentMatching.ByName && parameter.HasExplicitDefaultValue
                    ? ArgumentMatching.ByAssignments : matching;
                if (ConstructorArguments.Match(parser, parameter, candidates, own) is { } candidate && !way._given.ContainsKey(candidate))
                    way._given.Add(candidate, parameter);
                else if (!parameter.HasExplicitDefaultValue || parameter.RefKind != RefKind.None)
                    return null;
            }
            return way;
        }

        /// <summary>Whether generated code can call a constructor without an accessor.</summary>
        // A redeclared constructor belongs to another class than the type itself.
        public static bool IsVisible(Parser parser, INamedTypeSymbol type, IMethodSymbol constructor) =>
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
            && !IsMarked((IMethodSymbol)parameter.ContainingSymbol) && ArgumentFlow.Of(parameter).Computes(parameter, member);

        /// <summary>
        /// What the constructor may do to a value that is passed to it. A copy of a collection or other object is not another value,
        /// because the object may observe it. Init-only properties of compiled types are regarded as kept; most of them are positional
        /// records.
        /// </summary>
        public ArgumentChange ChangeOf(Candidate candidate)
        {
            IParameterSymbol parameter = _given[candidate];
            bool isValue = ReadOnlyMembers.IsValue(candidate.Type);
            if (IsInitOnlyOfCompiled(candidate) || Flow.Keeps(parameter, candidate.Symbol))
                return isValue && !Flow.IsCertain && !IsInitOnlyOfCompiled(candidate) ? ArgumentChange.Maybe : ArgumentChange.None;
            if (isValue)
                return ArgumentChange.Any;
            if (Flow.In(candidate.Symbol) is not { } content)
                return ArgumentChange.None;
            return !Flow.Uses(parameter, candidate.Symbol) ? Flow.IsCertain ? ArgumentChange.Any : ArgumentChange.Maybe
                : !Nullability.MayBeNull(candidate.Symbol) || content.Null == NullContent.Kept ? ArgumentChange.None
                : content.Null == NullContent.Replaced ? ArgumentChange.Null
                : RequiredArguments.IsRequired(parameter) ? ArgumentChange.None : ArgumentChange.MaybeNull;
        }

        /// <summary>
        /// Whether the source shows that the constructor may give a member another value than the one that is passed to it.
        /// </summary>
        public bool MayChange(Candidate candidate) => ChangeOf(candidate) is ArgumentChange.Null or ArgumentChange.Any;

        private static bool IsInitOnlyOfCompiled(Candidate candidate) =>
            candidate.Symbol is IPropertySymbol { SetMethod: { IsInitOnly: true }, DeclaringSyntaxReferences: { Length: 0 } };

        /// <summary>Whether the constructor computes a member from the parameter to which it is passed.</summary>
        public bool Computes(Candidate candidate) => IsComputed(candidate.Symbol, _given[candidate]);
    }

    /// <summary>What a constructor may do to an argument before a member gets it.</summary>
    internal enum ArgumentChange
    {
        /// <summary>The member gets the argument, or a copy of it.</summary>
        None,

        /// <summary>It is not known whether null is replaced.</summary>
        MaybeNull,

        /// <summary>The member gets the argument, but code that was not followed may change it.</summary>
        Maybe,

        /// <summary>Null is replaced.</summary>
        Null,

        /// <summary>The member may get another value.</summary>
        Any,
    }
}
