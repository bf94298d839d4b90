namespace Kitbag.Generator.Model
{
    /// <summary>Describes an object except for its name and its members.</summary>
    /// <param name="ConstructionKind">How it is created.</param>
    /// <param name="Parameters">The parameters of its constructor.</param>
    internal sealed record ObjectModel(ConstructionKind ConstructionKind, EquatableArray<ParameterModel> Parameters)
    {
        /// <summary>
        /// Gets or initializes a value indicating whether other classes may derive from its class, so that the type of a value must be
        /// checked.
        /// </summary>
        public bool IsOpen { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether the values in a new object are set only by initializers of members.
        /// </summary>
        public bool IsPredictable { get; init; }

        /// <summary>Gets or initializes a value indicating whether creating it runs no code of the program.</summary>
        public bool IsMadeWithoutCode { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether reading one of its members may run code that rejects the value.
        /// </summary>
        public bool HasRefusingMembers { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether it is a struct whose constructor may throw an exception for default values,
        /// although the default value of the struct has them.
        /// </summary>
        public bool MayRejectDefault { get; init; }

        /// <summary>
        /// Gets or initializes, for a generic type that only an accessor can create, how the accessor is written; otherwise null.
        /// </summary>
        public OpenTypeModel? OpenConstructor { get; init; }

        /// <summary>Gets or initializes a value indicating whether it is a class that derives from another one.</summary>
        public bool IsDerived { get; init; }

        /// <summary>Names that the type had in older documents.</summary>
        public EquatableArray<string> FormerNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Fields and properties that are <c>required</c> but no members, as C# writes them.</summary>
        public EquatableArray<string> UnsetRequired { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Gets or initializes, for a tracked object, the marked constructor that runs when all its arguments are complete; otherwise null.
        /// </summary>
        public LateConstructorModel? LateConstructor { get; init; }

        /// <summary>
        /// Gets or initializes, for an object that is created without a constructor, the fields with initializers that are not members.
        /// </summary>
        public EquatableArray<InitialFieldModel> InitialFields { get; init; } = EquatableArray<InitialFieldModel>.Empty;

        /// <summary>The methods to call before it is written.</summary>
        public EquatableArray<CallbackModel> Before { get; init; } = EquatableArray<CallbackModel>.Empty;

        /// <summary>The methods to call once it is read.</summary>
        public EquatableArray<CallbackModel> After { get; init; } = EquatableArray<CallbackModel>.Empty;

        /// <summary>
        /// Gets or initializes how unknown members in JSON are handled: -1 if the options decide, 0 if they are errors, 1 if they are
        /// skipped.
        /// </summary>
        public int JsonUnknown { get; init; } = -1;

        /// <summary>
        /// The names of its fields and properties that are not members, in C#: texts of other serializers contain computed properties.
        /// </summary>
        public EquatableArray<string> JsonSkipped { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Those that attributes specify.</summary>
        public EquatableArray<string> JsonSkippedFixed { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Gets or initializes a value indicating whether JSON represents values of derived types as if they were of this type.
        /// </summary>
        public bool IsJsonFallback { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether a method of the program may create it from the value in older documents.
        /// </summary>
        public bool IsMigrated { get; init; }

        /// <summary>Gets or initializes a value indicating whether its objects replace those of classes that the program lacks.</summary>
        public bool StandsForUnknown { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether it is the type of a member without a setter, whose value is populated.
        /// </summary>
        public bool IsPopulated { get; init; }
    }
}
