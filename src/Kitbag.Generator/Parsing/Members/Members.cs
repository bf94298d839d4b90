using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines which fields and properties of a type are its members: public ones that can be read, and can be set or passed to the
    /// constructor; others if an attribute includes them; inherited ones as well. They are in order of their names.
    /// </summary>
    internal static class Members
    {
        /// <summary>The type of a field or property.</summary>
        public static ITypeSymbol TypeOf(ISymbol member) => member is IFieldSymbol field ? field.Type : ((IPropertySymbol)member).Type;

        /// <summary>Creates the models of the members that the construction sets, that can be set or that can be populated.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="candidates">Its candidates.</param>
        /// <param name="construction">How its objects are created.</param>
        /// <param name="chosen">Receives the candidates of the members, in their order.</param>
        /// <returns>Null if a member cannot be serialized, which has been reported.</returns>
        public static List<MemberModel>? Of(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, Construction construction,
            out List<Candidate> chosen)
        {
            chosen = MarkedFields.NotStoredTwice(parser, construction, candidates.Where(c => !c.NeedsConstructor || construction.Gives(c)
                || ReadOnlyMembers.TryResolve(parser, type, c, construction)).ToList());
            List<Candidate> declared = chosen.OrderBy(c => JsonAttributes.Order(c.Symbol)).ToList();
            // By name, because compiled assemblies do not preserve the order of declaration, and two assemblies must write the same bytes.
            chosen.Sort((a, b) => string.CompareOrdinal(UnknownStore.NameOf(a), UnknownStore.NameOf(b)));
            bool keepsUnknown = UnknownStore.IsIn(parser, type, chosen, construction) && Accessors.AreAvailable(parser.Compilation);
            var members = new List<MemberModel>();
            var described = new List<Candidate>();
            bool complete = true;
            foreach (Candidate candidate in chosen)
            {
                string step = "." + candidate.Name;
                bool isExtension = ExtensionData.Is(candidate.Symbol);
                if (isExtension && ExtensionData.WhyNot(type, candidate, !members.Any(m => m.IsExtensionData)) is { } problem)
                {
                    parser.ReportAt(candidate.Symbol, Rules.ExtensionData, parser.Path + step, problem);
                    complete = false;
                    continue;
                }
                // No program can use such a member of another assembly, and this one cannot exclude it.
                if (Warnings.IsError(candidate) && !construction.Gives(candidate) && !parser.IsOwn(candidate.Declaring))
                {
                    ReadOnlyMembers.ReportLost(parser, candidate, "it is obsolete as an error, so generated code cannot use it");
                    continue;
                }
                if (WhatForbids(candidate) is { } why)
                {
                    // The name of the member, because another member of its type could be serialized.
                    parser.ReportAt(candidate.Symbol, Rules.UnsupportedType, parser.Path + step, candidate.Symbol.Name, why);
                    complete = false;
                    continue;
                }
                // An accessor can call an init accessor at any time.
                if (candidate.IsInitOnly && (keepsUnknown || !construction.HasInitializer) && !construction.Gives(candidate)
                    && !(keepsUnknown && candidate.IsRequired))
                    candidate.HasHiddenSetter = true;
                if (candidate.NeedsAccessor && !Accessors.CanReach(parser, candidate, step))
                {
                    complete &= candidate.IsLost && !construction.Gives(candidate);
                    continue;
                }
                TypeModel? model = ExcludedElsewhere.Visit(parser, candidate, step);
                ExtensionDataModel? extension = isExtension && model != null ? ExtensionData.Describe(parser, candidate) : null;
                if (model == null || isExtension != (extension != null))
                    complete = false;
                else
                {
                    members.Add(Make(parser, candidate, model, construction, declared.IndexOf(candidate)) with
                    {
                        JsonForm = JsonForms.Of(parser, candidate.Symbol, candidate.Type, model, type, step),
                        Extension = extension,
                        IsJsonExtended = !isExtension && JsonAttributes.IsExtended(candidate.Symbol, type),
                    });
                    described.Add(candidate);
                }
                if (model != null)
                {
                    ChangingProperties.Report(parser, candidate);
                    ThrowingProperties.Report(parser, candidate, construction);
                }
                if (model != null || ExcludedElsewhere.By(candidate.Symbol) == null)
                    IgnoredAttributes.ReportMember(parser, candidate.Symbol, candidate.Type, step);
            }
            // Without those that were reported and are left out.
            chosen = described;
            if (!type.IsValueType && !keepsUnknown)
                SetRequiredAfterwards(members, chosen);
            SetOrder.Apply(parser, type, declared.Where(described.Contains).ToList(), members);
            ReportExtended(parser, members, chosen);
            complete = complete && FormerNames.Check(parser,
                members.Zip(chosen, (member, candidate) => new NamedSymbol(candidate.Symbol, member.Name, member.FormerNames)));
            complete = complete && UnknownStore.Complete(parser, type, members);
            return complete ? members : null;
        }

        // If all members that object initializers must set have setters without code, these first get their defaults and are set once the
        // object exists, so that an existing object can be populated.
        private static void SetRequiredAfterwards(List<MemberModel> members, List<Candidate> chosen)
        {
            bool IsSettable(int i) => members[i] is { Assignment: MemberAssignment.Initializer, HasSetterCode: false }
                && chosen[i] is { IsRequired: true, IsInitOnly: false };
            for (int i = 0; i < members.Count; i++)
            {
                if (members[i].Assignment is not (MemberAssignment.After or MemberAssignment.Populate) && !IsSettable(i))
                    return;
            }
            for (int i = 0; i < members.Count; i++)
            {
                if (IsSettable(i))
                    members[i] = members[i] with { Assignment = MemberAssignment.After };
            }
        }

        // JSON can be added to members only if the object is created before its members are read.
        private static void ReportExtended(Parser parser, List<MemberModel> members, List<Candidate> chosen)
        {
            if (!members.Any(m => m.IsJsonExtended)
                || members.All(m => m.Assignment is MemberAssignment.After or MemberAssignment.Populate))
                return;
            MemberModel first = members.First(m => m.IsJsonExtended);
            ISymbol symbol = chosen.First(c => c.Name == first.Name).Symbol;
            IgnoredAttributes.Report(parser, symbol, "." + first.Name, JsonAttributes.ExtendedBy(symbol),
                "the type's constructor or initializer takes members, so objects are created after all members are read");
        }

        private static MemberModel Make(Parser parser, Candidate candidate, TypeModel type, Construction construction, int jsonIndex)
        {
            bool isGiven = construction.Gives(candidate);
            string name = UnknownStore.NameOf(candidate);
            MemberModel member = Accessors.Describe(parser, candidate, new MemberModel(name, Escape(candidate.Name), type.Key)
            {
                IsUnknownStore = UnknownStore.Is(candidate),
                JsonName = JsonAttributes.Name(candidate.Symbol),
                JsonIndex = jsonIndex,
                Presence = JsonAttributes.Presence(candidate.Symbol),
                IsJsonRead = JsonAttributes.IsRead(candidate.Symbol),
                IsJsonRequired = JsonAttributes.IsRequired(candidate.Symbol),
                Assignment = isGiven ? MemberAssignment.Constructor
                    : candidate.IsPopulated ? MemberAssignment.Populate
                    : (candidate.IsInitOnly || candidate.IsRequired) && construction.HasInitializer && !candidate.HasHiddenSetter
                        ? MemberAssignment.Initializer
                    : MemberAssignment.After,
                HasSetterCode = candidate.Symbol is IPropertySymbol property && PropertyFields.HasSetterCode(property),
                IsInitializedToo = isGiven && candidate.IsRequired && construction.HasInitializer && !construction.SetsRequiredMembers,
                Initial = InitialValues.Of(candidate.Symbol),
                IsRequired = isGiven ? construction.Requires(candidate) : candidate.IsRequired,
                IsMadeOfOthers = construction.MakesOfOthers(candidate),
                FormerNames = construction.FormerNames(candidate),
            });
            return AssignedValues.Describe(parser, candidate, member, construction);
        }

        /// <summary>The candidates of a type in order of declaration, those of base classes first.</summary>
        /// <returns>Null if one hides another, which has been reported.</returns>
        public static List<Candidate>? Collect(Parser parser, INamedTypeSymbol type)
        {
            var found = new List<Candidate>();
            bool byFields = parser.IsByFields(type);
            return Collect(parser, type, type, byFields, found) ? found : null;
        }

        private static bool Collect(Parser parser, INamedTypeSymbol root, INamedTypeSymbol type, bool byFields, List<Candidate> found)
        {
            bool complete = type.BaseType == null || type.BaseType.SpecialType is SpecialType.System_Object
                or SpecialType.System_ValueType || Collect(parser, root, type.BaseType, byFields, found);
            foreach ((ISymbol member, Candidate? candidate) in Declared(parser, type, byFields))
            {
                // Constructors and accessors do not hide other members.
                if (member is IMethodSymbol { MethodKind: not MethodKind.Ordinary })
                    continue;
                string name = candidate?.Name ?? member.Name;
                int same = found.FindIndex(c => c.Name == name);
                if (same < 0)
                {
                    if (candidate != null)
                        found.Add(candidate);
                    continue;
                }
                if (candidate == null
                    && (byFields || member.IsImplicitlyDeclared || !Access.IsVisible(parser, member)
                    || (member.IsOverride && !Inclusion.IsIgnored(member))))
                    continue;
                // Generated code can access only the member of the most derived class by the shared name.
                if (byFields && HoldsState(found[same]))
                {
                    parser.ReportAt(member, Rules.UnsupportedType, parser.Path + "." + name, Names.InSchema(root),
                        member is IFieldSymbol field && Declarations.OwnerOf(field).IsOverride
                            ? "this override has a field of its own, so its classes have two with this name: use 'base." + name
                                + "' in its accessors, or mark the property of the base class with [KitbagIgnore]"
                            : "its classes have two fields with this name, and both are included: rename one of them");
                    complete = false;
                    continue;
                }
                HidingMembers.Report(parser, root, member, candidate, found[same]);
                if (candidate == null)
                    found.RemoveAt(same);
                else
                    found[same] = candidate;
            }
            return complete;
        }

        /// <summary>Whether a member has a value of its own, instead of computing it, or returning that of another member.</summary>
        public static bool HoldsState(Candidate candidate) =>
            candidate.Symbol is not IPropertySymbol property || ReadOnlyMembers.IsAutomatic(property);

        /// <summary>The members that a type itself declares, in order of declaration, and their candidates.</summary>
        // The project of a compiled type may have redeclared its hidden members.
        public static IEnumerable<(ISymbol Member, Candidate? Candidate)> Declared(Parser parser, INamedTypeSymbol type, bool byFields)
        {
            INamedTypeSymbol? hidden = parser.Catalogue.FindHidden(type, byFields);
            if (hidden == null)
                return (byFields
                    ? HiddenFields.Of(parser, type)
                    : type.GetMembers()).Select(m => (m, byFields ? OfField(parser, m) : Of(parser, m, null)));
            List<string> order = HiddenMembers.Order(hidden);
            IEnumerable<(ISymbol Member, Candidate? Candidate)> all = HiddenMembers.Candidates(type, hidden, byFields)
                .Select(c => (c.Symbol, (Candidate?)c));
            if (!byFields)
                all = type.GetMembers().Select(m => (m, Of(parser, m, hidden.GetMembers(m.Name).FirstOrDefault() as IPropertySymbol)))
                    .Concat(all);
            return all.OrderBy(one => order.IndexOf(one.Member.Name));
        }

        private static Candidate? OfField(Parser parser, ISymbol member)
        {
            if (member is not IFieldSymbol { IsStatic: false, IsConst: false } field || !IsData(field))
                return null;
            ISymbol named = Declarations.OwnerOf(field);
            if (Inclusion.IsIgnored(field) || Inclusion.IsIgnored(named))
                return null;
            bool isOpen = field.AssociatedSymbol == null && !Names.IsGenerated(field) && HiddenFields.IsOfCompilation(parser, field)
                && Access.IsVisible(parser, field);
            return new Candidate(field, Names.OfField(named), HiddenFields.TypeOf(parser, field))
            {
                HasHiddenGetter = !isOpen,
                HasHiddenSetter = !isOpen || field.IsReadOnly,
                HiddenField = isOpen && !field.IsReadOnly ? "" : field.Name,
            };
        }

        private static Candidate? Of(Parser parser, ISymbol member, IPropertySymbol? hidden)
        {
            if (member is not (IFieldSymbol or IPropertySymbol) || member.IsStatic
                || Names.IsGenerated(member) || Inclusion.IsIgnored(member))
                return null;
            bool isIncluded = Inclusion.IsIncluded(member);
            switch (member)
            {
                case IFieldSymbol { IsConst: false } field when IsData(field) && !IsInRest(field):
                    bool isOpen = field.DeclaredAccessibility == Accessibility.Public || (isIncluded && Access.IsVisible(parser, field));
                    if (!isOpen && !isIncluded)
                        return null;
                    // An explicitly included field is set by any available means; otherwise only a constructor can set readonly fields.
                    return new Candidate(field, field.Name, field.Type)
                    {
                        NeedsConstructor = field.IsReadOnly && !isIncluded,
                        HasHiddenGetter = !isOpen,
                        HasHiddenSetter = !isOpen || (field.IsReadOnly && isIncluded),
                        HiddenField = isOpen && !field.IsReadOnly ? "" : field.Name,
                        IsRequired = RequiredMembers.IsRequired(field),
                    };
                case IPropertySymbol { IsIndexer: false, RefKind: RefKind.None } property when IsData(property.Type):
                    IMethodSymbol? getter = Accessor(property, p => p.GetMethod), setter = Accessor(property, p => p.SetMethod);
                    if (getter == null || (property.DeclaredAccessibility != Accessibility.Public && !isIncluded)
                        || (!isIncluded && getter.DeclaredAccessibility != Accessibility.Public))
                        return null;
                    bool canGet = getter.DeclaredAccessibility == Accessibility.Public || Access.IsVisible(parser, getter);
                    bool canSet = setter != null && (setter.DeclaredAccessibility == Accessibility.Public
                        || Access.IsVisible(parser, setter));
                    bool hasHiddenSetter = (setter != null && !canSet && isIncluded)
                        || (setter == null && isIncluded && hidden?.SetMethod != null);
                    return new Candidate(property, property.Name, property.Type)
                    {
                        NeedsConstructor = !canSet && !hasHiddenSetter,
                        IsInitOnly = canSet && setter!.IsInitOnly,
                        IsRequired = RequiredMembers.IsRequired(property),
                        HasHiddenGetter = !canGet,
                        HasHiddenSetter = hasHiddenSetter,
                    };
                default:
                    return null;
            }
        }

        // The compiler shows a field Item8 for a tuple of eight, which is Item1 of the tuple in its field Rest.
        private static bool IsInRest(IFieldSymbol field) =>
            field.ContainingType.IsTupleType && field.ContainingType.OriginalDefinition.GetMembers(field.Name).IsEmpty;

        /// <summary>The setter of a property, which may be inherited from its base; null if none is accessible.</summary>
        public static IMethodSymbol? Setter(IPropertySymbol property) => Accessor(property, p => p.SetMethod);

        /// <summary>The getter of a property, which may be inherited from its base.</summary>
        public static IMethodSymbol? Getter(IPropertySymbol property) => Accessor(property, p => p.GetMethod);

        // An override may declare only one accessor and inherit the other.
        private static IMethodSymbol? Accessor(IPropertySymbol property, System.Func<IPropertySymbol, IMethodSymbol?> accessor)
        {
            for (IPropertySymbol? p = property; p != null; p = p.OverriddenProperty)
            {
                if (accessor(p) is { } method)
                    return method;
            }
            return null;
        }

        /// <summary>Whether a field may hold data. The type of a fixed-size buffer is a pointer.</summary>
        public static bool IsData(IFieldSymbol field) => field.IsFixedSizeBuffer || IsData(field.Type);

        /// <summary>Whether a type may hold data. Delegates and pointers do not.</summary>
        public static bool IsData(ITypeSymbol type) =>
            type.TypeKind is not (TypeKind.Delegate or TypeKind.Pointer or TypeKind.FunctionPointer);

        /// <summary>Whether generated code can set a member like an ordinary field.</summary>
        public static bool IsOrdinary(ISymbol symbol) =>
            symbol is not IFieldSymbol { IsFixedSizeBuffer: true } && symbol is not IPropertySymbol { SetMethod.IsInitOnly: true }
                && !RequiredMembers.IsRequired(symbol);

        private static string? WhatForbids(Candidate candidate)
        {
            if (candidate.Symbol is IFieldSymbol { IsFixedSizeBuffer: true })
                return "a fixed-size buffer is not supported: use an array, or exclude the member with [KitbagIgnore]";
            return Warnings.IsError(candidate)
                ? "the member is obsolete as an error, so generated code cannot use it either: exclude it with [KitbagIgnore]" : null;
        }

        /// <summary>The fields, properties and methods of a name that a type and its bases declare, those of the type first.</summary>
        public static IEnumerable<ISymbol> Named(INamedTypeSymbol type, string name)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                foreach (ISymbol member in t.GetMembers(name).Where(m => m is IFieldSymbol or IPropertySymbol or IMethodSymbol))
                    yield return member;
            }
        }

        /// <summary>A name as a C# identifier.</summary>
        public static string Escape(string name) => SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None
            || SyntaxFacts.GetContextualKeywordKind(name) != SyntaxKind.None ? "@" + name : name;
    }
}
