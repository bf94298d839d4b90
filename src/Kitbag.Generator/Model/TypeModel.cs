namespace Kitbag.Generator.Model
{
    /// <summary>What a type is to generated code. The numbers of the first ones and of Record are those of Kitbag.Codecs.CodecShape.</summary>
    internal enum ShapeKind
    {
        Leaf,
        Head,
        Enum,
        Nullable,
        Record,
        Object,
    }

    /// <summary>How a member stands in a row; the names are those of Kitbag.Schema.SlotKind.</summary>
    internal enum SlotKind
    {
        Flag,
        Byte,
        Word32,
        Word64,
        Double64,
        Fixed,
        Object,
        Struct,
    }

    /// <summary>A type of the graph, as far as code is generated for it. Other types are named by their keys.</summary>
    /// <param name="Key">The type as C# writes it, with <c>global::</c>: unique.</param>
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
        /// <summary>Of an enum: whether values are put together of others.</summary>
        public bool IsFlags { get; init; }

        /// <summary>Of an enum: whether JSON always has it by name.</summary>
        public bool IsByName { get; init; }
    }

    /// <summary>A member of an object or a field of a record.</summary>
    /// <param name="Name">Its name in the schema.</param>
    /// <param name="Access">Its name as C# writes it.</param>
    /// <param name="TypeKey">The key of its type.</param>
    internal sealed record MemberModel(string Name, string Access, string TypeKey)
    {
        /// <summary>Its name in JSON where an attribute gives one; else empty.</summary>
        public string JsonName { get; init; } = "";

        /// <summary>Its place among the members in JSON.</summary>
        public int JsonIndex { get; init; }

        /// <summary>When JSON has it.</summary>
        public JsonPresence Presence { get; init; }
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
    }

    /// <summary>All that code is generated for in one compilation.</summary>
    /// <param name="Namespace">The namespace of the generated code, one for each assembly.</param>
    /// <param name="Types">The types that the roots reach, each after those that it needs.</param>
    /// <param name="Roots">The keys of the roots.</param>
    /// <param name="DeclaresModuleInitializer">Whether the attribute for module initializers has to be declared.</param>
    internal sealed record AssemblyModel(string Namespace, EquatableArray<TypeModel> Types, EquatableArray<string> Roots, bool DeclaresModuleInitializer);
}
