using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Schemas;

namespace Kitbag.Cli.Schemas
{
    /// <summary>The attributes of the reader's program in a lock file: former names and required members, no migrations.</summary>
    internal sealed class LockedAttributes(SchemaNotes notes) : IReaderAttributes
    {
        public bool IsRequired(SchemaType owner, string member) => notes.IsRequired(owner, member);

        public IEnumerable<string> FormerNames(SchemaType owner, string member) => notes.FormerNames(owner, member);

        public IEnumerable<SchemaType> MigratedFrom(SchemaType owner, string member) => [];
    }
}
