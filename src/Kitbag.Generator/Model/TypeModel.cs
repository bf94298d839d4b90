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
    /// <param name="Underlying">Of an enum: the integer under it, as C# writes it; its values, as EnumCodec takes them, in <paramref name="EnumValues"/>.</param>
    /// <param name="EnumValues">Names and numbers of an enum.</param>
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
        string Underlying,
        string EnumValues,
        EquatableArray<string> Parts,
        EquatableArray<MemberModel> Members)
    {
        /// <summary>The type as C# writes it.</summary>
        public string Code => Key[0] == '=' ? Key.Substring(1) : Key[0] == '#' ? Key.Substring(Key.IndexOf('#', 1) + 1) : Key;

        /// <summary>Whether its codec is printed, member by member; that of other objects is a class of a library.</summary>
        public bool IsPrinted => Shape == ShapeKind.Object && CodecType.Length == 0;

        /// <summary>Of an enum: whether values are put together of others.</summary>
        public bool IsFlags { get; init; }

        /// <summary>Of an enum: whether JSON always has it by name.</summary>
        public bool IsByName { get; init; }

        /// <summary>Of an enum: names, each followed by one that it had before.</summary>
        public EquatableArray<string> FormerNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Of a record: the key of the object that it is in JSON where attributes say more of that than names; else empty.
        /// </summary>
        public string JsonForm { get; init; } = "";

        /// <summary>Of a number of another form in JSON: what System.Text.Json's JsonNumberHandling says; else 0.</summary>
        public int JsonNumbers { get; init; }

        /// <summary>
        /// Of an object: whether JSON may have members that it does not: -1 where the options tell, 0 where not, 1 where they are passed
        /// over.
        /// </summary>
        public int JsonUnknown { get; init; } = -1;

        /// <summary>Of an enum: names, each followed by the one that an attribute gives it in JSON.</summary>
        public EquatableArray<string> JsonNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Of an object: whether its class may have others derived from it, so that a value's type has to be looked at.</summary>
        public bool IsOpen { get; init; }

        /// <summary>Of an object: how it is made.</summary>
        public ConstructionKind ConstructionKind { get; init; }

        /// <summary>Of an object: what its constructor is given.</summary>
        public EquatableArray<ParameterModel> Parameters { get; init; } = EquatableArray<ParameterModel>.Empty;

        /// <summary>Whether nothing but initializers of members sets what a new object holds.</summary>
        public bool IsPredictable { get; init; }

        /// <summary>Of an object of a generic type that only an accessor makes: how that is written; else null.</summary>
        public OpenTypeModel? OpenConstructor { get; init; }

        /// <summary>Of an object: fields and properties that are <c>required</c> but no members, as C# writes them.</summary>
        public EquatableArray<string> Unwanted { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Of an object: the methods to call before it is written.</summary>
        public EquatableArray<CallbackModel> Before { get; init; } = EquatableArray<CallbackModel>.Empty;

        /// <summary>Of an object: the methods to call once it is read.</summary>
        public EquatableArray<CallbackModel> After { get; init; } = EquatableArray<CallbackModel>.Empty;

        /// <summary>Of a union: the concrete types, in order of their names.</summary>
        public EquatableArray<CaseModel> Cases { get; init; } = EquatableArray<CaseModel>.Empty;

        /// <summary>Of a union: the name in JSON of what tells the type where an attribute gives one; else empty.</summary>
        public string Discriminator { get; init; } = "";

        /// <summary>Of a union: whether JSON that tells an unknown type is that of the base.</summary>
        public bool IgnoresUnknown { get; init; }

        /// <summary>Of an object: whether JSON has values of types that derive from it as if they were its own.</summary>
        public bool IsJsonFallback { get; init; }

        /// <summary>Of a surrogate: the key of what is stored.</summary>
        public string Stored { get; init; } = "";

        /// <summary>Of a surrogate that converts by operators: the type that has them, as C# writes it; else empty.</summary>
        public string Operators { get; init; } = "";

        /// <summary>Of a collection that the program declares itself: how it is made.</summary>
        public UserDefinedCollectionModel? UserDefined { get; init; }

        /// <summary>Whether it is written and read as JSON, too.</summary>
        public bool HasJson { get; init; }

        /// <summary>Of an object: whether a member without a setter holds it, which is then given the members of what was read.</summary>
        public bool IsPopulated { get; init; }

        /// <summary>The keys of the types whose codecs it needs.</summary>
        /// <param name="isJson">Whether for JSON, too.</param>
        public IEnumerable<string> Uses(bool isJson)
        {
            foreach (string part in Parts)
                yield return part;
            foreach (CaseModel one in Cases)
                yield return one.TypeKey;
            foreach (MemberModel member in Members)
                yield return member.TypeKey;
            if (Stored.Length != 0)
                yield return Stored;
            if (!isJson)
                yield break;
            if (JsonForm.Length != 0)
                yield return JsonForm;
            foreach (MemberModel member in Members.Where(member => member.JsonForm.Length != 0))
                yield return member.JsonForm;
        }

        /// <summary>The type without what only JSON needs.</summary>
        public TypeModel WithoutJson() => JsonForm.Length == 0 && Members.All(member => member.JsonForm.Length == 0) ? this : this with
        {
            JsonForm = "",
            Members = new EquatableArray<MemberModel>(Members.Select(member => member with { JsonForm = "" }).ToArray()),
        };

        /// <summary>Whether it stands in a row as a length prefix and a payload.</summary>
        public bool HasLengthPrefix => Shape is ShapeKind.LengthPrefix or ShapeKind.Union;

        /// <summary>What code for other types may know of this one: an edit of anything else leaves their files alone.</summary>
        public TypeModel Outline() => new TypeModel(Key, Shape, IsValueType, ClassName, CodecType, "", Slot, SlotBytes, Underlying, "", Parts, EquatableArray<MemberModel>.Empty) { Stored = Stored };
    }

    /// <summary>How an object is made.</summary>
    internal enum ConstructionKind
    {
        /// <summary>By a constructor that generated code can call.</summary>
        Constructor,

        /// <summary>By a constructor that only an accessor reaches.</summary>
        HiddenConstructor,

        /// <summary>Without a constructor: all its fields are set.</summary>
        Uninitialized,

        /// <summary>A struct's default.</summary>
        Default,
    }

    /// <summary>A parameter of a constructor.</summary>
    /// <param name="Member">The place of its member among those of the type; -1 where only its default is passed.</param>
    /// <param name="Type">Its type, as C# writes it.</param>
    /// <param name="Default">Its default value, as C# writes it; empty where it has none.</param>
    internal sealed record ParameterModel(int Member, string Type, string Default)
    {
        /// <summary>The method that makes an array of what an interface is read as.</summary>
        public const string ToArray = "ToArray";

        /// <summary>
        /// What stands before the parenthesized value of the member where its type is not the parameter's: a cast or a method; else empty.
        /// </summary>
        public string Conversion { get; init; } = "";
    }

    /// <summary>A method that an interface declares, to be called.</summary>
    internal sealed record CallbackModel(string Interface, string Method);

    /// <summary>A concrete type of a union.</summary>
    /// <param name="TypeKey">The key of its type.</param>
    /// <param name="Name">Its name in the schema.</param>
    /// <param name="JsonName">What <c>$type</c> says of it; null where it is left out.</param>
    /// <param name="FullName">Its name with its namespace.</param>
    /// <param name="ShortName">Its name without its namespace.</param>
    /// <param name="FormerNames">Names that it had in older documents.</param>
    internal sealed record CaseModel(string TypeKey, string Name, string? JsonName, string FullName, string ShortName,
        EquatableArray<string> FormerNames)
    {
        /// <summary>Whether JSON has its name as a number.</summary>
        public bool IsNumber { get; init; }

        /// <summary>The place of the case as which JSON has it; -1 where it is its own.</summary>
        public int JsonFallback { get; init; } = -1;
    }

    /// <summary>A member of an object or a field of a record.</summary>
    /// <param name="Name">Its name in the schema.</param>
    /// <param name="Access">Its name as C# writes it.</param>
    /// <param name="TypeKey">The key of its type.</param>
    internal sealed record MemberModel(string Name, string Access, string TypeKey)
    {
        /// <summary>Its name in JSON where an attribute gives one; else null.</summary>
        public string? JsonName { get; init; }

        /// <summary>The key of its form in JSON where an attribute asks for another than its type's; else empty.</summary>
        public string JsonForm { get; init; } = "";

        /// <summary>Whether JSON has to have it, by an attribute; binary documents need not.</summary>
        public bool IsJsonRequired { get; init; }

        /// <summary>Whether JSON is added to what it holds, by an attribute.</summary>
        public bool IsJsonExtended { get; init; }

        /// <summary>Whether it holds what JSON has besides the members of its type, which stands among them.</summary>
        public bool IsExtensionData { get; init; }

        /// <summary>Whether it is read from JSON; else it is passed over.</summary>
        public bool IsJsonRead { get; init; } = true;

        /// <summary>Its place among the members in JSON.</summary>
        public int JsonIndex { get; init; }

        /// <summary>When JSON has it.</summary>
        public JsonPresence Presence { get; init; }

        /// <summary>When it is set.</summary>
        public MemberAssignment Assignment { get; init; }

        /// <summary>Whether the initializer has to name it although the constructor gives it: it is <c>required</c>.</summary>
        public bool IsInitializedToo { get; init; }

        /// <summary>Whether no object can be made without it.</summary>
        public bool IsRequired { get; init; }

        /// <summary>What it holds in a new object.</summary>
        public InitialValue Initial { get; init; }

        /// <summary>Names that it had in older documents.</summary>
        public EquatableArray<string> FormerNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The type that declares it, as C# writes it, where an accessor is needed; else empty.</summary>
        public string Declaring { get; init; } = "";

        /// <summary>Of an accessor into a generic type: how that is written; else null.</summary>
        public OpenTypeModel? Open { get; init; }

        /// <summary>Whether its accessors are methods that are added to its type.</summary>
        public bool IsPartial { get; init; }

        /// <summary>The field behind it, where an accessor has to reach that; else empty.</summary>
        public string HiddenField { get; init; } = "";

        /// <summary>Whether its getter, or its setter, is reached by an accessor.</summary>
        public bool HasHiddenGetter { get; init; }

        /// <summary>Whether its setter is reached by an accessor.</summary>
        public bool HasHiddenSetter { get; init; }
    }

    /// <summary>What a member holds in a new object.</summary>
    internal enum InitialValue
    {
        /// <summary>Whatever.</summary>
        Unknown,

        /// <summary>What its initializer says, which is always the same.</summary>
        Constant,

        /// <summary>The default of its type.</summary>
        Default,
    }

    /// <summary>When a member is set.</summary>
    internal enum MemberAssignment
    {
        /// <summary>After its object was made.</summary>
        After,

        /// <summary>In the object's initializer.</summary>
        Initializer,

        /// <summary>By the constructor.</summary>
        Constructor,

        /// <summary>Not at all: what the constructor makes is populated with what was read.</summary>
        Populate,
    }

    /// <summary>When a member is written as JSON.</summary>
    internal enum JsonPresence
    {
        /// <summary>As the options say.</summary>
        ByOptions,

        /// <summary>Always.</summary>
        Always,

        /// <summary>Unless it is null.</summary>
        UnlessNull,

        /// <summary>Unless it is the default of its type.</summary>
        UnlessDefault,

        /// <summary>Never.</summary>
        Never,
    }

    /// <summary>All that code is generated for in one compilation.</summary>
    /// <param name="Namespace">The namespace of the generated code, one for each assembly.</param>
    /// <param name="Types">The types that the roots reach, each after those that it needs.</param>
    /// <param name="Roots">The keys of the roots.</param>
    /// <param name="DeclaresModuleInitializer">Whether the attribute for module initializers has to be declared.</param>
    internal sealed record AssemblyModel(string Namespace, EquatableArray<TypeModel> Types, EquatableArray<string> Roots, bool DeclaresModuleInitializer)
    {
        /// <summary>The keys of those roots that are written and read as JSON, too.</summary>
        public EquatableArray<string> JsonRoots { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The assembly's name.</summary>
        public string Name { get; init; } = "";

        /// <summary>The attributes by which runtimes are told to register the codecs when they load the assembly.</summary>
        public EquatableArray<string> Initializers { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The types that methods are added to, in order of their names.</summary>
        public EquatableArray<PartialTypeModel> Partials { get; init; } = EquatableArray<PartialTypeModel>.Empty;

        /// <summary>The ids of warnings that attributes of the types bring with them, to be silenced.</summary>
        public EquatableArray<string> Warnings { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The objects, each of which has a file of its own.</summary>
        public IEnumerable<UnitModel> Units()
        {
            Dictionary<string, TypeModel> outlines = Types.ToDictionary(type => type.Key, type => type.Outline());
            foreach (TypeModel type in Types.Where(type => type.IsPrinted))
            {
                var seen = new List<TypeModel>();
                foreach (MemberModel member in type.Members)
                {
                    AddOutlines(outlines, member.TypeKey, seen);
                    if (member.JsonForm.Length != 0)
                        AddOutlines(outlines, member.JsonForm, seen);
                }
                yield return new UnitModel(Namespace, type, new EquatableArray<TypeModel>(seen.ToArray())) { Warnings = Warnings };
            }
        }

        // A row stores what a nullable holds, and what stands for a type.
        private static void AddOutlines(Dictionary<string, TypeModel> outlines, string key, List<TypeModel> seen)
        {
            TypeModel type = outlines[key];
            if (seen.Contains(type))
                return;
            seen.Add(type);
            if (type.Shape == ShapeKind.Nullable)
                AddOutlines(outlines, type.Parts[0], seen);
            if (type.Shape == ShapeKind.Surrogate)
                AddOutlines(outlines, type.Stored, seen);
        }

        /// <summary>What the files of the assembly as a whole are made of: everything but the insides of objects.</summary>
        public AssemblyModel Summary() => this with { Types = new EquatableArray<TypeModel>(Types.Select(type => type.IsPrinted ? type.Outline() : type).ToArray()) };
    }

    /// <summary>What one file of generated code is made of: a type, and what the types of its members look like from outside.</summary>
    internal sealed record UnitModel(string Namespace, TypeModel Type, EquatableArray<TypeModel> Outlines)
    {
        /// <inheritdoc cref="AssemblyModel.Warnings"/>
        public EquatableArray<string> Warnings { get; init; } = EquatableArray<string>.Empty;
    }
}
