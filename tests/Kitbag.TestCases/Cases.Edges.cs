using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        // The limits of ranges, and the counts at which the stored form changes: 8 objects, 256 numbers, 4,096 objects.
        private static void AddEdges(List<TestCase> all)
        {
            Add(all, "edge bool[]", new[] { true });
            Add(all, "edge bool false", false);
            Add(all, "edge float -0", -0f);
            Add(all, "edge float NaN", float.NaN);
            Add(all, "edge float epsilon", float.Epsilon);
            Add(all, "edge double -0", -0d);
            Add(all, "edge double infinity", double.NegativeInfinity);
            Add(all, "edge double max", double.MaxValue);
            Add(all, "edge double[] special", new[] { 0d, -0d, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon,
                double.MinValue });
            Add(all, "edge double[] 257 with one -0", Enumerable.Range(0, 257).Select(i => i == 256 ? -0d : i).ToArray());
            Add(all, "edge float[] all -0", Enumerable.Repeat(-0f, 9).ToArray());
            Add(all, "edge float[] all NaN", Enumerable.Repeat(float.NaN, 300).ToArray());
            Add(all, "edge double[] one fraction among whole ones", Enumerable.Range(0, 600).Select(i => i == 599 ? Math.PI : i).ToArray());
            Add(all, "edge double[] large whole", new[] { 9007199254740991d, 9007199254740992d, 9007199254740994d, 1e300 });
            Add(all, "edge char[]", new[] { '\0', '\uffff', '\ud800', 'a' });
            Add(all, "edge decimal[]", new[] { 0m, 0.00m, -0.0m, decimal.MinValue, decimal.MaxValue, 0.0000000000000000000000000001m });
            Add(all, "edge decimal? zero", (decimal?)0m);
            Add(all, "edge char?[]", Numbers(20).Select(i => i % 3 == 0 ? (char?)null : (char)i).ToArray());
            Add(all, "edge byte?[]", Numbers(300).Select(i => i % 3 == 0 ? (byte?)null : (byte)i).ToArray());
            Add(all, "edge ulong?[]", Numbers(300).Select(i => i % 3 == 0 ? (ulong?)null : (ulong)i).ToArray());
            Add(all, "edge decimal?[]", Numbers(30).Select(i => i % 3 == 0 ? (decimal?)null : i / 10m).ToArray());
            Add(all, "edge Guid?[]", Numbers(30).Select(i => i % 3 == 0
                ? (Guid?)null : new Guid(i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).ToArray());
            Add(all, "edge DateTime?[]", Numbers(30).Select(i => i % 3 == 0
                ? (DateTime?)null : new DateTime(2026, 1, 1).AddTicks(i)).ToArray());
            Add(all, "edge DateTimeOffset?[]",
                Numbers(30).Select(i => i % 3 == 0
                ? (DateTimeOffset?)null : new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.FromMinutes(i & 31))).ToArray());
            Add(all, "edge DateTimeOffset[] ends",
                new[] { DateTimeOffset.MinValue, DateTimeOffset.MaxValue,
                new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.FromHours(14)) });
            Add(all, "edge DateTime[] kinds", new[] { DateTime.MinValue, DateTime.MaxValue, new DateTime(1, DateTimeKind.Utc),
                new DateTime(1, DateTimeKind.Local), new DateTime(1, DateTimeKind.Unspecified) });
            Add(all, "edge TimeSpan[]", new[] { TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.Zero });
            Add(all, "edge Level?[]", Numbers(300).Select(i => i % 3 == 0 ? (Level?)null : (Level)i).ToArray());
            Add(all, "edge Signed[]", new[] { Signed.Minus, Signed.Plus, (Signed)(-128), (Signed)127 });
            Add(all, "edge Short[]", Numbers(300).Select(i => (Short)i).ToArray());
            Add(all, "edge UShort[]", Numbers(300).Select(i => (UShort)i).ToArray());
            Add(all, "edge UInt[]", Numbers(300).Select(i => (UInt)i).ToArray());
            Add(all, "edge ULong[]", new[] { ULong.B, ULong.Zero, (ULong)1, ULong.B });
            foreach (int count in new[] { 1, 8, 9, 4095, 4096, 4097, 5000 })
                Add(all, "edge int[] of " + count, Numbers(count));
            foreach (int count in new[] { 1, 8, 9, 255, 256, 257, 5000 })
                Add(all, "edge string?[] of " + count, Numbers(count).Select(i => i % 5 == 0 ? null : "s" + i).ToArray());
            foreach (int count in new[] { 0, 1, 4096, 4097 })
                Add(all, "edge List<Named?> of " + count,
                    Numbers(count).Select((n, i) => i % 100 == 50 ? null : new Named { Id = n, Name = i < 4096 ? null : "last" }).ToList());
            foreach (int count in new[] { 7, 8, 4097 })
                Add(all, "edge Padded?[] of " + count,
                    Numbers(count).Select(i => i % 3 == 0 ? (Padded?)null : new Padded { Large = i, Flag = true }).ToArray());
            Add(all, "edge bool[] 4097", Numbers(4097).Select(i => (i & 1) != 0).ToArray());
            Add(all, "edge byte[] 65536", new byte[65536]);
            Add(all, "edge HashSet<int> 300", new HashSet<int>(Numbers(300)));
            Add(all, "edge HashSet<string?> with null", new HashSet<string?> { "a", null, "" });
            Add(all, "edge HashSet<Level>", new HashSet<Level> { Level.High, Level.None });
            Add(all, "edge Dictionary<Vec3, string?>",
                Enumerable.Range(0, 10).ToDictionary(i => new Vec3 { X = i }, i => i % 2 == 0 ? null : "v" + i));
            Add(all, "edge Dictionary<string, int[]?>",
                new Dictionary<string, int[]?> { ["a"] = new[] { 1 }, ["b"] = null, [""] = new int[0] });
            Add(all, "edge Dictionary<long, Label?>",
                Enumerable.Range(0, 9).ToDictionary(i => (long)i << 40, i => i % 2 == 0 ? (Label?)null : new Label { Size = i }));
            Add(all, "edge List<Dictionary<string, int>?>",
                new List<Dictionary<string, int>?> { null, new Dictionary<string, int>(), new Dictionary<string, int> { ["x"] = 1 } });
            Add(all, "edge Dictionary<string, int>[] 20",
                Enumerable.Range(0, 20).Select(n => Enumerable.Range(0, n % 4).ToDictionary(i => "k" + i, i => n)).ToArray());
            Add(all, "edge HashSet<int>?[] 20",
                Enumerable.Range(0, 20).Select(n => n % 3 == 0 ? null : new HashSet<int>(Enumerable.Range(0, n % 5))).ToArray());
            Add(all, "edge string?[]?[]", new[] { null, new string?[0], new[] { null, "", "x" } });
            Add(all, "edge List<List<Named?>?> 20",
                Enumerable.Range(0, 20).Select(n => n % 4 == 0
                ? null : Enumerable.Range(0, n % 3 * 5).Select(i => i == 2 ? null : new Named { Id = i }).ToList()).ToList());
            Add(all, "edge List<Named?> with null at 4500",
                Enumerable.Range(0, 4600).Select(i => i == 4500 ? null : new Named { Id = i & 7 }).ToList());
            Add(all, "edge List<List<Named?>> across groups",
                Enumerable.Range(0, 3).Select(n =>
                Enumerable.Range(0, 1500).Select(i => n == 2 && i == 1400 ? null : new Named { Id = n, Name = "n" + i % 50 })
                .ToList()).ToList());
            Add(all, "edge Named?[]?[] 9", Enumerable.Range(0, 9).Select(n => n == 3
                ? null : Enumerable.Range(0, n * 2).Select(i => n == 7 && i == 9 ? null : new Named { Id = i * n, Name = "n" + n })
                .ToArray()).ToArray());
            Add(all, "edge objects with names that differ",
                Enumerable.Range(0, 1100).Select(i => new Named { Name = i % 97 == 0 ? null : "name " + i * 7919 }).ToList());
            Add(all, "edge objects with names that repeat late",
                Enumerable.Range(0, 1100).Select(i => new Named { Name = "name " + i % 500 }).ToList());
            Add(all, "edge objects with few names",
                Enumerable.Range(0, 1100).Select(i => new Named { Name = i % 23 == 0 ? "name " + i : null }).ToList());
            // The hash is computed from the length and the first, middle and last four characters, which are the same for these names.
            Add(all, "edge objects with names of one hash",
                Enumerable.Range(0, 600).Select(i =>
                new Named
                {
                    Name = i < 100 ? "few" : "begin" + i.ToString("D6", System.Globalization.CultureInfo.InvariantCulture)
                + "middle" + (i % 90).ToString("D6", System.Globalization.CultureInfo.InvariantCulture) + "ending"
                }).ToList());
            Add(all, "edge List<List<Empty?>?>",
                new List<List<Empty?>?> { null, new List<Empty?>(), Enumerable.Repeat<Empty?>(new Empty(), 5000).ToList() });
            Add(all, "edge Response<Response<List<int>>>",
                new Response<Response<List<int>>>
                {
                    Body = new Response<List<int>> { Body = new List<int> { 1 } },
                    More = new List<Response<List<int>>> { new Response<List<int>>() }
                });
            Add(all, "edge (int, (string?, Vec3?))[] 9",
                Enumerable.Range(0, 9).Select(i => (i, (i % 2 == 0 ? null : "t", i % 3 == 0 ? (Vec3?)null : new Vec3 { Z = i })))
                .ToArray());
            Add(all, "edge Matrix3x2", Matrix3x2.Identity);
            Add(all, "edge Quaternion[] 9", Enumerable.Range(0, 9).Select(i => new Quaternion(i, 0, -0f, 1)).ToArray());
            Add(all, "edge Wide default", new Wide());
            Add(all, "edge Wide", MakeWide(3));
            Add(all, "edge List<Wide?> 7", Enumerable.Range(0, 7).Select(i => i == 4 ? null : MakeWide(i)).ToList());
            Add(all, "edge List<Wide?> 9", Enumerable.Range(0, 9).Select(i => i == 4 ? null : MakeWide(i)).ToList());
        }

        // The last members are set as well: their control bits are far from the first ones.
        private static Wide MakeWide(int i) => new Wide
        {
            M00 = true,
            M03 = i,
            M07 = "w" + i,
            M08 = new Guid(i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            M40 = i % 2 == 0,
            M53 = i % 3 == 0 ? (int?)null : i,
            M63 = -i,
            M64 = long.MinValue + i,
            M77 = new Label { Text = "l", Size = i },
            M80 = true,
            M87 = "",
            M91 = i / 10m,
            M92 = 'x',
            M93 = 0,
            M94 = Level.High,
            M95 = ulong.MaxValue - (ulong)i,
            M96 = new Vec3 { Z = i },
            M97 = new Label { Size = i },
            M98 = new List<int> { i, -i },
            M99 = (sbyte)-i,
        };
    }
}
