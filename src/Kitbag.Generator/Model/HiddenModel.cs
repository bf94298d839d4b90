namespace Kitbag.Generator.Model
{
    /// <summary>Describes what a project provides to other projects about members that compilers do not show to them.</summary>
    /// <param name="Namespace">The namespace of the generated code.</param>
    /// <param name="Types">The types that have hidden members.</param>
    /// <param name="IsMarked">Whether the assembly must be marked as processed.</param>
    /// <param name="Diagnostics">Diagnostics about included members.</param>
    internal sealed record HiddenModel(string Namespace, EquatableArray<HiddenTypeModel> Types, bool IsMarked,
        EquatableArray<DiagnosticModel> Diagnostics)
    {
        /// <summary>A project that has nothing to tell.</summary>
        public static readonly HiddenModel None =
            new HiddenModel("", EquatableArray<HiddenTypeModel>.Empty, false, EquatableArray<DiagnosticModel>.Empty);

        /// <summary>The types to which methods are added that code generated in other projects calls.</summary>
        public EquatableArray<PartialTypeModel> Offered { get; init; } = EquatableArray<PartialTypeModel>.Empty;

        /// <summary>Creates a model for a project whose hidden members could not be determined.</summary>
        public static HiddenModel Failed(string text) =>
            None with
            {
                Diagnostics = new EquatableArray<DiagnosticModel>(new[] {
                Generator.Diagnostics.Defects.OfStep("the members that other projects do not see", text) })
            };
    }

    /// <summary>Describes a type with hidden members.</summary>
    /// <param name="Type">The type as an operand of typeof: an open generic one without type arguments.</param>
    /// <param name="ClassName">The name of the class that declares them again, with type parameters.</param>
    /// <param name="Constraints">The constraints of the type parameters in C#.</param>
    /// <param name="IsByFields">Whether all its fields are its members.</param>
    /// <param name="Order">The names of its fields and properties, in order of declaration.</param>
    /// <param name="Members">The declarations in C#.</param>
    internal sealed record HiddenTypeModel(string Type, string ClassName, string Constraints, bool IsByFields, EquatableArray<string> Order,
        EquatableArray<string> Members);
}
