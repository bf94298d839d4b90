using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Details of a class that were found when it was described, and are needed again if it is tracked.</summary>
    /// <param name="Type">The class.</param>
    /// <param name="Candidates">The candidates of its members, in their order.</param>
    /// <param name="Construction">How its objects are created.</param>
    internal sealed record DescribedObject(INamedTypeSymbol Type, List<Candidate> Candidates, Construction Construction);

    /// <summary>
    /// Objects that are created before their members are read: how they are created, and how each member is set afterwards.
    /// </summary>
    internal static class TrackedObjects
    {
        /// <summary>The model of a class that contains references, and may be tracked itself.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="model">Its model so far.</param>
        /// <param name="described">Further details of the class.</param>
        /// <param name="problems">Receives the problems that prevent tracking: the symbol and the reason.</param>
        /// <param name="lost">Receives members that no constructor sets any more, and that nothing else sets.</param>
        public static TypeModel Complete(Parser parser, TypeModel model, DescribedObject described,
            List<KeyValuePair<ISymbol, string>> problems, List<ISymbol> lost)
        {
            Construction construction = described.Construction;
            bool isMade = !model.IsTracked || IsMadeWithoutMembers(parser, construction);
            IMethodSymbol? marked = !isMade && construction.Constructor is { } constructor
                && Attributes.Has(constructor, "Kitbag.KitbagConstructorAttribute") ? constructor : null;
            if (marked != null && Accessors.WhyNot(parser, described.Type) is { } obstacle)
                problems.Add(new KeyValuePair<ISymbol, string>(marked, "its constructor is marked with [KitbagConstructor], so it must "
                    + "run on an existing object, but " + obstacle + "; remove the attribute, so that objects are created without it, or "
                    + "give all its parameters defaults"));
            Construction? plain = isMade || marked != null ? null : Plain(parser, described.Type);
            var members = new MemberModel[model.Members.Count];
            for (int i = 0; i < members.Length; i++)
            {
                members[i] = model.Members[i];
                // The field that was added to the type.
                if (members[i].IsUnknownStore && described.Candidates.Count < members.Length)
                    continue;
                Candidate candidate = described.Candidates[i - members.Length + described.Candidates.Count];
                // An object that the constructor creates in a member is replaced by the object in the document.
                bool isPopulated = members[i].Assignment == MemberAssignment.Populate;
                if (isPopulated ? !isMade || IsReference(parser, members[i].TypeKey) : model.IsTracked)
                    members[i] = SetAfterwards(parser, candidate, members[i], problems);
                if (marked != null)
                    members[i] = WithDefault(members[i], construction, candidate);
                else if (!isMade && plain == null)
                    members[i] = WithInitializer(parser, members[i], candidate, lost);
            }
            model = model with { Members = new EquatableArray<MemberModel>(members) };
            if (!model.IsTracked)
                return model;
            ObjectModel known = model.Object!;
            if (plain != null)
                InitialFields.ReportUnset(parser, described.Type, described.Candidates, plain.Constructor!, lost);
            Construction? called = isMade ? construction : plain;
            return model with
            {
                Object = known with
                {
                    ConstructionKind = called?.ConstructionKind ?? ConstructionKind.Uninitialized,
                    Parameters = isMade ? WithDefaults(known.Parameters) : EquatableArray<ParameterModel>.Empty,
                    OpenConstructor = called?.OpenConstructor(described.Type),
                    IsPredictable = isMade && known.IsPredictable,
                    IsMadeWithoutCode = isMade && known.IsMadeWithoutCode,
                    LateConstructor = marked == null ? null : construction.Late(parser.Compilation, described.Type, members.ToList()),
                    InitialFields = called != null || marked != null ? EquatableArray<InitialFieldModel>.Empty
                        : InitialFields.Of(parser, described.Type, described.Candidates, lost),
                    UnsetRequired = called is { HasInitializer: true, SetsRequiredMembers: false }
                        ? RequiredMembers.NotInitialized(described.Type, new List<MemberModel>())
                        : EquatableArray<string>.Empty,
                },
            };
        }

        // The parameterless constructor, if another one was chosen because it takes more members. These are set afterwards.
        private static Construction? Plain(Parser parser, INamedTypeSymbol type) => type.InstanceConstructors
            .Where(c => c.Parameters.Length == 0 && !Warnings.IsError(c))
            .Select(c => Construction.TryMake(parser, type, c, new List<Candidate>())).FirstOrDefault(way => way != null);

        /// <summary>
        /// Whether the field behind a member that cannot be set otherwise is set, because objects of the class, or those in the member, are
        /// tracked, as far as this is known while types are described.
        /// </summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The class.</param>
        /// <param name="construction">How its objects are created.</param>
        /// <param name="member">The model of the member's type.</param>
        /// <param name="isCollection">Whether the member is a collection.</param>
        public static bool SetsField(Parser parser, INamedTypeSymbol type, Construction construction, TypeModel member, bool isCollection)
        {
            bool isTracked = parser.TrackedChoice(type) == true || parser.ReachesItself(member.Key);
            return (isTracked && !IsMadeWithoutMembers(parser, construction)) || (!isCollection && MayBeReference(parser, member));
        }

        /// <summary>The model of a class that is not tracked and whose objects are created without a constructor.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="model">Its model so far.</param>
        /// <param name="described">Further details of the class.</param>
        /// <param name="lost">Receives fields that are not members, and that nothing sets any more.</param>
        public static TypeModel Initialize(Parser parser, TypeModel model, DescribedObject described, List<ISymbol> lost)
        {
            var members = new MemberModel[model.Members.Count];
            for (int i = 0; i < members.Length; i++)
            {
                members[i] = model.Members[i];
                int index = i - members.Length + described.Candidates.Count;
                if (index >= 0)
                    members[i] = WithInitializer(parser, members[i], described.Candidates[index], lost: null);
            }
            return model with
            {
                Members = new EquatableArray<MemberModel>(members),
                Object = model.Object! with { InitialFields = InitialFields.Of(parser, described.Type, described.Candidates, lost) },
            };
        }

        // Receives in lost, unless that is null, a member whose initializer generated code cannot repeat.
        private static MemberModel WithInitializer(Parser parser, MemberModel member, Candidate candidate, List<ISymbol>? lost)
        {
            if (InitialValues.Initializer(candidate.Symbol)?.Value is not { } value || InitialValues.IsDefault(value))
                return member;
            if (InitialValues.TextOf(parser, candidate.Symbol) is { } text)
                return member with { InitialText = text };
            // A document without a required member is not read at all.
            if (!member.IsRequired)
                lost?.Add(candidate.Symbol);
            return member;
        }

        // If a document lacks a member, the constructor gets the default value of its parameter.
        private static MemberModel WithDefault(MemberModel member, Construction construction, Candidate candidate) =>
            construction.Gives(candidate) && construction.HasTypeOf(candidate) && construction.DefaultOf(candidate) is { Length: > 0 } text
                ? member with { InitialText = text }
                : member;

        // Whether a value is a reference, a union of references, or a surrogate that is a reference.
        private static bool IsReference(Parser parser, string key)
        {
            TypeModel type = parser.Find(key);
            return type.IsTracked || (type.HoldsReferences && (type.Cases.Any(one => IsReference(parser, one.TypeKey))
                || (type.Stored.Length != 0 && IsReference(parser, type.Stored))));
        }

        private static bool MayBeReference(Parser parser, TypeModel type) => type.Tracked == true || parser.IsInCycle(type.Key)
            || type.Cases.Any(one => MayBeReference(parser, parser.Find(one.TypeKey)));

        private static EquatableArray<ParameterModel> WithDefaults(EquatableArray<ParameterModel> parameters) =>
            new EquatableArray<ParameterModel>(parameters.Select(p =>
                new ParameterModel(-1, p.Type, p.Default.Length != 0 ? p.Default : "default(" + p.Type + ")")
                {
                    IsByReference = p.IsByReference,
                }).ToArray());

        private static MemberModel SetAfterwards(Parser parser, Candidate candidate, MemberModel member,
            List<KeyValuePair<ISymbol, string>> problems)
        {
            // No constructor gets the values that it would keep.
            if (member.SetValues == SetValues.Null)
                member = member with { SetValues = SetValues.All };
            if (member.Assignment == MemberAssignment.After)
                return member;
            // The initializer would set the field again.
            if (member is { Assignment: MemberAssignment.Initializer, IsSetAgain: true, HiddenField: { Length: > 0 } })
                return member with { Assignment = MemberAssignment.After, IsInitializedToo = false };
            if (WhyNotSet(parser, candidate) is { } why)
            {
                problems.Add(new KeyValuePair<ISymbol, string>(candidate.Symbol, "'" + candidate.Name
                    + "' cannot be set in an existing object: " + why));
                return member;
            }
            return Accessors.Describe(parser, candidate, member with
            {
                Assignment = MemberAssignment.After,
                IsInitializedToo = false,
            });
        }

        // Determines how to set a member that the constructor or the initializer would have set.
        private static string? WhyNotSet(Parser parser, Candidate candidate)
        {
            switch (candidate.Symbol)
            {
                case IFieldSymbol { IsReadOnly: false } when !candidate.NeedsAccessor && candidate.HiddenField.Length == 0:
                    return null;
                case IFieldSymbol field:
                    candidate.HiddenField = field.Name;
                    break;
                case IPropertySymbol property when Members.Setter(property) is { } setter:
                    if (!candidate.HasHiddenSetter && !setter.IsInitOnly && Access.IsVisible(parser, setter))
                        return null;
                    break;
                case IPropertySymbol property when ReadOnlyMembers.IsAutomatic(property):
                    candidate.HiddenField = "<" + property.Name + ">k__BackingField";
                    break;
                case IPropertySymbol property when PropertyFields.Returned(property) is { } returned:
                    candidate.HiddenField = returned;
                    break;
                default:
                    string behind = SetterCode.BackingField(candidate.Symbol);
                    return "it has no setter and no backing field; "
                        + Remedy(candidate, "give it a setter, which may be private" + (behind.Length == 0 ? ""
                            : ", or mark it with [KitbagIgnore] and '" + behind + "' with [KitbagInclude]"));
            }
            candidate.HasHiddenSetter = true;
            return Accessors.WhyNot(parser, candidate) is { } why
                ? why + "; " + Remedy(candidate, "give it a public or internal setter that is not init, or declare the type partial and "
                    + "give it a setter that is private")
                : null;
        }

        private static string Remedy(Candidate candidate, string own) => Unsupported.Remedy(candidate.Declaring, own,
            "store the fields of its class with " + Unsupported.FieldsAttribute(candidate.Declaring)
                + ", or write a [KitbagSurrogate] for it");

        // A parameterless constructor, or one whose parameters all have defaults, is called, and so is one that only stores its arguments.
        private static bool IsMadeWithoutMembers(Parser parser, Construction construction) => construction.Constructor is { } constructor
            && (constructor.Parameters.All(p => p.HasExplicitDefaultValue) || InitialValues.KeepsArguments(parser, constructor));
    }
}
