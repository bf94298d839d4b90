using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Locking
{
    /// <summary>Something that documents of a locked version would meet.</summary>
    /// <param name="Id">The rule.</param>
    /// <param name="Symbol">The declaration id of the type at which it is reported; empty where the project does not declare it.</param>
    /// <param name="Member">The member, value or case of it; empty where the type itself is meant.</param>
    /// <param name="Before">What the message names before the versions.</param>
    /// <param name="After">What it names after them.</param>
    internal sealed record LockFinding(string Id, string Symbol, string Member, EquatableArray<string> Before, EquatableArray<string> After)
    {
        /// <summary>The name that documents have, for code fixes; else empty.</summary>
        public string OldName { get; init; } = "";

        /// <summary>The number that a value of an enum has in documents, for code fixes; else empty.</summary>
        public string OldNumber { get; init; } = "";

        /// <summary>The type that a member has in documents, as C# writes it, where a migration can take it; else empty.</summary>
        public string OldType { get; init; } = "";

        /// <summary>The declarations of the program's own types in it, as they were; empty where there are none.</summary>
        public string OldDeclarations { get; init; } = "";

        /// <summary>Members that may have taken the place of what is gone.</summary>
        public EquatableArray<string> Candidates { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The declaration ids of types that may have taken the place of one that is gone.</summary>
        public EquatableArray<string> Choices { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The diagnostic, once it is known which versions' documents meet it.</summary>
        public DiagnosticModel ToModel(string versions) =>
            new DiagnosticModel(Id, Symbol, "", new EquatableArray<string>(Before.Append(versions).Concat(After).ToArray()))
            {
                Member = Member,
                OldName = OldName,
                OldNumber = OldNumber,
                OldType = OldType,
                OldDeclarations = OldDeclarations,
                Candidates = Candidates,
                Choices = Choices,
            };
    }
}
