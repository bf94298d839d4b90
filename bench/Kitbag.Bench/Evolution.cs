using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>
    /// Compares reading objects that an older version of their type wrote with reading the same objects in the reader's own schema: one
    /// with 5 members, one with 20 members, lists of 7 objects (rows) and of 1,000 (columns).
    /// </summary>
    internal static class Evolution
    {
        public static void AddTo(List<Candidate> all)
        {
            Add<Old.Small, Small>(all, "another-schema-5", new Old.Small { A = 1, B = "x", C = 2.5, D = 7, E = true });
            Add<Old.Hero, Hero>(all, "another-schema-20", Old.Hero.Make(3));
            Add<List<Old.Hero>, List<Hero>>(all, "another-schema-list-7", Enumerable.Range(0, 7).Select(Old.Hero.Make).ToList());
            Add<List<Old.Hero>, List<Hero>>(all, "another-schema-list-1000", Enumerable.Range(0, 1000).Select(Old.Hero.Make).ToList());
        }

        private static void Add<[KitbagRoot] TOld, [KitbagRoot] TNew>(List<Candidate> all, string workload, TOld value)
            where TOld : class
            where TNew : class
        {
            byte[] bytes = KitbagSerializer.Serialize(value);
            all.Add(new Candidate(workload, "Kitbag", Write, () => KitbagSerializer.Deserialize<TNew>(bytes)));
            all.Add(new Candidate(workload, "(same schema)", Write, () => KitbagSerializer.Deserialize<TOld>(bytes)));

            int Write(IBufferWriter<byte> output)
            {
                KitbagSerializer.Serialize(output, value);
                return bytes.Length;
            }
        }
    }

    /// <summary>The reader's version: one number is wider, and one member is new.</summary>
    public class Small
    {
        public long A { get; set; }

        public string? B { get; set; }

        public double C { get; set; }

        public long D { get; set; }

        public bool E { get; set; }

        public int N { get; set; } = 3;
    }

    /// <summary>The reader's version: three numbers are wider, one member is removed, and two are new.</summary>
    public class Hero
    {
        public long A1 { get; set; }

        public int A2 { get; set; }

        public int A3 { get; set; }

        public int A4 { get; set; }

        public long A5 { get; set; }

        public string? S1 { get; set; }

        public string? S2 { get; set; }

        public float F1 { get; set; }

        public double F2 { get; set; }

        public double D1 { get; set; }

        public bool B1 { get; set; }

        public bool B2 { get; set; }

        public long L1 { get; set; }

        public long L2 { get; set; }

        public Guid G { get; set; }

        public DateTime T { get; set; }

        public int[]? Arr { get; set; }

        public short H { get; set; }

        public uint U { get; set; }

        public int N1 { get; set; }

        public string? N2 { get; set; }
    }
}

namespace Kitbag.Bench.Old
{
    public class Small
    {
        public int A { get; set; }

        public string? B { get; set; }

        public double C { get; set; }

        public long D { get; set; }

        public bool E { get; set; }
    }

    public class Hero
    {
        public int A1 { get; set; }

        public int A2 { get; set; }

        public int A3 { get; set; }

        public int A4 { get; set; }

        public int A5 { get; set; }

        public string? S1 { get; set; }

        public string? S2 { get; set; }

        public float F1 { get; set; }

        public float F2 { get; set; }

        public double D1 { get; set; }

        public bool B1 { get; set; }

        public bool B2 { get; set; }

        public long L1 { get; set; }

        public long L2 { get; set; }

        public byte Y { get; set; }

        public Guid G { get; set; }

        public DateTime T { get; set; }

        public int[]? Arr { get; set; }

        public short H { get; set; }

        public uint U { get; set; }

        public static Hero Make(int i) => new Hero
        {
            A1 = i,
            A2 = i * 3,
            A3 = 5,
            A4 = -i,
            A5 = 1000 + i,
            S1 = "name " + i % 50,
            S2 = "x",
            F1 = i,
            F2 = 0.5f,
            D1 = i / 3.0,
            B1 = i % 2 == 0,
            L1 = i * 100000L,
            L2 = 7,
            Y = (byte)i,
            G = Guid.Empty,
            T = new DateTime(2026, 1, 1),
            Arr = new[] { 1, 2, 3 },
            H = 3,
            U = 9,
        };
    }
}
