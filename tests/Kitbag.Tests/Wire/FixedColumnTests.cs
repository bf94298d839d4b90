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
        public void Columns_come_back_and_truncations_are_refused() => PackedBlockTests.Holds(Prop.ForAll(
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

        [Fact]
        public void Another_form_is_refused()
        {
            Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(() => { Read(new byte[] { 2, 0, 0 }, 1, 2); }).Reason);
        }
    }
}
