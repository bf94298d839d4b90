using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Graphs
{
    /// <summary>
    /// Graphs whose types have changed: objects of the document keep their identity, and types may begin or cease to be tracked.
    /// </summary>
    public class GraphEvolutionTests
    {
        private static TTo Read<[KitbagRoot(Json = false)] TFrom, [KitbagRoot(Json = false)] TTo>(TFrom value) =>
            KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value));

        public class Station
        {
            public string? Name;
            public List<Station> Lines = new();
            public Crew? Crew;
            public Station? Partner;
        }

        // Tracked, and unknown to the newer program.
        public class Crew
        {
            public string? Name;
            public Crew? Boss;
            public Station? Home;
        }

        public class NewStation
        {
            public long Visits = 7;
            public NewStation? Partner;
            public string? Name;
            public NewStation[]? Lines;
        }

        private static Station Stations(int count)
        {
            List<Station> all = Enumerable.Range(0, count).Select(i => new Station { Name = "s" + i }).ToList();
            var boss = new Crew { Name = "boss", Home = all[^1] };
            for (int i = 0; i < count; i++)
            {
                all[i].Crew = new Crew { Name = "c" + i, Boss = boss, Home = all[count - 1 - i] };
                all[i].Partner = all[count - 1 - i];
                all[i].Lines.AddRange(all);
            }
            return all[0];
        }

        public class Path
        {
            public Stop? From;
            public List<Stop?> Stops = new();
        }

        public class Stop
        {
            public int Number;
            public Stop? Next;
        }

        public class NewPath
        {
            public NewStop? From;
            public List<NewStop?> Stops = new();
        }

        public struct NewStop
        {
            public int Number;
        }

        [Theory]
        [InlineData(1)]
        [InlineData(6)]
        [InlineData(500)]
        public void Null_among_tracked_objects_is_null_among_values(int count)
        {
            var path = new Path();
            for (int i = 0; i < count; i++)
                path.Stops.AddRange(new[] { new Stop { Number = i }, null });
            NewPath read = Read<Path, NewPath>(path);
            Assert.Null(read.From);
            Assert.Equal(path.Stops.Select(stop => stop?.Number), read.Stops.Select(stop => stop?.Number));
            List<NewPath> many = Read<List<Path>, List<NewPath>>(Enumerable.Range(0, count)
                .Select(i => new Path { From = i % 3 == 0 ? null : new Stop { Number = i } }).ToList());
            Assert.Equal(Enumerable.Range(0, count).Select(i => i % 3 == 0 ? (int?)null : i), many.Select(one => one.From?.Number));
        }

        public class PathOfMany
        {
            public List<NewStop>? From;
        }

        // A value becomes a list of one, and null remains null, in a row and in columns.
        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(500)]
        public void Null_among_tracked_objects_is_null_where_a_list_of_structs_is_declared_now(int count)
        {
            List<Path> paths = Enumerable.Range(0, count)
                .Select(i => new Path { From = i % 3 == 0 ? null : new Stop { Number = i } }).ToList();
            List<PathOfMany> many = Read<List<Path>, List<PathOfMany>>(paths);
            Assert.Equal(paths.Select(path => path.From?.Number), many.Select(one => one.From?.Single().Number));
            List<List<NewStop>?> lists = Read<List<Stop?>, List<List<NewStop>?>>(paths.Select(path => path.From).ToList());
            Assert.Equal(paths.Select(path => path.From?.Number), lists.Select(one => one?.Single().Number));
        }

        public class Harbor
        {
            public Harbor? Twin;
            public Buoy? Best;
            public List<Buoy> Buoys = new();
            public Dictionary<string, Buoy> ByName = new();
        }

        [KitbagSerializable(Tracked = true)]
        public class Buoy
        {
            public int X;
            public int Y;
            public string? Name;
        }

        public class NewHarbor<TBuoy>
        {
            public NewHarbor<TBuoy>? Twin;
            public TBuoy? Best;
            public List<TBuoy>? Buoys;
            public Dictionary<string, TBuoy>? ByName;
        }

        public struct NamedBuoy
        {
            public int X;
            public int Y;
            public string? Name;
        }

        // Stored as its memory.
        public struct PlainBuoy
        {
            public int X;
            public int Y;
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Shared_objects_in_JSON_are_copied_into_structs(bool isFirstReference)
        {
            var shared = new Buoy { X = 3, Y = 4, Name = "n" };
            var harbor = new Harbor { Best = shared, Buoys = { new Buoy { X = 1 }, shared, shared }, ByName = { ["a"] = shared } };
            harbor.Twin = harbor;
            string json = KitbagJson.Serialize(harbor);
            if (isFirstReference)
                json = """
                    {"$id":"1","Twin":{"$ref":"1"},"Best":{"$ref":"2"},"Buoys":[{"X":1},{"$ref":"2"},{"$id":"2","X":3,"Y":4,"Name":"n"}],
                    "ByName":{"a":{"$ref":"2"}}}
                    """;
            NewHarbor<NamedBuoy> named = KitbagJson.Deserialize<NewHarbor<NamedBuoy>>(json)!;
            Assert.Same(named, named.Twin);
            Assert.Equal(new[] { 1, 3, 3 }, named.Buoys!.Select(buoy => buoy.X));
            Assert.Equal(("n", "n", 4), (named.Best.Name, named.Buoys![2].Name, named.ByName!["a"].Y));
            NewHarbor<PlainBuoy> plain = KitbagJson.Deserialize<NewHarbor<PlainBuoy>>(json)!;
            Assert.Equal(new[] { (1, 0), (3, 4), (3, 4) }, plain.Buoys!.Select(buoy => (buoy.X, buoy.Y)));
            Assert.Equal((3, 4), (plain.Best.X, plain.ByName!["a"].Y));
            NewHarbor<List<PlainBuoy>> lists = KitbagJson.Deserialize<NewHarbor<List<PlainBuoy>>>(json)!;
            Assert.Equal(new[] { 1, 3, 3 }, lists.Buoys!.Select(list => list.Single().X));
        }

        [Theory]
        [InlineData(2)]
        [InlineData(100)]
        public void Members_that_the_reader_lacks_do_not_shift_identities(int count)
        {
            NewStation read = Read<Station, NewStation>(Stations(count));
            Assert.Equal(count, read.Lines!.Length);
            for (int i = 0; i < count; i++)
            {
                NewStation station = read.Lines[i];
                Assert.Equal(("s" + i, 7), (station.Name, station.Visits));
                Assert.Same(read.Lines[count - 1 - i], station.Partner);
                Assert.True(read.Lines.SequenceEqual(station.Lines!));
            }
        }

        [Theory]
        [InlineData(2)]
        [InlineData(100)]
        public void Members_that_the_document_lacks_keep_their_initial_values(int count)
        {
            List<NewStation> all = Enumerable.Range(0, count).Select(i => new NewStation { Name = "s" + i }).ToList();
            all.ForEach(s => (s.Lines, s.Partner) = (all.ToArray(), s));
            Station read = Read<NewStation, Station>(all[0]);
            Assert.All(read.Lines, s => Assert.Same(s, s.Partner));
            Assert.All(read.Lines, s => Assert.Null(s.Crew));
        }

        public class Shelf
        {
            public List<Book> Books = new();
            public Book? Best;
            public Dictionary<string, Book> ByName = new();
        }

        public class Book
        {
            public string? Title;
            public int[]? Pages;
        }

        public class TrackedShelf
        {
            public List<TrackedBook> Books = new();
            public TrackedBook? Best;
            public Dictionary<string, TrackedBook> ByName = new();
        }

        public class TrackedBook
        {
            public string? Title;
            public int[]? Pages;
            public TrackedShelf? Shelf;
            public TrackedBook? Sequel;
        }

        [Theory]
        [InlineData(3)]
        [InlineData(50)]
        public void Values_are_read_as_objects_that_nothing_else_refers_to(int count)
        {
            var shelf = new Shelf { Books = Enumerable.Range(0, count).Select(i => new Book { Title = "b" + i, Pages = [i] }).ToList() };
            shelf.Best = shelf.Books[1];
            shelf.ByName["x"] = shelf.Books[1];
            TrackedShelf read = Read<Shelf, TrackedShelf>(shelf);
            Assert.Equal(shelf.Books.Select(b => (b.Title, b.Pages![0])), read.Books.Select(b => (b.Title, b.Pages![0])));
            Assert.Equal("b1", read.Best!.Title);
            Assert.NotSame(read.Best, read.Books[1]);
            Assert.Equal("b1", read.ByName["x"].Title);
            Assert.Equal("b2", Read<Book, TrackedBook>(shelf.Books[2]).Title);
            var target = new TrackedBook { Sequel = read.Best };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(shelf.Books[0]), target);
            Assert.Equal(("b0", read.Best), (target.Title, target.Sequel));
        }

        [Theory]
        [InlineData(3)]
        [InlineData(50)]
        public void A_graph_is_read_into_values_and_what_is_shared_is_copied(int count)
        {
            var shelf = new TrackedShelf();
            for (int i = 0; i < count; i++)
                shelf.Books.Add(new TrackedBook { Title = "b" + i, Pages = [i, i], Shelf = shelf, Sequel = shelf.Books.LastOrDefault() });
            shelf.Best = shelf.Books[1];
            shelf.ByName["x"] = shelf.Books[1];
            shelf.ByName["y"] = shelf.Books[0];
            Shelf read = Read<TrackedShelf, Shelf>(shelf);
            Assert.Equal(shelf.Books.Select(b => (b.Title, b.Pages![1])), read.Books.Select(b => (b.Title, b.Pages![1])));
            Assert.Equal(("b1", "b1", "b0"), (read.Best!.Title, read.ByName["x"].Title, read.ByName["y"].Title));
            Assert.Equal(3, new[] { read.Best, read.Books[1], read.ByName["x"] }.Distinct().Count());
            Assert.NotSame(read.Best.Pages, read.Books[1].Pages);
        }

        public abstract class Beast
        {
            public string? Name;
            public Beast? Prey;
        }

        public class Wolf : Beast
        {
        }

        public class Sheep : Beast
        {
            public int Wool;
        }

        public class Zoo
        {
            public List<Beast> Beasts = new();
            public Sheep? First;
        }

        public class OnlySheep
        {
            public List<Flock> Beasts = new();
            public Flock? First;

            public class Flock
            {
                public string? Name;
                public int Wool;
                public Flock? Prey;
            }
        }

        [Theory]
        [InlineData(3)]
        [InlineData(20)]
        public void Objects_keep_their_identity_where_a_base_class_or_an_interface_is_declared_now(int count)
        {
            var fox = new V1.Fox { Age = 5 };
            fox.Mate = fox;
            byte[] document = KitbagSerializer.Serialize(Enumerable.Range(0, count)
                .Select(i => new V1.Den { First = i == 1 ? null : fox, Second = fox, All = new() { fox, null, fox } }).ToArray());
            V2.Den[] dens = KitbagSerializer.Deserialize<V2.Den[]>(document, out KitbagReadReport report);
            Assert.True(report.IsLossless, report.ToString());
            V2.Fox read = dens[0].Second!;
            Assert.Equal(5, read.Age);
            Assert.Same(read, read.Mate);
            for (int i = 0; i < count; i++)
            {
                Assert.Same(i == 1 ? null : read, dens[i].First);
                Assert.Same(read, dens[i].Second);
                Assert.Equal(new V2.ICanine?[] { read, null, read }, dens[i].All);
            }
        }

        [Fact]
        public void Classes_of_a_union_that_the_reader_lacks_are_an_error_or_left_out()
        {
            var sheep = new Sheep { Name = "s", Wool = 3 };
            byte[] document = KitbagSerializer.Serialize(new Zoo
            {
                Beasts = { sheep, new Wolf { Name = "w", Prey = sheep } },
                First = sheep
            });
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<OnlySheep>(document));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }
    }
}
