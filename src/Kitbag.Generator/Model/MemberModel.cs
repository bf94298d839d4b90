namespace Kitbag.Generator.Model
{
    /// <summary>A member of an object or a field of a record.</summary>
    /// <param name="Name">Its name in the schema.</param>
    /// <param name="Access">Its name as C# writes it.</param>
    /// <param name="TypeKey">The key of its type.</param>
    internal sealed record MemberModel(string Name, string Access, string TypeKey)
    {
        /// <summary>Gets or initializes its name in JSON if an attribute specifies one; otherwise null.</summary>
        public string? JsonName { get; init; }

        /// <summary>
        /// Gets or initializes the key of its form in JSON if an attribute specifies one other than that of its type; otherwise empty.
        /// </summary>
        public string JsonForm { get; init; } = "";

        /// <summary>
        /// Gets or initializes a value indicating whether an attribute requires it in JSON; it is not required in binary documents.
        /// </summary>
        public bool IsJsonRequired { get; init; }

        /// <summary>Gets or initializes a value indicating whether an attribute causes JSON to be added to its existing value.</summary>
        public bool IsJsonExtended { get; init; }

        /// <summary>Gets or initializes, for a member with extension data, how it stores them; otherwise null.</summary>
        public ExtensionDataModel? Extension { get; init; }

        /// <summary>Gets a value indicating whether it stores the members in JSON that its type lacks.</summary>
        public bool IsExtensionData => Extension != null;

        /// <summary>Gets or initializes a value indicating whether it stores the members in documents that its type lacks.</summary>
        public bool IsUnknownStore { get; init; }

        /// <summary>Gets or initializes a value indicating whether it is read from JSON; otherwise it is skipped.</summary>
        public bool IsJsonRead { get; init; } = true;

        /// <summary>Gets or initializes its index among the members in JSON.</summary>
        public int JsonIndex { get; init; }

        /// <summary>When JSON has it.</summary>
        public JsonPresence Presence { get; init; }

        /// <summary>When it is set.</summary>
        public MemberAssignment Assignment { get; init; }

        /// <summary>Gets or initializes a value indicating whether its setter runs code of the program, which may throw.</summary>
        public bool HasSetterCode { get; init; }

        /// <summary>Gets or initializes its index in the order in which members are set.</summary>
        public int SetIndex { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether it is set once all members have been read, because its setter depends on another
        /// member, or another setter on it.
        /// </summary>
        public bool IsSetLast { get; init; }

        /// <summary>Gets or initializes a value indicating whether setters of other members may set it, or change its content.</summary>
        public bool IsSetByOthers { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether it is set again after its object was made, because setters that run later set it,
        /// too.
        /// </summary>
        public bool IsSetAgain { get; init; }

        /// <summary>Gets or initializes the values for which it is set after its object was made.</summary>
        public SetValues SetValues { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether it is set before and after the other members, because their setters may use it or
        /// set it, too.
        /// </summary>
        public bool IsSetTwice { get; init; }

        /// <summary>
        /// Gets or initializes the names of the members that contain its value, because its setter only changes the content of these: it
        /// is called only if a document lacks one of them.
        /// </summary>
        public EquatableArray<string> Containers { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Gets a value indicating whether it is set after its object was made.</summary>
        public bool IsSetAfter => Assignment == MemberAssignment.After || IsSetAgain;

        /// <summary>
        /// Gets or initializes a value indicating whether the initializer must set it in addition to the constructor, because it is
        /// <c>required</c>.
        /// </summary>
        public bool IsInitializedToo { get; init; }

        /// <summary>Gets or initializes a value indicating whether no object can be created without it.</summary>
        public bool IsRequired { get; init; }

        /// <summary>
        /// Gets or initializes, in a type with required members, a value indicating whether the source shows that it has the default of its
        /// type in an object that was read without it.
        /// </summary>
        public bool IsDefaultIfMissing { get; init; }

        /// <summary>
        /// Gets or initializes the value of its initializer in C# if objects are created without running it; empty if it is the default.
        /// </summary>
        public string InitialText { get; init; } = "";

        /// <summary>
        /// Gets or initializes a value indicating whether its value in a new object depends on other members that the constructor takes.
        /// </summary>
        public bool IsMadeOfOthers { get; init; }

        /// <summary>Gets or initializes its value in a new object.</summary>
        public InitialValue Initial { get; init; }

        /// <summary>Names that it had in older documents.</summary>
        public EquatableArray<string> FormerNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Gets or initializes the declaring type in C# if an accessor is needed; otherwise empty.</summary>
        public string Declaring { get; init; } = "";

        /// <summary>
        /// Gets or initializes the type in C# of what an accessor calls if that is another one than the member's, because an override
        /// returns a derived class; otherwise empty.
        /// </summary>
        public string AccessorType { get; init; } = "";

        /// <summary>Gets or initializes, for an accessor into a generic type, how it is written; otherwise null.</summary>
        public OpenTypeModel? Open { get; init; }

        /// <summary>Gets or initializes a value indicating whether its accessors are methods that are added to its type.</summary>
        public bool IsPartial { get; init; }

        /// <summary>Gets or initializes its backing field if an accessor must access that; otherwise empty.</summary>
        public string HiddenField { get; init; } = "";

        /// <summary>Gets or initializes a value indicating whether an accessor is needed for its getter.</summary>
        public bool HasHiddenGetter { get; init; }

        /// <summary>Gets or initializes a value indicating whether an accessor is needed for its setter.</summary>
        public bool HasHiddenSetter { get; init; }
    }

    /// <summary>Specifies the value of a member in a new object.</summary>
    internal enum InitialValue
    {
        /// <summary>The value is unknown.</summary>
        Unknown,

        /// <summary>The value of its initializer, which is constant.</summary>
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

        /// <summary>It is not assigned: the value that the constructor created is populated.</summary>
        Populate,
    }

    /// <summary>The values of a member that are set after its object was made.</summary>
    internal enum SetValues
    {
        /// <summary>All.</summary>
        All,

        /// <summary>Only null, because the constructor keeps other values.</summary>
        Null,

        /// <summary>
        /// All but null if the member is null already, because the setter rejects null, or would remove the value of another member.
        /// </summary>
        OtherThanNull,

        /// <summary>
        /// Those that the member does not have already, because the setter rejects some values, or would remove the value of another
        /// member.
        /// </summary>
        Different,

        /// <summary>Like <see cref="Different"/>, for floating-point numbers.</summary>
        OtherBits,
    }

    /// <summary>When a member is written as JSON.</summary>
    internal enum JsonPresence
    {
        /// <summary>The options decide.</summary>
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
