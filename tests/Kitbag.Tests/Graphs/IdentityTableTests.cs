using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Buffers;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Objects are numbered in the order of their first occurrence, whether they are added one by one or many at once.</summary>
    public class IdentityTableTests
    {
        [Theory]
        [InlineData(1, 1)]
        [InlineData(100, 7)]
        [InlineData(5_000, 64)]
        [InlineData(5_000, 5_000)]
        public void Objects_have_the_numbers_of_their_first_appearance(int objects, int atOnce)
        {
            var random = new Random(objects + atOnce);
            object[] all = Enumerable.Range(0, objects).Select(_ => new object()).ToArray();
            // Runs of new objects, known objects in their order, repetitions, known and new objects in random order, and nulls.
            var values = new List<object?>(all.Take(objects / 2));
            values.AddRange(all.Take(objects / 4));
            values.AddRange(Enumerable.Repeat(all[0], 40));
            for (int i = 0; i < objects * 2; i++)
                values.Add(random.Next(8) == 0 ? null : all[random.Next(objects)]);
            values.AddRange(all);

            var expected = new Dictionary<object, uint>();
            IdentityTable table = IdentityTable.Acquire();
            int last = -1;
            for (int start = 0; start < values.Count; start += atOnce)
            {
                object?[] part = values.Skip(start).Take(atOnce).ToArray();
                var numbers = new uint[part.Length];
                table.FindOrAdd(part, numbers, ref last);
                for (int i = 0; i < part.Length; i++)
                {
                    if (part[i] is { } value && expected.TryAdd(value, (uint)expected.Count + 1))
                        Assert.Same(value, table.ObjectsFrom(expected.Count - 1)[0]);
                    Assert.Equal(part[i] is { } known ? expected[known] : 0, numbers[i]);
                }
            }
            Assert.Equal(objects, table.Count);
            foreach (object one in all)
                Assert.Equal(expected[one], (uint)table.FindOrAdd(one, ref last) + 1);
            table.Return();
            Assert.Equal(0, IdentityTable.Acquire().Count);
        }

        [Fact]
        public void Runs_of_new_objects_end_at_a_known_object_or_null()
        {
            object[] all = Enumerable.Range(0, 40_000).Select(_ => new object()).ToArray();
            var values = new List<object?>();
            for (int i = 0; i < all.Length; i++)
            {
                values.Add(all[i]);
                if (i % 700 == 699)
                    values.Add(i % 1400 == 699 ? null : all[i / 2]);
                if (i % 1100 == 1099)
                    values.Add(all[i - 3]);
            }
            // Known objects in their order, with small and large gaps.
            values.AddRange(all.Where((_, i) => i % 12 < 4));
            values.AddRange(all.Where((_, i) => i % 100 < 3));
            Dictionary<object, int> places = all.Select((one, i) => (one, i)).ToDictionary(pair => pair.one, pair => pair.i);

            IdentityTable table = IdentityTable.Acquire();
            var numbers = new uint[values.Count];
            int last = -1;
            table.FindOrAdd(values.ToArray(), numbers, ref last);
            Assert.Equal(values.Select(one => one == null ? 0 : (uint)places[one] + 1), numbers);
            Assert.Equal(all.Length, table.Count);
            Assert.True(table.ObjectsFrom(0).SequenceEqual(all));
            table.Return();
        }

        [Fact]
        public void Nothing_of_an_earlier_call_is_found_again()
        {
            object[] first = Enumerable.Range(0, 3_000).Select(_ => new object()).ToArray();
            var numbers = new uint[first.Length];
            for (int count = first.Length; count > 0; count /= 3)
            {
                IdentityTable table = IdentityTable.Acquire();
                int last = -1;
                table.FindOrAdd(first.AsSpan(first.Length - count), numbers, ref last);
                Assert.Equal(Enumerable.Range(1, count).Select(i => (uint)i), numbers.Take(count));
                table.Return();
            }
        }

        [Fact]
        public void Numbers_for_objects_that_are_not_to_be_found_are_skipped()
        {
            IdentityTable table = IdentityTable.Acquire();
            object[] all = Enumerable.Range(0, 1_000).Select(_ => new object()).ToArray();
            int last = -1;
            foreach (object one in all)
            {
                table.AddNothing();
                Assert.Equal(table.Count, table.FindOrAdd(one, ref last));
            }
            for (int i = 0; i < all.Length; i++)
                Assert.Equal(2 * i + 1, table.FindOrAdd(all[i], ref last));
            table.Return();
        }
    }
}
