namespace Kitbag.Generator.Model
{
    /// <summary>What an object is besides its name and its members.</summary>
    /// <param name="ConstructionKind">How it is made.</param>
    /// <param name="Parameters">What its constructor is given.</param>
    internal sealed record ObjectModel(ConstructionKind ConstructionKind, EquatableArray<ParameterModel> Parameters)
    {
        /// <summary>Whether its class may have others derived from it, so that a value's type has to be looked at.</summary>
        public bool IsOpen { get; init; }

        /// <summary>Whether nothing but initializers of members sets what a new object holds.</summary>
        public bool IsPredictable { get; init; }

        /// <summary>Of a generic type that only an accessor makes: how that is written; else null.</summary>
        public OpenTypeModel? OpenConstructor { get; init; }

        /// <summary>Fields and properties that are <c>required</c> but no members, as C# writes them.</summary>
        public EquatableArray<string> Unwanted { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Of a tracked object: the marked constructor that runs when all that it is given is complete; else null.</summary>
        public LateConstructorModel? LateConstructor { get; init; }

        /// <summary>Of a tracked object that no constructor makes: fields that are no members, but have initializers.</summary>
        public EquatableArray<InitialFieldModel> InitialFields { get; init; } = EquatableArray<InitialFieldModel>.Empty;

        /// <summary>The methods to call before it is written.</summary>
        public EquatableArray<CallbackModel> Before { get; init; } = EquatableArray<CallbackModel>.Empty;

        /// <summary>The methods to call once it is read.</summary>
        public EquatableArray<CallbackModel> After { get; init; } = EquatableArray<CallbackModel>.Empty;

        /// <summary>
        /// Whether JSON may have members that it does not: -1 where the options tell, 0 where not, 1 where they are passed over.
        /// </summary>
        public int JsonUnknown { get; init; } = -1;

        /// <summary>Whether JSON has values of types that derive from it as if they were its own.</summary>
        public bool IsJsonFallback { get; init; }

        /// <summary>Whether a method of the program may make it of what it was in older documents.</summary>
        public bool IsMigrated { get; init; }

        /// <summary>Whether its objects stand for those of classes that the program lacks.</summary>
        public bool StandsForUnknown { get; init; }

        /// <summary>Whether a member without a setter holds it, which is then given the members of what was read.</summary>
        public bool IsPopulated { get; init; }
    }
}
