namespace Kitbag.Generator.Model
{
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

        /// <summary>Of a member that holds what JSON has besides the members of its type: how it does; else null.</summary>
        public ExtensionDataModel? Extension { get; init; }

        /// <summary>Whether it holds what JSON has besides the members of its type, which stands among them.</summary>
        public bool IsExtensionData => Extension != null;

        /// <summary>Whether it holds what documents have of its object and its type lacks.</summary>
        public bool IsUnknownStore { get; init; }

        /// <summary>Whether it is read from JSON; else it is passed over.</summary>
        public bool IsJsonRead { get; init; } = true;

        /// <summary>Its place among the members in JSON.</summary>
        public int JsonIndex { get; init; }

        /// <summary>When JSON has it.</summary>
        public JsonPresence Presence { get; init; }

        /// <summary>When it is set.</summary>
        public MemberAssignment Assignment { get; init; }

        /// <summary>Whether setting it runs code of the program, which may throw.</summary>
        public bool HasSetterCode { get; init; }

        /// <summary>Whether the initializer has to name it although the constructor gives it: it is <c>required</c>.</summary>
        public bool IsInitializedToo { get; init; }

        /// <summary>Whether no object can be made without it.</summary>
        public bool IsRequired { get; init; }

        /// <summary>
        /// What its initializer says, as C# writes it, where objects are made without running it; empty where that is the default.
        /// </summary>
        public string InitialText { get; init; } = "";

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
}
