using System.Collections.Generic;
using System.Linq;
using Kitbag.Codecs;

namespace Kitbag.Generator.Model
{
    /// <summary>What a type is to generated code. Those that the library has codecs of have the numbers of its attribute.</summary>
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

    /// <summary>A type of the graph, as far as code is generated for it. Other types are named by their keys.</summary>
    /// <param name="Key">The type as C# writes it, with <c>global::</c>: unique. A class that others derive from has a second model, of
    /// itself alone, whose key starts with <c>=</c>; what has another form in JSON has one whose key starts with that form between two
    /// <c>#</c>.</param>
    /// <param name="Shape">What the type is.</param>
    /// <param name="IsValueType">Whether it is a struct or an enum.</param>
    /// <param name="ClassName">The class of generated code that holds the codec; empty where the codec has its own Instance.</param>
    /// <param name="CodecType">The codec's class, as C# writes it. For an enum, that of the integer under it.</param>
    /// <param name="SchemaName">The name in the schema: objects, records, enums.</param>
    /// <param name="Slot">How a member of the type stands in a row.</param>
    /// <param name="SlotBytes">The most bytes that it stores there.</param>
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

        /// <summary>Whether its codec is printed, member by member; that of other objects is a class of a library.</summary>
        public bool IsPrinted => Shape == ShapeKind.Object && CodecType.Length == 0;

        /// <summary>Of an object whose codec is printed: what it is besides.</summary>
        public ObjectModel? Object { get; init; }

        /// <summary>Of a record whose codec is printed: what it is besides.</summary>
        public RecordModel? Record { get; init; }

        /// <summary>Of a surrogate: as what it is stored.</summary>
        public SurrogateModel? Surrogate { get; init; }

        /// <summary>Of a surrogate: the key of what is stored; else empty.</summary>
        public string Stored => Surrogate?.Stored ?? "";

        /// <summary>Whether operators of a type of the program convert it to what is stored.</summary>
        public bool IsConverted => Surrogate is { Operators: { Length: not 0 } };

        /// <summary>Of a record: the key of the object that it is in JSON; else empty.</summary>
        private string JsonForm => Record?.JsonForm ?? "";

        /// <summary>Of a type whose codec is a class of a library: what schemas have for it; null where that cannot be told.</summary>
        public LibraryForm? Form { get; init; }

        /// <summary>Of what has members, values or cases: what the lock file has to know of it; else null.</summary>
        public LockedModel? Locked { get; init; }

        /// <summary>Of an enum: what it is besides.</summary>
        public EnumModel? Enum { get; init; }

        /// <summary>Of a union: what it is besides.</summary>
        public UnionModel? Union { get; init; }

        /// <summary>Of a union: the concrete types, in order of their names.</summary>
        public EquatableArray<CaseModel> Cases => Union?.Cases ?? EquatableArray<CaseModel>.Empty;

        /// <summary>Of a number of another form in JSON: what System.Text.Json's JsonNumberHandling says; else 0.</summary>
        public int JsonNumbers { get; init; }

        /// <summary>Of a collection that the program declares itself: how it is made.</summary>
        public UserDefinedCollectionModel? UserDefined { get; init; }

        /// <summary>Of a class: what an attribute says of whether its objects are tracked; null where none does.</summary>
        public bool? Tracked { get; init; }

        /// <summary>
        /// The class of generated code that holds the codec of references to it; empty where its objects stand where they are met.
        /// </summary>
        public string Reference { get; init; } = "";

        /// <summary>Whether its objects are stored once each, and referred to.</summary>
        public bool IsTracked => Reference.Length != 0;

        /// <summary>Of what is tracked: whether each reference gets an object of its own, because an attribute says so.</summary>
        public bool IsCopied { get; init; }

        /// <summary>Whether its values are references or hold any.</summary>
        public bool HoldsReferences { get; init; }

        /// <summary>Whether it is written and read as JSON, too.</summary>
        public bool HasJson { get; init; }

        /// <summary>The methods that make it, or a member of it, of what that was in older documents.</summary>
        public EquatableArray<MigrationModel> Migrations { get; init; } = EquatableArray<MigrationModel>.Empty;

        /// <summary>Whether a method may make the type as a whole of what it was.</summary>
        public bool CanMigrate => IsPrinted || Shape is ShapeKind.Record or ShapeKind.Union;

        /// <summary>Whether it is a class whose objects may be tracked.</summary>
        public bool IsClass => !IsValueType && (IsPrinted || UserDefined != null || Shape == ShapeKind.Union);

        /// <summary>
        /// The keys of the types that migrations take. Values of this type hold none of them, but its codec needs theirs.
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

        /// <summary>The type without what only JSON needs.</summary>
        public TypeModel WithoutJson() => JsonForm.Length == 0
            && Members.All(member => member.JsonForm.Length == 0 && member.Extension == null) ? this : this with
            {
                Record = Record is { } record ? record with { JsonForm = "" } : null,
                Members = new EquatableArray<MemberModel>(Members.Select(member => member with { JsonForm = "", Extension = null })
                .ToArray()),
            };

        /// <summary>Whether it stands in a row as a number, with a payload or, of a reference, without.</summary>
        public bool HasLengthPrefix => IsTracked || Shape is ShapeKind.LengthPrefix or ShapeKind.Union;

        /// <summary>What code for other types may know of this one: an edit of anything else leaves their files alone.</summary>
        public TypeModel Outline() => new TypeModel(Key, Shape, IsValueType, ClassName, CodecType, "", Slot, SlotBytes, Parts,
            EquatableArray<MemberModel>.Empty)
        { Enum = Enum?.Outline(), Surrogate = Surrogate, Reference = Reference, HoldsReferences = HoldsReferences };
    }
}
