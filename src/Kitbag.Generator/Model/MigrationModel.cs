namespace Kitbag.Generator.Model
{
    /// <summary>Describes a method that creates a value from the value in older documents.</summary>
    /// <param name="Member">The name in the schema of the member that it creates; empty if it creates the type itself.</param>
    /// <param name="From">The name of the old member if it is not a name of the member; otherwise empty.</param>
    /// <param name="TypeKey">The key of the type of its parameter.</param>
    /// <param name="Method">Its name in C#.</param>
    internal sealed record MigrationModel(string Member, string From, string TypeKey, string Method)
    {
        /// <summary>The type that declares it, as C# writes it.</summary>
        public string Declaring { get; init; } = "";

        /// <summary>Gets or initializes its name in messages, which is preceded by that of its type.</summary>
        public string Name { get; init; } = "";

        /// <summary>Gets or initializes the type of its parameter in C#.</summary>
        public string Old { get; init; } = "";

        /// <summary>Gets or initializes its return type in C#.</summary>
        public string Returned { get; init; } = "";

        /// <summary>Gets or initializes a value indicating whether it is also called for null.</summary>
        public bool TakesNull { get; init; }

        /// <summary>Gets or initializes a value indicating whether an accessor is needed to call it.</summary>
        public bool IsHidden { get; init; }

        /// <summary>Gets or initializes, for an accessor into a generic type, how it is written; otherwise null.</summary>
        public OpenTypeModel? Open { get; init; }

        /// <summary>Gets or initializes a value indicating whether it is called by a method that is added to its type.</summary>
        public bool IsPartial { get; init; }
    }
}
