using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Diagnostics
{
    /// <summary>The diagnostics, each with a page of its own in docs/rules.</summary>
    internal static class Rules
    {
        // Each rule adds itself when it is made; above the rules, for fields are initialized in the order in which they stand.
        private static readonly Dictionary<string, DiagnosticDescriptor> s_byId = new Dictionary<string, DiagnosticDescriptor>();

        /// <summary>"{0}: '{1}' cannot be serialized ({2}). {3}"</summary>
        public static readonly DiagnosticDescriptor UnsupportedType = Error("KIT0001", "Type that cannot be serialized",
            "{0}: '{1}' cannot be serialized: {2}");

        /// <summary>"The type argument is the type parameter '{0}' ..."</summary>
        public static readonly DiagnosticDescriptor OpenRoot = Warning("KIT0002", "Call with an open type parameter",
            "The type argument is the type parameter '{0}', so no codec can be generated here: mark it, '<[KitbagRoot] {0}>', or name "
            + "the types with [assembly: KitbagSerializable(typeof(...))]");

        /// <summary>"{0}: '{1}' can reach itself without a class on the way ..."</summary>
        public static readonly DiagnosticDescriptor EndlessValue = Error("KIT0030", "Value that can reach itself",
            "{0}: '{1}' can reach itself, but there are no objects on the way that could be referred to: {2}");

        /// <summary>"{0}: objects of '{1}' are made before ..."</summary>
        public static readonly DiagnosticDescriptor CannotBeFilled = Error("KIT0031", "Tracked class whose objects cannot be filled",
            "{0}: objects of '{1}' refer to each other, so that they are made before their members are read, but {2}");

        /// <summary>"{0}: objects of '{1}' are made without ..."</summary>
        public static readonly DiagnosticDescriptor NotInitialized = Warning("KIT0032", "Tracked class whose constructor is not run",
            "{0}: objects of '{1}' refer to each other, so that they are made without running a constructor, which leaves {2} unset unless "
            + "the document has it. Give the class a constructor without parameters, which may be private, set it in "
                + "IKitbagDeserialized.OnDeserialized, or "
            + "initialize it with a constant or with new()");

        /// <summary>"{0}: Tracked has no effect on '{1}' ..."</summary>
        public static readonly DiagnosticDescriptor CannotBeTracked = Warning("KIT0035", "Tracked has no effect",
            "{0}: Tracked has no effect on '{1}', which is {2}: only objects of classes with members, and collections that a program "
            + "declares, have an identity. Leave Tracked out");

        /// <summary>"{0}: '{1}' is not accessible to generated code ..."</summary>
        public static readonly DiagnosticDescriptor Inaccessible = Error("KIT0004", "Type that generated code cannot see",
            "{0}: '{1}' is not accessible to generated code: make it and the types around it public or internal");

        /// <summary>"{0}: no constructor of '{1}' can be used: {2} ..."</summary>
        public static readonly DiagnosticDescriptor NoConstructor = Error("KIT0005", "Type without a constructor that can be used",
            "{0}: no constructor of '{1}' can be used: {2}. {3}");

        /// <summary>"{0}: '{1}' can be made in more than one way ..."</summary>
        public static readonly DiagnosticDescriptor AmbiguousConstructor = Error("KIT0006", "Type that can be made in more than one way",
            "{0}: '{1}' can be made in more than one way, by {2}: mark one with [KitbagConstructor]");

        /// <summary>"{0}: '{1}' has two members named '{2}' ..."</summary>
        public static readonly DiagnosticDescriptor HiddenMember = Warning("KIT0007", "Member that hides another of the same name",
            "{0}: '{1}' has two members named '{2}', each with a value of its own; the one of the base class is hidden and not "
                + "stored. Rename one of them, or mark that of the base class with [KitbagIgnore]");

        /// <summary>"{0}: {1} is not honoured: {2}"</summary>
        public static readonly DiagnosticDescriptor IgnoredAttribute = Warning("KIT0008",
            "Attribute of another serializer that is not honoured",
            "{0}: {1} is not honoured: {2}; or silence this rule where it is for the other serializer alone");

        /// <summary>"{0}: the member is asked for but ..."</summary>
        public static readonly DiagnosticDescriptor HiddenInclude = Error("KIT0009", "Included member that generated code cannot reach",
            "{0}: the member is asked for by an attribute, but generated code cannot reach it: {1}. Make it, or its accessors, "
            + "internal, or take the attribute off");

        /// <summary>"{0}: Unity stores the member by its attribute, but ..."</summary>
        public static readonly DiagnosticDescriptor UnityField = Error("KIT0036", "Field of Unity that generated code cannot reach",
            "{0}: Unity stores the member by its attribute, but generated code cannot reach it: {1}. Or take it out with [KitbagIgnore]");

        /// <summary>"{0}: '{1}' is an object of Unity ..."</summary>
        public static readonly DiagnosticDescriptor UnityObject = Error("KIT0038", "Object of Unity",
            "{0}: '{1}' is an object of Unity, which no document can hold: {2}");

        /// <summary>"{0}: '{1}' is the surrogate of '{2}', but ..."</summary>
        public static readonly DiagnosticDescriptor SurrogateConversion = Error("KIT0010", "Surrogate without conversions",
            "{0}: '{1}' is the surrogate of '{2}', but there are no conversion operators both ways: add 'public static implicit "
            + "operator {2}({1} value)' and 'public static implicit operator {1}({2} value)'");

        /// <summary>"'{0}' has {1} forms ..."</summary>
        public static readonly DiagnosticDescriptor TooManyForms = Error("KIT0011", "Generic type with too many forms",
            "'{0}' has {1} forms, one for each combination of types that its type parameters can be; at most 256 are made. Name those "
            + "that are used with [assembly: KitbagSerializable(typeof(...))], or mark the parameter '[KitbagRoot]'");

        /// <summary>"The generator is of Kitbag {0} (contract {1}), but ..."</summary>
        public static readonly DiagnosticDescriptor OtherVersion = Error("KIT0012", "Generator and runtime of different versions",
            "The generator is of Kitbag {0} (contract {1}), but the Kitbag assembly that this project refers to is of {2} (contract "
            + "{3}), so no code is generated: let one version of the package bring both, in all projects; then delete bin and obj, "
            + "build, and start the editor again");

        /// <summary>"Kitbag generates code of C# 9, but ..."</summary>
        public static readonly DiagnosticDescriptor OldLanguage = Error("KIT0013", "Language version below C# 9",
            "Kitbag generates code of C# 9, but this project's language is C# {0}, so no code is generated: set "
            + "<LangVersion>9</LangVersion> or later in the project file");

        /// <summary>"[KitbagInclude] on '{0}' has no effect: {1}"</summary>
        public static readonly DiagnosticDescriptor IneffectiveInclude = Error("KIT0018", "Included member that no codec can have",
            "[KitbagInclude] on '{0}' has no effect: {1}");

        /// <summary>"{0}: '{1}' is left out ..."</summary>
        public static readonly DiagnosticDescriptor SetterOutOfSight = Warning("KIT0019",
            "Property of another project whose setter is out of sight",
            "{0}: the property is left out, for the compiler shows no setter of it here. If it has a private or internal one, let the "
                + "project '{1}', which declares '{2}', reference the Kitbag package: its generator then tells this one. If it has "
                + "none, let a constructor take it, or mark it with [KitbagIgnore] or [JsonIgnore]");

        /// <summary>"{0}: the generator failed on '{1}': {2} ..."</summary>
        public static readonly DiagnosticDescriptor Defect = Error("KIT0020", "Failure of the generator",
            "{0}: Kitbag's generator failed on '{1}', which has no code: {2}. This is a defect of Kitbag: please report it with this "
                + "text and the type. Until it is mended take the type out with [KitbagIgnore], or write a [KitbagSurrogate] for it");

        /// <summary>"{0}: '{1}' and '{2}' have the same name in JSON ..."</summary>
        public static readonly DiagnosticDescriptor JsonNameClash = Warning("KIT0021", "Two members of one name in JSON",
            "{0}: '{1}' and '{2}' have the same name in JSON, '{3}'{4}, so that writing or reading JSON with it fails: rename one, or "
                + "give it another name with [JsonPropertyName]");

        /// <summary>"'{0}' is mentioned in more than {1} closed forms ..."</summary>
        public static readonly DiagnosticDescriptor TooManyMentions = Error("KIT0026", "Generic type that is mentioned in too many forms",
            "'{0}' is mentioned in more than {1} closed forms, each of which may stand where its base is declared; {1} are taken, and "
                + "writing another one there fails. Let the base have the type parameters as well, or declare the members as the "
                + "forms that they hold");

        /// <summary>"{0}: '{1}' is a former name of '{2}' and also ..."</summary>
        public static readonly DiagnosticDescriptor SharedFormerName = Error("KIT0015", "Former name of more than one",
            "{0}: '{1}' is a former name of '{2}' and also {3}, so that a document with '{1}' could mean either: leave the former "
                + "name to one of them, and do not use it as a name again");

        /// <summary>"'{0}' is not stored: {1}. {2}"</summary>
        public static readonly DiagnosticDescriptor LostMember = Warning("KIT0017", "Member that is not stored",
            "'{0}' is not stored: {1}. {2}");

        /// <summary>"'{0}' is not stored: it is not public ..."</summary>
        public static readonly DiagnosticDescriptor LostState = Warning("KIT0027", "Private state that is not stored",
            "'{0}' is not stored: it is not public, and nothing that is stored restores it. Mark it with [KitbagInclude], or with "
                + "[KitbagIgnore] if it need not be stored");

        /// <summary>"'{0}' is not stored: it is not public ..."</summary>
        public static readonly DiagnosticDescriptor LostReference = Make("KIT0029", "Private reference that is not stored",
            "'{0}' is not stored: it is not public. If the object is a part of this one, mark it with [KitbagInclude]; if it is found "
                + "again otherwise, with [KitbagIgnore]",
            DiagnosticSeverity.Info);

        /// <summary>"'{0}' is left out where a '{1}' is declared ..."</summary>
        public static readonly DiagnosticDescriptor LeftOutOfUnion = Warning("KIT0028",
            "Class that is left out where a base of it is declared",
            "'{0}' is left out where a '{1}' is declared, so that writing one there fails: {2}. If none is ever written there, mark "
                + "the class with [KitbagIgnore]");

        /// <summary>What a diagnostic says.</summary>
        public static string Text(DiagnosticModel diagnostic) => string.Format(
            System.Globalization.CultureInfo.InvariantCulture,
            ById(diagnostic.Id).MessageFormat.ToString(System.Globalization.CultureInfo.InvariantCulture),
            diagnostic.Arguments.ToArray<object>());

        /// <summary>"{0}: types stand {1} deep inside each other ..."</summary>
        public static readonly DiagnosticDescriptor DeepTypes = Warning("KIT0016", "Types that stand too deep inside each other",
            "{0}: types stand {1} deep inside each other; readers allow 128 by default, so that documents cannot be read any more "
                + "once one of the types has changed. Make them flatter, or set KitbagLimits.MaxSchemaDepth, which may be up to "
                + "1,000, wherever they are read");

        /// <summary>"{0}: [JsonExtensionData] cannot be honoured: {1}"</summary>
        public static readonly DiagnosticDescriptor ExtensionData = Error("KIT0022", "Extension data",
            "{0}: [JsonExtensionData] cannot be honoured: {1}. Or take the member out with [KitbagIgnore]");

        /// <summary>"'{0}' is in documents of {1}, but ..."</summary>
        public static readonly DiagnosticDescriptor LockedMemberLost = Warning("KIT0040", "Member of the lock file that is gone",
            "'{0}' is in documents of {1}, but no longer in the type: its values are lost when those are read. Mark the member that has "
                + "taken its place with [KitbagFormerName(\"{2}\")], or, if it went on purpose, the type with [KitbagRemoved(\"{2}\")]");

        /// <summary>"'{0}' seems to be '{1}', which documents of {2} have ..."</summary>
        public static readonly DiagnosticDescriptor LockedMemberRenamed = Warning("KIT0041",
            "Member of the lock file that was renamed without a former name",
            "'{0}' seems to be '{1}', which documents of {2} have: without [KitbagFormerName(\"{1}\")] its values are lost when those are "
                + "read. If it is something else, and '{1}' went on purpose, mark the type with [KitbagRemoved(\"{1}\")]");

        /// <summary>"'{0}' is '{1}' in documents of {2} ..."</summary>
        public static readonly DiagnosticDescriptor LockedMemberCase = Warning("KIT0042",
            "Member of the lock file whose name changed in case only",
            "'{0}' is '{1}' in documents of {2}, and upper and lower case are told apart: without [KitbagFormerName(\"{1}\")] its values "
                + "are lost when those are read");

        /// <summary>"'{0}' is '{1}' in documents of {2} and '{3}' now ..."</summary>
        public static readonly DiagnosticDescriptor LockedRefused = Warning("KIT0043", "Change by which locked documents are refused",
            "'{0}' is '{1}' in documents of {2} and '{3}' now: {4}. Give the new one another name and mark the type with "
                + "[KitbagRemoved], or convert the old value with a [KitbagMigration]");

        /// <summary>"'{0}' is '{1}' in documents of {2} and '{3}' now ..."</summary>
        public static readonly DiagnosticDescriptor LockedRefusedByValue = Warning("KIT0044",
            "Change by which values of locked documents may be refused or rounded",
            "'{0}' is '{1}' in documents of {2} and '{3}' now: {4}. If no document has such a value, update the lock file, or silence "
                + "this rule here; else keep the type, or convert the old value with a [KitbagMigration]");

        /// <summary>"'{0}' is required, but documents of {1} do not have it ..."</summary>
        public static readonly DiagnosticDescriptor LockedRequired = Warning("KIT0045", "Required member that locked documents lack",
            "'{0}' is required, but documents of {1} do not have it, so that none of them can be read: take 'required' off and "
                + "initialize it, or give the constructor's parameter a default");

        /// <summary>"'{0}' may be a '{1}' in documents of {2} ..."</summary>
        public static readonly DiagnosticDescriptor LockedCaseGone = Warning("KIT0046", "Type of the lock file that is gone",
            "'{0}' may be a '{1}' in documents of {2}, and no type of that name can stand there any more: {3}. Mark the type that has "
                + "taken its place with [KitbagFormerName(\"{1}\")], or, if it went on purpose, '{0}' with [KitbagRemoved(\"{1}\")]");

        /// <summary>"'{0}' is {1} in documents of {2} ..."</summary>
        public static readonly DiagnosticDescriptor LockedEnumValue = Warning("KIT0047",
            "Value of an enum that is gone or has another number",
            "'{0}' is {1} in documents of {2}: {3}. {4}");

        /// <summary>"The lock file '{0}' is out of date: {1} ..."</summary>
        public static readonly DiagnosticDescriptor LockOutOfDate = Error("KIT0048", "Lock file that is out of date",
            "The lock file '{0}' is out of date: {1}. Run 'kitbag lock', or 'dotnet build -p:KitbagLock=Update', and commit the file");

        /// <summary>"The lock file '{0}' {1}"</summary>
        public static readonly DiagnosticDescriptor LockNotCompared = Warning("KIT0049", "Lock file that is not compared",
            "The lock file '{0}' {1}");

        /// <summary>"{0}: the migration cannot be used: {1}"</summary>
        public static readonly DiagnosticDescriptor UnusableMigration = Error("KIT0033", "Migration that cannot be used",
            "{0}: the migration cannot be used: {1}");

        /// <summary>"{0}: the migration makes no member: {1}"</summary>
        public static readonly DiagnosticDescriptor MigrationOfNoMember = Error("KIT0034", "Migration of a member that is not there",
            "{0}: the migration makes no member: {1}");

        /// <summary>"{0}: the migration is never used, or not the only one: {1}"</summary>
        public static readonly DiagnosticDescriptor AmbiguousMigration = Error("KIT0037", "Migrations among which none can be chosen",
            "{0}: no document tells when to use the migration: {1}");

        /// <summary>"{0}: objects of '{1}' are tracked ..."</summary>
        public static readonly DiagnosticDescriptor MigrationOfTracked = Error("KIT0039", "Migration of a tracked class as a whole",
            "{0}: objects of '{1}' are tracked: others refer to them before their members are known, so that no method can make "
                + "them afterwards. Migrate its members, [KitbagMigration(nameof(Member))], each of what it was");

        /// <summary>"{0}: '{1}' has [KitbagKeepUnknown] but no member that could hold ..."</summary>
        public static readonly DiagnosticDescriptor NoUnknownStore = Error("KIT0050", "Nothing that could hold unknown members",
            "{0}: '{1}' has [KitbagKeepUnknown], but no member that could hold what is unknown: {2}");

        /// <summary>"{0}: unknown members cannot be kept in '{1}': {2}"</summary>
        public static readonly DiagnosticDescriptor UnknownNotKept = Error("KIT0051", "Unknown members that cannot be kept",
            "{0}: unknown members cannot be kept in '{1}': {2}");

        private static DiagnosticDescriptor Error(string id, string title, string message) =>
            Make(id, title, message, DiagnosticSeverity.Error);

        private static DiagnosticDescriptor Warning(string id, string title, string message) =>
            Make(id, title, message, DiagnosticSeverity.Warning);

        private static DiagnosticDescriptor Make(string id, string title, string message, DiagnosticSeverity severity)
        {
            var rule = new DiagnosticDescriptor(id, title, message, "Kitbag", severity, true);
            s_byId.Add(id, rule);
            return rule;
        }

        /// <summary>
        /// The rule with a link to its page, which lies in the package: it opens without a network and is of the same version.
        /// </summary>
        /// <param name="rule">The rule.</param>
        /// <param name="pages">The folder of the pages as a URI that ends with a slash; empty where the project does not say where it
        /// is.</param>
        public static DiagnosticDescriptor WithPage(DiagnosticDescriptor rule, string pages) => pages.Length == 0
            ? rule
            : new DiagnosticDescriptor(rule.Id, rule.Title, rule.MessageFormat, rule.Category, rule.DefaultSeverity, true,
                helpLinkUri: pages + rule.Id + ".md");

        /// <summary>The rule that has an id; <see cref="UnsupportedType"/> where none has it.</summary>
        public static DiagnosticDescriptor ById(string id) =>
            s_byId.TryGetValue(id, out DiagnosticDescriptor rule) ? rule : UnsupportedType;
    }
}
