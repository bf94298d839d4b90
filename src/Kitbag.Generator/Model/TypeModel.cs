using System.Collections.Generic;
using System.Linq;
using Kitbag.Codecs;

namespace Kitbag.Generator.Model
{
    /// <summary>
    /// Specifies the form of a type in generated code. Types with codecs of the library have the numbers of its attribute.
    /// </summary>
    internal enum ShapeKind
    {
        Leaf = CodecShape.Leaf,
        LengthPrefix = CodecShape.LengthPrefix,
        Enum = 2,
        Nullable = 3,
        Record = CodecShape.Record,
        Object = CodecShape.Object,
        Union = 6,
        Surrogate = CodecShape.Surrogate,
    }

    /// <summary>Describes a type of the graph, as far as code is generated for it. Other types are identified by their keys.</summary>
    /// <param name="Key">The unique name of the type in C#, with <c>global::</c>. A class from which others derive has a second model, of
    /// itself alone, whose key starts with <c>=</c>; a type with another form in JSON has one whose key starts with that form between two
    /// <c>#</c>.</param>
    /// <param name="Shape">The form of the type.</param>
    /// <param name="IsValueType">Whether it is a struct or an enum.</param>
    /// <param name="ClassName">The class of generated code that contains the codec; empty if the codec has its own Instance.</param>
    /// <param name="CodecType">The class of the codec in C#. For an enum, that of the underlying integer.</param>
    /// <param name="SchemaName">The name in the schema: objects, records, enums.</param>
    /// <param name="Slot">The form of a member of the type in a row.</param>
    /// <param name="SlotBytes">The maximum number of bytes that it stores there.</param>
    /// <param name="Parts">Keys: the elements of a collection, the value of a nullable.</param>
    /// <param name="Members">The members of an object, the fields of a record.</param>
    internal sealed record TypeModel(
        string Key,
        ShapeKind Shape,
        bool IsValueType,
        string ClassName,
        string CodecType,
        string SchemaName,
        SlotKind Slot,
        int SlotBytes,
        EquatableArray<string> Parts,
        EquatableArray<MemberModel> Members)
    {
        /// <summary>The type as C# writes it.</summary>
        public string Code => Key[0] == '=' ? Key.Substring(1) : Key[0] == '#' ? Key.Substring(Key.IndexOf('#', 1) + 1) : Key;

        /// <summary>
        /// Gets a value indicating whether its codec is generated, member by member; the codec of other objects is a class of a library.
        /// </summary>
        public bool IsPrinted => Shape == ShapeKind.Object && CodecType.Length == 0;

        /// <summary>Gets or initializes, for an object with a generated codec, its further properties.</summary>
        public ObjectModel? Object { get; init; }

        /// <summary>Gets or initializes, for a record with a generated codec, its further properties.</summary>
        public RecordModel? Record { get; init; }

        /// <summary>Gets or initializes, for a type with a surrogate, its stored form.</summary>
        public SurrogateModel? Surrogate { get; init; }

        /// <summary>Gets, for a type with a surrogate, the key of the stored type; otherwise empty.</summary>
        public string Stored => Surrogate?.Stored ?? "";

        /// <summary>Gets a value indicating whether operators of a type of the program convert it to the stored type.</summary>
        public bool IsConverted => Surrogate is { Operators: { Length: not 0 } };

        /// <summary>Gets, for a record, the key of the object as which JSON represents it; otherwise empty.</summary>
        private string JsonForm => Record?.JsonForm ?? "";

        /// <summary>
        /// Gets or initializes, for a type whose codec is a class of a library, the form in schemas, or null if it is unknown.
        /// </summary>
        public LibraryForm? Form { get; init; }

        /// <summary>
        /// Gets or initializes, for a type with members, values or concrete types, the information for the lock file; otherwise null.
        /// </summary>
        public LockedModel? Locked { get; init; }

        /// <summary>Gets or initializes, for an enum, its further properties.</summary>
        public EnumModel? Enum { get; init; }

        /// <summary>Gets or initializes, for a union, its further properties.</summary>
        public UnionModel? Union { get; init; }

        /// <summary>Gets, for a union, the concrete types in the order of their names.</summary>
        public EquatableArray<CaseModel> Cases => Union?.Cases ?? EquatableArray<CaseModel>.Empty;

        /// <summary>
        /// Gets or initializes, for a number with another form in JSON, the value of System.Text.Json's JsonNumberHandling; otherwise null.
        /// </summary>
        public int? JsonNumbers { get; init; }

        /// <summary>Gets or initializes, for a collection class of the program, how it is created.</summary>
        public UserDefinedCollectionModel? UserDefined { get; init; }

        /// <summary>
        /// Gets or initializes, for a class, whether an attribute specifies that its objects are tracked; null if none does.
        /// </summary>
        public bool? Tracked { get; init; }

        /// <summary>
        /// Gets or initializes the class of generated code that contains the codec of references; empty if its objects are written where
        /// they occur.
        /// </summary>
        public string Reference { get; init; } = "";

        /// <summary>Gets a value indicating whether each of its objects is stored once, and referred to.</summary>
        public bool IsTracked => Reference.Length != 0;

        /// <summary>
        /// Gets or initializes, for a tracked type, a value indicating whether an attribute causes a separate object for each reference.
        /// </summary>
        public bool IsCopied { get; init; }

        /// <summary>Gets or initializes a value indicating whether its values are references or contain any.</summary>
        public bool HoldsReferences { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether other assemblies may declare classes that derive from it or implement it.
        /// </summary>
        public bool IsDerivable { get; init; }

        /// <summary>Gets or initializes a value indicating whether it is written and read as JSON, too.</summary>
        public bool HasJson { get; init; }

        /// <summary>Gets or initializes the methods that create it, or a member of it, from values in older documents.</summary>
        public EquatableArray<MigrationModel> Migrations { get; init; } = EquatableArray<MigrationModel>.Empty;

        /// <summary>Gets a value indicating whether a method may create the type as a whole from values in older documents.</summary>
        public bool CanMigrate => IsPrinted || Shape is ShapeKind.Record or ShapeKind.Union;

        /// <summary>Gets a value indicating whether it is a class whose objects may be tracked.</summary>
        public bool IsClass => !IsValueType && (IsPrinted || UserDefined != null || Shape == ShapeKind.Union);

        /// <summary>
        /// Gets the keys of the parameter types of migrations. Values of this type contain none of them, but its codec needs their codecs.
        /// </summary>
        public IEnumerable<string> Migrated => Migrations.Select(migration => migration.TypeKey);

        /// <summary>The keys of the types whose codecs it needs.</summary>
        /// <param name="isJson">Whether for JSON, too.</param>
        public IEnumerable<string> Uses(bool isJson) => PartTypes(isJson).Concat(MemberTypes(isJson));

        /// <summary>The keys of the types of its members.</summary>
        /// <param name="isJson">Whether for JSON, too.</param>
        public IEnumerable<string> MemberTypes(bool isJson) => Members.Select(member => member.TypeKey).Concat(
            Members.Where(member => isJson && member.JsonForm.Length != 0).Select(member => member.JsonForm));

        /// <summary>The keys of the other types whose codecs it needs.</summary>
        /// <param name="isJson">Whether for JSON, too.</param>
        public IEnumerable<string> PartTypes(bool isJson)
        {
            foreach (string part in Parts)
                yield return part;
            foreach (CaseModel one in Cases)
                yield return one.TypeKey;
            if (Stored.Length != 0)
                yield return Stored;
            if (isJson && JsonForm.Length != 0)
                yield return JsonForm;
            foreach (MemberModel member in Members)
            {
                if (isJson && member.Extension != null)
                    yield return member.Extension.Values;
            }
        }

        /// <summary>Returns the type without the properties that only JSON needs.</summary>
        public TypeModel WithoutJson() => JsonForm.Length == 0
            && Members.All(member => member.JsonForm.Length == 0 && member.Extension == null) ? this : this with
            {
                Record = Record is { } record ? record with { JsonForm = "" } : null,
                Members = new EquatableArray<MemberModel>(Members.Select(member => member with { JsonForm = "", Extension = null })
                .ToArray()),
            };

        /// <summary>Gets a value indicating whether it is stored in a row as a number, with a payload unless it is a reference.</summary>
        public bool HasLengthPrefix => IsTracked || Shape is ShapeKind.LengthPrefix or ShapeKind.Union;

        /// <summary>Returns the part that code for other types may use: changes of other parts do not affect their files.</summary>
        public TypeModel Outline() => new TypeModel(Key, Shape, IsValueType, ClassName, CodecType, "", Slot, SlotBytes, Parts,
            EquatableArray<MemberModel>.Empty)
        { Enum = Enum?.Outline(), Surrogate = Surrogate, Reference = Reference, HoldsReferences = HoldsReferences };
    }
}
