using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using Kitbag.TestCases;
using Xunit;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests
{
    /// <summary>A type in every place where a value can occur.</summary>
    public class Places<T>
    {
        public T Member = default!;
        public List<T>? Few;
        public List<T>? Many;
        public Dictionary<string, T>? Map;
        public List<Holder<T>>? Rows;
        public Holder<T>[]? Columns;

        public class Holder<TValue>
        {
            public TValue Value = default!;
        }

        public static readonly string[] Paths =
            { ".Member", ".Few[2]", ".Many[17]", ".Map.Values[1]", ".Rows[3].Value", ".Columns[17].Value" };

        public static Places<T> With(int place, T value)
        {
            var places = new Places<T>();
            switch (place)
            {
                case 0: places.Member = value; break;
                case 1: places.Few = Populated(3, 2, value).ToList(); break;
                case 2: places.Many = Populated(300, 17, value).ToList(); break;
                case 3: places.Map = Populated(2, 1, value).Select((v, i) => (v, i)).ToDictionary(p => "k" + p.i, p => p.v); break;
                case 4: places.Rows = Populated(5, 3, value).Select(v => new Holder<T> { Value = v }).ToList(); break;
                default: places.Columns = Populated(20, 17, value).Select(v => new Holder<T> { Value = v }).ToArray(); break;
            }
            return places;
        }

        public T At(int place) => place switch
        {
            0 => Member,
            1 => Few![2],
            2 => Many![17],
            3 => Map!["k1"],
            4 => Rows![3].Value,
            _ => Columns![17].Value,
        };

        private static IEnumerable<T> Populated(int count, int at, T value) =>
            Enumerable.Range(0, count).Select(i => i == at ? value : default!);
    }

    /// <summary>Every number type read as every other, in every place.</summary>
    public class ConversionTests
    {
        private static readonly Kind[] s_kinds =
        {
            Make<Places<sbyte>, sbyte>(v => (sbyte)v, v => v, sbyte.MinValue, sbyte.MaxValue),
            Make<Places<byte>, byte>(v => (byte)v, v => v, byte.MinValue, byte.MaxValue),
            Make<Places<short>, short>(v => (short)v, v => v, short.MinValue, short.MaxValue),
            Make<Places<ushort>, ushort>(v => (ushort)v, v => v, ushort.MinValue, ushort.MaxValue),
            Make<Places<int>, int>(v => (int)v, v => v, int.MinValue, int.MaxValue),
            Make<Places<uint>, uint>(v => (uint)v, v => v, uint.MinValue, uint.MaxValue),
            Make<Places<long>, long>(v => (long)v, v => v, long.MinValue, long.MaxValue),
            Make<Places<ulong>, ulong>(v => (ulong)v, v => v, ulong.MinValue, ulong.MaxValue),
            Make<Places<Int128>, Int128>(v => (Int128)v, v => v, Int128.MinValue, Int128.MaxValue),
            Make<Places<UInt128>, UInt128>(v => (UInt128)v, v => v, UInt128.MinValue, UInt128.MaxValue),
            Make<Places<decimal>, decimal>(v => (decimal)v, v => new BigInteger(v), new BigInteger(decimal.MinValue),
                new BigInteger(decimal.MaxValue)),
            Make<Places<Half>, Half>(v => BigInteger.Abs(v) > 65_519 ? default : (Half)(double)v, v => new BigInteger((double)v), 0, 0),
            Make<Places<float>, float>(v => BigInteger.Abs(v) > s_maxSingle ? default : float.Parse(v.ToString(Invariant), Invariant),
                v => new BigInteger(v), 0, 0),
            Make<Places<double>, double>(v => double.Parse(v.ToString(Invariant), Invariant), v => new BigInteger(v), 0, 0),
        };

        // Greater values of the test are infinite as float.
        private static readonly BigInteger s_maxSingle = BigInteger.Pow(2, 127) + 1;

        private static System.Globalization.CultureInfo Invariant => System.Globalization.CultureInfo.InvariantCulture;

        private static readonly BigInteger[] s_values = Values().Distinct().ToArray();

        private static IEnumerable<BigInteger> Values()
        {
            foreach (int bits in new[] { 0, 7, 8, 11, 15, 16, 24, 31, 32, 53, 63, 64, 96, 100, 127, 128 })
            {
                for (int d = -1; d <= 1; d++)
                {
                    yield return BigInteger.Pow(2, bits) + d;
                    yield return -BigInteger.Pow(2, bits) + d;
                }
            }
        }

        public static IEnumerable<object[]> Pairs() =>
            s_kinds.SelectMany(w => s_kinds.Select(r => new object[] { w.Type.Name, r.Type.Name }));

        [Theory]
        [MemberData(nameof(Pairs))]
        public void By_value(string writerName, string readerName)
        {
            Kind writer = s_kinds.Single(k => k.Type.Name == writerName), reader = s_kinds.Single(k => k.Type.Name == readerName);
            foreach (KitbagNumbers numbers in new[] { KitbagNumbers.Compact, KitbagNumbers.Raw, KitbagNumbers.RawEverywhere })
            {
                BigInteger[] values = s_values.Where(writer.Holds).ToArray();
                // Raw numbers are stored alike in all places, so each value is read from two of them.
                int step = numbers == KitbagNumbers.Compact ? 1 : 3;
                for (int i = 0; i < values.Length; i++)
                {
                    BigInteger value = values[i];
                    for (int place = i % step; place < 6; place += step)
                    {
                        byte[] document = writer.Write(place, value, numbers);
                        // Integers are read exactly or not at all; other numbers are rounded if they are in the range of the reader's type.
                        bool isRounded = reader.IsFloating && (writer.IsFloating || writer.Type == typeof(decimal))
                            && !(reader.Type == typeof(Half) && BigInteger.Abs(value) > 65_519)
                            && !(reader.Type == typeof(float) && BigInteger.Abs(value) > s_maxSingle);
                        if (reader.Holds(value) || isRounded)
                        {
                            Assert.Equal(isRounded ? reader.Rounded(value) : value, reader.Read(place, document));
                            continue;
                        }
                        var e = Assert.Throws<KitbagException>(() => reader.Read(place, document));
                        Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
                        Assert.EndsWith(Places<int>.Paths[place], e.Path);
                        if (!writer.IsFloating && BigInteger.Abs(value) <= ulong.MaxValue)
                            Assert.Contains(value.ToString(System.Globalization.CultureInfo.InvariantCulture), e.Message);
                        Assert.True(e.Offset >= 1 && e.Offset <= document.Length,
                            document.Length + " bytes, " + numbers + ", " + e.Message);
                    }
                }
            }
        }

        // A method: the generator finds roots in calls.
        private static Kind Make<[KitbagRoot] TPlaces, T>(Func<BigInteger, T> from, Func<T, BigInteger> to, BigInteger min,
            BigInteger max)
            where TPlaces : Places<T> => new Kind<TPlaces, T>(from, to, min, max);

        private abstract class Kind
        {
            public abstract Type Type { get; }

            public bool IsFloating => Type == typeof(float) || Type == typeof(double) || Type == typeof(Half);

            public abstract bool Holds(BigInteger value);

            public abstract BigInteger Rounded(BigInteger value);

            public abstract byte[] Write(int place, BigInteger value, KitbagNumbers numbers);

            public abstract BigInteger Read(int place, byte[] document);
        }

        private sealed class Kind<[KitbagRoot] TPlaces, T> : Kind
            where TPlaces : Places<T>
        {
            private readonly Func<BigInteger, T> _from;
            private readonly Func<T, BigInteger> _to;
            private readonly BigInteger _min, _max;

            public Kind(Func<BigInteger, T> from, Func<T, BigInteger> to, BigInteger min, BigInteger max)
            {
                _from = from;
                _to = to;
                _min = min;
                _max = max;
            }

            public override Type Type => typeof(T);

            public override bool Holds(BigInteger value) => IsFloating ? _to(_from(value)) == value : value >= _min && value <= _max;

            public override BigInteger Rounded(BigInteger value) => _to(_from(value));

            public override byte[] Write(int place, BigInteger value, KitbagNumbers numbers) =>
                KitbagSerializer.Serialize((TPlaces)Places<T>.With(place, _from(value)), new KitbagOptions { Numbers = numbers });

            public override BigInteger Read(int place, byte[] document) => _to(KitbagSerializer.Deserialize<TPlaces>(document).At(place));
        }
    }

    /// <summary>Every type read as every other one: if there is no conversion, the error names the member and both types.</summary>
    public class MismatchTests
    {
        private static readonly Shape[] s_shapes =
        {
            Make<bool, Places<bool>>("bool", true),
            Make<int, Places<int>>("number", 5),
            Make<float, Places<float>>("number", 2f),
            Make<char, Places<char>>("char", 'c'),
            Make<decimal, Places<decimal>>("number", 2m),
            Make<string?, Places<string?>>("string", "s"),
            Make<Guid, Places<Guid>>("Guid", new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
            Make<DateTime, Places<DateTime>>("DateTime", new DateTime(2026, 1, 1)),
            Make<DateTimeOffset, Places<DateTimeOffset>>("DateTimeOffset", new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero)),
            Make<TimeSpan, Places<TimeSpan>>("TimeSpan", TimeSpan.FromDays(1)),
            Make<DateOnly, Places<DateOnly>>("DateOnly", new DateOnly(2026, 1, 1)),
            Make<TimeOnly, Places<TimeOnly>>("TimeOnly", new TimeOnly(1, 1)),
            Make<Half, Places<Half>>("number", (Half)1),
            Make<Int128, Places<Int128>>("number", 1),
            Make<Level, Places<Level>>("enum", Level.High),
            Make<int?, Places<int?>>("number?", 5),
            Make<Vec3?, Places<Vec3?>>("object Vec3?", new Vec3 { X = 1 }),
            Make<Label?, Places<Label?>>("object Label?", new Label { Size = 1 }),
            Make<Vec3, Places<Vec3>>("object Vec3", new Vec3 { X = 1 }),
            Make<Padded, Places<Padded>>("object Padded", new Padded { Large = 1 }),
            Make<Label, Places<Label>>("object Label", new Label { Size = 1 }),
            Make<Empty, Places<Empty>>("class", new Empty()),
            Make<Named, Places<Named>>("class Named", new Named { Id = 1 }),
            Make<int[]?, Places<int[]?>>("list of number", new[] { 1 }),
            Make<HashSet<int>?, Places<HashSet<int>?>>("list of number", new HashSet<int> { 1 }),
            Make<List<string>?, Places<List<string>?>>("list of string", new List<string> { "a" }),
            Make<Dictionary<string, int>?, Places<Dictionary<string, int>?>>("map of int", new Dictionary<string, int> { ["a"] = 1 }),
            Make<Dictionary<string, string>?, Places<Dictionary<string, string>?>>("map of string",
                new Dictionary<string, string> { ["a"] = "b" }),
        };

        // Which families of types can be read as which others, according to docs/evolution.md.
        private static bool Converts(string writer, string reader)
        {
            const string list = "list of ";
            // Types of different names need a member in common, unless one of them has no members ("class").
            if (writer == reader || (IsObject(writer) && IsObject(reader) && (writer == "class" || reader == "class")))
                return true;
            if (reader.EndsWith('?'))
                return Converts(writer, reader[..^1]);
            if (writer.EndsWith('?'))
                return Converts(writer[..^1], reader);
            if (reader.StartsWith(list, StringComparison.Ordinal))
                return Converts(writer.StartsWith(list, StringComparison.Ordinal) ? writer[list.Length..] : writer, reader[list.Length..]);
            return writer.StartsWith(list, StringComparison.Ordinal) && Converts(writer[list.Length..], reader);
        }

        private static bool IsObject(string family) =>
            !family.EndsWith('?') && (family.StartsWith("object", StringComparison.Ordinal)
            || family.StartsWith("class", StringComparison.Ordinal));

        private static bool HasNull(string family) =>
            family.EndsWith('?') || family == "string" || family.StartsWith("class", StringComparison.Ordinal)
            || family.StartsWith("list", StringComparison.Ordinal) || family.StartsWith("map", StringComparison.Ordinal);

        public static IEnumerable<object[]> Pairs() =>
            from w in Enumerable.Range(0, s_shapes.Length)
            from r in Enumerable.Range(0, s_shapes.Length)
            where w != r
                && !IsEnumAndNumber(s_shapes[w].Family, s_shapes[r].Family)
            select new object[] { w, r,
                s_shapes[w] + " as " + s_shapes[r] };

        private static bool IsEnumAndNumber(string one, string other) =>
            (one.Contains("enum") && other.Contains("number")) || (one.Contains("number") && other.Contains("enum"));

        private static Shape Make<T, [KitbagRoot] TPlaces>(string family, T value)
            where TPlaces : Places<T> => new Shape<TPlaces, T>(family, value);

        [Theory]
        [MemberData(nameof(Pairs))]
        public void Only_documented_conversions_are_read(int writer, int reader, string name)
        {
            Shape w = s_shapes[writer], r = s_shapes[reader];
            bool allowed = Converts(w.Family, r.Family);
            for (int place = 0; place < 6; place++)
            {
                byte[] document = w.Write(place);
                // Where other elements are null, a struct or a number cannot take them.
                bool nullIntoStruct = HasNull(w.Family) && !HasNull(r.Family) && place > 0;
                if (allowed && !nullIntoStruct)
                {
                    r.Read(document);
                    continue;
                }
                var e = Assert.Throws<KitbagException>(() => r.Read(document));
                if (allowed)
                {
                    Assert.Contains("null", e.Message);
                    continue;
                }
                Assert.True(e.Reason == KitbagErrorReason.SchemaMismatch, name + ": " + e.Message);
                Assert.Matches(@"^Places.*\.(Member|Few|Many|Map|Rows|Columns)", e.Path);
                Assert.Matches("document.*this program's", e.Message);
            }
        }

        private abstract class Shape
        {
            public string Family { get; protected set; } = "";

            public abstract byte[] Write(int place);

            public abstract void Read(byte[] document);
        }

        private sealed class Shape<[KitbagRoot] TPlaces, T> : Shape
            where TPlaces : Places<T>
        {
            private readonly T _value;

            public Shape(string family, T value)
            {
                Family = family;
                _value = value;
            }

            public override byte[] Write(int place) => KitbagSerializer.Serialize((TPlaces)Places<T>.With(place, _value));

            public override void Read(byte[] document) => KitbagSerializer.Deserialize<TPlaces>(document);

            public override string ToString() => typeof(T).ToString();
        }
    }
}
