using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Numerics;
using System.Text;

namespace Kitbag.TestCases
{
    /// <summary>Has a member of each framework type that is stored as another type.</summary>
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

    public static partial class Cases
    {
        static partial void AddRanges(List<TestCase> all)
        {
            Add(all, "bcl Index", ^1);
            Add(all, "bcl Index?[]", Numbers(30).Select(i => i % 3 == 0
                ? (System.Index?)null : new System.Index(i & 15, i % 3 == 1)).ToArray());
            Add(all, "bcl Range", 2..^1);
            Add(all, "bcl Range?[]", Numbers(30).Select(i => i % 3 == 0 ? (Range?)null : (i & 15)..).ToArray());
        }

        static partial void AddRangesInMaps(List<TestCase> all)
        {
            Add(all, "bcl Dictionary<Index, Range?>", Enumerable.Range(0, 9).ToDictionary(i => ^i, i => i % 2 == 0 ? (Range?)null : ..i));
        }

        static partial void AddMachines(List<TestCase> all)
        {
            Add(all, "bcl class default", new Machine());
            Add(all, "bcl class", MakeMachine(1));
            Add(all, "bcl class? 7", Enumerable.Range(0, 7).Select(i => i == 4 ? null : MakeMachine(i)).ToList());
            Add(all, "bcl class? 20", Enumerable.Range(0, 20).Select(i => i == 4 ? null : MakeMachine(i)).ToList());
        }

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
            Lazy = i % 4 == 0 ? null : new Lazy<string?>(() => "lazy " + i),
            LazyObject = i % 3 == 0 ? null : new Lazy<Named>(() => new Named { Id = i }),
            Wave = new Wave { Time = i, Value = i },
            Mirrors = i % 4 == 1 ? null : Enumerable.Range(0, i).Select(n => n % 2 == 0 ? null : new Uri("m" + n, UriKind.Relative))
                .ToList(),
            Traffic = i % 4 == 2 ? null : Enumerable.Range(0, i)
                .ToDictionary(n => new IPAddress(new byte[] { 10, 0, 1, (byte)n }), n => BigInteger.Pow(n, 20)),
        };
    }
}
