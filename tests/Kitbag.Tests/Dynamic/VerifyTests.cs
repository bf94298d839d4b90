using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;
using First = Kitbag.Tests.Versions.First;
using Old = Kitbag.Tests.Versions.Places.Old.World;
using Third = Kitbag.Tests.Versions.Third;

namespace Kitbag.Tests.Dynamic
{
    /// <summary><see cref="KitbagDocument.Verify"/> finds what reading the values with their types finds.</summary>
    public class VerifyTests
    {
        public sealed class Times
        {
            public DateTime Time { get; set; }

            public DateTimeOffset Moment { get; set; }

            public DateOnly Date { get; set; }

            public TimeOnly OfDay { get; set; }

            public decimal Price { get; set; }
        }

        private static Times NewTimes(int i) => new Times
        {
            Time = new DateTime(2026, 11, 27, 1, 2, 3, DateTimeKind.Utc).AddDays(i),
            Moment = new DateTimeOffset(2026, 11, 27, 1, 2, 3, TimeSpan.FromHours(i % 5)),
            Date = new DateOnly(2026, 11, 27).AddDays(i),
            OfDay = new TimeOnly(1, 2, 3 + i),
            Price = 1.25m + i,
        };

        [Theory]
        [InlineData(1, KitbagNumbers.RawEverywhere)]
        [InlineData(1, KitbagNumbers.Compact)]
        [InlineData(9, KitbagNumbers.RawEverywhere)]
        [InlineData(9, KitbagNumbers.Compact)]
        public void Numbers_that_are_no_times_or_decimals_are_found(int count, KitbagNumbers numbers)
        {
            byte[] document = KitbagSerializer.Serialize(Enumerable.Range(0, count).Select(NewTimes).ToList(),
                new KitbagOptions { Numbers = numbers });
            Assert.NotEqual(0, AssertFindsWhatReadingFinds<List<Times>>(document, KitbagErrorReason.OutOfRange));
        }

        [Fact]
        public void Damaged_kept_members_are_found()
        {
            Third.World world = UnknownMembersTests.NewWorld(9);
            byte[] document = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(world))!);
            Assert.NotEqual(0, AssertFindsWhatReadingFinds<First.World>(document, KitbagErrorReason.Malformed));
        }

        [Fact]
        public void Kept_members_that_refer_to_missing_objects_are_found()
        {
            Old world = KitbagSerializer.Deserialize<Old>(KitbagSerializer.Serialize(UnknownReferencesTests.NewWorld(3)))!;
            byte[] document = KitbagSerializer.Serialize(world);
            Assert.NotEqual(0, AssertFindsWhatReadingFinds<Old>(document, KitbagErrorReason.Malformed));
        }

        // Returns how many of the documents with one damaged byte have an error of the given kind.
        private static int AssertFindsWhatReadingFinds<[KitbagRoot] T>(byte[] document, KitbagErrorReason reason)
        {
            int count = 0;
            ulong schema = KitbagDocument.Parse(document).Schema.Fingerprint;
            for (int i = 8; i < document.Length; i++)
            {
                for (int bit = 0; bit < 8; bit++)
                {
                    byte[] damaged = document.ToArray();
                    damaged[i] ^= (byte)(1 << bit);
                    // With another schema, the document may be whole.
                    if (!HasSchema(damaged, schema))
                        continue;
                    if (ReadError.Of(() => KitbagSerializer.Deserialize<T>(damaged)) is not { } expected || expected.Reason != reason)
                        continue;
                    // Keys are not compared.
                    if (expected.Message.Contains("duplicate key", StringComparison.Ordinal))
                        continue;
                    KitbagException? error = ReadError.Of(() =>
                    {
                        using var parsed = KitbagDocument.Parse(damaged);
                        parsed.Verify();
                    });
                    Assert.True(error != null, "Byte " + i + ", bit " + bit + ": " + expected.Message);
                    Assert.True(error!.Offset >= 0, error.Message);
                    if (reason == KitbagErrorReason.OutOfRange && error.Reason == reason)
                        Assert.Equal(expected.Path, error.Path);
                    Assert.Single(error.Message.Split("Path: ").Skip(1));
                    count++;
                }
            }
            return count;
        }

        private static bool HasSchema(byte[] document, ulong schema)
        {
            bool isSame = false;
            ReadError.Of(() =>
            {
                using var parsed = KitbagDocument.Parse(document);
                isSame = parsed.Schema.Fingerprint == schema;
            });
            return isSame;
        }
    }
}
