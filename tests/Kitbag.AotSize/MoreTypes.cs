using System;

namespace Kitbag.AotSize
{
    internal static partial class Program
    {
        static partial void ReadMore(byte[] bytes, ref int count) =>
            count += KitbagSerializer.Deserialize<Part0>(bytes).A;
    }

    public sealed class Part0
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part1? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part1
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part2? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part2
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part3? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part3
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part4? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part4
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part5? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part5
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part6? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part6
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part7? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part7
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part8? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part8
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public Part9? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }

    public sealed class Part9
    {
        public int A { get; set; }
        public string? B { get; set; }
        public float C { get; set; }
        public DateTime D { get; set; }
        public string? E { get; set; }
        public bool F { get; set; }
        public long G { get; set; }
        public string? H { get; set; }
        public int? I { get; set; }
        public double J { get; set; }
    }
}
