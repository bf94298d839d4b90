using System;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    public class FixedColumnTests
    {
        private static byte[] Write(byte[] image, int size)
        {
            var w = new WireWriter(null, default);
            FixedColumn.Write(ref w, image, size);
            byte[] written = w.Written.ToArray();
            w.Dispose();
            return written;
        }

        private static byte[] Read(byte[] bytes, int count, int size)
        {
            var r = new WireReader(bytes, KitbagLimits.Default);
            var image = new byte[count * size];
            FixedColumn.Read(ref r, image, size);
            var skipped = new WireReader(bytes, KitbagLimits.Default);
            FixedColumn.Skip(ref skipped, count, size);
            Assert.Equal(r.Position, skipped.Position);
            Assert.Equal(0, r.Remaining);
            return image;
        }

        [Fact]
        public void Columns_are_restored_and_truncations_rejected() => PackedBlockTests.Holds(Prop.ForAll(
            Gen.Choose(0, 50).ToArbitrary(), Gen.Choose(1, 40).ToArbitrary(), Gen.Choose(0, int.MaxValue).ToArbitrary(),
                (count, size, seed) =>
            {
                var random = new Random(seed);
                var value = new byte[size];
                random.NextBytes(value);
                byte[] image = Enumerable.Repeat(value, count).SelectMany(b => b).ToArray();
                bool same = image.Length == 0 || random.Next(2) == 0;
                if (!same)
                    image[random.Next(image.Length)] ^= 1;
                byte[] bytes = Write(image, size);
                int expected = count == 0 ? 0 : same || count == 1 ? 1 + size : 1 + image.Length;
                for (int length = 0; length < bytes.Length; length++)
                {
                    byte[] part = bytes.AsSpan(0, length).ToArray();
                    Assert.Equal(KitbagErrorReason.Truncated, Assert.Throws<KitbagException>(() => { Read(part, count, size); }).Reason);
                }
                return bytes.Length == expected && Read(bytes, count, size).AsSpan().SequenceEqual(image);
            }), 200);

        // Words, each with a random range of bits.
        private static byte[] Words(Random random, int count, int words)
        {
            var image = new byte[count * words * 4];
            for (int word = 0; word < words; word++)
            {
                int bits = random.Next(33), start = random.Next();
                for (int i = 0; i < count; i++)
                    BitConverter.TryWriteBytes(image.AsSpan((i * words + word) * 4), start + (int)random.NextInt64(1L << bits));
            }
            return image;
        }

        [Fact]
        public void Columns_of_words_are_restored_and_used_if_they_save_an_eighth() => PackedBlockTests.Holds(Prop.ForAll(
            Gen.Choose(900, 2500).ToArbitrary(), Gen.Choose(1, 20).ToArbitrary(), Gen.Choose(0, int.MaxValue).ToArbitrary(),
                (count, words, seed) =>
            {
                byte[] image = Words(new Random(seed), count, words), bytes = Write(image, 4 * words);
                for (int length = 0; bytes[0] == 2 && length < bytes.Length; length += 1 + bytes.Length / 50)
                {
                    byte[] part = bytes.AsSpan(0, length).ToArray();
                    Assert.Equal(KitbagErrorReason.Truncated,
                        Assert.Throws<KitbagException>(() => { Read(part, count, 4 * words); }).Reason);
                }
                Assert.True(bytes[0] != 2 || (count >= 1024 && words <= 16 && bytes.Length <= image.Length - image.Length / 8));
                return bytes.Length <= image.Length + 1 && Read(bytes, count, 4 * words).AsSpan().SequenceEqual(image);
            }), 300);

        [Fact]
        public void Changed_words_are_read_or_refused()
        {
            var random = new Random(11);
            byte[] bytes = Write(Words(new Random(5), 1024, 3).Select((b, i) => i % 12 >= 6 ? (byte)0 : b).ToArray(), 12);
            Assert.Equal(2, bytes[0]);
            for (int round = 0; round < 3000; round++)
            {
                byte[] changed = (byte[])bytes.Clone();
                changed[round < 800 ? round % 8 : random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                try
                {
                    Read(changed, 1024, 12);
                }
                catch (KitbagException)
                {
                }
                catch (Xunit.Sdk.EqualException)
                {
                    // The column was read, and bytes follow it.
                }
            }
        }

        [Fact]
        public void Large_columns_are_stored_as_words_only_if_this_saves_half()
        {
            var halves = new byte[80_000];
            new Random(1).NextBytes(halves);
            halves = halves.Select((b, i) => i % 4 >= 2 ? (byte)0 : b).ToArray();
            Assert.Equal(0, Write(halves, 8)[0]);
            Assert.Equal(2, Write(halves.Take(64 * 1024).ToArray(), 8)[0]);
            Assert.Equal(2, Write(halves.Select((b, i) => i % 4 >= 1 ? (byte)0 : b).ToArray(), 8)[0]);
        }

        [Fact]
        public void Another_form_is_refused()
        {
            Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(() => { Read(new byte[] { 2, 0, 0 }, 1, 2); }).Reason);
            Assert.Equal(KitbagErrorReason.Malformed,
                Assert.Throws<KitbagException>(() => { Read(new byte[] { 3, 0, 0 }, 1, 4); }).Reason);
        }
    }
}
