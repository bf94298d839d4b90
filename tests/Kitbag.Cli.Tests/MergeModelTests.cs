using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag.Cli.Tests.Merging;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>
    /// Merges random documents with random edits of both sides. A merge without conflicts must apply every edit to the object that was
    /// edited, and must neither lose nor repeat an object.
    /// </summary>
    public sealed class MergeModelTests : IDisposable
    {
        private const int Least = 300;

        private readonly TemporaryFolder _folder = new TemporaryFolder();
        private int _merged, _conflicts;

        public void Dispose() => _folder.Dispose();

        private static int Count => int.TryParse(Environment.GetEnvironmentVariable("KITBAG_MERGES"), CultureInfo.InvariantCulture,
            out int count) ? count : Least;

        [Fact]
        public void Edits_of_values_in_lists_maps_and_members_reach_their_objects() =>
            Run(m => m.CreateEstate(), (m, e) => m.Edit(e), MergeModel.Places, (b, o, t, m) =>
                m.Numbers.SetEquals(b.Numbers.Union(o.Numbers).Union(t.Numbers).Where(n => b.Numbers.Contains(n)
                    ? o.Numbers.Contains(n) && t.Numbers.Contains(n) : true)));

        [Fact]
        public void Edits_of_chains_trees_and_graphs_reach_their_objects() =>
            Run(m => m.CreateNetwork(), (m, n) => m.Edit(n), MergeModel.Places, (_, _, _, _) => true);

        private void Run<[KitbagRoot] T>(Func<MergeModel, T> create, Action<MergeModel, T> edit,
            Func<T, IEnumerable<(string Container, Tagged One)>> places, Func<T, T, T, T, bool> isRight)
        {
            var mistakes = new List<string>();
            for (int seed = 0; seed < Count; seed++)
            {
                T @base = create(new MergeModel(seed, 1)), ours = create(new MergeModel(seed, 1)), theirs = create(new MergeModel(seed, 1));
                edit(new MergeModel(seed * 2, 1000), ours);
                edit(new MergeModel((seed * 2) + 1, 2000), theirs);
                ToolRun run = Merges.Run(_folder, @base, ours, theirs);
                Assert.Null(run.Defect);
                if (run.ExitCode != 0)
                {
                    Assert.Contains("CONFLICT in ours.kit", run.Output, StringComparison.Ordinal);
                    _conflicts++;
                    continue;
                }
                _merged++;
                T merged = KitbagSerializer.Deserialize<T>(File.ReadAllBytes(_folder["merged.kit"]));
                string? mistake = MergeModel.Mistake(places(@base), places(ours), places(theirs), places(merged))
                    ?? (isRight(@base, ours, theirs, merged) ? null : "another part is wrong");
                if (mistake != null)
                    mistakes.Add("seed " + seed + ": " + mistake);
            }
            Assert.True(mistakes.Count == 0, string.Join("\n", mistakes.Take(10)));
            // Many of these edits are far enough from each other.
            Assert.True(_merged > Count / 3, _merged + " merged, " + _conflicts + " conflicts");
        }
    }
}
