using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Numerics;
using System.Text;

namespace Kitbag.TestCases
{
    /// <summary>A member of each type that is stored as another one.</summary>
    public class Machine
    {
        public Uri? Address { get; set; }
        public Version? Version { get; set; }
        public StringBuilder? Log;
        public CultureInfo? Culture { get; set; }
        public TimeZoneInfo? Zone { get; set; }
        public IPAddress? Ip { get; set; }
        public IPEndPoint? EndPoint { get; set; }
        public System.Index Index { get; set; }
        public System.Index? MaybeIndex { get; set; }
        public Range Range;
        public Range? MaybeRange { get; set; }
        public BigInteger Big { get; set; }
        public BigInteger? MaybeBig { get; set; }
        public Complex Complex { get; set; }
        public Complex? MaybeComplex { get; set; }
        public Lazy<string?>? Lazy { get; set; }
        public Lazy<Named>? LazyObject { get; set; }
        public Wave Wave;
        public List<Uri?>? Mirrors { get; set; }
        public Dictionary<IPAddress, BigInteger>? Traffic { get; set; }
    }

    /// <summary>8 bytes align the second field: this has padding.</summary>
    public struct Wave
    {
        public float Time;
        public Complex Value;
    }

    /// <summary>And this has none.</summary>
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
            Add(all, "bcl Index", ^1);
            Add(all, "bcl Index?[]", Numbers(30).Select(i => i % 3 == 0
                ? (System.Index?)null : new System.Index(i & 15, i % 3 == 1)).ToArray());
            Add(all, "bcl Range", 2..^1);
            Add(all, "bcl Range?[]", Numbers(30).Select(i => i % 3 == 0 ? (Range?)null : (i & 15)..).ToArray());
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
                ? null : new Lazy<Named>(new Named { Id = i })).ToArray());
            Add(all, "bcl Lazy<Lazy<string>>", new Lazy<Lazy<string>>(new Lazy<string>("inner")));
            Add(all, "bcl Dictionary<Uri, Version?>",
                Enumerable.Range(0, 9).ToDictionary(i => new Uri("a" + i, UriKind.Relative), i => i % 2 == 0 ? null : new Version(i, i)));
            Add(all, "bcl Dictionary<Index, Range?>", Enumerable.Range(0, 9).ToDictionary(i => ^i, i => i % 2 == 0 ? (Range?)null : ..i));
            Add(all, "bcl Dictionary<BigInteger, Complex>",
                Enumerable.Range(0, 9).ToDictionary(i => BigInteger.Pow(i, 9), i => new Complex(i, i)));
            Add(all, "bcl HashSet<IPAddress>",
                new HashSet<IPAddress>(Enumerable.Range(0, 9).Select(i => new IPAddress(new byte[] { 10, 0, 0, (byte)i }))));
            Add(all, "bcl class default", new Machine());
            Add(all, "bcl class", MakeMachine(1));
            Add(all, "bcl class? 7", Enumerable.Range(0, 7).Select(i => i == 4 ? null : MakeMachine(i)).ToList());
            Add(all, "bcl class? 20", Enumerable.Range(0, 20).Select(i => i == 4 ? null : MakeMachine(i)).ToList());
        }

        private static TimeZoneInfo MakeZone(int hours) =>
            TimeZoneInfo.CreateCustomTimeZone("Own; zone " + hours, TimeSpan.FromHours(hours), "Display " + hours, "Standard " + hours);

        private static Machine MakeMachine(int i) => new Machine
        {
            Address = i % 3 == 0 ? null : new Uri("https://example.org/" + i),
            Version = i % 4 == 0 ? null : new Version(i, 2),
            Log = i % 5 == 0 ? null : new StringBuilder("log " + i),
            Culture = i % 2 == 0 ? null : CultureInfo.InvariantCulture,
            Zone = i % 3 == 1 ? null : MakeZone(i % 12),
            Ip = i % 3 == 2 ? null : new IPAddress(new byte[] { 10, 0, 0, (byte)i }),
            EndPoint = i % 4 == 3 ? null : new IPEndPoint(0x0100007F, i),
            Index = ^i,
            MaybeIndex = i % 2 == 0 ? (System.Index?)null : i,
            Range = i..,
            MaybeRange = i % 3 == 0 ? (Range?)null : ..i,
            Big = BigInteger.Pow(i, i),
            MaybeBig = i % 3 == 1 ? (BigInteger?)null : i,
            Complex = new Complex(i, -i),
            MaybeComplex = i % 3 == 2 ? (Complex?)null : new Complex(i, i),
            Lazy = i % 4 == 0 ? null : new Lazy<string?>("lazy " + i),
            LazyObject = i % 3 == 0 ? null : new Lazy<Named>(new Named { Id = i }),
            Wave = new Wave { Time = i, Value = i },
            Mirrors = i % 4 == 1 ? null : Enumerable.Range(0, i).Select(n => n % 2 == 0 ? null : new Uri("m" + n, UriKind.Relative))
                .ToList(),
            Traffic = i % 4 == 2 ? null : Enumerable.Range(0, i)
                .ToDictionary(n => new IPAddress(new byte[] { 10, 0, 1, (byte)n }), n => BigInteger.Pow(n, 20)),
        };
    }
}
