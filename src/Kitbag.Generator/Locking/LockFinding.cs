using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Locking
{
    /// <summary>An effect of changes on documents of a locked version.</summary>
    /// <param name="Id">The rule.</param>
    /// <param name="Symbol">The declaration id of the type at which it is reported; empty if the project does not declare the type.</param>
    /// <param name="Member">The member, value or case of the type; empty for the type itself.</param>
    /// <param name="Before">The arguments of the message before the versions.</param>
    /// <param name="After">The arguments of the message after the versions.</param>
    internal sealed record LockFinding(string Id, string Symbol, string Member, EquatableArray<string> Before, EquatableArray<string> After)
    {
        /// <summary>The name in documents, for code fixes; otherwise empty.</summary>
        public string OldName { get; init; } = "";

        /// <summary>The number of an enum value in documents, for code fixes; otherwise empty.</summary>
        public string OldNumber { get; init; } = "";

        /// <summary>The type of a member in documents, as C# code, if a migration can convert from it; otherwise empty.</summary>
        public string OldType { get; init; } = "";

        /// <summary>The former declarations of the program's own types that it contains; empty if there are none.</summary>
        public string OldDeclarations { get; init; } = "";

        /// <summary>Members that may replace the removed one.</summary>
        public EquatableArray<string> Candidates { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The declaration ids of types that may replace a removed one.</summary>
        public EquatableArray<string> Choices { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The diagnostic, once the affected versions are known.</summary>
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
