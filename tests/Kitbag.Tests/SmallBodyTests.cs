using System;
using System.Buffers;
using System.Runtime.InteropServices;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Small structs, numbers and strings as bare bodies, for which the library has fast paths.</summary>
    public class SmallBodyTests
    {
        public struct One
        {
            public byte A;
        }

        public struct Three
        {
            public byte A, B, C;
        }

        public struct Twelve
        {
            public float X, Y, Z;
        }

        public struct SixtyFour
        {
            public long A, B, C, D, E, F, G, H;
        }

        public struct SeventyTwo
        {
            public SixtyFour A;
            public long B;
        }

        [Fact]
        public void One_byte() => Check(new One { A = 7 }, new One());

        [Fact]
        public void Three_bytes() => Check(new Three { C = 7 }, new Three { A = 1 }, new Three { B = 1 }, new Three());

        [Fact]
        public void Twelve_bytes() => Check(new Twelve { X = 1, Y = 2, Z = 3 }, new Twelve { Z = 1 }, new Twelve { Y = -0f }, new Twelve());

        [Fact]
        public void Sixty_four_bytes() => Check(new SixtyFour { A = 1, H = 2 }, new SixtyFour { H = 1L << 63 }, new SixtyFour());

        [Fact]
        public void More_than_is_copied_at_once() => Check(new SeventyTwo { B = 1 }, new SeventyTwo());

        [Fact]
        public void Guids() => Check(Guid.Parse("00010203-0405-0607-0809-0a0b0c0d0e0f"), Guid.Empty);

        [Fact]
        public void Numbers_of_every_width()
        {
            foreach (int shift in new[] { 0, 7, 8, 15, 16, 31, 32, 47, 48, 62, 63 })
            {
                foreach (int near in new[] { -1, 0, 1 })
                {
                    ulong number = (1UL << shift) + (ulong)near;
                    Check((int)number, -(int)number);
                    Check((uint)number);
                    Check((long)number, -(long)number);
                    Check(number);
                    Check(BitConverter.Int32BitsToSingle((int)number), (float)number);
                    Check(BitConverter.Int64BitsToDouble((long)number), (double)number);
                }
            }
        }

        [Fact]
        public void Strings_of_every_length()
        {
            Check<string?>(null, "", "\u00FF", "\u0100", "\uD800", "Hello, \u4E16\u754C");
            for (int length = 0; length < 300; length += length < 40 ? 1 : 13)
            {
                string latin1 = string.Create(length, 0, (chars, _) =>
                {
                    for (int i = 0; i < chars.Length; i++)
                        chars[i] = (char)(i * 7 % 256);
                });
                Check(latin1, latin1 + "\u0100", "\u0100" + latin1);
            }
        }

        [Fact]
        public void A_short_string_counts_against_the_budget()
        {
            byte[] body = KitbagSerializer.Serialize("Hello", KitbagOptions.Bare);
            KitbagOptions With(long budget) =>
                new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxAllocation = budget } };
            Assert.Equal("Hello", KitbagSerializer.Deserialize<string>(body, With(32)));
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<string>(body, With(31)));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Fact]
        public void Other_values_without_references()
        {
            Check(1, -1, 0, int.MinValue);
            Check(1.5, 0.0);
            Check(true, false);
            Check(DayOfWeek.Friday, DayOfWeek.Sunday);
            Check<int?>(null, 0, 5);
            Check(new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc), default);
        }

        private static void Check<[KitbagRoot] T>(params T[] values)
        {
            // The fast paths are not used with a header, so this body is the expected one.
            var named = new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint };
            KitbagFormat<T> format = KitbagFormat<T>.Create(KitbagOptions.Bare);
            foreach (T value in values)
            {
                byte[] body = KitbagSerializer.Serialize(value, named).AsSpan(13).ToArray();
                Assert.Equal(body, KitbagSerializer.Serialize(value, KitbagOptions.Bare));
                Assert.Equal(body, format.Serialize(value));
                var output = new ArrayBufferWriter<byte>();
                KitbagSerializer.Serialize(output, value, KitbagOptions.Bare);
                Assert.Equal(body, output.WrittenSpan.ToArray());
                Assert.Equal(value, KitbagSerializer.Deserialize<T>(body, KitbagOptions.Bare));
                Assert.Equal(value, KitbagSerializer.Deserialize<T>(new ReadOnlySequence<byte>(body), KitbagOptions.Bare));
                Assert.Equal(value, format.Deserialize(body));
                for (int length = 0; length < body.Length; length++)
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>(body.AsSpan(0, length), KitbagOptions.Bare));
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<T>((byte[])[.. body, 0], KitbagOptions.Bare));
            }
        }
    }
}
