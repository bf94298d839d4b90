namespace Kitbag.Generator.Model
{
    /// <summary>What the lock file has to know of a type besides its schema.</summary>
    /// <param name="Symbol">Its declaration id, as documentation comments write it; empty where it is not declared in this project.</param>
    /// <param name="Namespace">Its namespace, which schemas do not have; empty where there is none.</param>
    /// <param name="Removed">What it has lost on purpose: names that documents have.</param>
    internal sealed record LockedModel(string Symbol, string Namespace, EquatableArray<string> Removed);
}
