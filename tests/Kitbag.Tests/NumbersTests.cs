using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>What each value of <see cref="KitbagNumbers"/> stores as its memory image, according to the size of the body.</summary>
    public class NumbersTests
    {
        private const int Count = 1000;

        [Fact]
        public void Raw_stores_arrays_and_lists_of_numbers_as_their_image()
        {
            AssertImage(new int[Count], Count * sizeof(int));
            AssertImage(Enumerable.Repeat(5L, Count).ToList(), Count * sizeof(long));
            AssertImage(Enumerable.Range(0, Count).Select(i => i % 3 == 0 ? null : (int?)i).ToList(), Count * 2 / 3 * sizeof(int));
            AssertImage(Enumerable.Range(0, Count).Select(i => (double)i).ToArray(), Count * sizeof(double));
            AssertImage(Enumerable.Repeat(DayOfWeek.Friday, Count).ToArray(), Count * sizeof(int));
            AssertImage(Enumerable.Repeat(new DateTime(2026, 11, 21), Count).ToArray(), Count * sizeof(long));
            AssertImage(new[] { new int[Count], new int[Count] }, 2 * Count * sizeof(int));
            AssertImage(Enumerable.Range(0, Count).ToDictionary(i => i, i => (long)i), Count * (sizeof(int) + sizeof(long)));
        }

        [Fact]
        public void Raw_leaves_lists_of_objects_compact()
        {
            List<Named> list = Enumerable.Range(0, Count).Select(i => new Named { Id = i, Name = "n" + i % 10 }).ToList();
            int compact = Size(list, KitbagNumbers.Compact);
            Assert.Equal(compact, Size(list, KitbagNumbers.Raw));
            Assert.True(Size(list, KitbagNumbers.RawEverywhere) > compact + Count * sizeof(int) / 2);
        }

        [Fact]
        public void Raw_leaves_the_lengths_of_strings_compact()
        {
            string[] texts = Enumerable.Range(0, Count).Select(i => "text " + i).ToArray();
            Assert.Equal(Size(texts, KitbagNumbers.Compact), Size(texts, KitbagNumbers.Raw));
        }

        // In addition to the image there are only length prefixes, mode bytes and null masks.
        private static void AssertImage<[KitbagRoot] T>(T value, int image)
        {
            Assert.InRange(Size(value, KitbagNumbers.Raw), image, image + Count / 8 + 16);
            Assert.True(Size(value, KitbagNumbers.Compact) < image, typeof(T).ToString());
        }

        private static int Size<[KitbagRoot] T>(T value, KitbagNumbers numbers)
        {
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = numbers };
            byte[] document = KitbagSerializer.Serialize(value, options);
            Assert.Equal(document, KitbagSerializer.Serialize(KitbagSerializer.Deserialize<T>(document, options), options));
            return document.Length;
        }
    }
}
