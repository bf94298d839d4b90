using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Documents of one version of the types, read by another.</summary>
    public class EvolutionTests
    {
        private static V1.Part MakePart(int i) => new V1.Part
        {
            A = i,
            B = "b" + i,
            Number = (short)-i,
            Real = i / 4f,
            Gone = "gone",
            GoneList = Enumerable.Range(0, i % 20).Select(n => new V1.Leaf { X = n, Y = "y" }).ToList(),
            Struct = new V1.Leaf { X = i, Y = "s" + i },
            Color = V1.Color.Green,
            Pair = new V1.Pair { First = i, Second = 0.5f },
        };

        private static V1.Root MakeRoot() => new V1.Root
        {
            One = MakePart(1),
            Few = Enumerable.Range(0, 5).Select(MakePart).ToList(),
            Many = Enumerable.Range(0, 100).Select(MakePart).ToList(),
            Map = Enumerable.Range(0, 9).ToDictionary(i => "k" + i, MakePart),
            Maybe = new V1.Leaf { X = 3 },
            Leaves = Enumerable.Range(0, 12).Select(i => new V1.Leaf { X = i, Y = "leaf" }).ToList(),
            Pairs = Enumerable.Range(0, 12).Select(i => new V1.Pair { First = i, Second = i / 2f }).ToArray(),
            Numbers = new[] { 3, 1, 2 },
        };

        private static void AssertPart(int i, V2.Part part)
        {
            Assert.Equal("initial", part.Added);
            Assert.Equal(i, part.A);
            Assert.Equal("b" + i, part.B);
            Assert.Equal(-i, part.Number);
            Assert.Equal(i / 4.0, part.Real);
            Assert.Equal(i, part.Struct!.X);
            Assert.Equal("s" + i, part.Struct.Y);
            Assert.Equal(9, part.Struct.Z);
            Assert.Equal(V2.Color.Green, part.Color);
            Assert.Equal(i, part.Pair.First);
            Assert.Equal(0.5, part.Pair.Second);
        }

        [Fact]
        public void Newer_types_read_older_documents()
        {
            V2.Root root = KitbagSerializer.Deserialize<V2.Root>(KitbagSerializer.Serialize(MakeRoot()));
            Assert.Equal("kept", root.Name);
            AssertPart(1, root.One!);
            for (int i = 0; i < 5; i++)
                AssertPart(i, root.Few![i]);
            for (int i = 0; i < 100; i++)
                AssertPart(i, root.Many![i]);
            Assert.Equal(100, root.Many!.Length);
            for (int i = 0; i < 9; i++)
                AssertPart(i, root.Map!["k" + i]);
            Assert.Equal(Enumerable.Range(0, 12), root.Leaves!.Select(l => (int)l.X));
            Assert.Equal(Enumerable.Range(0, 12).Select(i => (i + 0L, i / 2.0)), root.Pairs!.Select(p => (p.First, p.Second)));
            Assert.Equal(new HashSet<long> { 1, 2, 3 }, root.Numbers);
        }

        [Fact]
        public void Older_types_read_newer_documents()
        {
            var newer = new V2.Pair { Text = "t", Second = 1.0, First = 5, Third = 7 };
            V1.Pair older = KitbagSerializer.Deserialize<V1.Pair>(KitbagSerializer.Serialize(newer));
            Assert.Equal((5, 1f), (older.First, older.Second));
            newer.Second = 1e300;
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<V1.Pair>(KitbagSerializer.Serialize(newer)));
            Assert.Equal((KitbagErrorReason.OutOfRange, "Pair.Second"), (e.Reason, e.Path));
            Assert.Contains("1E+300", e.Message);
        }

        [Fact]
        public void Class_to_struct_and_null_into_a_struct()
        {
            byte[] document = KitbagSerializer.Serialize(new V1.Holder<V2.Leaf> { Value = new V2.Leaf { X = 4, Y = "t" } });
            Assert.Equal(4, KitbagSerializer.Deserialize<V1.Holder<V1.Leaf>>(document).Value.X);
            document = KitbagSerializer.Serialize(new V1.Holder<V2.Leaf>());
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<V1.Holder<V1.Leaf>>(document));
            Assert.Contains("null", e.Message);
            Assert.EndsWith(".Value", e.Path);
            var list = new List<V2.Leaf?> { new V2.Leaf(), null };
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<V1.Leaf>>(KitbagSerializer.Serialize(list)));
            Assert.Equal("$[1]", e.Path);
        }

        [Theory]
        [InlineData(300L, false)]
        [InlineData(255L, true)]
        [InlineData(-1L, false)]
        public void Integers_by_value(long value, bool fits)
        {
            byte[] row = KitbagSerializer.Serialize(new V1.Holder<long> { Value = value });
            byte[] column = KitbagSerializer.Serialize(Enumerable.Range(0,
                20).Select(i => new V1.Holder<long> { Value = i == 17 ? value : i }).ToList());
            if (fits)
            {
                Assert.Equal((byte)value, KitbagSerializer.Deserialize<V1.Holder<byte>>(row).Value);
                Assert.Equal((byte)value, KitbagSerializer.Deserialize<List<V1.Holder<byte>>>(column)[17].Value);
                Assert.Equal((double)value, KitbagSerializer.Deserialize<V1.Holder<double>>(row).Value);
                Assert.Equal((float)value, KitbagSerializer.Deserialize<List<V1.Holder<float>>>(column)[17].Value);
                return;
            }
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<V1.Holder<byte>>(row));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.EndsWith(".Value", e.Path);
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<V1.Holder<byte>>>(column));
            Assert.Equal("$[17].Value", e.Path);
            Assert.Contains(value.ToString(System.Globalization.CultureInfo.InvariantCulture), e.Message);
        }

        [Fact]
        public void Integers_of_any_kind_to_any_other()
        {
            Assert.Equal(5UL, KitbagSerializer.Deserialize<V1.Holder<ulong>>(KitbagSerializer.Serialize(new V1.Holder<sbyte>
            {
                Value = 5
            })).Value);
            Assert.Equal(-5, KitbagSerializer.Deserialize<V1.Holder<short>>(KitbagSerializer.Serialize(new V1.Holder<long>
            {
                Value = -5
            })).Value);
            Assert.Equal(5u, KitbagSerializer.Deserialize<V1.Holder<uint>>(KitbagSerializer.Serialize(new V1.Holder<byte>
            {
                Value = 5
            })).Value);
            Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<V1.Holder<ulong>>(KitbagSerializer.Serialize(new V1.Holder<sbyte> { Value = -5 })));
            Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<V1.Holder<long>>(KitbagSerializer.Serialize(new V1.Holder<ulong> { Value = ulong.MaxValue })));
            Assert.Equal(new long[] { 1, 2, 3 },
                KitbagSerializer.Deserialize<long[]>(KitbagSerializer.Serialize(new List<byte> { 1, 2, 3 })));
            Assert.Equal(new double[] { 1.5, 2 },
                KitbagSerializer.Deserialize<double[]>(KitbagSerializer.Serialize(new float[] { 1.5f, 2 })));
            Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<float[]>(KitbagSerializer.Serialize(new int[] { 16_777_217 })));
        }

        [Fact]
        public void Anything_else_is_an_error_before_any_object_is_created()
        {
            Mismatch<V1.Holder<string>, V1.Holder<int>>(new V1.Holder<string> { Value = "1" }, ".Value", "'string'", "'int'");
            Mismatch<V1.Holder<int>, V1.Holder<bool>>(new V1.Holder<int>(), ".Value", "'int'", "'bool'");
            Mismatch<V1.Holder<List<int>>, V1.Holder<List<string>>>(new V1.Holder<List<int>>(), ".Value[]", "'int'", "'string'");
            Mismatch<V1.Holder<V1.Leaf>, V1.Holder<int>>(default!, ".Value", "the struct 'Leaf'", "'int'");
            Mismatch<Dictionary<string, int>, List<int>>(new Dictionary<string, int>(), "$", "map of string to int", "sequence of int");
            Mismatch<V1.Holder<string>, V1.Holder<int?>>(new V1.Holder<string> { Value = "1" }, ".Value", "'string'", "'int?'");
            Mismatch<V1.Holder<string>, V1.Holder<List<int>>>(new V1.Holder<string> { Value = "1" }, ".Value", "'string'",
                "'sequence of int'");
            Mismatch<V1.Holder<List<string>>, V1.Holder<int>>(new V1.Holder<List<string>>(), ".Value", "'sequence of string'", "'int'");
            Mismatch<V1.Holder<byte>, V1.Holder<byte[]>>(new V1.Holder<byte>(), ".Value", "'byte'", "'sequence of byte'");
            Mismatch<V1.Holder<byte[]>, V1.Holder<byte>>(new V1.Holder<byte[]> { Value = new byte[] { 1 } }, ".Value", "'sequence of byte'",
                "'byte'");
        }

        [Theory]
        [InlineData(KitbagNumbers.Compact)]
        [InlineData(KitbagNumbers.Raw)]
        [InlineData(KitbagNumbers.RawEverywhere)]
        public void Damaged_documents_of_another_version(KitbagNumbers numbers)
        {
            // Only bytes after the schema are changed: the plan reads values that no writer creates.
            var options = new KitbagOptions { Numbers = numbers, Limits = new KitbagLimits { MaxAllocation = 32 << 20 } };
            byte[] document = KitbagSerializer.Serialize(MakeRoot(), options);
            int body = document.Length - KitbagSerializer.Serialize(MakeRoot(),
                new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = numbers }).Length;
            var random = new Random(20261121);
            int read = 0, refused = 0;
            for (int i = 0; i < 2_000; i++)
            {
                byte[] changed = (byte[])document.Clone();
                for (int n = random.Next(1, 4); n > 0; n--)
                    changed[random.Next(body, changed.Length)] = (byte)(random.Next(3) == 0 ? random.Next(2) * 255 : random.Next(256));
                if (random.Next(4) == 0)
                    Array.Resize(ref changed, random.Next(body, changed.Length));
                try
                {
                    KitbagSerializer.Deserialize<V2.Root>(changed, options);
                    read++;
                }
                catch (KitbagException e)
                {
                    refused++;
                    Assert.True(e.Offset >= body && e.Offset <= changed.Length,
                        "Round " + i + ", " + changed.Length + " bytes: " + e.Message);
                    Assert.StartsWith("Root", e.Reason == KitbagErrorReason.TrailingBytes ? "Root" : e.Path);
                }
            }
            Assert.True(read > 100 && refused > 100, read + " read, " + refused + " refused");
        }

        [Fact]
        public void Enums_over_other_integers_and_nullable_structs()
        {
            foreach (int count in new[] { 1, 7, 8, 300 })
            {
                var written = Enumerable.Range(0, count)
                    .Select(i => new V1.Holder<Wide.Size?> { Value = i % 3 == 0 ? null : i % 3 == 1 ? Wide.Size.Large : Wide.Size.Small })
                    .ToList();
                List<V1.Holder<Narrow.Size?>> read =
                    KitbagSerializer.Deserialize<List<V1.Holder<Narrow.Size?>>>(KitbagSerializer.Serialize(written));
                Assert.Equal(written.Select(h => (int?)h.Value), read.Select(h => (int?)h.Value));

                var pairs = Enumerable.Range(0, count)
                    .Select(i => new V1.Holder<V1.Pair?> { Value = i % 3 == 0 ? null : new V1.Pair { First = i, Second = i / 2f } })
                    .ToList();
                List<V1.Holder<V2.Pair?>> newer =
                    KitbagSerializer.Deserialize<List<V1.Holder<V2.Pair?>>>(KitbagSerializer.Serialize(pairs));
                Assert.Equal(pairs.Select(h => (long?)h.Value?.First), newer.Select(h => h.Value?.First));
                Assert.Equal(pairs.Select(h => (double?)h.Value?.Second), newer.Select(h => h.Value?.Second));
            }
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Narrow.Size[]>(KitbagSerializer.Serialize(new[] { Wide.Size.Small, (Wide.Size)300 })));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.Equal("$[1]", e.Path);
        }

        public static class Wide
        {
            public enum Size : long { Small, Large = 200 }
        }

        public static class Narrow
        {
            public enum Size : byte { Small, Large = 200 }
        }

        private static void Mismatch<[KitbagRoot] TWriter, [KitbagRoot] TReader>(TWriter value, string path, string writer, string reader)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<TReader>(KitbagSerializer.Serialize(value)));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.EndsWith(path, e.Path);
            Assert.Contains(writer, e.Message);
            Assert.Contains(reader, e.Message);
        }
    }
}
