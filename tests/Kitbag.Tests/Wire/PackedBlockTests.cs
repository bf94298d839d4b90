using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using FsCheck;
using FsCheck.Fluent;
using Kitbag.Layout;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Wire
{
    /// <summary>
    /// A simple and slow implementation of packed blocks, bit by bit and with big integers, according to the specification and independent
    /// of the library.
    /// </summary>
    internal static class ReferenceBlocks
    {
        private static readonly BigInteger s_modulus = BigInteger.One << 64;

        public static BigInteger MinOf(IntegerKind kind) => kind switch
        {
            IntegerKind.Int8 => sbyte.MinValue,
            IntegerKind.Int16 => short.MinValue,
            IntegerKind.Int32 => int.MinValue,
            IntegerKind.Int64 => long.MinValue,
            _ => 0,
        };

        public static BigInteger MaxOf(IntegerKind kind) => kind switch
        {
            IntegerKind.Int8 => sbyte.MaxValue,
            IntegerKind.UInt8 => byte.MaxValue,
            IntegerKind.Int16 => short.MaxValue,
            IntegerKind.UInt16 => ushort.MaxValue,
            IntegerKind.Int32 => int.MaxValue,
            IntegerKind.UInt32 => uint.MaxValue,
            IntegerKind.Int64 => long.MaxValue,
            _ => ulong.MaxValue,
        };

        public static int SizeOf(IntegerKind kind) => kind switch
        {
            IntegerKind.Int8 or IntegerKind.UInt8 => 1,
            IntegerKind.Int16 or IntegerKind.UInt16 => 2,
            IntegerKind.Int32 or IntegerKind.UInt32 => 4,
            _ => 8,
        };

        public static bool Holds(IntegerKind kind, BigInteger value) => value >= MinOf(kind) && value <= MaxOf(kind);

        private static BigInteger Modulo(BigInteger value)
        {
            BigInteger rest = value % s_modulus;
            return rest.Sign < 0 ? rest + s_modulus : rest;
        }

        /// <summary>The number of the kind's 64-bit extension that is the same modulo 2^64.</summary>
        private static BigInteger Extended(IntegerKind kind, BigInteger value)
        {
            BigInteger rest = Modulo(value);
            return kind != IntegerKind.UInt64 && rest >= s_modulus / 2 ? rest - s_modulus : rest;
        }

        public static byte[] Image(IntegerKind kind, IReadOnlyList<BigInteger> values)
        {
            int size = SizeOf(kind);
            var image = new byte[values.Count * size];
            for (int i = 0; i < values.Count; i++)
            {
                BigInteger rest = Modulo(values[i]);
                for (int b = 0; b < size; b++)
                    image[i * size + b] = (byte)((rest >> (8 * b)) & 255);
            }
            return image;
        }

        public static BigInteger[] Values(IntegerKind kind, ReadOnlySpan<byte> image)
        {
            int size = SizeOf(kind);
            var values = new BigInteger[image.Length / size];
            for (int i = 0; i < values.Length; i++)
                values[i] = new BigInteger(image.Slice(i * size, size), isUnsigned: MinOf(kind).IsZero);
            return values;
        }

        /// <summary>Encodes one block, with <paramref name="widen"/> bits per value more than needed.</summary>
        public static byte[] Encode(IReadOnlyList<BigInteger> values, bool delta, int widen)
        {
            var bytes = new List<byte>();
            var bits = new List<bool>();
            IReadOnlyList<BigInteger> numbers = delta ? values.Skip(1).Select((value, i) => value - values[i]).ToList() : values;
            BigInteger min = numbers.Count == 0 ? 0 : numbers.Min();
            int width = Math.Min(64, widen + (numbers.Count == 0 ? 0 : (int)(numbers.Max() - min).GetBitLength()));
            foreach (BigInteger number in numbers)
            {
                for (int b = 0; b < width; b++)
                    bits.Add(!((Modulo(number - min) >> b) & 1).IsZero);
            }
            bytes.Add((byte)(width + (delta ? 128 : 0)));
            if (delta)
                Zigzag(bytes, values[0]);
            Zigzag(bytes, min);
            for (int i = 0; i < bits.Count; i += 8)
                bytes.Add((byte)Enumerable.Range(0, Math.Min(8, bits.Count - i)).Sum(b => bits[i + b] ? 1 << b : 0));
            return bytes.ToArray();
        }

        /// <summary>
        /// Encodes a patched block whose base is the first value. That value and all whose offset does not fit into the width are patched.
        /// If these are too many for a block, the block is plain.
        /// </summary>
        public static byte[] EncodePatched(IReadOnlyList<BigInteger> values, int width)
        {
            BigInteger mask = (BigInteger.One << width) - 1;
            var places = Enumerable.Range(0, values.Count).Where(i => i == 0 || values[i] < values[0] || values[i] > values[0] + mask)
                .ToList();
            if (places.Count > 255)
                return Encode(values, false, 0);
            byte[] low = Encode(values.Select(value => (value - values[0]) & mask).Append(0).Append(mask).ToList(), false, 0);
            var bytes = new List<byte> { (byte)(65 + width) };
            Zigzag(bytes, values[0]);
            bytes.AddRange(low.Skip(2).Take((values.Count * width + 7) / 8));
            // The two numbers that determine the width are not values of the block.
            if (values.Count * width % 8 != 0)
                bytes[bytes.Count - 1] &= (byte)((1 << (values.Count * width % 8)) - 1);
            bytes.Add((byte)places.Count);
            bytes.AddRange(places.Select(place => (byte)place));
            bytes.AddRange(Encode(places.Select(place => (values[place] - values[0]) >> width).ToList(), false, 0));
            return bytes.ToArray();
        }

        private static void Zigzag(List<byte> bytes, BigInteger value)
        {
            BigInteger number = Extended(IntegerKind.Int64, value);
            number = number.Sign < 0 ? -2 * number - 1 : 2 * number;
            for (; number >= 128; number >>= 7)
                bytes.Add((byte)(128 | (int)(number & 127)));
            bytes.Add((byte)number);
        }

        /// <summary>Decodes blocks of 256 values, which may be out of the range of the kind.</summary>
        public static BigInteger[] Decode(ReadOnlySpan<byte> bytes, ref int at, int count, IntegerKind kind)
        {
            var values = new List<BigInteger>();
            while (values.Count < count)
            {
                int some = Math.Min(256, count - values.Count);
                int width = bytes[at] & 127;
                bool patched = width > 64;
                if (patched)
                    width -= 65;
                bool delta = bytes[at++] >= 128;
                BigInteger first = Unzigzag(bytes, ref at);
                BigInteger min = delta ? Unzigzag(bytes, ref at) : first;
                int stored = delta ? some - 1 : some;
                if (delta)
                    values.Add(Extended(kind, first));
                for (int i = 0; i < stored; i++)
                {
                    BigInteger offset = 0;
                    for (int b = 0; b < width; b++)
                    {
                        int bit = i * width + b;
                        if ((bytes[at + bit / 8] >> (bit % 8) & 1) != 0)
                            offset += BigInteger.One << b;
                    }
                    values.Add(Extended(kind, (delta ? values[^1] : 0) + min + offset));
                }
                at += (stored * width + 7) / 8;
                if (patched)
                {
                    byte[] places = bytes.Slice(at + 1, bytes[at]).ToArray();
                    at += 1 + places.Length;
                    BigInteger[] high = Decode(bytes, ref at, places.Length, IntegerKind.Int64);
                    for (int i = 0; i < places.Length; i++)
                    {
                        int place = values.Count - some + places[i];
                        values[place] = Extended(kind, values[place] + (high[i] << width));
                    }
                }
            }
            return values.ToArray();
        }

        private static BigInteger Unzigzag(ReadOnlySpan<byte> bytes, ref int at)
        {
            BigInteger number = 0;
            for (int shift = 0; ; shift += 7)
            {
                byte b = bytes[at++];
                number += (BigInteger)(b & 127) << shift;
                if (b < 128)
                    return number.IsEven ? number / 2 : -(number + 1) / 2;
            }
        }
    }

    /// <summary>Columns of numbers of every shape that is packed differently.</summary>
    public sealed class NumberColumn
    {
        public NumberColumn(IntegerKind kind, BigInteger[] values)
        {
            Kind = kind;
            Values = values;
        }

        public IntegerKind Kind { get; }

        public BigInteger[] Values { get; }

        internal byte[] Image => ReferenceBlocks.Image(Kind, Values);

        public override string ToString() => Kind + " x " + Values.Length + ": " + string.Join(" ", Values);

        public static Gen<NumberColumn> Any(int longest) =>
            from kind in Gen.Elements(Enum.GetValues<IntegerKind>())
            from length in Gen.OneOf(Gen.Choose(0, 20), Gen.Choose(0, longest),
                Gen.Elements(8, 16, 17, 255, 256, 257, 512, 513).Select(n => Math.Min(n, longest)))
            from bits in Gen.Choose(0, 8 * ReferenceBlocks.SizeOf(kind))
            from shape in Gen.Choose(0, 7)
            from seed in Gen.Choose(0, int.MaxValue)
            select Make(kind, length, bits, shape, seed);

        internal static NumberColumn Make(IntegerKind kind, int length, int bits, int shape, int seed)
        {
            var random = new Random(seed);
            BigInteger min = ReferenceBlocks.MinOf(kind), range = BigInteger.One << (8 * ReferenceBlocks.SizeOf(kind));
            BigInteger Below(BigInteger max) => new BigInteger(random.NextInt64()) * random.NextInt64() % max;
            BigInteger spread = BigInteger.One << bits;
            BigInteger start = shape switch
            {
                0 => BigInteger.Max(min, 0),
                1 => range - spread + min,
                _ => min + Below(range),
            };
            BigInteger step = Below(spread);
            var values = new BigInteger[length];
            BigInteger current = start;
            for (int i = 0; i < length; i++)
            {
                BigInteger value = shape switch
                {
                    3 => start + i * step,
                    4 => current += step + random.Next(4),
                    5 => current += Below(spread) - spread / 2,
                    // A few are far from the others.
                    6 when random.Next(20) == 0 => start + Below(range),
                    7 when random.Next(40) == 0 => start - Below(spread << 7),
                    _ => start + Below(spread),
                };
                // Wrapped as the type's own arithmetic does.
                BigInteger rest = (value - min) % range;
                values[i] = min + (rest.Sign < 0 ? rest + range : rest);
            }
            return new NumberColumn(kind, values);
        }
    }

    public class PackedBlockTests
    {
        internal static void Holds(Property property, int tests) =>
            Check.One(Config.QuickThrowOnFailure.WithMaxTest(tests).WithQuietOnSuccess(true), property);

        private static byte[] Packed(NumberColumn column)
        {
            var w = new WireWriter(null, default);
            byte[] image = column.Image;
            if (image.Length != 0)
            {
                var blocks = new PackedBlock[PackedBlock.BlocksOf(column.Values.Length)];
                long size = PackedBlockWriter.PlanAll(ref image[0], column.Values.Length, column.Kind, blocks, 64);
                PackedBlockWriter.WriteAll(ref w, ref image[0], column.Values.Length, column.Kind, blocks);
                if (blocks.Any(b => b.IsPatched))
                    Assert.InRange(w.Length, 1, size);
                else
                    Assert.Equal(size, w.Length);
            }
            byte[] written = w.Written.ToArray();
            w.Dispose();
            return written;
        }

        private static byte[] Unpacked(byte[] packed, int count, IntegerKind kind)
        {
            var image = new byte[count * ReferenceBlocks.SizeOf(kind)];
            var r = new WireReader(packed, KitbagLimits.Default);
            if (count != 0)
                PackedBlockReader.ReadAll(ref r, ref image[0], count, kind, kind);
            var skipped = new WireReader(packed, KitbagLimits.Default);
            PackedBlockReader.SkipAll(ref skipped, count);
            Assert.Equal(r.Position, skipped.Position);
            r.Dispose();
            skipped.Dispose();
            return image;
        }

        [Fact]
        public void Every_width_of_every_kind_is_packed_for_any_remainder()
        {
            foreach (IntegerKind kind in Enum.GetValues<IntegerKind>())
            {
                for (int bits = 0; bits <= 8 * ReferenceBlocks.SizeOf(kind); bits++)
                {
                    // Values with a range of that many bits, values whose differences have that range, and values of which a few are far
                    // from the others. The counts exercise the loops over 32, 16, 8 and single values.
                    foreach ((int count, int shape) in new[] { (31, 2), (48, 2), (71, 2), (256, 2), (33, 5), (72, 5), (256, 5), (256, 6),
                        (100, 7) })
                    {
                        NumberColumn column = NumberColumn.Make(kind, count, bits, shape, count + bits);
                        byte[] packed = Packed(column);
                        int at = 0;
                        BigInteger[] values = ReferenceBlocks.Decode(packed, ref at, count, kind);
                        Assert.Equal(packed.Length, at);
                        Assert.Equal(column.Values, values);
                        Assert.Equal(column.Image, Unpacked(packed, count, kind));
                    }
                }
            }
        }

        [Fact]
        public void Blocks_planned_while_writing_equal_blocks_planned_before()
        {
            int patched = 0;
            foreach (IntegerKind kind in Enum.GetValues<IntegerKind>())
            {
                // Columns for which a few blocks or nearly all blocks decide whether packing saves enough. In some, blocks are patched
                // because the blocks before them are. Those of shape 2 are plain, except for a constant and a progression in the middle
                // of those with 5000 values.
                foreach ((int count, int shape) in new[] { (257, 2), (1500, 2), (5000, 2), (1500, 5), (1600, 6), (3000, 7), (70_000, 7) })
                {
                    for (int bits = 1; bits <= 8 * ReferenceBlocks.SizeOf(kind); bits += count > 5000 ? 20 : 3)
                    {
                        NumberColumn column = NumberColumn.Make(kind, count, bits, shape, count + bits);
                        if (count == 5000)
                        {
                            Array.Fill(column.Values, column.Values[7], 2000, 600);
                            for (int i = 3300; i < 3900; i++)
                                column.Values[i] = (i - 3300) / 5;
                        }
                        byte[] image = column.Image;
                        var blocks = new PackedBlock[PackedBlock.BlocksOf(count)];
                        long size = PackedBlockWriter.PlanAll(ref image[0], count, kind, blocks);
                        patched += blocks.Count(block => block.IsPatched);
                        var expected = new WireWriter(null, default);
                        IntegerColumn.WritePlanned(ref expected, image, kind, blocks, size <= image.Length - image.Length / 8);
                        var found = new WireWriter(null, default);
                        IntegerColumn.Write(ref found, image, kind);
                        Assert.Equal(expected.Written.ToArray(), found.Written.ToArray());
                        var read = new byte[image.Length];
                        var r = new WireReader(found.Written.ToArray(), KitbagLimits.Default);
                        IntegerColumn.Read(ref r, read, kind);
                        Assert.Equal(image, read);
                        Assert.Equal(0, r.Remaining);
                        r.Dispose();
                        expected.Dispose();
                        found.Dispose();
                    }
                }
            }
            Assert.InRange(patched, 1000, int.MaxValue);
        }

        [Theory]
        [InlineData(700)]
        [InlineData(1999)]
        public void A_value_out_of_range_is_found_in_blocks_of_the_same_width(int place)
        {
            // All blocks have a width of 16 bits. Those whose base is the minimum of the reader's kind cannot have values out of range.
            var random = new Random(place);
            int[] values = Enumerable.Range(0, 3000).Select(_ => random.Next(-32_000, 32_768)).ToArray();
            for (int i = 0; i < values.Length; i += 256)
                values[i] = i == place / 256 * 256 ? 0 : -32_768;
            values[place] = 32_768;
            var w = new WireWriter(null, default);
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes<int>(values), IntegerKind.Int32);
            byte[] written = w.Written.ToArray();
            w.Dispose();
            var e = Assert.Throws<KitbagException>(() =>
            {
                var r = new WireReader(written, KitbagLimits.Default);
                IntegerColumn.Read(ref r, new byte[6000], IntegerKind.Int16, IntegerKind.Int32);
            });
            Assert.Contains("32768", e.Message);
        }

        [Fact]
        public void A_naive_decoder_reads_what_is_written() => Holds(Prop.ForAll(NumberColumn.Any(600).ToArbitrary(), column =>
        {
            byte[] packed = Packed(column);
            int at = 0;
            BigInteger[] values = ReferenceBlocks.Decode(packed, ref at, column.Values.Length, column.Kind);
            return at == packed.Length && values.SequenceEqual(column.Values);
        }), 400);

        [Fact]
        public void A_naive_encoders_blocks_are_read_whatever_their_width_and_form() => Holds(Prop.ForAll(
            NumberColumn.Any(600).ToArbitrary(), Gen.Choose(0, 3).ToArbitrary(), Gen.Choose(0, 5).ToArbitrary(), (column, form, widen) =>
            {
                IEnumerable<byte> encoded = Enumerable.Empty<byte>();
                for (int i = 0; i < column.Values.Length; i += 256)
                    encoded = encoded.Concat(ReferenceBlocks.Encode(new ArraySegment<BigInteger>(column.Values, i,
                        Math.Min(256, column.Values.Length - i)), (form >> (i / 256 & 1) & 1) != 0, widen));
                byte[] packed = encoded.ToArray();
                byte[] image = column.Image;
                return Unpacked(packed, column.Values.Length, column.Kind).AsSpan().SequenceEqual(image)
                    && Unpacked(packed.Concat(new byte[100]).ToArray(), column.Values.Length, column.Kind).AsSpan().SequenceEqual(image);
            }), 600);

        [Fact]
        public void A_naive_encoders_patched_blocks_are_read_whatever_their_width() => Holds(Prop.ForAll(
            NumberColumn.Any(256).ToArbitrary(), Gen.Choose(0, 61).ToArbitrary(), (column, width) =>
            {
                width = Math.Min(width, 8 * ReferenceBlocks.SizeOf(column.Kind));
                if (column.Values.Length == 0)
                    return true;
                byte[] packed = ReferenceBlocks.EncodePatched(column.Values, width);
                return Unpacked(packed, column.Values.Length, column.Kind).AsSpan().SequenceEqual(column.Image);
            }), 600);

        [Fact]
        public void Ints_are_packed_to_the_same_bytes_as_longs() => Holds(Prop.ForAll(NumberColumn.Any(600).ToArbitrary(),
            column => ReferenceBlocks.SizeOf(column.Kind) != 4
                || Packed(column).AsSpan().SequenceEqual(Packed(new NumberColumn(IntegerKind.Int64, column.Values)))), 600);

        [Theory]
        [InlineData(IntegerKind.Int16)]
        [InlineData(IntegerKind.Int32)]
        [InlineData(IntegerKind.UInt64)]
        public void A_few_large_values_do_not_widen_a_block(IntegerKind kind)
        {
            BigInteger[] values = Enumerable.Range(0, 256).Select(i => (BigInteger)(i == 9 ? 20_000 : i == 200 ? 30_000 : 100 + i * 7 % 32))
                .ToArray();
            // Not every width is tried: 5 would do. Without patches it would be 15.
            byte[] packed = Packed(new NumberColumn(kind, values));
            Assert.InRange(packed[0], 65 + 5, 65 + 7);
            Assert.InRange(packed.Length, 160, 250);
            BigInteger[] below = values.Select(value => 30_100 - value).ToArray();
            Assert.InRange(Packed(new NumberColumn(kind, below)).Length, 160, 250);
            Assert.Equal(ReferenceBlocks.Image(kind, below), Unpacked(Packed(new NumberColumn(kind, below)), 256, kind));
        }

        [Theory]
        [InlineData("41 06 00 05 00 02", "The number of patches in a block of numbers: found 0, expected 1 to 64.")]
        [InlineData("41 06 41 05 00 02", "The number of patches in a block of numbers: found 65, expected 1 to 64.")]
        [InlineData("41 06 01 40 00 02", "The place of a patch in a block of numbers: found 64, expected one after the place before,")]
        [InlineData("41 06 02 05 05 00 02", "The place of a patch in a block of numbers: found 5, expected one after")]
        [InlineData("41 06 01 05 41 02", "The width of a block of numbers: found 65 bits, expected at most 64.")]
        public void Patches_that_no_writer_creates_are_rejected(string hex, string message)
        {
            var e = Assert.Throws<KitbagException>(() => Unpacked(Convert.FromHexString(hex.Replace(" ", "")), 64, IntegerKind.Int32));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.Contains(message, e.Message);
        }

        [Fact]
        public void The_writer_is_no_larger_than_plain_blocks() => Holds(Prop.ForAll(NumberColumn.Any(256).ToArbitrary(), column =>
            column.Values.Length == 0 || Packed(column).Length <= ReferenceBlocks.Encode(column.Values, false, 0).Length), 200);

        /// <summary>The highest bits of such values would be positive for some and negative for others.</summary>
        [Fact]
        public void Values_that_differ_by_more_than_long_MaxValue_are_not_patched()
        {
            var values = new long[256];
            values.AsSpan().Fill(-4_000_000_000_000_000_000);
            (values[3], values[70], values[200]) = (-4_600_000_000_000_000_000, 6_300_000_000_000_000_000, 2_300_000_000_000_000_000);
            var column = new NumberColumn(IntegerKind.Int64, values.Select(v => (BigInteger)v).ToArray());
            Assert.Equal(ReferenceBlocks.Encode(column.Values, false, 0), Packed(column));
        }

        [Fact]
        public void Progressions_and_constants_take_a_few_bytes()
        {
            foreach (IntegerKind kind in Enum.GetValues<IntegerKind>())
            {
                byte[] constant = Packed(new NumberColumn(kind, Enumerable.Repeat((BigInteger)7, 256).ToArray()));
                Assert.Equal(new byte[] { 0, 14 }, constant);
                BigInteger[] steps = Enumerable.Range(0, ReferenceBlocks.SizeOf(kind) == 1 ? 60 : 256).Select(i => (BigInteger)(2 * i))
                    .ToArray();
                Assert.Equal(new byte[] { 0x80, 0, 4 }, Packed(new NumberColumn(kind, steps)));
            }
        }

        [Fact]
        public void Any_bytes_are_decoded_like_by_the_naive_decoder_or_refused() => Holds(Prop.ForAll(
            Gen.Elements(Enum.GetValues<IntegerKind>()).ToArbitrary(), Gen.Choose(1, 40).ToArbitrary(),
                Gen.Choose(0, int.MaxValue).ToArbitrary(), (kind, count, seed) =>
            {
                var random = new Random(seed);
                int width = random.Next(8 * ReferenceBlocks.SizeOf(kind) + 2);
                var bytes = new byte[400];
                random.NextBytes(bytes);
                bytes[0] = (byte)(Math.Min(width, 64) + random.Next(2) * 128);
                // Short varints, so that some of the values are in the range of the kind.
                bytes[1] &= (byte)(random.Next(2) == 0 ? 127 : 255);
                bytes[2] &= 127;
                bytes[3] &= 127;
                int at = 0;
                BigInteger[] values = ReferenceBlocks.Decode(bytes, ref at, count, kind);
                int wrong = Array.FindIndex(values, value => !ReferenceBlocks.Holds(kind, value));
                try
                {
                    byte[] image = Unpacked(bytes, count, kind);
                    return wrong < 0 && image.AsSpan().SequenceEqual(ReferenceBlocks.Image(kind, values));
                }
                catch (KitbagException e)
                {
                    return wrong >= 0 && e.Reason == KitbagErrorReason.OutOfRange && e.PendingIndex == wrong
                        && e.Message.Contains("found " + values[wrong] + ",");
                }
            }), 2000);

        [Theory]
        [InlineData(127)]
        [InlineData(193)]
        [InlineData(255)]
        public void Wider_than_64_bits_is_refused(int prefix)
        {
            byte[] bytes = new byte[1000];
            bytes[0] = (byte)prefix;
            Assert.Equal(KitbagErrorReason.Malformed, Assert.Throws<KitbagException>(() => Unpacked(bytes, 3, IntegerKind.Int32)).Reason);
        }
    }
}
