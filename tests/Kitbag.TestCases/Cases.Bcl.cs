using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Numerics;
using System.Text;

namespace Kitbag.TestCases
{
    /// <summary>The second field is aligned to 8 bytes, so this struct has padding.</summary>
    public struct Wave
    {
        public float Time;
        public Complex Value;
    }

    /// <summary>A struct of the same fields without padding.</summary>
    public struct Waves
    {
        public double Time;
        public Complex Value;
    }

    public static partial class Cases
    {
        private static void AddBcl(List<TestCase> all)
        {
            Add(all, "Uri", new Uri("https://example.org:8080/ä b?c=d#e"));
            Add(all, "Uri null", (Uri?)null);
            Add(all, "Uri relative", new Uri("../a/b?c", UriKind.Relative));
            Add(all, "Uri?[]", Numbers(30).Select(i => i % 3 == 0 ? null : new Uri("https://example.org/" + (i & 3))).ToArray());
            Add(all, "Version", new Version(1, 2, 3, 4));
            Add(all, "Version?[]", Numbers(30).Select(i => i % 3 == 0 ? null : new Version(1, i & 15)).ToArray());
            Add(all, "Complex", new Complex(1.5, -0d));
            Add(all, "Complex[]", Numbers(30).Select(i => new Complex(i, 1 / (i + 0.5))).ToArray());
            Add(all, "Complex?[]", Numbers(30).Select(i => i % 3 == 0 ? (Complex?)null : new Complex(i, 1)).ToArray());
            Add(all, "Complex in a padded struct", Numbers(9).Select(i => new Wave { Time = i, Value = i }).ToArray());
            Add(all, "Complex in a record", Numbers(9).Select(i => new Waves { Time = i, Value = i }).ToArray());
            Add(all, "bcl StringBuilder", new StringBuilder("text"));
            Add(all, "bcl StringBuilder?[]", Numbers(30).Select(i => i % 3 == 0 ? null : new StringBuilder("text " + (i & 3))).ToArray());
            Add(all, "bcl CultureInfo", CultureInfo.InvariantCulture);
            Add(all, "bcl TimeZoneInfo", TimeZoneInfo.Utc);
            Add(all, "bcl TimeZoneInfo?[]", Numbers(30).Select(i => i % 3 == 0 ? null : i % 3 == 1
                ? TimeZoneInfo.Utc : MakeZone(i & 3)).ToArray());
            Add(all, "bcl IPAddress", new IPAddress(new byte[] { 192, 168, 0, 1 }));
            Add(all, "bcl IPAddress?[]", Numbers(30).Select(i => i % 3 == 0 ? null : i % 3 == 1
                ? new IPAddress(new byte[] { 10, 0, 0, (byte)i }) : IPAddress.Parse("fe80::1%" + (i & 7))).ToArray());
            Add(all, "bcl IPEndPoint", new IPEndPoint(0x0100007F, 65535));
            Add(all, "bcl IPEndPoint?[]", Numbers(30).Select(i => i % 3 == 0
                ? null : new IPEndPoint(IPAddress.Parse("::1"), i & 0xFFFF)).ToArray());
            Add(all, "bcl nint", (nint)(-5));
            Add(all, "bcl nint?[]", Numbers(30).Select(i => i % 3 == 0 ? (nint?)null : (nint)(i - 15)).ToArray());
            Add(all, "bcl nuint[]", Numbers(30).Select(i => (nuint)(i & 255)).ToArray());
            AddRanges(all);
            Add(all, "bcl BigInteger", BigInteger.Pow(-10, 41));
            Add(all, "bcl BigInteger zero", BigInteger.Zero);
            Add(all, "bcl BigInteger? zero", (BigInteger?)BigInteger.Zero);
            Add(all, "bcl BigInteger large", BigInteger.Pow(7, 20_000));
            Add(all, "bcl BigInteger[]", new[] { BigInteger.Zero, BigInteger.One, BigInteger.MinusOne, 127, 128, -128, -129, 255, 256,
                long.MinValue, ulong.MaxValue, BigInteger.Pow(2, 32_760), BigInteger.Pow(2, 32_767) - 1, BigInteger.Pow(2, 32_767),
                -BigInteger.Pow(2, 32_767) });
            Add(all, "bcl BigInteger?[]", Numbers(30).Select(i => i % 3 == 0 ? (BigInteger?)null : BigInteger.Pow(i, i & 15)).ToArray());
            Add(all, "bcl Lazy<int>", new Lazy<int>(() => 5));
            Add(all, "bcl Lazy<Named>[]", Enumerable.Range(0, 20).Select(i => i % 3 == 0
                ? null : new Lazy<Named>(() => new Named { Id = i })).ToArray());
            Add(all, "bcl Lazy<Lazy<string>>", new Lazy<Lazy<string>>(() => new Lazy<string>(() => "inner")));
            Add(all, "bcl Dictionary<Uri, Version?>",
                Enumerable.Range(0, 9).ToDictionary(i => new Uri("a" + i, UriKind.Relative), i => i % 2 == 0 ? null : new Version(i, i)));
            AddRangesInMaps(all);
            Add(all, "bcl Dictionary<BigInteger, Complex>",
                Enumerable.Range(0, 9).ToDictionary(i => BigInteger.Pow(i, 9), i => new Complex(i, i)));
            Add(all, "bcl HashSet<IPAddress>",
                new HashSet<IPAddress>(Enumerable.Range(0, 9).Select(i => new IPAddress(new byte[] { 10, 0, 0, (byte)i }))));
            AddMachines(all);
        }

        // Cases of types that netstandard2.0 lacks.
        static partial void AddRanges(List<TestCase> all);

        static partial void AddRangesInMaps(List<TestCase> all);

        static partial void AddMachines(List<TestCase> all);

        private static TimeZoneInfo MakeZone(int hours) =>
            TimeZoneInfo.CreateCustomTimeZone("Own; zone " + hours, TimeSpan.FromHours(hours), "Display " + hours, "Standard " + hours);
    }
}
