using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        private static void AddGraphs(List<TestCase> all)
        {
            Add(all, "graph null", (Branch?)null);
            Add(all, "graph tree", MakeTree(3, 2));
            Add(all, "graph of 400", MakeTree(4, 7));
            Add(all, "graph list", MakeChain(5, i => i * 100));
            Add(all, "graph list of Guids", MakeChain(40, i => new Guid(i, 2, 3, new byte[8])));
            Add(all, "graph list of strings", MakeChain(12, i => i % 3 == 0 ? null : "s" + i));
            Add(all, "graph ring", MakeRing());
            Add(all, "graph house", MakeHouse(3));
            Add(all, "graph house of 60", MakeHouse(60));
            Add(all, "graph List<Panel?>", MakeHouse(9).Panels);
            Add(all, "graph Panel", MakeHouse(4).Panels[3]);
            Add(all, "graph Hinge[]", MakeHouse(4).Hinges);
            Add(all, "graph Submenu", MakeSubmenu());
            Add(all, "graph by value", MakeFormula(5));
            Add(all, "graph by value in columns", Enumerable.Range(0, 20).Select(i => new Sheet { Cell = MakeFormula(i % 4) }).ToList());
        }

        private static Formula MakeFormula(int depth)
        {
            if (depth == 0)
                return new Constant { Value = 0.5 };
            var operation = new Operation { Sign = depth % 2 == 0 ? '+' : '*', Left = MakeFormula(depth - 1) };
            for (int i = 0; i < depth; i++)
                operation.Others.Add(MakeFormula(i / 2));
            return operation;
        }

        private static Branch MakeTree(int depth, int width)
        {
            var tree = new Branch { Name = "level " + depth };
            for (int i = 0; depth > 0 && i < width; i++)
            {
                Branch branch = MakeTree(depth - 1, width);
                branch.Parent = tree;
                tree.Branches.Add(branch);
            }
            return tree;
        }

        private static Chained<T> MakeChain<T>(int count, Func<int, T> value)
        {
            var first = new Chained<T> { Value = value(0) };
            Chained<T> last = first;
            for (int i = 1; i < count; i++)
            {
                last.Next = new Chained<T> { Value = value(i), Previous = last };
                last = last.Next;
            }
            return first;
        }

        private static Chained<int> MakeRing()
        {
            Chained<int> ring = MakeChain(3, i => i);
            ring.Previous = ring.Next!.Next;
            ring.Previous!.Next = ring;
            return ring;
        }

        private static House MakeHouse(int count)
        {
            var house = new House();
            for (int i = 0; i < count; i++)
            {
                Panel panel = i % 3 == 1 ? new Window { Width = i / 2f, Wall = house.Front }
                    : new Wall { Paint = i % 2 == 0 ? "white" : null };
                panel.Id = i;
                panel.Owner = i == 0 ? null : house.Panels[i / 2] ?? panel;
                panel.Parts = i % 4 == 0 ? null : house.Panels.Take(i % 5).ToArray();
                panel.Hinge = new Hinge { From = panel, To = panel.Owner, Angle = i * 10 };
                panel.Second = i % 2 == 0 ? (Hinge?)null : new Hinge { To = house.Front };
                house.Front ??= panel as Wall;
                house.Panels.Add(i == 5 ? null : panel);
                house.ByName["p" + i] = panel;
                if (!house.ByFloor.TryGetValue(i / 4, out List<Panel>? floor))
                    house.ByFloor[i / 4] = floor = new List<Panel>();
                floor.Add(panel);
            }
            house.Hinges = house.ByName.Values.Take(10).Select(panel => panel.Hinge).ToArray();
            return house;
        }

        private static Submenu MakeSubmenu()
        {
            var menu = new Submenu { new Submenu(), new Submenu { new Submenu() } };
            menu[1].Add(menu);
            return menu;
        }
    }
}
