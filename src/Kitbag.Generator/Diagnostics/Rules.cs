using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Kitbag.Generator.Diagnostics
{
    /// <summary>Defines the diagnostics, each of which has a page in docs/rules.</summary>
    internal static class Rules
    {
        // Each rule adds itself when it is created. This field precedes the rules, because static fields are initialized in textual order.
        private static readonly Dictionary<string, DiagnosticDescriptor> s_byId = new Dictionary<string, DiagnosticDescriptor>();

        /// <summary>"{0}: '{1}' cannot be serialized: {2}"</summary>
        public static readonly DiagnosticDescriptor UnsupportedType = Error("KIT0001", "Type that cannot be serialized",
            "{0}: '{1}' cannot be serialized: {2}");

        /// <summary>"The type argument is the type parameter '{0}', so no codec can be generated here: mark ..."</summary>
        public static readonly DiagnosticDescriptor OpenRoot = Warning("KIT0002", "Call with an open type parameter",
            "The type argument is the type parameter '{0}', so no codec can be generated here: mark it, '<[KitbagRoot] {0}>', or name "
            + "the types with [assembly: KitbagSerializable(typeof(...))]");

        /// <summary>"{0}: '{1}' can contain itself without a class in between, whose objects could be stored ..."</summary>
        public static readonly DiagnosticDescriptor EndlessValue = Error("KIT0030", "Value that can contain itself",
            "{0}: '{1}' can contain itself without a class in between, whose objects could be stored as references: {2}");

        /// <summary>"{0}: objects of '{1}' can reference each other, so they are created before their members ..."</summary>
        public static readonly DiagnosticDescriptor CannotBeFilled = Error("KIT0031", "Tracked class whose objects cannot be populated",
            "{0}: objects of '{1}' can reference each other, so they are created before their members are read, but {2}");

        /// <summary>"{0}: objects of '{1}' {3}, so they are created without calling a constructor, which leaves {2} ..."</summary>
        public static readonly DiagnosticDescriptor NotInitialized = Warning("KIT0032", "Class whose constructor is not called",
            "{0}: objects of '{1}' {3}, so they are created {4}, which leaves {2} unset unless the document contains it. {5} "
                + "IKitbagDeserialized.OnDeserialized, or initialize it with a constant, a static member or new()");

        /// <summary>"{0}: Tracked has no effect on '{1}', which is {2}: only objects of classes with members, ..."</summary>
        public static readonly DiagnosticDescriptor CannotBeTracked = Warning("KIT0035", "Tracked has no effect",
            "{0}: Tracked has no effect on '{1}', which is {2}: only objects of classes with members, and collections that a program "
            + "declares, have an identity. Remove Tracked");

        /// <summary>"{0}: '{1}' is not accessible to generated code: make it and its containing types public ..."</summary>
        public static readonly DiagnosticDescriptor Inaccessible = Error("KIT0004", "Type that is not accessible to generated code",
            "{0}: '{1}' is not accessible to generated code: make it and its containing types public or internal");

        /// <summary>"{0}: no constructor of '{1}' can be used: {2}. {3}"</summary>
        public static readonly DiagnosticDescriptor NoConstructor = Error("KIT0005", "Type without a usable constructor",
            "{0}: no constructor of '{1}' can be used: {2}. {3}");

        /// <summary>"{0}: the constructor of '{1}' is ambiguous between {2}: mark one with [KitbagConstructor]"</summary>
        public static readonly DiagnosticDescriptor AmbiguousConstructor = Error("KIT0006", "Type with an ambiguous constructor",
            "{0}: the constructor of '{1}' is ambiguous between {2}: mark one with [KitbagConstructor]");

        /// <summary>"{0}: '{1}' has two members named '{2}', each with its own value; the member of the base ..."</summary>
        public static readonly DiagnosticDescriptor HiddenMember = Warning("KIT0007", "Member that hides a member of the same name",
            "{0}: '{1}' has two members named '{2}', each with its own value; the member of the base class is {3} and not stored. {4}, or "
                + "mark the member of the base class with [KitbagIgnore]");

        /// <summary>"{0}: {1} is not supported: {2}; or suppress this rule if it is only for the other ..."</summary>
        public static readonly DiagnosticDescriptor IgnoredAttribute = Warning("KIT0008",
            "Attribute of another serializer that is not supported",
            "{0}: {1} is not supported: {2}; or suppress this rule if it is only for the other serializer");

        /// <summary>"{0}: the member is included by an attribute, but generated code cannot access it: {1}. ..."</summary>
        public static readonly DiagnosticDescriptor HiddenInclude = Error("KIT0009", "Included member that generated code cannot access",
            "{0}: the member is included by an attribute, but generated code cannot access it: {1}. Make it, or its accessors, "
            + "internal, or remove the attribute");

        /// <summary>"{0}: Unity stores the member because of its attribute, but generated code cannot access ..."</summary>
        public static readonly DiagnosticDescriptor UnityField = Error("KIT0036", "Unity field that generated code cannot access",
            "{0}: Unity stores the member because of its attribute, but generated code cannot access it: {1}. Or exclude it with "
                + "[KitbagIgnore]");

        /// <summary>"{0}: '{1}' is a Unity object, which cannot be stored in a document: {2}"</summary>
        public static readonly DiagnosticDescriptor UnityObject = Error("KIT0038", "Unity object",
            "{0}: '{1}' is a Unity object, which cannot be stored in a document: {2}");

        /// <summary>"{0}: '{1}' is the surrogate of '{2}', but conversion operators in both directions are ..."</summary>
        public static readonly DiagnosticDescriptor SurrogateConversion = Error("KIT0010", "Surrogate without conversions",
            "{0}: '{1}' is the surrogate of '{2}', but conversion operators in both directions are missing: add 'public static implicit "
            + "operator {2}({1} value)' and 'public static implicit operator {1}({2} value)'");

        /// <summary>"'{0}' has {1} constructed types, one for each combination of possible type arguments; ..."</summary>
        public static readonly DiagnosticDescriptor TooManyForms = Error("KIT0011", "Generic type with too many constructed types",
            "'{0}' has {1} constructed types, one for each combination of possible type arguments; code is generated for at most 256. "
            + "Name those that are used with [assembly: KitbagSerializable(typeof(...))], or mark the parameter '[KitbagRoot]'");

        /// <summary>"The generator has version {0} of Kitbag (contract {1}), but the Kitbag assembly that this ..."</summary>
        public static readonly DiagnosticDescriptor OtherVersion = Error("KIT0012", "Generator and runtime of different versions",
            "The generator has version {0} of Kitbag (contract {1}), but the Kitbag assembly that this project references has version {2} "
            + "(contract {3}), so no code is generated: use the same version of the package in all projects; then delete bin and obj, "
            + "rebuild, and restart the editor");

        /// <summary>"Kitbag generates C# 9 code, but the language version of this project is C# {0}, so no ..."</summary>
        public static readonly DiagnosticDescriptor OldLanguage = Error("KIT0013", "Language version below C# 9",
            "Kitbag generates C# 9 code, but the language version of this project is C# {0}, so no code is generated: set "
            + "<LangVersion>9</LangVersion> or later in the project file");

        /// <summary>"[KitbagInclude] on '{0}' has no effect: {1}"</summary>
        public static readonly DiagnosticDescriptor IneffectiveInclude = Error("KIT0018", "Included member that cannot be stored",
            "[KitbagInclude] on '{0}' has no effect: {1}");

        /// <summary>"{0}: the property is not stored, because no setter of it is visible in this project. If ..."</summary>
        public static readonly DiagnosticDescriptor SetterOutOfSight = Warning("KIT0019",
            "Property of another project whose setter is not visible",
            "{0}: the property is not stored, because no setter of it is visible in this project. If it has a private or internal "
                + "setter, reference the Kitbag package in the project '{1}', which declares '{2}': its generator then makes the setter "
                + "known. If it has none, add a constructor parameter for it, or mark it with [KitbagIgnore] or [JsonIgnore]. If the type "
                + "is not yours, write a [KitbagSurrogate] for it{3}");

        /// <summary>"{0}: Kitbag's generator failed on '{1}', for which no code is generated: {2}. This is a ..."</summary>
        public static readonly DiagnosticDescriptor Defect = Error("KIT0020", "Failure of the generator",
            "{0}: Kitbag's generator failed on '{1}', for which no code is generated: {2}. This is a bug in Kitbag: please report it with "
                + "this message and the type. Until it is fixed, exclude the type with [KitbagIgnore], or write a [KitbagSurrogate] for "
                + "it");

        /// <summary>"{0}: {1} and '{2}' have the same name in JSON, '{3}'{4}, so writing or reading JSON ..."</summary>
        public static readonly DiagnosticDescriptor JsonNameClash = Warning("KIT0021", "Two members with the same name in JSON",
            "{0}: {1} and '{2}' have the same name in JSON, '{3}'{4}, so writing or reading JSON with it fails: rename one of them, or "
                + "give it another name with [JsonPropertyName]");

        /// <summary>"The program uses more than {1} constructed types of '{0}', each of which derives from the ..."</summary>
        public static readonly DiagnosticDescriptor TooManyMentions = Error("KIT0026",
            "Generic type that is used with too many type arguments",
            "The program uses more than {1} constructed types of '{0}', each of which derives from the declared base; only {1} are "
                + "supported, and writing another one fails. Add the type parameters to the base as well, or declare the members as the "
                + "constructed types that they hold");

        /// <summary>"{0}: '{1}' is a former name of '{2}' and also {3}, so '{1}' in a document is ambiguous: ..."</summary>
        public static readonly DiagnosticDescriptor SharedFormerName = Error("KIT0015", "Ambiguous former name",
            "{0}: '{1}' is a former name of '{2}' and also {3}, so '{1}' in a document is ambiguous: use the former name for only one "
                + "of them, and do not use it as a name again");

        /// <summary>"'{0}' is not stored: {1}. {2}"</summary>
        public static readonly DiagnosticDescriptor LostMember = Warning("KIT0017", "Member that is not stored",
            "'{0}' is not stored: {1}. {2}");

        /// <summary>"'{0}' is not stored: it is not public, and no stored member restores it. Mark it with ..."</summary>
        public static readonly DiagnosticDescriptor LostState = Warning("KIT0027", "Private state that is not stored",
            "'{0}' is not stored: it is not public, and no stored member restores it. Mark it with [KitbagInclude], or with "
                + "[KitbagIgnore] if it need not be stored");

        /// <summary>"'{0}' is not stored: it is not public. If the object is a part of this one, mark it with ..."</summary>
        public static readonly DiagnosticDescriptor LostReference = Make("KIT0029", "Private reference that is not stored",
            "'{0}' is not stored: it is not public. If the object is a part of this one, mark it with [KitbagInclude]; if it is restored "
                + "in another way, mark it with [KitbagIgnore]",
            DiagnosticSeverity.Info);

        /// <summary>"'{0}' cannot be stored where '{1}' is declared, so writing one there fails: {2}. If none ..."</summary>
        public static readonly DiagnosticDescriptor LeftOutOfUnion = Warning("KIT0028",
            "Derived class that cannot be stored as its base",
            "'{0}' cannot be stored where '{1}' is declared, so writing one there fails: {2}. If none is ever written there, mark "
                + "the class with [KitbagIgnore]");

        /// <summary>Returns the message of a diagnostic.</summary>
        public static string Text(DiagnosticModel diagnostic) => string.Format(
            System.Globalization.CultureInfo.InvariantCulture,
            ById(diagnostic.Id).MessageFormat.ToString(System.Globalization.CultureInfo.InvariantCulture),
            diagnostic.Arguments.ToArray<object>());

        /// <summary>"{0}: types are nested {1} levels deep; readers allow 128 by default, so documents can no ..."</summary>
        public static readonly DiagnosticDescriptor DeepTypes = Warning("KIT0016", "Types that are nested too deeply",
            "{0}: types are nested {1} levels deep; readers allow 128 by default, so documents can no longer be read once one of the "
                + "types has changed. Reduce the nesting, or set KitbagLimits.MaxSchemaDepth, which may be up to 1,000, wherever "
                + "documents are read");

        /// <summary>"{0}: [JsonExtensionData] cannot be used here: {1}. Or exclude the member with ..."</summary>
        public static readonly DiagnosticDescriptor ExtensionData = Error("KIT0022", "Extension data",
            "{0}: [JsonExtensionData] cannot be used here: {1}. Or exclude the member with [KitbagIgnore]");

        /// <summary>"'{0}' is in documents of {1}, but no longer in the type: its values are lost when those ..."</summary>
        public static readonly DiagnosticDescriptor LockedMemberLost = Warning("KIT0040", "Member of the lock file that was removed",
            "'{0}' is in documents of {1}, but no longer in the type: its values are lost when those are read. Mark the member that "
                + "replaces it with [KitbagFormerName(\"{2}\")], or, if it was removed on purpose, the type with "
                + "[KitbagRemoved(\"{2}\")]");

        /// <summary>"'{0}' seems to be '{1}', which documents of {2} have: without [KitbagFormerName("{1}")] ..."</summary>
        public static readonly DiagnosticDescriptor LockedMemberRenamed = Warning("KIT0041",
            "Member of the lock file that was renamed without a former name",
            "'{0}' seems to be '{1}', which documents of {2} have: without [KitbagFormerName(\"{1}\")] its values {3} when those are "
                + "read. If it is not, and '{1}' was removed on purpose, mark the type with [KitbagRemoved(\"{1}\")]");

        /// <summary>"'{0}' is '{1}' in documents of {2}, and names are case-sensitive: without ..."</summary>
        public static readonly DiagnosticDescriptor LockedMemberCase = Warning("KIT0042",
            "Member of the lock file whose name changed in case only",
            "'{0}' is '{1}' in documents of {2}, and names are case-sensitive: without [KitbagFormerName(\"{1}\")] its values "
                + "{3} when those are read");

        /// <summary>"'{0}' is '{1}' in documents of {2} and '{3}' now: {4}. Give the new member another name ..."</summary>
        public static readonly DiagnosticDescriptor LockedRefused = Warning("KIT0043", "Change that makes locked documents unreadable",
            "'{0}' is '{1}' in documents of {2} and '{3}' now: {4}. Give the new member another name and mark the type with "
                + "[KitbagRemoved], or convert the old value with a [KitbagMigration]");

        /// <summary>"'{0}' is '{1}' in documents of {2} and '{3}' now: {4}. If no document has such a value, ..."</summary>
        public static readonly DiagnosticDescriptor LockedRefusedByValue = Warning("KIT0044",
            "Change that makes values of locked documents unreadable or rounds them",
            "'{0}' is '{1}' in documents of {2} and '{3}' now: {4}. If no document has such a value, update the lock file, or suppress "
                + "this rule here; otherwise keep the type, or convert the old value with a [KitbagMigration]");

        /// <summary>"'{0}' is required, but documents of {1} do not have it, so they cannot be read: remove ..."</summary>
        public static readonly DiagnosticDescriptor LockedRequired = Warning("KIT0045", "Required member that locked documents do not have",
            "'{0}' is required, but documents of {1} do not have it, so they cannot be read: remove 'required' and initialize the "
                + "member, or give the constructor's parameter a default");

        /// <summary>"'{0}' may be a '{1}' in documents of {2}, and no type with that name can be stored there ..."</summary>
        public static readonly DiagnosticDescriptor LockedCaseGone = Warning("KIT0046", "Derived type of the lock file that was removed",
            "'{0}' may be a '{1}' in documents of {2}, and no type with that name can be stored there any more: {3}. {4}");

        /// <summary>"'{0}' is {1} in documents of {2}: {3}. {4}"</summary>
        public static readonly DiagnosticDescriptor LockedEnumValue = Warning("KIT0047",
            "Enum value that was removed or has another number",
            "'{0}' is {1} in documents of {2}: {3}. {4}");

        /// <summary>"The lock file '{0}' {1}run 'kitbag lock', or 'dotnet build ..."</summary>
        public static readonly DiagnosticDescriptor LockOutOfDate = Error("KIT0048", "Lock file that is out of date",
            "The lock file '{0}' {1}run 'kitbag lock', or 'dotnet build -p:KitbagLock=Update', and commit the file");

        /// <summary>"The lock file '{0}' {1}"</summary>
        public static readonly DiagnosticDescriptor LockNotCompared = Warning("KIT0049", "Lock file that is not compared",
            "The lock file '{0}' {1}");

        /// <summary>"{0}: the migration cannot be used: {1}"</summary>
        public static readonly DiagnosticDescriptor UnusableMigration = Error("KIT0033", "Migration that cannot be used",
            "{0}: the migration cannot be used: {1}");

        /// <summary>"{0}: the migration does not apply to a member: {1}"</summary>
        public static readonly DiagnosticDescriptor MigrationOfNoMember = Error("KIT0034", "Migration of a member that does not exist",
            "{0}: the migration does not apply to a member: {1}");

        /// <summary>"{0}: it cannot be determined from a document when to use the migration: {1}"</summary>
        public static readonly DiagnosticDescriptor AmbiguousMigration = Error("KIT0037", "Ambiguous migrations",
            "{0}: it cannot be determined from a document when to use the migration: {1}");

        /// <summary>"{0}: objects of '{1}' are tracked: other objects reference them before their members are ..."</summary>
        public static readonly DiagnosticDescriptor MigrationOfTracked = Error("KIT0039", "Migration of a tracked class as a whole",
            "{0}: objects of '{1}' are tracked: other objects reference them before their members are known, so no method can create "
                + "them afterwards. Migrate its members separately with [KitbagMigration(nameof(Member))]");

        /// <summary>"{0}: '{1}' has [KitbagKeepUnknown], but no member that can hold unknown members: {2}"</summary>
        public static readonly DiagnosticDescriptor NoUnknownStore = Error("KIT0050", "Class without a member for unknown members",
            "{0}: '{1}' has [KitbagKeepUnknown], but no member that can hold unknown members: {2}");

        /// <summary>"{0}: unknown members cannot be kept in '{1}': {2}"</summary>
        public static readonly DiagnosticDescriptor UnknownNotKept = Error("KIT0051", "Unknown members that cannot be kept",
            "{0}: unknown members cannot be kept in '{1}': {2}");

        /// <summary>"{0}: Cases has no effect on '{1}', whose objects are tracked: a tracked object of a class that ..."</summary>
        public static readonly DiagnosticDescriptor TrackedStandIn = Warning("KIT0055", "Stand-in class whose objects are tracked",
            "{0}: Cases has no effect on '{1}', whose objects are tracked: a tracked object of a class that the program lacks cannot be "
                + "kept as an object of another class, so documents with such classes are an error. Remove Cases, or let the objects refer "
                + "to each other by ids");

        /// <summary>"{0}: objects of '{1}' are created with {2}, and no stored member contains {3}. If this is ..."</summary>
        public static readonly DiagnosticDescriptor LostArgument = Warning("KIT0052", "Constructor parameters that are not stored",
            "{0}: objects of '{1}' are created with {2}, and no stored member contains {3}. If this is part of their state, it is lost. "
                + "{4}");

        /// <summary>"{0} may occur where {1} is declared, but '{2}', which reads and writes {3}, does not know ..."</summary>
        public static readonly DiagnosticDescriptor UnknownToLibrary = Warning("KIT0053", "Derived class that a library cannot store",
            "{0} may occur where {1} is declared, but '{2}', which reads and writes {3}, does not know this class, so writing an object "
                + "of it there fails. Mark it with [KitbagSerializable], so that this project provides the code for {3}, or with "
                + "[KitbagIgnore] if none is ever written there");

        /// <summary>"Reading '{0}' overwrites data of '{1}': they share bytes, and '{0}' has padding there, ..."</summary>
        public static readonly DiagnosticDescriptor OverwrittenField = Warning("KIT0054", "Overlapping fields that overwrite each other",
            "Reading '{0}' overwrites data of '{1}': they share bytes, and '{0}' may have padding there, or fields that are not stored. If "
                + "one of them contains all data of the other, mark the other with [KitbagIgnore]; otherwise write a [KitbagSurrogate]");

        /// <summary>"Reading '{0}' changes the content of {1}: its setter is called when {1} has been read ..."</summary>
        public static readonly DiagnosticDescriptor ChangedContent = Warning("KIT0056", "Setter that changes what the constructor took",
            "Reading '{0}' changes the content of {1}: its setter runs when the new object has {1} already, which cannot be set again. If "
                + "{1} contains the value, mark '{0}' with [KitbagIgnore]; otherwise also mark the field that contains it with "
                + "[KitbagInclude]");

        /// <summary>"'{0}' has state that another source generator adds, which Kitbag's generator cannot see, ..."</summary>
        public static readonly DiagnosticDescriptor UnseenState = Make("KIT0057", "State that another source generator adds",
            "'{0}' has state that another source generator adds, which Kitbag's generator cannot see, so it is not stored: {1}. Write a "
                + "[KitbagSurrogate] or a codec for this type, or declare the state yourself, as a partial property if the other generator "
                + "implements it",
            DiagnosticSeverity.Warning, WellKnownDiagnosticTags.CompilationEnd);

        /// <summary>"'{0}' may get another value when it is read: {1} does not simply assign it, ..."</summary>
        public static readonly DiagnosticDescriptor LimitedMember = Warning("KIT0058", "Member that the constructor may change",
            "'{0}' may get another value when it is read: {1} does not simply assign it, other code sets it later, and generated code "
                + "cannot set it again ({2}). Declare the type partial, or store its field with [KitbagInclude] instead; if what the "
                + "constructor does applies to values that are read, mark it with [KitbagConstructor]");

        /// <summary>"'{0}' gets another value each time it is written and read: {1}. Mark the property, ..."</summary>
        public static readonly DiagnosticDescriptor ChangingProperty = Warning("KIT0059", "Property whose code changes what was set",
            "'{0}' gets another value each time it is written and read: {1}. Mark the property, in each class that declares it, with "
                + "[KitbagIgnore], and the field that holds the value with [KitbagInclude]; or {2}");

        /// <summary>"No codec was generated for '{0}': another source generator added {1}, which ... cannot see. {2}"</summary>
        public static readonly DiagnosticDescriptor UnseenRoot = Make("KIT0060",
            "Codec that is missing because of another source generator",
            "No codec was generated for '{0}': another source generator added {1}, which Kitbag's generator cannot see. {2}",
            DiagnosticSeverity.Warning, WellKnownDiagnosticTags.CompilationEnd);

        /// <summary>"{0}: '{1}' of '{2}' is not called, because {3}. Do it in the class that has it as a ..."</summary>
        public static readonly DiagnosticDescriptor UncalledCallback = Warning("KIT0061", "Callback that is not called",
            "{0}: '{1}' of '{2}' is not called, because {3}. Do it in a callback of the class that has it as a member{4}");

        /// <summary>"The getter of '{0}' always throws an exception, so no object can be written. Exclude the property ..."</summary>
        public static readonly DiagnosticDescriptor ThrowingProperty = Warning("KIT0062", "Property that always throws an exception",
            "The {0}. Exclude the property with [KitbagIgnore]; if a field holds its value, include that with [KitbagInclude]");

        private static DiagnosticDescriptor Error(string id, string title, string message) =>
            Make(id, title, message, DiagnosticSeverity.Error);

        private static DiagnosticDescriptor Warning(string id, string title, string message) =>
            Make(id, title, message, DiagnosticSeverity.Warning);

        private static DiagnosticDescriptor Make(string id, string title, string message, DiagnosticSeverity severity,
            params string[] tags)
        {
            var rule = new DiagnosticDescriptor(id, title, message, "Kitbag", severity, true, customTags: tags);
            s_byId.Add(id, rule);
            return rule;
        }

        /// <summary>
        /// Returns the rule with a link to its page, which is in the package: it is available offline and matches the version.
        /// </summary>
        /// <param name="rule">The rule.</param>
        /// <param name="pages">The folder of the pages as a URI that ends with a slash; empty if the project does not specify it.</param>
        public static DiagnosticDescriptor WithPage(DiagnosticDescriptor rule, string pages) => pages.Length == 0
            ? rule
            : new DiagnosticDescriptor(rule.Id, rule.Title, rule.MessageFormat, rule.Category, rule.DefaultSeverity, true,
                helpLinkUri: pages + rule.Id + ".md", customTags: rule.CustomTags.ToArray());

        /// <summary>Returns the rule with a link to its page.</summary>
        public static DiagnosticDescriptor WithPage(DiagnosticDescriptor rule, AnalyzerOptions options) =>
            WithPage(rule, Pages(options.AnalyzerConfigOptionsProvider));

        /// <summary>Returns the folder of the pages that a project specifies; empty if it does not.</summary>
        public static string Pages(AnalyzerConfigOptionsProvider options) =>
            options.GlobalOptions.TryGetValue("build_property.KitbagRulePages", out string? folder) ? folder : "";

        /// <summary>Returns the rule with an id, or <see cref="UnsupportedType"/> if there is none.</summary>
        public static DiagnosticDescriptor ById(string id) =>
            s_byId.TryGetValue(id, out DiagnosticDescriptor rule) ? rule : UnsupportedType;
    }
}
