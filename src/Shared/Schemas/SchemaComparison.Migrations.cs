using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    internal sealed partial class SchemaComparison
    {
        // The types for which it is currently being determined whether a migration reads a document better.
        private HashSet<SchemaType>? _tried;

        // The type as which a document's value is read: the current type, or the parameter type of a migration, whichever loses the least.
        private SchemaType BestOf(SchemaType old, SchemaType @new, SchemaType owner, string member)
        {
            if (_attributes == null || (_tried != null && _tried.Contains(@new)))
                return @new;
            var candidates = new List<SchemaType> { @new };
            foreach (SchemaType source in _attributes.MigratedFrom(owner, member))
                AddWithSources(source, candidates);
            if (candidates.Count == 1)
                return @new;
            FindingKind least = FindingKind.Refused + 1;
            foreach (SchemaType candidate in candidates)
            {
                FindingKind worst = WorstOf(old, candidate, candidates);
                if (worst >= least)
                    continue;
                least = worst;
                @new = candidate;
            }
            return @new;
        }

        // Migrations may be chained.
        private void AddWithSources(SchemaType source, List<SchemaType> candidates)
        {
            if (candidates.Contains(source))
                return;
            candidates.Add(source);
            foreach (SchemaType next in _attributes!.MigratedFrom(source, ""))
                AddWithSources(next, candidates);
        }

        private FindingKind WorstOf(SchemaType old, SchemaType candidate, List<SchemaType> candidates)
        {
            var trial = new SchemaComparison(_attributes) { _tried = new HashSet<SchemaType>(_tried ?? Enumerable.Empty<SchemaType>()) };
            trial._tried.UnionWith(candidates);
            trial.Meet(old, candidate, SchemaPlace.Root);
            trial.Finish();
            return trial._findings.Select(finding => finding.Kind).DefaultIfEmpty(FindingKind.Added).Max();
        }
    }
}
