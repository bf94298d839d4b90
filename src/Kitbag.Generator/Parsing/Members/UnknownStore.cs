using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Kitbag.Schema;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The member that holds the unknown members of an object: a member of type <c>KitbagUnknown</c> that the program declares, or a field
    /// that is added to a <c>partial</c> class with <c>[KitbagKeepUnknown]</c>.
    /// </summary>
    internal static class UnknownStore
    {
        /// <summary>The name of the attribute without its suffix, for searching.</summary>
        public const string ShortName = "KitbagKeepUnknown";

        /// <summary>The name of the field that is added.</summary>
        public const string Field = "KitbagUnknownMembers";

        /// <summary>The type of the member, as C# code.</summary>
        public const string TypeInCode = "global::" + TypeName;

        // The name of the member in schemas, which is not a valid C# identifier.
        private const string TypeName = "Kitbag.KitbagUnknown", Attribute = "Kitbag." + ShortName + "Attribute";

        /// <summary>Whether a candidate is such a member.</summary>
        public static bool Is(Candidate candidate) => Is(candidate.Type);

        private static bool Is(ITypeSymbol type) =>
            type is { Name: "KitbagUnknown", IsValueType: true }
                && type.ContainingNamespace is { Name: "Kitbag", ContainingNamespace: { IsGlobalNamespace: true } };

        /// <summary>Whether a type keeps unknown members.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="chosen">The candidates of its members.</param>
        /// <param name="construction">How its objects are created.</param>
        public static bool IsIn(Parser parser, INamedTypeSymbol type, List<Candidate> chosen, Construction construction) =>
            chosen.Any(Is) || Owner(type) != null
                || (OwnerByOption(parser, type) != null && !chosen.Any(c => c.IsRequired || construction.Gives(c)));

        /// <summary>Whether objects of a class are used as stand-ins for unknown derived classes.</summary>
        public static bool HasCases(INamedTypeSymbol type) => type.GetAttributes()
            .Any(data => Attributes.NameOf(data) == Attribute && Attributes.Named(data, "Cases") is true);

        /// <summary>The name of a member in schemas.</summary>
        public static string NameOf(Candidate candidate) => Is(candidate) ? SchemaForms.StoreName : candidate.Name;

        /// <summary>Whether the field is to be added to a type of this project.</summary>
        public static bool NeedsField(INamedTypeSymbol type) =>
            type.TypeKind == TypeKind.Class && SymbolEqualityComparer.Default.Equals(Owner(type), type) && !HasMember(type)
                && PartialTypes.NotPartial(type) == null;

        // The class with the attribute that has no base class with it.
        private static INamedTypeSymbol? Owner(INamedTypeSymbol type)
        {
            INamedTypeSymbol? owner = null;
            for (INamedTypeSymbol? t = type; t != null; t = t.BaseType)
            {
                if (Attributes.Has(t, Attribute))
                    owner = t;
            }
            return owner;
        }

        // If the project has the attribute: the class that declares the field, which is the first partial class of the project in the
        // hierarchy. Records are excluded, because the field would affect their equality.
        private static INamedTypeSymbol? OwnerByOption(Parser parser, INamedTypeSymbol type)
        {
            IAssemblySymbol project = parser.Compilation.Assembly;
            if (type.TypeKind != TypeKind.Class || type.IsRecord || !Attributes.Has(project, Attribute) || UnityObjects.IsOne(type))
                return null;
            INamedTypeSymbol? owner = null;
            for (INamedTypeSymbol? t = type; t != null && SymbolEqualityComparer.Default.Equals(t.ContainingAssembly, project);
                t = t.BaseType)
            {
                if (PartialTypes.NotPartial(t.OriginalDefinition) == null)
                    owner = t;
            }
            return owner;
        }

        private static bool HasMember(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t != null; t = t.BaseType)
            {
                if (t.GetMembers().Any(m => m is (IPropertySymbol or IFieldSymbol) && Is(Members.TypeOf(m))))
                    return true;
            }
            return false;
        }

        /// <summary>Adds the field to the members of a type, if it needs one, and reports why unknown members cannot be kept.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="members">Its members.</param>
        /// <returns>Whether there is no problem.</returns>
        public static bool Complete(Parser parser, INamedTypeSymbol type, List<MemberModel> members)
        {
            List<MemberModel> stores = members.Where(m => m.IsUnknownStore).ToList();
            if (stores.Count == 0)
            {
                if (Owner(type) is not { } owner)
                    return CompleteByOption(parser, type, members);
                bool isHere = parser.IsOwn(owner);
                if (!isHere || HasMember(owner) || PartialTypes.NotPartial(owner.OriginalDefinition) is not null)
                {
                    string name = Names.InSchema(owner);
                    parser.ReportAt(type, Rules.NoUnknownStore, parser.Path, Names.InSchema(type),
                        HasMember(owner) ? "its member of type KitbagUnknown is not serialized: make it public, with a setter"
                        : isHere ? "declare '" + Names.InSchema(PartialTypes.NotPartial(owner.OriginalDefinition)!)
                            + "' partial, or give '" + name + "' a property 'public KitbagUnknown Unknown { get; set; }'"
                        : "'" + name + "' is declared in '" + owner.ContainingAssembly.Name
                            + "', which has to reference Kitbag with its generator, and to declare the class partial");
                    return false;
                }
                if (!AddField(parser, type, members))
                    return false;
            }
            string? why = type.IsValueType ? "structs are not supported: make it a class"
                : stores.Count > 1 ? "it has several members of type KitbagUnknown: remove all but one"
                : FixedMember(members) is { } fixedOne
                    ? "'" + fixedOne.Name + "' can only be set while an object is created, but the value that the document has for it "
                        + "must be set later: give it a setter, and remove 'required'"
                : null;
            if (why == null)
                return true;
            parser.ReportAt(type, Rules.UnknownNotKept, parser.Path, Names.InSchema(type), why);
            return false;
        }

        // The attribute on the project applies only to classes that support it; no diagnostics are reported for the others.
        private static bool CompleteByOption(Parser parser, INamedTypeSymbol type, List<MemberModel> members)
        {
            if (OwnerByOption(parser, type) is not { } owner || FixedMember(members) != null
                || members.Any(m => m.IsRequired && !m.HasHiddenSetter))
                return true;
            parser.AddUnknownStore(owner);
            return AddField(parser, type, members);
        }

        private static MemberModel? FixedMember(List<MemberModel> members) =>
            members.FirstOrDefault(m => m.Assignment is MemberAssignment.Constructor or MemberAssignment.Initializer);

        private static bool AddField(Parser parser, INamedTypeSymbol type, List<MemberModel> members)
        {
            if (KitbagUsers.Kitbag(parser.Compilation)?.GetTypeByMetadataName(TypeName) is not { } store
                || parser.Visit(type, store, "." + Field) is not { } model)
                return false;
            // First by name, because no other name begins with this character.
            members.Insert(0, new MemberModel(SchemaForms.StoreName, Field, model.Key)
            {
                JsonIndex = members.Count,
                Assignment = MemberAssignment.After,
                Initial = InitialValue.Default,
                IsUnknownStore = true,
            });
            return true;
        }
    }
}
