using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Cli.Tests.Merging
{
    /// <summary>An object whose tag no edit changes. The merge does not know that the tag identifies it.</summary>
    public abstract class Tagged
    {
        public int Tag { get; set; }
        public int A { get; set; }
        public int B { get; set; }
    }

    public sealed class Thing : Tagged
    {
    }

    public sealed class Owner : Tagged
    {
        public int Id { get; set; }
        public List<Thing> Bag { get; set; } = [];
    }

    public sealed class Chained : Tagged
    {
        public List<Thing> Parts { get; set; } = [];
        public Chained? Next { get; set; }
    }

    public sealed class Branch : Tagged
    {
        public Branch? Left { get; set; }
        public Branch? Right { get; set; }
    }

    public sealed class Hub : Tagged
    {
        public int Id { get; set; }
        public List<Hub> Links { get; set; } = [];
    }

    public sealed class Estate
    {
        public List<Thing> Things { get; set; } = [];
        public List<Thing> Others { get; set; } = [];
        public List<List<Thing>> Rows { get; set; } = [];
        public List<Owner> Owners { get; set; } = [];
        public Dictionary<string, Thing> Shelf { get; set; } = [];
        public HashSet<int> Numbers { get; set; } = [];
        public Thing? First { get; set; }
        public Thing? Second { get; set; }
    }

    public sealed class Network
    {
        public Chained? Chain { get; set; }
        public Branch? Tree { get; set; }
        public List<Hub> Hubs { get; set; } = [];
        public Hub? Main { get; set; }
    }

    /// <summary>Where an object is, and its values.</summary>
    public sealed record Found(string Container, int A, int B);

    /// <summary>Creates and edits documents at random, so that an identical seed results in identical documents.</summary>
    internal sealed class MergeModel
    {
        private readonly Random _random;
        private int _nextTag;

        // Objects that have been moved between lists and members: if their values change, too, a merge cannot recognize them.
        private readonly HashSet<int> _placed = [];
        private readonly HashSet<int> _edited = [];

        public MergeModel(int seed, int firstTag)
        {
            _random = new Random(seed);
            _nextTag = firstTag;
        }

        public Estate CreateEstate() => new Estate
        {
            Things = Things(),
            Others = Things(),
            Rows = [.. Enumerable.Range(0, Next(3)).Select(_ => Things())],
            Owners = [.. Enumerable.Range(0, Next(4)).Select(_ => NewOwner())],
            Shelf = Enumerable.Range(0, Next(4)).ToDictionary(i => "k" + i, _ => NewThing()),
            Numbers = [.. Enumerable.Range(0, Next(5)).Select(_ => Next(10))],
            First = Next(3) == 0 ? null : NewThing(),
            Second = Next(3) == 0 ? null : NewThing(),
        };

        public Network CreateNetwork()
        {
            var network = new Network { Tree = NewBranch(3), Hubs = [.. Enumerable.Range(0, Next(4)).Select(_ => New(NewHub()))] };
            // A single object of its type is the same on all sides.
            Link(network, [.. Enumerable.Range(0, Next(4) == 0 ? 0 : 2 + Next(4)).Select(_ => New(new Chained { Parts = Things() }))]);
            foreach (Hub hub in network.Hubs.ToArray())
                hub.Links.Add(Any(network.Hubs));
            network.Main = network.Hubs.Count == 0 ? null : Any(network.Hubs);
            return network;
        }

        /// <summary>Edits a document a few times.</summary>
        public void Edit(Estate estate)
        {
            for (int i = Next(4); i >= 0; i--)
                EditOnce(estate);
        }

        public void Edit(Network network)
        {
            for (int i = Next(4); i >= 0; i--)
                EditOnce(network);
        }

        private void EditOnce(Estate estate)
        {
            List<List<Thing>> lists = [estate.Things, estate.Others, .. estate.Rows, .. estate.Owners.Select(o => o.Bag)];
            switch (Next(10))
            {
                case 0 or 1 or 2:
                    EditValue([.. AllOf(estate)]);
                    break;
                case 3 or 4:
                    EditList(Any(lists), NewThing);
                    break;
                case 5 when TakeFrom(Any(lists)) is { } thing:
                    Insert(Any(lists), _edited.Contains(thing.Tag) ? NewThing() : thing);
                    _placed.Add(thing.Tag);
                    break;
                case 6:
                    EditList(estate.Owners, NewOwner);
                    break;
                case 7:
                    // An entry with another object is a changed entry.
                    if (!estate.Shelf.Remove("k" + Next(5)))
                        estate.Shelf.TryAdd("n" + Next(3), NewThing());
                    break;
                case 8:
                    int number = Next(10);
                    if (!estate.Numbers.Remove(number))
                        estate.Numbers.Add(number);
                    break;
                case 9:
                    EditMembers(estate, lists);
                    break;
            }
        }

        private void EditMembers(Estate estate, List<List<Thing>> lists)
        {
            List<Thing> list = Any(lists);
            Thing? thing = list.Count == 0 ? null : Any(list);
            if (new[] { estate.First, estate.Second, thing }.Any(t => t != null && _edited.Contains(t.Tag)))
                return;
            foreach (Thing? one in new[] { estate.First, estate.Second, thing })
                _placed.Add(one?.Tag ?? 0);
            if (Next(2) == 0)
            {
                (estate.First, estate.Second) = (estate.Second, estate.First);
            }
            else if (thing != null)
            {
                int at = list.IndexOf(thing);
                list.RemoveAt(at);
                if (estate.First != null)
                    list.Insert(at, estate.First);
                estate.First = thing;
            }
        }

        private void EditOnce(Network network)
        {
            switch (Next(10))
            {
                case 0 or 1 or 2:
                    EditValue([.. AllOf(network)]);
                    break;
                case 3 or 4 or 5:
                    List<Chained> chain = ChainOf(network);
                    EditList(chain, () => New(new Chained { Parts = Things() }));
                    Link(network, chain);
                    break;
                case 6 when network.Chain != null:
                    EditList(Any(ChainOf(network)).Parts, NewThing);
                    break;
                case 7:
                    network.Tree = EditTree(network.Tree);
                    break;
                case 8:
                    EditHubs(network);
                    break;
                case 9 when network.Hubs.Count != 0:
                    List<Hub> links = Any(network.Hubs).Links;
                    if (Next(2) == 0 && links.Count != 0)
                        links.RemoveAt(Next(links.Count));
                    else
                        links.Add(Any(network.Hubs));
                    break;
            }
        }

        private void EditHubs(Network network)
        {
            if (Next(2) == 0 || network.Hubs.Count == 0)
            {
                Insert(network.Hubs, New(NewHub()));
                return;
            }
            Hub hub = Any(network.Hubs);
            network.Hubs.Remove(hub);
            foreach (Hub other in network.Hubs)
                other.Links.RemoveAll(l => l == hub);
            if (network.Main == hub)
                network.Main = null;
        }

        private Branch? EditTree(Branch? tree)
        {
            if (tree == null || Next(4) == 0)
                return Next(3) switch
                {
                    0 when tree != null => tree.Left ?? tree.Right,
                    1 => New(new Branch { Left = tree }),
                    _ => New(new Branch { Right = tree }),
                };
            if (Next(4) == 0)
                (tree.Left, tree.Right) = (tree.Right, tree.Left);
            else if (Next(2) == 0)
                tree.Left = EditTree(tree.Left);
            else
                tree.Right = EditTree(tree.Right);
            return tree;
        }

        private void EditValue(Tagged[] all)
        {
            all = [.. all.Where(one => !_placed.Contains(one.Tag))];
            if (all.Length == 0)
                return;
            Tagged one = Any(all);
            _edited.Add(one.Tag);
            if (Next(2) == 0)
                one.A = (one.A + 1 + Next(2)) % 3;
            else
                one.B = (one.B + 1 + Next(2)) % 3;
        }

        private void EditList<T>(List<T> list, Func<T> create)
            where T : Tagged
        {
            switch (Next(4))
            {
                case 0 when list.Count != 0:
                    list[Next(list.Count)] = create();
                    break;
                case 1:
                    TakeFrom(list);
                    break;
                case 2 when TakeFrom(list) is { } item:
                    Insert(list, item is Thing && _edited.Contains(item.Tag) ? create() : item);
                    if (item is Thing)
                        _placed.Add(item.Tag);
                    break;
                default:
                    Insert(list, create());
                    break;
            }
        }

        private T? TakeFrom<T>(List<T> list)
            where T : Tagged
        {
            if (list.Count == 0)
                return null;
            int at = Next(list.Count);
            T item = list[at];
            list.RemoveAt(at);
            return item;
        }

        private void Insert<T>(List<T> list, T item) => list.Insert(Next(list.Count + 1), item);

        private int Next(int end) => _random.Next(end);

        private T Any<T>(IReadOnlyList<T> list) => list[Next(list.Count)];

        private List<Thing> Things() => [.. Enumerable.Range(0, Next(5)).Select(_ => NewThing())];

        private Thing NewThing() => New(new Thing());

        private Owner NewOwner() => New(new Owner { Id = _nextTag, Bag = Things() });

        private Hub NewHub() => new Hub { Id = _nextTag };

        private Branch? NewBranch(int depth) => depth == 0 || Next(5) == 0 ? null
            : New(new Branch { Left = NewBranch(depth - 1), Right = NewBranch(depth - 1) });

        private T New<T>(T one)
            where T : Tagged
        {
            (one.Tag, one.A, one.B) = (_nextTag++, Next(2), Next(2));
            return one;
        }

        private static List<Chained> ChainOf(Network network)
        {
            var chain = new List<Chained>();
            for (Chained? one = network.Chain; one != null; one = one.Next)
                chain.Add(one);
            return chain;
        }

        private static void Link(Network network, List<Chained> chain)
        {
            for (int i = 0; i < chain.Count; i++)
                chain[i].Next = i + 1 < chain.Count ? chain[i + 1] : null;
            network.Chain = chain.FirstOrDefault();
        }

        /// <summary>Returns all objects with their containers.</summary>
        public static IEnumerable<(string Container, Tagged One)> Places(Estate estate) =>
        [
            .. estate.Things.Select(t => ("Things", (Tagged)t)),
            .. estate.Others.Select(t => ("Others", (Tagged)t)),
            .. estate.Rows.SelectMany(row => row).Select(t => ("Rows", (Tagged)t)),
            .. estate.Owners.Select(o => ("Owners", (Tagged)o)),
            .. estate.Owners.SelectMany(o => o.Bag.Select(t => ("Bag " + o.Id, (Tagged)t))),
            .. estate.Shelf.Select(s => (s.Key, (Tagged)s.Value)),
            .. new[] { ("First", (Tagged?)estate.First), ("Second", estate.Second) }.Where(m => m.Item2 != null)
                .Select(m => (m.Item1, m.Item2!)),
        ];

        public static IEnumerable<(string Container, Tagged One)> Places(Network network)
        {
            List<Chained> chain = ChainOf(network);
            var branches = new List<Branch>();
            Meet(network.Tree);
            return
            [
                .. chain.Select(c => ("Chain", (Tagged)c)),
                .. chain.SelectMany(c => c.Parts.Select(t => ("Parts " + c.Tag, (Tagged)t))),
                .. branches.Select(b => ("Tree", (Tagged)b)),
                .. network.Hubs.Select(h => ("Hubs", (Tagged)h)),
            ];

            void Meet(Branch? branch)
            {
                if (branch == null)
                    return;
                branches.Add(branch);
                Meet(branch.Left);
                Meet(branch.Right);
            }
        }

        private static IEnumerable<Tagged> AllOf(Estate estate) => Places(estate).Select(p => p.One);

        private static IEnumerable<Tagged> AllOf(Network network) => Places(network).Select(p => p.One);

        /// <summary>Returns what is wrong with the result of a merge, with the tag of the object; null if nothing is.</summary>
        public static string? Mistake(IEnumerable<(string Container, Tagged One)> @base, IEnumerable<(string Container, Tagged One)> ours,
            IEnumerable<(string Container, Tagged One)> theirs, IEnumerable<(string Container, Tagged One)> merged)
        {
            Dictionary<int, Found> before = Index(@base), our = Index(ours), their = Index(theirs);
            (string Container, Tagged One)[] all = [.. merged];
            if (all.GroupBy(m => m.One.Tag).FirstOrDefault(g => g.Count() > 1) is { } twice)
                return twice.Key + " occurs twice";
            Dictionary<int, Found> after = Index(all);
            foreach (int tag in before.Keys.Concat(our.Keys).Concat(their.Keys).Distinct())
            {
                Found? b = before.GetValueOrDefault(tag), o = our.GetValueOrDefault(tag), t = their.GetValueOrDefault(tag),
                    m = after.GetValueOrDefault(tag);
                if (o == null || t == null)
                {
                    // Removed by a side, or added by one.
                    Found? one = o ?? t;
                    if (b == null ? m != one : m != null)
                        return $"{tag}: was {b}, is {o} here, {t} there, and {m} in the result";
                    if (b != null && one != null && (one.A, one.B) != (b.A, b.B))
                        return tag + " was removed with the change of the other side";
                    continue;
                }
                if (m == null || !IsMerged(b!.A, o.A, t.A, m.A) || !IsMerged(b.B, o.B, t.B, m.B)
                    || !IsMerged(b.Container, o.Container, t.Container, m.Container))
                    return $"{tag}: was {b}, is {o} here, {t} there, and {m} in the result";
            }
            return null;
        }

        private static bool IsMerged<T>(T before, T ours, T theirs, T merged)
        {
            var equal = EqualityComparer<T>.Default;
            return equal.Equals(ours, theirs) ? equal.Equals(merged, ours)
                : equal.Equals(ours, before) ? equal.Equals(merged, theirs)
                : equal.Equals(theirs, before) && equal.Equals(merged, ours);
        }

        private static Dictionary<int, Found> Index(IEnumerable<(string Container, Tagged One)> places) =>
            places.ToDictionary(p => p.One.Tag, p => new Found(p.Container, p.One.A, p.One.B));
    }
}
