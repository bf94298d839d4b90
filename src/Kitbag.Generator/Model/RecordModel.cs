namespace Kitbag.Generator.Model
{
    /// <summary>What a record is besides its name and its fields.</summary>
    /// <param name="Parameters">What the constructor is given that objects are made by in JSON; none where a default is as good.</param>
    /// <param name="JsonForm">The key of the object that it is in JSON where attributes say more of that than names; else empty.</param>
    /// <param name="HasConstructor">Whether it has a constructor without parameters, so that a new one may be more than zeros.</param>
    internal sealed record RecordModel(EquatableArray<ParameterModel> Parameters, string JsonForm, bool HasConstructor);
}
