namespace Kitbag.Generator.Model
{
    /// <summary>A root as its call site names it.</summary>
    /// <param name="TypeId">The reference id of the type, as documentation comments write it; empty where there is none.</param>
    /// <param name="Name">The type for people to read.</param>
    /// <param name="OpenParameter">The type parameter, where the argument is one; else empty.</param>
    /// <param name="Place">Where it stands.</param>
    internal sealed record RootModel(string TypeId, string Name, string OpenParameter, PlaceModel Place)
    {
        /// <summary>Whether an attribute names it, so that members of type object may hold it.</summary>
        public bool IsRegistered { get; init; }

        /// <summary>Whether what it reaches has to be written and read as JSON, too.</summary>
        public bool HasJson { get; init; }

        /// <summary>Whether it is no type, but says that all types of the compilation have JSON: a call asks for JSON by Type.</summary>
        public bool IsJsonByType { get; init; }

        /// <summary>Of an open root: how many closed forms it would have.</summary>
        public long Forms { get; init; }

        /// <summary>What the generator failed with there; empty where it did not.</summary>
        public string Failure { get; init; } = "";

        /// <summary>A place at which the generator failed.</summary>
        public static RootModel Failed(string step, PlaceModel place, string failure) =>
            new RootModel("", step, "", place) { Failure = failure };

        /// <summary>Whether all its instance fields are its members, whatever their access.</summary>
        public bool ByFields { get; init; }

        /// <summary>What an attribute says of whether its objects are tracked; null where it says nothing.</summary>
        public bool? Tracked { get; init; }
    }

    /// <summary>A place in the source.</summary>
    internal sealed record PlaceModel(string File, int Start, int Length)
    {
        /// <summary>No place.</summary>
        public static readonly PlaceModel None = new PlaceModel("", 0, 0);
    }

    /// <summary>A diagnostic, before it is one. It names symbols instead of a place, which each key stroke above it would change.</summary>
    /// <param name="Id">The rule's id.</param>
    /// <param name="Symbol">The declaration id of the member or type at which it is reported; empty where none is in this compilation's
    /// source.</param>
    /// <param name="Root">Then the id of the root that led there: it is reported where that stands.</param>
    /// <param name="Arguments">What the message names.</param>
    internal sealed record DiagnosticModel(string Id, string Symbol, string Root, EquatableArray<string> Arguments)
    {
        /// <summary>The member, of the type that <see cref="Symbol"/> names or of its bases, at which it is reported; else empty.</summary>
        public string Member { get; init; } = "";

        /// <summary>The line of the lock file at which it is reported, from 1; 0 where it is reported in source.</summary>
        public int Line { get; init; }

        /// <summary>Members, like <see cref="Member"/>, which may be meant: for code fixes.</summary>
        public EquatableArray<string> Candidates { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The name that documents have, for code fixes; else empty.</summary>
        public string OldName { get; init; } = "";

        /// <summary>The number that a value of an enum has in documents, for code fixes; else empty.</summary>
        public string OldNumber { get; init; } = "";

        /// <summary>The type that a member has in documents, as C# writes it, for code fixes; else empty.</summary>
        public string OldType { get; init; } = "";

        /// <summary>The declarations of the program's own types in it, as they were; empty where there are none.</summary>
        public string OldDeclarations { get; init; } = "";

        /// <summary>The lock file as it should be, for code fixes; else empty.</summary>
        public string LockText { get; init; } = "";

        /// <summary>The declaration ids of what there is to choose from, for code fixes.</summary>
        public EquatableArray<string> Choices { get; init; } = EquatableArray<string>.Empty;
    }

    /// <summary>What the parser made of the roots.</summary>
    internal sealed record ParseResult(AssemblyModel Assembly, EquatableArray<DiagnosticModel> Diagnostics);
}
