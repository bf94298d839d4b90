using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports members of user-defined collections that hold state of their own, because only the elements are stored: public ones, and
    /// private ones that take a value from outside the collection or that other serializers store. Members that adding the elements
    /// restores are not reported, as far as the source shows it.
    /// </summary>
    internal static class CollectionMembers
    {
        // Members that depend on the elements, or affect the speed only.
        private static readonly HashSet<string> s_ofElements = new HashSet<string> { "Capacity", "Count", "Length", "LongCount" };

        /// <param name="parser">The parser.</param>
        /// <param name="type">The collection.</param>
        public static void Report(Parser parser, INamedTypeSymbol type)
        {
            var names = new HashSet<string>(s_ofElements);
            names.UnionWith(SetterCode.RestoredByAdding(type));
            ReportMarked(parser, type, names);
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                foreach ((ISymbol member, Candidate? candidate) in Members.Declared(parser, t, byFields: false))
                {
                    bool isReported = candidate != null && names.Add(candidate.Name) && IsState(candidate)
                        && !RecomputedMembers.IsConstant(type, member);
                    if (isReported)
                        Report(parser, type, candidate!.Symbol);
                    if (isReported || Inclusion.IsIgnored(member))
                        names.Add(SetterCode.BackingField(member));
                }
                // BinaryFormatter stores all fields of a collection.
                bool storesAll = parser.IsOwn(t) && Attributes.Has(t, "System.SerializableAttribute");
                List<ISymbol> values = PrivateState.Of(t.OriginalDefinition)
                    .Where(member => (ReadOnlyMembers.IsValue(Members.TypeOf(member)) ? !storesAll || IsState(parser, member)
                            : (storesAll || RestoredState.IsContainer(Members.TypeOf(member))) && IsState(parser, member))
                        && names.Add(member.Name)).ToList();
                if (values.Count == 0)
                    continue;
                HashSet<string> given = AssignedParameters(t.OriginalDefinition);
                if (storesAll)
                    given.UnionWith(SetterCode.ChangedAfterCreation(t.OriginalDefinition));
                HashSet<string> restored = RestoredByConstructor(type);
                restored.UnionWith(DirtyFlags.MembersOf(t.OriginalDefinition));
                foreach (ISymbol member in values.Where(member => given.Contains(member.Name) || (!restored.Contains(member.Name)
                    && IsState(parser, member) && CollectionHistory.Is(t.OriginalDefinition, member))))
                    Report(parser, type, member);
            }
        }

        // What a constructor sets that takes the elements, also by way of methods.
        private static HashSet<string> RestoredByConstructor(INamedTypeSymbol type)
        {
            SetterCode code = SetterCode.Of(type, type.InstanceConstructors
                .Where(c => c.Parameters.Length == 1 && Names.IsEnumerable(c.Parameters[0].Type)).SelectMany(Declarations.Of));
            code.Set.UnionWith(code.Changed);
            return code.Set;
        }

        private static bool IsState(Parser parser, ISymbol member) =>
            DataTypes.IsData(parser, Members.TypeOf(member)) && !LazyCaches.Is(member) && !LockObjects.Are(member);

        // Members that an attribute of another serializer includes, also if adding elements changes them: others may change them, too.
        private static void ReportMarked(Parser parser, INamedTypeSymbol type, HashSet<string> names)
        {
            HashSet<string> ofElements = SetterCode.UsedToEnumerate(type);
            ofElements.UnionWith(s_ofElements);
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                foreach (ISymbol member in t.GetMembers().Where(member => member is IFieldSymbol or IPropertySymbol && !member.IsStatic
                    && (Attributes.Has(member, "System.Runtime.Serialization.DataMemberAttribute") || BinaryAttributes.Includes(member))
                    && !Inclusion.IsIgnored(member) && Members.IsData(Members.TypeOf(member))))
                {
                    string field = SetterCode.BackingField(member);
                    if (!ofElements.Contains(member.Name) && !ofElements.Contains(field))
                        Report(parser, type, member);
                    names.Add(member.Name);
                    names.Add(field);
                }
            }
        }

        // A member of a base class that is a collection, too, is reported once for all derived classes.
        private static void Report(Parser parser, INamedTypeSymbol type, ISymbol member)
        {
            INamedTypeSymbol declaring = member.ContainingType, collection = Names.IsEnumerable(declaring) ? declaring : type;
            parser.ReportAt(member, Rules.LostMember, Names.InSchema(declaring.OriginalDefinition) + "." + member.Name,
                "'" + Names.InSchema(collection.OriginalDefinition) + "' is a collection, of which only the elements are stored",
                Remedy(parser, collection));
        }

        // The members to which constructors, methods and setters assign one of their parameters.
        private static HashSet<string> AssignedParameters(INamedTypeSymbol type) => new HashSet<string>(type.GetMembers()
            .OfType<IMethodSymbol>().SelectMany(method => method.Parameters).SelectMany(ConstructorArguments.AssignedTo));

        // The code of compiled types is not visible: a setter that only the type itself calls may belong to what is restored.
        private static bool IsState(Candidate candidate)
        {
            bool isInSource = candidate.Symbol.DeclaringSyntaxReferences.Length != 0;
            return candidate.Symbol is IPropertySymbol property
                ? isInSource
                    ? ReadOnlyMembers.IsAutomatic(property)
                        || (Members.Setter(property) != null && SetterCode.BackingField(property).Length != 0)
                    : ReadOnlyMembers.IsAutomatic(property)
                        && Members.Setter(property) is { DeclaredAccessibility: Accessibility.Public }
                : isInSource || !((IFieldSymbol)candidate.Symbol).IsReadOnly;
        }

        private static string Remedy(Parser parser, INamedTypeSymbol type) => parser.IsOwn(type)
            ? "Make the collection a member of a class that has this member, too" + OrFields(type, ", or store the fields with ")
                + "; if it need not be stored, mark it with [KitbagIgnore]"
            : "Its type is declared in another assembly: write a [KitbagSurrogate] for it"
                + (HasFieldsOfPlatform(type) ? "" : ", or store all its fields with " + Unsupported.FieldsAttribute(type))
                + "; if no state is lost, suppress this rule";

        /// <summary>The advice to store the fields of a collection; empty if these are not visible, because its base is of .NET.</summary>
        public static string OrFields(ITypeSymbol type, string beginning) =>
            HasFieldsOfPlatform(type) ? "" : beginning + "[KitbagSerializable(Fields = true)]";

        private static bool HasFieldsOfPlatform(ITypeSymbol type)
        {
            for (INamedTypeSymbol? b = type.BaseType; b is { SpecialType: SpecialType.None }; b = b.BaseType)
            {
                if (Names.IsOfPlatform(b))
                    return true;
            }
            return false;
        }
    }
}
