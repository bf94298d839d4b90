using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.TestCases;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Malicious input and misbehaving outputs, with one test for each bug that was found.</summary>
    public class HostileInputTests
    {
        private static readonly byte[] s_bareNull = { 1, 0 };

        [Fact]
        public void A_null_of_a_union_in_a_stored_byte_is_read_and_skipped_alike()
        {
            // Type 0: a class with a member 'B' that this program lacks, a union of one type; its null is stored in a byte of value 0.
            var s = new HandmadeSchema(4);
            s.Object("Named", false, new[] { ("B", 1), ("Id", 3) });
            s.Union("Base", new[] { ("Case", 2) });
            s.Object("Case", false, Array.Empty<(string, int)>());
            s.BuiltIn((byte)SchemaKind.Int32);
            // Control bits: B has code 1, Id has code 1.
            byte[] document = s.Document(new byte[] { 0x05, 0x00, 0x0A });
            Assert.Equal(5, KitbagSerializer.Deserialize<Named>(document).Id);
            Assert.Null(KitbagSerializer.Deserialize<ITool?>(s_bareNull, KitbagOptions.Bare));
        }

        [Fact]
        public void The_cost_of_skipping_unions_depends_on_the_values()
        {
            TimeSpan few = SkipUnions(1, new byte[] { 0x00, 0x02, 0x00 }), many = SkipUnions(4096,
                new byte[] { 0x00, 0x80, 0x40, 0x00 });
            // With the bug that this test is for, many types took 700 times as long as one. The minimum of many short runs is used, so
            // that the load of the machine matters little.
            Assert.True(many < 50 * few, "4,096 types took " + many + ", one took " + few);
        }

        // 4,000 members of a union, each a column of 8 values of its last type: length prefixes, and then the booleans.
        private static TimeSpan SkipUnions(int types, byte[] column)
        {
            var s = new HandmadeSchema(4);
            s.Sequence(1);
            s.Object("Named", false, Enumerable.Range(0, 4000).Select(i => ("M" + i, 2)));
            s.Union("Base", Enumerable.Range(0, types).Select(i => ("T" + i, 3)));
            s.BuiltIn((byte)SchemaKind.Boolean);
            // Length of 8 elements, no nulls, all members present.
            var body = new List<byte> { 1, 9, 0 };
            body.AddRange(Enumerable.Repeat((byte)0xFF, 500));
            for (int i = 0; i < 4000; i++)
                body.AddRange(column);
            byte[] document = s.Document(body.ToArray());
            Assert.Equal(8, KitbagSerializer.Deserialize<List<Named>>(document).Count);
            var shortest = TimeSpan.MaxValue;
            for (int i = 0; i < 100; i++)
            {
                var watch = Stopwatch.StartNew();
                KitbagSerializer.Deserialize<List<Named>>(document);
                shortest = watch.Elapsed < shortest ? watch.Elapsed : shortest;
            }
            return shortest;
        }

        [Theory]
        [InlineData(1001)]
        [InlineData(1 << 20)]
        [InlineData(-1)]
        public void The_depth_of_schemas_has_a_bound(int depth) =>
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLimits { MaxSchemaDepth = depth });

        [Fact]
        public void Limits_are_not_negative()
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLimits { MaxAllocation = -1 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLimits { MaxMembers = -1 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLimits { MaxSchemaBytes = -1 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLimits { MaxSchemaTypes = -1 });
        }

        [Fact]
        public void The_deepest_schema_fits_into_a_small_stack()
        {
            const int Types = 1000;
            var s = new HandmadeSchema(Types + 1);
            s.Object("Named", false, new[] { ("X", 1) });
            for (int i = 1; i < Types; i++)
                s.Sequence(i + 1);
            s.BuiltIn((byte)SchemaKind.Byte);
            // X: a sequence of one sequence, and so on.
            var body = new List<byte> { 1, 2 };
            for (int i = 2; i < Types; i++)
                body.AddRange(new byte[] { 0, 4 });
            body.AddRange(new byte[] { 0, 7 });
            byte[] document = s.Document(body.ToArray());
            Exception? failure = null;
            var thread = new Thread(
                () =>
                {
                    try
                    {
                        KitbagSerializer.Deserialize<Named>(document,
                            new KitbagOptions { Limits = new KitbagLimits { MaxSchemaDepth = 1000 } });
                    }
                    catch (Exception e)
                    {
                        failure = e;
                    }
                },
                1024 * 1024);
            thread.Start();
            thread.Join();
            Assert.Null(failure);
        }

        [Fact]
        public void An_output_that_returns_less_memory_than_requested()
        {
            var value = new Named { Id = 5, Name = new string('x', 5000) };
            var e = Assert.Throws<InvalidOperationException>(() => KitbagSerializer.Serialize(new ShortWriter(16), value));
            Assert.Contains("ShortWriter", e.Message);
            Assert.Contains("GetSpan gave 16 bytes", e.Message);
        }

        private sealed class ShortWriter : IBufferWriter<byte>
        {
            private readonly byte[] _memory = new byte[1 << 16];
            private readonly int _size;
            private int _at;

            public ShortWriter(int size)
            {
                _size = size;
            }

            public void Advance(int count) => _at += count;

            public Memory<byte> GetMemory(int sizeHint = 0) => _memory.AsMemory(_at, _size);

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
        }

        [Fact]
        public void A_fingerprint_is_published_atomically()
        {
            byte[] bytes = KitbagSchema.Of<World>().Bytes.ToArray();
            ulong expected = KitbagSchema.Parse(bytes).Fingerprint;
            int wrong = 0;
            for (int round = 0; round < 60; round++)
            {
                KitbagSchema[] schemas = Enumerable.Range(0, 200).Select(_ => KitbagSchema.Parse(bytes)).ToArray();
                using var start = new Barrier(4);
                var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
                {
                    start.SignalAndWait();
                    foreach (KitbagSchema schema in schemas)
                    {
                        if (schema.Fingerprint != expected)
                            Interlocked.Increment(ref wrong);
                    }
                })).ToList();
                threads.ForEach(t => t.Start());
                threads.ForEach(t => t.Join());
            }
            Assert.Equal(0, wrong);
        }

        [Fact]
        public void A_mismatch_contains_the_path_of_the_member()
        {
            byte[] document = KitbagSerializer.Serialize(new Named { Id = 5, Name = "x" });
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<NamedByText>(document));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            // The entry of a member begins with the length of its name.
            Assert.Equal(document.AsSpan().IndexOf(new byte[] { 2, (byte)'I', (byte)'d' }), e.Offset);
            Assert.Equal("HostileInputTests.NamedByText.Id", e.Path);

            var fingerprint = new KitbagOptions
            {
                Schema = KitbagSchemaMode.Fingerprint,
                KnownSchemas = new[] { KitbagSchema.Of<Named>() }
            };
            byte[] named = KitbagSerializer.Serialize(new Named { Id = 5 }, fingerprint);
            Assert.Equal(5, Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<NamedByText>(named, fingerprint)).Offset);

            byte[] list = KitbagSerializer.Serialize(new[] { 1 });
            Assert.InRange(Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Dictionary<int, int>>(list)).Offset, 5,
                list.Length);
        }

        public sealed class NamedByText
        {
            public Guid Id { get; set; }
        }

        [Fact]
        public void An_invalid_schema_is_reported_with_its_position()
        {
            var twice = new HandmadeSchema(2);
            twice.Object("Named", false, new[] { ("Id", 1), ("Id", 1) });
            twice.BuiltIn((byte)SchemaKind.Int32);
            byte[] document = twice.Document(new byte[] { 0 });
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(document));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.Equal(document.AsSpan().LastIndexOf(new byte[] { 2, (byte)'I', (byte)'d' }), e.Offset);

            byte[] itself = { (byte)'K', (byte)'I', (byte)'T', 1, 0, 3, 1, 5, 0, 0 };
            Assert.Equal(7, Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(itself)).Offset);
        }

        [Fact]
        public void Padding_has_the_same_meaning_for_all_readers()
        {
            // Named has four control bits.
            byte[] body = { 0xF5, 0x0A, 0x09, 0x4C, 0x61, 0x6D, 0x70 };
            var derived = new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = KitbagSchema.Of<NamedAlike>() };
            foreach (KitbagOptions options in new[] { KitbagOptions.Bare, derived })
            {
                Named named = KitbagSerializer.Deserialize<Named>(body, options);
                Assert.Equal((5, "Lamp"), (named.Id, named.Name));
            }

            byte[] bits = KitbagSerializer.Serialize(new[] { true, false, true }, KitbagOptions.Bare);
            bits[bits.Length - 1] |= 0x80;
            var stray = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<bool[]>(bits, KitbagOptions.Bare));
            Assert.Contains("A bit is set after the last of 3", stray.Message);

            byte[] columns = KitbagSerializer.Serialize(Enumerable.Range(1, 9).Select(i => new Named { Id = i }).ToList(),
                KitbagOptions.Bare);
            int mask = Array.IndexOf(columns, (byte)1, 3);
            columns[mask] |= 0x80;
            stray = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<Named>>(columns, KitbagOptions.Bare));
            Assert.Contains("A bit is set after the last of 2", stray.Message);
        }

        public sealed class NamedAlike
        {
            public int Id { get; set; }

            public string? Name { get; set; }
        }

        [Theory]
        [InlineData("日本語日本語日本語")]
        [InlineData("a text of UTF-8: 日")]
        public void A_string_that_another_thread_exchanges_leaves_no_old_memory_in_the_document(string text)
        {
            uint prefix = StringForm.LengthPrefix(text);
            foreach (string other in new[] { "日", "", "日本語日本語日本語日本語日本語" })
            {
                var w = new WireWriter(null, default);
                KitbagException? e = null;
                try
                {
                    StringForm.Write(ref w, other, prefix);
                }
                catch (KitbagException caught)
                {
                    e = caught;
                }
                Assert.Contains("must not change while it is written", e!.Message);
                w.Dispose();
            }
        }

        [Fact]
        public void A_set_that_shrinks_while_it_is_written_leaves_no_old_memory_in_the_document()
        {
            var set = new HashSet<long>(Enumerable.Range(0, 64).Select(i => (long)i));
            bool stop = false;
            var mutator = new Thread(() =>
            {
                while (!Volatile.Read(ref stop))
                {
                    set.Remove(63);
                    set.Add(63);
                }
            });
            mutator.Start();
            for (int i = 0; i < 20_000; i++)
            {
                KitbagSerializer.Serialize(Enumerable.Repeat(0x0123456789ABCDEFL, 100).ToArray());
                byte[] document;
                try
                {
                    document = KitbagSerializer.Serialize(set, KitbagOptions.Bare);
                }
                catch (Exception e) when (e is KitbagException or InvalidOperationException or IndexOutOfRangeException)
                {
                    continue;
                }
                Assert.All(KitbagSerializer.Deserialize<long[]>(document, KitbagOptions.Bare), v => Assert.InRange(v, 0, 63));
            }
            Volatile.Write(ref stop, true);
            mutator.Join();
        }
    }
}
