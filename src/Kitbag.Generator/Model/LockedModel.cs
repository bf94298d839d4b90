namespace Kitbag.Generator.Model
{
    /// <summary>Contains the information about a type that the lock file needs in addition to its schema.</summary>
    /// <param name="Symbol">Its declaration id as in documentation comments; empty if it is not declared in this project.</param>
    /// <param name="Namespace">Its namespace, which schemas do not contain; empty if there is none.</param>
    /// <param name="Removed">The names in documents that were removed intentionally.</param>
    internal sealed record LockedModel(string Symbol, string Namespace, EquatableArray<string> Removed);
}
