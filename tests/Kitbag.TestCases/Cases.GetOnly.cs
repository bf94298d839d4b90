using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        private static void AddGetOnly(List<TestCase> all)
        {
            Add(all, "get-only", MakeInventory(2));
            Add(all, "get-only as made", new Inventory());
            Add(all, "get-only many", Enumerable.Range(0, 20).Select(i => i % 6 == 5 ? null : i % 4 == 3
                ? new Inventory() : MakeInventory(i)).ToArray());
            Add(all, "get-only few", Enumerable.Range(0, 3).Select(MakeInventory).ToList());
            Add(all, "get-only of a base", (Room)MakeCellar(3));
            Add(all, "get-only of bases", Enumerable.Range(0, 20).Select(i => i % 3 == 0 ? (Room)MakeAttic(i) : MakeCellar(i)).ToList());
            Add(all, "get-only in structs", Enumerable.Range(0, 10).Select(MakeBatch).ToArray());
            Add(all, "private setters of partial", Guarded.Of(2));
            Add(all, "private setters of partial many", Enumerable.Range(0, 10).Select(i => i == 7 ? null : Guarded.Of(i)).ToArray());
            Add(all, "private setters of partial generic",
                Enumerable.Range(0, 9).Select(i => Guarded.Mark<string?>.Of(i % 2 == 0 ? null : "m" + i, i)).ToList());
            Add(all, "private state", new PassId(5));
            Add(all, "private state many", Enumerable.Range(0, 20).Select(i => i == 9 ? null : (PassId?)new PassId(i / 2)).ToArray());
            Add(all, "private state of classes", Enumerable.Range(0, 10).Select(MakeQuery).ToList());
        }

        private static Query MakeQuery(int i) => new Query(
            i % 3 == 0 ? null : "q" + i,
            i % 4 == 0 ? null : new[] { new PassId(i), new PassId(-i) },
            i == 5 ? null : Enumerable.Range(0, i).ToArray(),
            i % 2 == 0 ? null : new List<string> { "w" + i },
            i);

        private static Inventory MakeInventory(int i)
        {
            var inventory = new Inventory { Size = i };
            inventory.Seen.Clear();
            inventory.Coins.Add(new Coin("c" + i, i));
            inventory.Coins.Add(i % 2 == 0 ? null : new Medal("m", i, Level.High));
            inventory.Counts["two"] = i;
            inventory.Own.Add(new Cell(i, -i));
            inventory.Names.Add("n" + i);
            inventory.Shapes[i] = new Circle { Radius = i };
            inventory.Settings.Quality = i + 10;
            inventory.Settings.Keys.RemoveAt(0);
            inventory.Settings.Sound.Volume = i;
            inventory.Settings.Sound.Device = i % 2 == 0 ? null : "d";
            return inventory;
        }

        private static Cellar MakeCellar(int i)
        {
            var cellar = new Cellar("cellar " + i) { Depth = i };
            cellar.Doors.AddRange(Enumerable.Range(0, i % 5));
            ((Square)cellar.Floor).Side = i;
            return cellar;
        }

        private static Attic MakeAttic(int i)
        {
            var attic = new Attic { View = "v" + i };
            attic.Doors.Add(i);
            return attic;
        }

        private static Batch MakeBatch(int i)
        {
            var batch = new Batch(i);
            batch.Items.AddRange(Enumerable.Range(i, i % 4));
            return batch;
        }
    }
}
