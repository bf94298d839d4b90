using System;
using System.Linq;
using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    public class IntegerColumnTests
    {
        private static readonly KitbagOptions s_raw = new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere };

        private static byte[] Write(byte[] image, IntegerKind kind, KitbagOptions options)
        {
            var w = new WireWriter(null, options.Wire);
            IntegerColumn.Write(ref w, image, kind);
            byte[] written = w.Written.ToArray();
            w.Dispose();
            return written;
        }

        private static byte[] Read(byte[] bytes, int count, IntegerKind kind, IntegerKind written, bool whole = true)
        {
            var r = new WireReader(bytes, KitbagLimits.Default);
            var image = new byte[count * ReferenceBlocks.SizeOf(kind)];
            try
            {
                IntegerColumn.Read(ref r, image, kind, written);
                if (whole)
                    Assert.Equal(0, r.Remaining);
            }
            finally
            {
                r.Dispose();
            }
            return image;
        }

        private static int Skip(byte[] bytes, int count, IntegerKind written)
        {
            var r = new WireReader(bytes, KitbagLimits.Default);
            IntegerColumn.Skip(ref r, count, written);
            int position = r.Position;
            r.Dispose();
            return position;
        }

        [Fact]
        public void Columns_are_restored() => PackedBlockTests.Holds(Prop.ForAll(NumberColumn.Any(600).ToArbitrary(),
            Gen.Elements(false, true).ToArbitrary(), (column, raw) =>
        {
            byte[] bytes = Write(column.Image, column.Kind, raw ? s_raw : KitbagOptions.Default);
            return Read(bytes, column.Values.Length, column.Kind, column.Kind).AsSpan().SequenceEqual(column.Image)
                && Skip(bytes, column.Values.Length, column.Kind) == bytes.Length
                && bytes.Length <= column.Image.Length + (column.Image.Length == 0 ? 0 : 1);
        }), 500);

        [Fact]
        public void Numbers_keep_their_value_in_another_kind_or_are_refused() => PackedBlockTests.Holds(Prop.ForAll(
            NumberColumn.Any(300).ToArbitrary(), Gen.Elements(false, true).ToArbitrary(), (column, raw) =>
            {
                byte[] bytes = Write(column.Image, column.Kind, raw ? s_raw : KitbagOptions.Default);
                foreach (IntegerKind kind in Enum.GetValues<IntegerKind>())
                {
                    int wrong = Array.FindIndex(column.Values, value => !ReferenceBlocks.Holds(kind, value));
                    try
                    {
                        byte[] image = Read(bytes, column.Values.Length, kind, column.Kind);
                        if (wrong >= 0 || !image.AsSpan().SequenceEqual(ReferenceBlocks.Image(kind, column.Values)))
                            return false;
                    }
                    catch (KitbagException e)
                    {
                        if (e.Reason != KitbagErrorReason.OutOfRange || e.PendingIndex != wrong
                            || !e.Message.Contains("found " + column.Values[wrong] + ","))
                            return false;
                        if (!e.Message.Contains("(" + ReferenceBlocks.MinOf(kind) + " to " + ReferenceBlocks.MaxOf(kind) + ")"))
                            return false;
                    }
                }
                return true;
            }), 300);

        [Fact]
        public void Every_truncation_is_refused() => PackedBlockTests.Holds(Prop.ForAll(NumberColumn.Any(300).ToArbitrary(), column =>
        {
            byte[] bytes = Write(column.Image, column.Kind, KitbagOptions.Default);
            for (int length = 0; length < bytes.Length; length++)
            {
                byte[] part = bytes.AsSpan(0, length).ToArray();
                Assert.Equal(KitbagErrorReason.Truncated,
                    Assert.Throws<KitbagException>(() => { Read(part, column.Values.Length, column.Kind, column.Kind); }).Reason);
                Assert.Equal(KitbagErrorReason.Truncated,
                    Assert.Throws<KitbagException>(() => { Skip(part, column.Values.Length, column.Kind); }).Reason);
            }
            return true;
        }), 30);

        [Fact]
        public void Random_bytes_are_read_or_refused() => PackedBlockTests.Holds(Prop.ForAll(
            Gen.Elements(Enum.GetValues<IntegerKind>()).ToArbitrary(), Gen.Elements(Enum.GetValues<IntegerKind>()).ToArbitrary(),
                Gen.Choose(0, int.MaxValue).ToArbitrary(), (kind, written, seed) =>
            {
                var random = new Random(seed);
                var bytes = new byte[random.Next(300)];
                random.NextBytes(bytes);
                if (bytes.Length > 1 && random.Next(2) == 0)
                    bytes[0] = (byte)random.Next(3);
                int count = random.Next(400);
                try
                {
                    Read(bytes, count, kind, written, whole: false);
                }
                catch (KitbagException)
                {
                }
                try
                {
                    Skip(bytes, random.Next(4) == 0 ? int.MaxValue : count, written);
                }
                catch (KitbagException)
                {
                }
                return true;
            }), 3000);

        [Fact]
        public void No_values_take_no_bytes()
        {
            foreach (IntegerKind kind in Enum.GetValues<IntegerKind>())
            {
                Assert.Empty(Write(Array.Empty<byte>(), kind, KitbagOptions.Default));
                Assert.Empty(Write(Array.Empty<byte>(), kind, s_raw));
                Assert.Empty(Read(Array.Empty<byte>(), 0, kind, kind));
                Assert.Equal(0, Skip(Array.Empty<byte>(), 0, kind));
            }
        }

        [Fact]
        public void Numbers_that_do_not_pack_are_stored_as_they_are()
        {
            var image = new byte[4000];
            new Random(1).NextBytes(image);
            foreach (IntegerKind kind in Enum.GetValues<IntegerKind>())
            {
                byte[] expected = image.Prepend(ReferenceBlocks.SizeOf(kind) == 1 ? (byte)0 : (byte)127).ToArray();
                Assert.Equal(expected, Write(image, kind, KitbagOptions.Default));
                Assert.Equal(expected, Write(image, kind, s_raw));
            }
        }

        [Fact]
        public void Small_columns_take_the_smaller_form()
        {
            Assert.Equal(new byte[] { 0, 10 }, Write(BitConverter.GetBytes(5), IntegerKind.Int32, KitbagOptions.Default));
            Assert.Equal(new byte[] { 127, 0xFF, 0xFF, 0xFF, 0x7F },
                Write(BitConverter.GetBytes(int.MaxValue), IntegerKind.Int32, KitbagOptions.Default));
            Assert.Equal(new byte[] { 0, 5 }, Write(new byte[] { 5 }, IntegerKind.UInt8, KitbagOptions.Default));
        }

        [Fact]
        public void Columns_have_the_documented_bytes()
        {
            // Width 3 from 10 on: 2, 7, 1, 0, 5 is 010 111 001 000 101, from the lowest bit.
            byte[] image = new short[] { 12, 17, 11, 10, 15 }.SelectMany(BitConverter.GetBytes).ToArray();
            Assert.Equal(new byte[] { 3, 20, 0b01_111_010, 0b0_101_000_0 }, Write(image, IntegerKind.Int16, KitbagOptions.Default));
            // 100, then steps of -1 and one bit more.
            image = new long[] { 100, 99, 99, 98, 97, 97, 97, 96, 96, 95 }.SelectMany(BitConverter.GetBytes).ToArray();
            Assert.Equal(new byte[] { 0x81, 200, 1, 1, 0b10110010, 0 }, Write(image, IntegerKind.Int64, KitbagOptions.Default));
        }
    }
}
