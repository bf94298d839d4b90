using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Output;
using Kitbag.Schema;
using Kitbag.Schemas;

namespace Kitbag.Cli.Schemas
{
    /// <summary>One difference of two schemas, described for users.</summary>
    /// <param name="Kind">The effect on values.</param>
    /// <param name="Path">Its location: the type and its member.</param>
    /// <param name="Old">The type in the document, if there is one.</param>
    /// <param name="New">The reader's type, if there is one.</param>
    /// <param name="Words">A sentence.</param>
    internal sealed record Finding(FindingKind Kind, string Path, string? Old, string? New, string Words)
    {
        /// <summary>Compares the schema of documents with that of their reader.</summary>
        /// <param name="old">The schema of documents.</param>
        /// <param name="new">That of their reader.</param>
        /// <param name="attributes">What attributes of the reader's program specify; null if that is unknown.</param>
        public static IReadOnlyList<Finding> Compare(SchemaType old, SchemaType @new, IReaderAttributes? attributes = null) =>
            [.. SchemaComparison.Compare([(old, @new)], attributes).Select(Of).Distinct()];

        /// <summary>Returns a difference with non-printable characters escaped.</summary>
        public static Finding Of(SchemaFinding one) => new(one.Kind, Plain.Text(one.Place.Path), Text(one.Old), Text(one.New),
            Plain.Text(one.Words));

        private static string? Text(SchemaType? type) => type == null ? null : TypeText.Of(type);

        /// <summary>The name of the kind in reports.</summary>
        public static string Name(FindingKind kind) => kind switch
        {
            FindingKind.Added => "added",
            FindingKind.Converted => "converted",
            FindingKind.Rounded => "rounded",
            FindingKind.Lost => "lost",
            FindingKind.RefusedByValue => "refused by value",
            _ => "refused",
        };
    }
}
