namespace Kitbag.Generator.Model
{
    /// <summary>A method that makes a value of what it was in older documents.</summary>
    /// <param name="Member">The member that it makes, by its name in the schema; empty where it makes the type itself.</param>
    /// <param name="From">The old member's name where that is no name of the member; else empty.</param>
    /// <param name="TypeKey">The key of the type that it takes.</param>
    /// <param name="Method">Its name as C# writes it.</param>
    internal sealed record MigrationModel(string Member, string From, string TypeKey, string Method)
    {
        /// <summary>The type that declares it, as C# writes it.</summary>
        public string Declaring { get; init; } = "";

        /// <summary>How messages call it: its name, behind that of its type.</summary>
        public string Name { get; init; } = "";

        /// <summary>What it takes, as C# writes it.</summary>
        public string Old { get; init; } = "";

        /// <summary>What it returns, as C# writes it.</summary>
        public string Returned { get; init; } = "";

        /// <summary>Whether it is called for null, too.</summary>
        public bool TakesNull { get; init; }

        /// <summary>Whether an accessor is needed to call it.</summary>
        public bool IsHidden { get; init; }

        /// <summary>Of an accessor into a generic type: how that is written; else null.</summary>
        public OpenTypeModel? Open { get; init; }

        /// <summary>Whether a method that is added to its type calls it.</summary>
        public bool IsPartial { get; init; }
    }
}
