using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        private static void AddOwn(List<TestCase> all)
        {
            Add(all, "own with Add", new Satchel { new Coin("crown", 5), null, new Medal("star", 9, Level.Low) });
            Add(all, "own with Add null", (Satchel?)null);
            Add(all, "own with Add many", Enumerable.Range(0, 9).Select(i => i % 4 == 0 ? null : Fill(new Satchel(), i)).ToArray());
            Add(all, "own list", new Roster { "a", "b" });
            Add(all, "own lists by key", new Dictionary<int, Roster?> { [1] = new Roster { "a" }, [2] = null, [3] = new Roster() });
            Add(all, "own collection", new Trail { new Vec3 { X = 1 }, default });
            Add(all, "own keyed collection", new Registry { new Named { Id = 7, Name = "n" }, new Named { Id = 3 } });
            Add(all, "own set", new Marks { 3, 1, 2 });
            Add(all, "own linked list", Fill(new Steps(), 30));
            Add(all, "own dictionary", new Scores { ["A"] = 1, ["b"] = 2 });
            Add(all, "own dictionary from nothing", new Bonds { { 2, "two" }, { 1, null } });
            Add(all, "own dictionary without Add", new Atlas(new Dictionary<int, Cell> { [5] = new Cell(1, 2) }));
            Add(all, "own by constructor", new Deck<int>(Numbers(40)));
            Add(all, "own by constructor of values", new Deck<string?>(new[] { "a", null }));
            Add(all, "own by array", new Curve(new[] { 1.5, 2 }));
            Add(all, "own struct", new Route(new[] { new Cell(1, 2), new Cell(3, 4) }));
            Add(all, "own structs", new[] { new Route(new[] { new Cell(1, 2) }), default, new Route(new Cell[40]) });
            Add(all, "own that Add returns", Rope.Empty.Add("a").Add("b"));
            Add(all, "class of own default", new Baggage());
            Add(all, "class of own", MakeBaggage(3));
            Add(all, "class of own 9", Enumerable.Range(0, 9).Select(MakeBaggage).ToArray());
        }

        private static Satchel Fill(Satchel satchel, int count)
        {
            for (int i = 0; i < count; i++)
                satchel.Add(i % 3 == 2 ? null : new Coin("c" + i, i));
            return satchel;
        }

        private static Steps Fill(Steps steps, int count)
        {
            for (int i = 0; i < count; i++)
                steps.AddLast(i * i);
            return steps;
        }

        private static Baggage MakeBaggage(int i) => new Baggage
        {
            Satchel = i % 2 == 0 ? null : Fill(new Satchel(), i),
            Roster = i % 3 == 0 ? null : new Roster { "r" + i },
            Scores = new Scores { ["s" + i] = i },
            Route = i % 4 == 0 ? default : new Route(new Cell[i]),
            Deck = i % 5 == 0 ? null : new Deck<Marks?>(new[] { new Marks { i, -i - 1 }, null }),
            Bonds = i % 2 == 0 ? new Bonds { { i, "b" } } : null,
        };
    }
}
