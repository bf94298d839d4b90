using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        private static void AddShapes(List<TestCase> all)
        {
            Add(all, "record", new Coin("crown", 5));
            Add(all, "records", Enumerable.Range(0, 20).Select(i => i % 7 == 0 ? null : i % 3 == 0
                ? new Medal("m" + i, i, Level.High) { Inscription = "x", Weight = i } : new Coin("c" + i, i)).ToList());
            Add(all, "record derived", new Medal("star", 9, Level.Low) { Inscription = "to K" });
            Add(all, "record with default", new Note("text", 1) { Tags = new List<string> { "old" } });
            Add(all, "records with default", Enumerable.Range(0, 12).Select(i => new Note("n" + i)).ToArray());
            Add(all, "readonly record struct", new Cell(-1, 7));
            Add(all, "readonly record structs", Enumerable.Range(0, 40).Select(i => new Cell(i, -i)).ToArray());
            Add(all, "record struct positional", new Loose(3, "y"));
            Add(all, "record structs positional",
                Enumerable.Range(0, 20).Select(i => i % 4 == 0 ? (Loose?)null : new Loose(i, "y" + i)).ToList());
            Add(all, "readonly struct", new Money(12.50m, "EUR"));
            Add(all, "readonly structs by key", new Dictionary<string, Money> { ["a"] = new Money(1, "USD"), ["b"] = new Money(0, "") });
            Add(all, "readonly structs as keys", new Dictionary<Money, int> { [new Money(1, "USD")] = 1, [new Money(2, "USD")] = 2 });
            Add(all, "primary constructor", new Ticket("A7", 12) { Used = true });
            Add(all, "primary constructors", Enumerable.Range(0, 15).Select(i => new Ticket("t" + i, i) { Used = i % 2 == 0 }).ToList());
            Add(all, "required and init", new Passport { Holder = "Ada", Number = 5, Country = "UK", Visa = null });
            Add(all, "required and init many",
                Enumerable.Range(0, 10).Select(i => new Passport { Holder = "h" + i, Number = i }).ToArray());
            Add(all, "readonly field and default", new Account("kit", 4));
            Add(all, "constructor chosen", new Chosen("b", 2));
            Add(all, "abstract base", (Shape)new Circle { Label = "c", Radius = 2.5 });
            Add(all, "abstract base null", (Shape?)null);
            Add(all, "abstract bases", Enumerable.Range(0,
                30).Select(i => (Shape?)(i % 5 == 0 ? null : i % 5 == 1 ? new Circle { Radius = i } : i % 5 == 2
                ? new Square { Side = i } : new Cube { Label = "l" + i, Depth = i })).ToArray());
            Add(all, "concrete base", new Square { Side = 4 });
            Add(all, "concrete base as derived", (Square)new Cube { Side = 4, Depth = 2 });
            Add(all, "interface", (ITool)new Hammer { Weight = 3 });
            Add(all, "interfaces", new List<ITool?> { new Saw(20), null, new Nail { Metal = "iron", Length = 2.5 },
                new Hammer { Weight = 1 }, new Saw(0), new Nail(), new Saw(7), new Hammer(), new Nail { Length = 1 }, null });
            Add(all, "same names in two namespaces", new Sheets
            {
                First = new Folded.Sheet { Id = 1, Width = 2 },
                All = new List<Paper?>
                {
                    new Flat.Sheet { Id = 1, Width = 2 }, null, new Folded.Sheet { Id = 2, Width = 3 }, new Flat.Sheet(),
                },
            });
            Add(all, "members of bases", new Toolbox
            {
                Logo = new Cube { Side = 2 },
                Best = new Nail { Metal = "steel" },
                Tools = new List<ITool?> { new Saw(3), null },
                Shapes = new Dictionary<string, Shape> { ["a"] = new Square(), ["b"] = new Circle { Radius = 1 } },
                Lid = new Square { Label = "lid" },
            });
            Add(all, "many members of bases", Enumerable.Range(0,
                12).Select(i => new Toolbox
                {
                    Logo = i % 2 == 0 ? new Circle() : null,
                    Best = i % 3 == 0
                ? new Nail { Length = i } : new Saw(i),
                    Lid = i % 4 == 0 ? new Cube() : null
                }).ToList());
            Add(all, "generic", new Answer<Coin> { Payload = new Medal("m", 1, Level.Low) });
            Add(all, "generic of value", new Answer<int?> { Payload = 5, Error = "e" });
            Add(all, "generic base", new Page<Cell> { Number = 2, Payload = new List<Cell> { new Cell(1, 2) } });
            Add(all, "surrogate null", (Foreign?)null);
            Add(all, "callbacks", new Counted { Count = 3, Items = new List<int> { 1, 2, 3 }, Sum = 6 });
            Add(all, "callbacks many", Enumerable.Range(0,
                10).Select(i => new Counted { Count = 1, Items = new List<int> { i }, Sum = i }).ToArray());
            Add(all, "callback of struct", new CountedValue { Name = "abc", Length = 3 });
            Add(all, "callback of structs", Enumerable.Range(0,
                9).Select(i => new CountedValue { Name = new string('x', i % 7), Length = i % 7 }).ToArray());
            Add(all, "ignored and included", new Selective { Kept = 1, Inner = 2, Guarded = 3 });
            Add(all, "surrogate", new Foreign(1, 2));
            Add(all, "surrogates", new Strangers
            {
                One = new Foreign(3, 4),
                Many = new List<Foreign?> { null, new Foreign(5, 6) },
                Now = new Temperature(300),
                Days = new[] { new Temperature(1), new Temperature(273) }
            });
            Add(all, "surrogates many", Enumerable.Range(0,
                9).Select(i => new Strangers { One = i % 2 == 0 ? null : new Foreign(i, i), Now = new Temperature(i) }).ToArray());
            Add(all, "default of a struct that rejects it", new Accounts());
            Add(all, "defaults of a struct that rejects them", new Accounts
            {
                Owner = new Username("a", 1),
                Guests = new List<Username> { default, new Username("b", 2), default, new Username("c", 0) },
                Last = default(Username),
            });
            Add(all, "surrogate derived from a base", new Sketch { First = new Ring(1.5f) });
            Add(all, "surrogate derived from a base, a union", new Sketch { First = new Stroke("a/b") });
            Add(all, "surrogates derived from a base", new Sketch
            {
                First = new Stroke("--"),
                All = new List<Outline?> { new Dot { X = 1 }, new Ring(0), null, new Stroke("c/d"), new Ring(2), new Stroke("-") },
                Named = new Dictionary<string, Outline> { ["r"] = new Ring(3), ["p"] = new Stroke("e/f/g"), ["d"] = new Dot { X = 2 } },
            });
            Add(all, "surrogates derived from a base many", Enumerable.Range(0,
                12).Select(i => new Sketch
                {
                    First = i % 4 == 0 ? null : i % 4 == 1 ? (Outline)new Ring(i) : i % 4 == 2 ? new Stroke(new string('-', i)) : new Dot(),
                }).ToArray());
            Add(all, "Tuple", Tuple.Create(1, "two", 3.5));
            Add(all, "Tuples", Enumerable.Range(0, 10).Select(i => Tuple.Create(i, "t" + i)).ToList());
            Add(all, "tuple of eight", (1, 2, 3, 4, 5, 6, 7, "eight"));
        }
    }
}
