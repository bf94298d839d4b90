using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        static partial void AddNewerCollections(List<TestCase> all)
        {
            Add(all, "IReadOnlySet<int>", (IReadOnlySet<int>)new HashSet<int> { 3, 1 });
            Add(all, "ImmutableArray<int>", Numbers(300).ToImmutableArray());
            Add(all, "ImmutableArray<string?> empty", ImmutableArray<string?>.Empty);
            Add(all, "ImmutableArray<Named?>[]",
                new[] { ImmutableArray.Create<Named?>(new Named { Id = 1 }, null), ImmutableArray<Named?>.Empty,
                ImmutableArray.Create<Named?>(new Named()) });
            Add(all, "ImmutableArray default", default(ImmutableArray<int>));
            Add(all, "ImmutableArray<int>[] with default", new[] { default, ImmutableArray.Create(1, 2), ImmutableArray<int>.Empty });
            Add(all, "ImmutableList<int>", Numbers(30).ToImmutableList());
            Add(all, "ImmutableHashSet<int>", ImmutableHashSet.Create(3, 1));
            Add(all, "ImmutableSortedSet<string>", ImmutableSortedSet.Create("b", "a"));
            Add(all, "ImmutableQueue<int>", ImmutableQueue.Create(3, 1, 2));
            Add(all, "ImmutableStack<string?>?[]",
                new[] { ImmutableStack.Create<string?>("a", null), null, ImmutableStack<string?>.Empty });
            Add(all, "ImmutableDictionary<int, string?>", ImmutableDictionary<int, string?>.Empty.Add(4, "d").Add(1, null));
            Add(all, "ImmutableSortedDictionary<string, Named?>",
                ImmutableSortedDictionary<string, Named?>.Empty.Add("b", null).Add("a", new Named { Id = 1 }));
            Add(all, "IImmutableList<int>", (IImmutableList<int>)ImmutableList.Create(1, 2));
            Add(all, "IImmutableSet<int>", (IImmutableSet<int>)ImmutableHashSet.Create(2, 1));
            Add(all, "IImmutableQueue<int>", (IImmutableQueue<int>)ImmutableQueue.Create(1, 2));
            Add(all, "IImmutableStack<int>", (IImmutableStack<int>)ImmutableStack.Create(1, 2));
            Add(all, "IImmutableDictionary<int, bool>", (IImmutableDictionary<int, bool>)ImmutableDictionary<int, bool>.Empty.Add(4, true));
            Add(all, "FrozenSet<int>", new[] { 3, 1 }.ToFrozenSet());
            // With more keys, the order would depend on the runtime.
            Add(all, "FrozenDictionary<int, string?> one", new Dictionary<int, string?> { [3] = "c" }.ToFrozenDictionary());
            Add(all, "PriorityQueue<string?, int>", new PriorityQueue<string?, int>(Numbers(20).Select(i => ((string?)("p" + i), i & 7))));
            Add(all, "PriorityQueue<Named, Vec3>? 1", new PriorityQueue<Named, Vec3>(new[] { (new Named { Id = 1 }, new Vec3 { X = 1 }) }));
            Add(all, "ImmutableArray<int>? null", (ImmutableArray<int>?)null);
            Add(all, "ImmutableArray<Named?>?[]",
                new ImmutableArray<Named?>?[] { ImmutableArray.Create<Named?>(new Named { Id = 1 }, null), null,
                ImmutableArray<Named?>.Empty });
            Add(all, "class of immutables default", new Vault());
            Add(all, "class of immutables", MakeVault(2));
            Add(all, "class of immutables 9", Enumerable.Range(0, 9).Select(MakeVault).ToArray());
        }

        private static Vault MakeVault(int i) => new Vault
        {
            Array = i % 3 == 0 ? default : Numbers(i).ToImmutableArray(),
            List = i % 2 == 0 ? null : ImmutableList.Create("a", "b" + i),
            Map = ImmutableSortedDictionary<int, Named?>.Empty.Add(i, null).Add(-i - 1, new Named { Id = i }),
            Queue = new PriorityQueue<int, double>(Enumerable.Range(0, i).Select(n => (n, -n / 2.0))),
        };
    }

    public class Vault
    {
        public ImmutableArray<int> Array { get; set; }

        public ImmutableList<string>? List { get; set; }

        public ImmutableSortedDictionary<int, Named?>? Map { get; set; }

        public PriorityQueue<int, double>? Queue { get; set; }
    }
}
