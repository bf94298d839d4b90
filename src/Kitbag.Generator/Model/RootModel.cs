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

        /// <summary>Whether all its instance fields are its members, whatever their access.</summary>
        public bool ByFields { get; init; }
    }

    /// <summary>A place in the source.</summary>
    internal sealed record PlaceModel(string File, int Start, int Length);

    /// <summary>A diagnostic, before it is one.</summary>
    internal sealed record DiagnosticModel(string Id, PlaceModel Place, EquatableArray<string> Arguments);

    /// <summary>What the parser made of the roots.</summary>
    internal sealed record ParseResult(AssemblyModel Assembly, EquatableArray<DiagnosticModel> Diagnostics);
}
