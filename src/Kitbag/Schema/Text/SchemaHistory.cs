using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>Determines which lines of a lock file belong to which release.</summary>
    internal sealed class SchemaHistory
    {
        private readonly Dictionary<string, int> _order = new Dictionary<string, int>(StringComparer.Ordinal);
        private readonly int _count;

        public SchemaHistory(IReadOnlyList<SchemaRelease> releases)
        {
            foreach (SchemaRelease release in releases)
            {
                if (_order.ContainsKey(release.Name) || release.Name == SchemaDated.Next)
                    throw new SchemaException("the release " + release.Name + " is there twice", release.Line);
                _order.Add(release.Name, _count++);
            }
            _order.Add(SchemaDated.Next, _count);
        }

        /// <summary>Checks that all releases that are mentioned exist.</summary>
        public void CheckNames(SchemaFile file)
        {
            foreach (SchemaRootLine root in file.Roots)
                CheckNames(root);
            foreach (SchemaBlock block in file.Blocks)
            {
                CheckNames(block);
                foreach (SchemaLine line in block.Lines)
                    CheckNames(line);
            }
        }

        private void CheckNames(SchemaDated one)
        {
            if (one.Since != null && !_order.ContainsKey(one.Since))
                throw new SchemaException("there is no release " + one.Since, one.Line);
            if (one.Gone != null && !_order.ContainsKey(one.Gone))
                throw new SchemaException("there is no release " + one.Gone, one.Line);
        }

        private int Begin(SchemaDated one) => one.Since == null ? -1 : _order[one.Since];

        private int End(SchemaDated one) => one.Gone == null ? int.MaxValue : _order[one.Gone];

        private bool IsIn(SchemaDated one, int release) => Begin(one) <= release && release < End(one);

        // Returns whether a release has it.
        private bool IsReleased(SchemaDated one) => Math.Max(Begin(one), 0) < Math.Min(End(one), _count);

        // Returns whether the latest release has it, so that the program may still have it.
        private bool IsOpen(SchemaDated one) => IsReleased(one) && End(one) >= _count;

        private string? New => _count == 0 ? null : SchemaDated.Next;

        /// <summary>The lines of one release, or of the program.</summary>
        public SchemaFile Part(SchemaFile file, string release)
        {
            int at = _order[release];
            var part = new SchemaFile();
            foreach (SchemaRootLine root in file.Roots)
            {
                if (IsIn(root, at))
                    part.Roots.Add(With(root, null, null));
            }
            foreach (SchemaBlock block in file.Blocks)
            {
                if (!IsIn(block, at))
                    continue;
                var lines = new List<SchemaLine>();
                foreach (SchemaLine line in block.Lines)
                {
                    if (IsIn(line, at))
                        lines.Add(line.With(null, null, line));
                }
                part.Blocks.Add(block.With(null, null, lines, at == _count ? block.Json : null));
            }
            return part;
        }

        private static SchemaRootLine With(SchemaRootLine root, string? since, string? gone) =>
            new SchemaRootLine(root.Type) { Line = root.Line, Since = since, Gone = gone };

        /// <summary>The roots that were released, and those that a program has now.</summary>
        public List<SchemaRootLine> Merge(List<SchemaRootLine> olds, List<SchemaRootLine> news)
        {
            var open = new HashSet<string>(StringComparer.Ordinal);
            foreach (SchemaRootLine root in news)
                open.Add(root.Type.Text);
            var all = new List<SchemaRootLine>();
            foreach (SchemaRootLine root in olds)
            {
                if (IsOpen(root))
                    all.Add(With(root, root.Since, open.Remove(root.Type.Text) ? null : SchemaDated.Next));
                else if (IsReleased(root))
                    all.Add(root);
            }
            foreach (SchemaRootLine root in news)
            {
                if (open.Remove(root.Type.Text))
                    all.Add(With(root, New, null));
            }
            return all;
        }

        /// <summary>The types that were released, and those that a program has now.</summary>
        public List<SchemaBlock> Merge(List<SchemaBlock> olds, List<SchemaBlock> news)
        {
            var open = new Dictionary<string, SchemaBlock>(StringComparer.Ordinal);
            foreach (SchemaBlock block in news)
                open.Add(block.Header, block);
            var all = new List<SchemaBlock>();
            foreach (SchemaBlock block in olds)
            {
                if (!IsReleased(block))
                    continue;
                List<SchemaLine> released = block.Lines.FindAll(IsReleased);
                if (!IsOpen(block))
                {
                    all.Add(block.With(block.Since, block.Gone, released, null));
                }
                else if (open.TryGetValue(block.Header, out SchemaBlock? now))
                {
                    open.Remove(block.Header);
                    all.Add(block.With(block.Since, null, MergeLines(released, now), now.Json));
                }
                else
                {
                    released = released.ConvertAll(line => line.With(line.Since, IsOpen(line) ? null : line.Gone, null));
                    all.Add(block.With(block.Since, SchemaDated.Next, released, null));
                }
            }
            foreach (SchemaBlock block in news)
            {
                if (open.ContainsKey(block.Header))
                    all.Add(block.With(New, null, block.Lines.ConvertAll(line => line.With(null, null, line)), block.Json));
            }
            return all;
        }

        // The order of fields and of enum values is meaningful, so common lines keep their order; other kinds of lines are sorted
        // afterwards.
        private List<SchemaLine> MergeLines(List<SchemaLine> released, SchemaBlock now)
        {
            List<SchemaLine> open = released.FindAll(IsOpen), news = now.Lines;
            var kept = new Dictionary<SchemaLine, SchemaLine>();
            int[] pairs = SchemaLineMatch.Of(open, news, now.IsSorted);
            var all = new List<SchemaLine>();
            for (int i = 0; i < pairs.Length; i++)
            {
                if (pairs[i] >= 0)
                    kept.Add(open[pairs[i]], news[i]);
            }
            int next = 0;
            foreach (SchemaLine line in released)
            {
                if (!kept.TryGetValue(line, out SchemaLine? same))
                {
                    all.Add(line.With(line.Since, IsOpen(line) ? SchemaDated.Next : line.Gone, null));
                    continue;
                }
                for (; !now.IsSorted && next < news.Count && news[next] != same; next++)
                    all.Add(news[next].With(New, null, news[next]));
                all.Add(line.With(line.Since, null, same));
                next++;
            }
            for (int i = now.IsSorted ? 0 : next; i < news.Count; i++)
            {
                if (pairs[i] < 0)
                    all.Add(news[i].With(New, null, news[i]));
            }
            return all;
        }

        /// <summary>The lines with other names of releases.</summary>
        public SchemaFile Renamed(SchemaFile file, Func<string?, string?> rename)
        {
            var renamed = new SchemaFile { IsLock = true };
            foreach (SchemaRootLine root in file.Roots)
                renamed.Roots.Add(With(root, rename(root.Since), rename(root.Gone)));
            foreach (SchemaBlock block in file.Blocks)
                renamed.Blocks.Add(block.With(rename(block.Since), rename(block.Gone),
                    block.Lines.ConvertAll(line => line.With(rename(line.Since), rename(line.Gone), line)), block.Json));
            return renamed;
        }

        /// <summary>Removes everything that neither a release nor the program has.</summary>
        public void Prune(SchemaFile file)
        {
            file.Roots.RemoveAll(IsNowhere);
            file.Blocks.RemoveAll(IsNowhere);
            foreach (SchemaRootLine root in file.Roots)
                Shorten(root);
            foreach (SchemaBlock block in file.Blocks)
            {
                Shorten(block);
                block.Lines.RemoveAll(IsNowhere);
                block.Lines.ForEach(Shorten);
            }
        }

        private bool IsNowhere(SchemaDated one) => !IsReleased(one) && !IsIn(one, _count);

        private void Shorten(SchemaDated one)
        {
            if (Begin(one) <= 0)
                one.Since = null;
        }

        /// <summary>Sorts roots, types and members by their names, with older ones first.</summary>
        public void Sort(SchemaFile file)
        {
            file.Roots.Sort((a, b) => Order(a, a.Type.Text, b, b.Type.Text));
            file.Blocks.Sort((a, b) =>
            {
                int order = string.CompareOrdinal(a.Key, b.Key);
                return order != 0 ? order : Order(a, a.Header, b, b.Header);
            });
            foreach (SchemaBlock block in file.Blocks)
            {
                if (block.IsSorted)
                    block.Lines.Sort((a, b) =>
                    {
                        int order = string.CompareOrdinal(a.Name, b.Name);
                        return order != 0 ? order : Order(a, "", b, "") is var o && o != 0 ? o : string.CompareOrdinal(a.Text, b.Text);
                    });
            }
        }

        private int Order(SchemaDated a, string textOfA, SchemaDated b, string textOfB)
        {
            int order = string.CompareOrdinal(textOfA, textOfB);
            if (order == 0)
                order = Begin(a).CompareTo(Begin(b));
            return order != 0 ? order : End(a).CompareTo(End(b));
        }
    }
}
