using System.Collections.Generic;
using System.Linq;
using Xunit;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests.Evolution
{
    /// <summary>
    /// A struct is stored as an object or as its memory, a record, depending on how its members are declared. Members of the same
    /// names and types must be read right whichever of the two the writer had.
    /// </summary>
    public class StructFormTests
    {
        [Theory]
        [InlineData(1)]
        [InlineData(7)]
        [InlineData(8)]
        [InlineData(300)]
        public void A_struct_that_was_an_object_is_read_as_a_record(int count)
        {
            Hold<Fixed>[] written = Enumerable.Range(0, count)
                .Select(i => new Hold<Fixed> { Id = i, Position = new Fixed(i * 3, -i), Seed = i + 1L, Time = 7 }).ToArray();
            byte[] document = KitbagSerializer.Serialize(written, new KitbagOptions { Checksum = true });
            Hold<Open>[] read = KitbagSerializer.Deserialize<Hold<Open>[]>(document);
            Assert.Equal(written.Select(w => (w.Id, w.Position.X, w.Position.Y, w.Seed, w.Time)),
                read.Select(r => (r.Id, r.Position.X, r.Position.Y, r.Seed, r.Time)));
            Assert.Equal(document, KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Hold<Fixed>[]>(KitbagSerializer.Serialize(read)),
                new KitbagOptions { Checksum = true }));

            List<Fixed> items = written.Select(w => w.Position).ToList();
            Assert.Equal(items.Select(p => (p.X, p.Y)),
                KitbagSerializer.Deserialize<List<Open>>(KitbagSerializer.Serialize(items)).Select(p => (p.X, p.Y)));
            Assert.Equal(new Open { X = 5, Y = 6 }, KitbagSerializer.Deserialize<Open>(KitbagSerializer.Serialize(new Fixed(5, 6))));
        }

        [Fact]
        public void Pairs_and_ignored_fields_do_not_change_the_document()
        {
            var pair = new Hold<KeyValuePair<int, int>> { Id = 1, Position = new KeyValuePair<int, int>(-2, 3), Seed = 4, Time = 5 };
            Hold<Entry> entry = KitbagSerializer.Deserialize<Hold<Entry>>(KitbagSerializer.Serialize(pair));
            Assert.Equal((1, -2, 3, 4L, 5), (entry.Id, entry.Position.Key, entry.Position.Value, entry.Seed, entry.Time));
            var cached = new Hold<Cached> { Id = 1, Position = new Cached { X = 2, Y = 3, Length = 9 }, Seed = 4, Time = 5 };
            Hold<Open> open = KitbagSerializer.Deserialize<Hold<Open>>(KitbagSerializer.Serialize(cached));
            Assert.Equal((1, 2, 3, 4L, 5), (open.Id, open.Position.X, open.Position.Y, open.Seed, open.Time));
        }

        public readonly record struct Fixed(int X, int Y);

        public record struct Open(int X, int Y);

        public struct Cached
        {
            public int X;
            public int Y;
            [KitbagIgnore]
            public int Length;
        }

        public struct Entry
        {
            public int Key;
            public int Value;
        }

        public class Hold<T>
        {
            public int Id;
            public T? Position;
            public long Seed;
            public int Time;
        }
    }
}
