namespace Kitbag.Generator.Model
{
    /// <summary>Describes a root as named by its call site.</summary>
    /// <param name="TypeId">The reference id of the type as in documentation comments, or another unique text for an anonymous type, which
    /// has none; empty if there is no type.</param>
    /// <param name="Name">The display name of the type.</param>
    /// <param name="OpenParameter">The type parameter if the argument is one; otherwise empty.</param>
    /// <param name="Place">The position in the source.</param>
    internal sealed record RootModel(string TypeId, string Name, string OpenParameter, PlaceModel Place)
    {
        /// <summary>
        /// Gets or initializes a value indicating whether an attribute names it, so that members of type object may contain it.
        /// </summary>
        public bool IsRegistered { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether the types that it reaches must be written and read as JSON, too.
        /// </summary>
        public bool HasJson { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating that this is not a type, but a call for JSON by Type, so that all types of the
        /// compilation have JSON.
        /// </summary>
        public bool IsJsonByType { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating that an attribute names its definition, and the program mentions this constructed type,
        /// perhaps without ever writing an object of it: it is no root if it cannot be serialized, but others of its definition can.
        /// </summary>
        public bool IsMentioned { get; init; }

        /// <summary>Gets or initializes, for an open root, the number of its closed forms.</summary>
        public long Forms { get; init; }

        /// <summary>Gets or initializes the failure of the generator at this root; empty if there was none.</summary>
        public string Failure { get; init; } = "";

        /// <summary>A place at which the generator failed.</summary>
        public static RootModel Failed(string step, PlaceModel place, string failure) =>
            new RootModel("", step, "", place) { Failure = failure };

        /// <summary>
        /// Gets or initializes a value indicating whether all its instance fields are its members, whatever their accessibility.
        /// </summary>
        public bool ByFields { get; init; }

        /// <summary>
        /// Gets or initializes whether an attribute specifies that its objects are tracked; null if it does not specify this.
        /// </summary>
        public bool? Tracked { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether it is no root, because an attribute of the assembly only specifies how its
        /// objects are stored where a root contains them.
        /// </summary>
        public bool IsChoice { get; init; }
    }

    /// <summary>A place in the source.</summary>
    internal sealed record PlaceModel(string File, int Start, int Length)
    {
        /// <summary>No place.</summary>
        public static readonly PlaceModel None = new PlaceModel("", 0, 0);
    }

    /// <summary>Describes a diagnostic. It contains symbols instead of a position, which would change with each edit above it.</summary>
    /// <param name="Id">The id of the rule.</param>
    /// <param name="Symbol">The declaration id of the member or type at which it is reported; empty if there is none in the source of this
    /// compilation.</param>
    /// <param name="Root">In that case, the id of the root that led there: it is reported at the root.</param>
    /// <param name="Arguments">The arguments of the message.</param>
    internal sealed record DiagnosticModel(string Id, string Symbol, string Root, EquatableArray<string> Arguments)
    {
        /// <summary>
        /// Gets or initializes the member, of the type <see cref="Symbol"/> or of its bases, at which it is reported; otherwise empty.
        /// </summary>
        public string Member { get; init; } = "";

        /// <summary>
        /// Gets or initializes the line of the lock file at which it is reported, starting with 1; 0 if it is reported in source.
        /// </summary>
        public int Line { get; init; }

        /// <summary>Members, like <see cref="Member"/>, which may be meant: for code fixes.</summary>
        public EquatableArray<string> Candidates { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Gets or initializes the name in documents, for code fixes; otherwise empty.</summary>
        public string OldName { get; init; } = "";

        /// <summary>Gets or initializes the number of an enum value in documents, for code fixes; otherwise empty.</summary>
        public string OldNumber { get; init; } = "";

        /// <summary>Gets or initializes the type of a member in documents in C#, for code fixes; otherwise empty.</summary>
        public string OldType { get; init; } = "";

        /// <summary>The declarations of the program's own types in it, as they were; empty where there are none.</summary>
        public string OldDeclarations { get; init; } = "";

        /// <summary>Gets or initializes the corrected lock file, for code fixes; otherwise empty.</summary>
        public string LockText { get; init; } = "";

        /// <summary>Gets or initializes the declaration ids of the possible choices, for code fixes.</summary>
        public EquatableArray<string> Choices { get; init; } = EquatableArray<string>.Empty;
    }

    /// <summary>Contains the result of parsing the roots.</summary>
    internal sealed record ParseResult(AssemblyModel Assembly, EquatableArray<DiagnosticModel> Diagnostics);
}
