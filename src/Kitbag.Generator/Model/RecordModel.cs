namespace Kitbag.Generator.Model
{
    /// <summary>Describes a record except for its name and its fields.</summary>
    /// <param name="Parameters">The parameters of the constructor that creates objects in JSON; none if a default is equivalent.</param>
    /// <param name="JsonForm">The key of the object as which JSON represents it if attributes specify more than names; otherwise
    /// empty.</param>
    /// <param name="HasConstructor">Whether it has a parameterless constructor, so that a new one may differ from zeros.</param>
    internal sealed record RecordModel(EquatableArray<ParameterModel> Parameters, string JsonForm, bool HasConstructor)
    {
        /// <summary>
        /// Gets or initializes the names of properties that are computed or ignored, as <see cref="ObjectModel.JsonSkipped"/>; those that
        /// attributes specify are only in the object for JSON.
        /// </summary>
        public EquatableArray<string> JsonSkipped { get; init; } = EquatableArray<string>.Empty;
    }
}
