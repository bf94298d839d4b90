using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Numerics;
using System.Text;

namespace Kitbag.Tests.Evolution
{
    /// <summary>Changes of values: numbers, nulls, one and many, collections, enums.</summary>
    public partial class ChangeTableTests
    {
        private static readonly Change[] s_values =
        {
            // Numbers, by value.
            Row<int, long>("int to long").Reads(-5, -5).Reads(0, 0),
            Row<long, int>("long to int").Reads(-5, -5).Reads(0, 0).Refuses(long.MaxValue, OutOfRange),
            Row<int, uint>("int to uint").Reads(5, 5u).Reads(0, 0u).Refuses(-1, OutOfRange),
            Row<int, double>("int to double").Reads(7, 7.0).Reads(0, 0.0),
            Row<double, int>("double to int").Reads(7, 7).Reads(0, 0).Refuses(1e15, OutOfRange).Refuses(1.5, OutOfRange, inJson: Mismatch),
            Row<float, double>("float to double").Reads(0.5f, 0.5).Reads(0, 0.0),
            Row<double, float>("double to float").Reads(0.1, 0.1f).Reads(0, 0f).Refuses(1e300, OutOfRange),
            Row<Half, float>("Half to float").Reads((Half)0.5f, 0.5f).Reads((Half)0, 0f),
            Row<double, Half>("double to Half").Reads(0.5, (Half)0.5f).Reads(0, (Half)0).Refuses(1e6, OutOfRange),
            Row<int, decimal>("int to decimal").Reads(-7, -7m).Reads(0, 0m),
            Row<decimal, int>("decimal to int").Reads(7.00m, 7).Reads(0, 0).Refuses(7e20m, OutOfRange)
                .Refuses(1.5m, OutOfRange, inJson: Mismatch),
            Row<double, decimal>("double to decimal").Reads(0.1, 0.1m).Reads(0, 0m).Refuses(1e30, OutOfRange),
            Row<float, decimal>("float to decimal").Reads(0.1f, 0.1m).Reads(0, 0m),
            Row<Half, decimal>("Half to decimal").Reads((Half)0.1f, 0.1m).Reads((Half)16.6f, 16.6m).Reads((Half)(-1.5f), -1.5m)
                .Reads(Half.Epsilon, 0.00000006m).Reads((Half)0, 0m),
            Row<decimal, Half>("decimal to Half").Reads(1.5m, (Half)1.5f).Reads(0, (Half)0),
            Row<decimal, double>("decimal to double").Reads(0.1m, 0.1).Reads(0, 0.0),
            Row<long, Int128>("long to Int128").Reads(long.MinValue, long.MinValue).Reads(0, 0),
            Row<Int128, long>("Int128 to long").Reads(-5, -5).Reads(0, 0).Refuses(Int128.MaxValue, OutOfRange),
            Row<ulong, UInt128>("ulong to UInt128").Reads(ulong.MaxValue, ulong.MaxValue).Reads(0, 0),
            Row<int, bool>("int to bool").Refuses(1).Refuses(0),
            Row<bool, int>("bool to int").Refuses(true).Refuses(false),
            Row<int, string>("int to string").Refuses(1).ReadsJsonKeys(v => v == "1"),
            Row<string, int>("string to int").Refuses("1").ReadsJsonKeys(v => v == 1),

            // What may be null.
            Row<int, int?>("int to int?").Reads(5, 5).Reads(0, 0),
            Row<int?, int>("int? to int").Reads(5, 5).Reads(0, 0).Refuses(null),
            Row<int, long?>("int to long?").Reads(5, 5).Reads(0, 0),
            Row<int?, double>("int? to double").Reads(5, 5.0).Reads(0, 0.0).Refuses(null),
            Row<Point, Point?>("record struct to nullable").Reads(new Point(1, 2), new Point(1, 2)).Reads(default(Point), default(Point)),
            Row<Point?, Point>("nullable to record struct").Reads(new Point(1, 2), new Point(1, 2)).Reads(default(Point), default(Point))
                .Refuses(null),
            Row<Name, Name?>("struct to nullable").Reads(new Name("a"), new Name("a")).Reads(default(Name), default(Name)),
            Row<Name?, Name>("nullable to struct").Reads(new Name("a"), new Name("a")).Reads(default(Name), default(Name)).Refuses(null),
            Row<Color, Color?>("enum to nullable").Reads(Color.Green, Color.Green).Reads(Color.Red, Color.Red),
            Row<Color?, Color>("nullable to enum").Reads(Color.Green, Color.Green).Reads(Color.Red, Color.Red).Refuses(null),
            Row<DateTime, DateTime?>("DateTime to nullable").Reads(new DateTime(2026, 1, 1), new DateTime(2026, 1, 1))
                .Reads(default(DateTime), default(DateTime)),

            // Class, struct and record.
            Row<Point, PointClass>("record struct to class").Reads(new Point(1, 2), new PointClass(1, 2))
                .Reads(default, new PointClass(0, 0)),
            Row<PointClass, Point>("class to record struct").Reads(new PointClass(1, 2), new Point(1, 2))
                .Reads(new PointClass(0, 0), default(Point)).Refuses(null),
            Row<Point?, PointClass>("record struct? to class").Reads(new Point(1, 2), new PointClass(1, 2))
                .Reads(default(Point), new PointClass(0, 0)).Reads(null, (PointClass?)null),
            Row<PointClass, Point?>("class to record struct?").Reads(new PointClass(1, 2), new Point(1, 2))
                .Reads(new PointClass(0, 0), default(Point)).Reads(null, (Point?)null),
            Row<Name, NameClass>("struct to class").Reads(new Name("a"), new NameClass("a")).Reads(default, new NameClass(null)),
            Row<NameClass, Name>("class to struct").Reads(new NameClass("a"), new Name("a")).Reads(new NameClass(null), default(Name))
                .Refuses(null),
            Row<Name?, NameClass>("struct? to class").Reads(new Name("a"), new NameClass("a")).Reads(null, (NameClass?)null),
            Row<NameClass, Name?>("class to struct?").Reads(new NameClass("a"), new Name("a")).Reads(null, (Name?)null),
            Row<Point, WidePoint>("struct to one of wider members").Reads(new Point(1, 2), new WidePoint { X = 1, Y = 2 })
                .Reads(default, default(WidePoint)),
            Row<PointClass, int>("object to number").Refuses(new PointClass(1, 2)),
            Row<int, PointClass>("number to object").Refuses(1),

            // One and many.
            Row<int, List<int>>("int to list of int").Reads(5, Is(5)).Reads(0, Is(0)),
            Row<List<int>, int>("list of int to int").Reads(new List<int> { 5 }, 5).Refuses(new List<int> { 1, 2 })
                .Refuses(new List<int>()).Refuses(null),
            Row<List<int>, int?>("list of int to int?").Reads(new List<int> { 5 }, 5).Refuses(new List<int> { 1, 2 })
                .Reads(new List<int>(), (int?)null).ButNotAsJsonText().Reads(null, (int?)null),
            Row<Memory<short>?, short?>("Memory? of short to short?").Reads(new short[] { 5 }, (short?)5).Reads(null, (short?)null)
                .Reads(Memory<short>.Empty, (short?)null).ButNotAsJsonText().Refuses((Memory<short>?)new short[2]),
            Row<int[], Memory<int>?>("array to Memory?").Reads(new[] { 5, 6 }, v => v!.Value.Span[1] == 6)
                .Reads(Array.Empty<int>(), v => v!.Value.IsEmpty).Reads(null, v => v == null),
            Row<Memory<int>?, int[]>("Memory? to array").Reads((Memory<int>?)new[] { 5, 6 }, v => v!.Length == 2)
                .Reads((Memory<int>?)Memory<int>.Empty, v => v!.Length == 0).Reads(null, v => v == null),
            Row<string, Memory<string>?>("string to Memory? of string").Reads("a", v => v!.Value.Span[0] == "a")
                .Reads(null, v => v == null),
            Row<Memory<string>?, string>("Memory? of string to string").Reads((Memory<string>?)new[] { "a" }, "a")
                .Reads(null, (string?)null),
            Row<Rune[], Rune>("array of Rune to Rune").Reads(new[] { new Rune('a') }, new Rune('a')).Refuses(new Rune[2])
                .Refuses(Array.Empty<Rune>(), OutOfRange, inJson: Mismatch),
            Row<Rune, Rune[]>("Rune to array of Rune").Reads(new Rune('a'), v => v!.Single() == new Rune('a')),
            Row<short?, Memory<short>?>("short? to Memory? of short").Reads((short?)5, v => v!.Value.Span[0] == 5)
                .Reads(null, v => v == null),
            Row<int, long[]>("int to array of long").Reads(5, v => v!.SequenceEqual(new[] { 5L })),
            Row<string, HashSet<string>>("string to set of string").Reads("a", v => v!.SetEquals(new[] { "a" }))
                .Reads(null, v => v == null),
            Row<List<int?>, int?>("list of int? to int?").Reads(new List<int?> { 5 }, 5).Reads(new List<int?> { null }, (int?)null)
                .Refuses(new List<int?> { null, null }),
            Row<int?, List<int?>>("int? to list of int?").Reads(5, v => v!.Single() == 5).Reads(null, v => v == null),
            Row<List<string>, string>("list of string to string").Reads(new List<string> { null! }, (string?)null)
                .Reads(new List<string> { "a" }, "a")
                .Reads(new List<string>(), (string?)null).ButNotAsJsonText().Reads(null, (string?)null)
                    .Refuses(new List<string> { "a", "b" }),
            Row<PointClass, List<ImmutableArray<PointClass>>>("object to list of immutable arrays")
                .Reads(new PointClass(1, 2), v => v!.Single().Single() == new PointClass(1, 2)).Reads(null, v => v == null),
            Row<List<ImmutableArray<PointClass>>, PointClass>("list of immutable arrays to object")
                .Reads(new List<ImmutableArray<PointClass>> { ImmutableArray.Create(new PointClass(1, 2)) }, new PointClass(1, 2)),
            Row<PointClass, List<PointClass>>("object to list of objects")
                .Reads(new PointClass(1, 2), v => v!.Single() == new PointClass(1, 2)).Reads(null, v => v == null),
            Row<List<PointClass>, PointClass>("list of objects to object")
                .Reads(new List<PointClass> { new PointClass(1, 2) }, new PointClass(1, 2))
                .Reads(new List<PointClass>(), (PointClass?)null).ButNotAsJsonText()
                .Refuses(new List<PointClass> { new PointClass(1, 2), new PointClass(1, 2) }),
            Row<Point, Point[]>("record struct to array").Reads(new Point(1, 2), v => v!.Single() == new Point(1, 2))
                .Reads(default, v => v!.Single() == default),
            Row<Point[], Point>("array to record struct").Reads(new[] { new Point(1, 2) }, new Point(1, 2)).Refuses(Array.Empty<Point>())
                .Refuses(null),
            Row<Color, List<Color>>("enum to list of enum").Reads(Color.Green, v => v!.Single() == Color.Green),
            Row<List<Color>, Color>("list of enum to enum").Reads(new List<Color> { Color.Green }, Color.Green).Refuses(new List<Color>()),
            Row<bool, List<bool>>("bool to list of bool").Reads(true, v => v!.Single()),
            Row<List<bool>, bool>("list of bool to bool").Reads(new List<bool> { true }, true).Refuses(new List<bool>()),
            Row<double, List<double>>("double to list of double").Reads(0.5, v => v!.Single() == 0.5),
            Row<List<double>, double>("list of double to double").Reads(new List<double> { 0.5 }, 0.5),
            Row<List<float>, float>("list of float to float").Reads(new List<float> { 0.5f }, 0.5f),
            Row<List<Guid>, Guid>("list of Guid to Guid")
                .Reads(new List<Guid> { new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) }, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
            Row<int, List<string>>("int to list of string").Refuses(5).ReadsJsonKeys(v => v!.Single() == "5"),
            Row<byte, List<byte>>("byte to list of byte").Refuses(5),
            Row<BigInteger, int>("BigInteger to int").ReadsJsonOnly(-1, v => v == -1),
            Row<int, BigInteger>("int to BigInteger").ReadsJsonOnly(200, v => v == 200),

            // Collections and dictionaries.
            Row<HashSet<string>, List<Uri>>("set of strings that ignores case to list of Uri")
                .Reads(new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "urn:b", "c" }, v => v!.Count == 2
                    && v[0].ToString() == "urn:b")
                .Reads(new HashSet<string>(StringComparer.OrdinalIgnoreCase), v => v!.Count == 0).Reads(null, v => v == null),
            Row<List<Uri>, HashSet<string>>("list of Uri to set of strings")
                .Reads(new List<Uri> { new Uri("urn:b"), new Uri("c", UriKind.Relative) }, v => v!.SetEquals(new[] { "urn:b", "c" })),
            Row<SortedDictionary<string, int>, Dictionary<Uri, long>>("dictionary of strings that ignores case to one of Uri")
                .Reads(new SortedDictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["urn:b"] = 1, ["c"] = 2 },
                    v => v!.Count == 2 && v[new Uri("urn:b")] == 1)
                .Reads(null, v => v == null),
            Row<Dictionary<Uri, long>, SortedDictionary<string, int>>("dictionary of Uri to one of strings")
                .Reads(new Dictionary<Uri, long> { [new Uri("urn:b")] = 1 }, v => v!["urn:b"] == 1),
            Row<List<int>, HashSet<long>>("list to set").Reads(new List<int> { 1, 2 }, v => v!.SetEquals(new[] { 1L, 2 }))
                .Reads(null, v => v == null).Refuses(new List<int> { 1, 1 }, KitbagErrorReason.Malformed),
            Row<HashSet<int>, int[]>("set to array").Reads(new HashSet<int> { 1, 2 }, v => v!.Length == 2),
            Row<Dictionary<int, int>, SortedDictionary<long, double>>("dictionary of other keys and values")
                .Reads(new Dictionary<int, int> { [1] = 2 }, v => v!.Single().Key == 1 && v![1] == 2.0),
            Row<Dictionary<string, int>, List<KeyValuePair<string, int>>>("dictionary to list of pairs")
                .Reads(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, v => v!.Count == 2 && v[1].Key == "b" && v[1].Value == 2)
                .Reads(new Dictionary<string, int>(), v => v!.Count == 0).Reads(null, v => v == null),
            Row<List<KeyValuePair<string, int>>, Dictionary<string, int>>("list of pairs to dictionary")
                .Reads(new List<KeyValuePair<string, int>> { new("a", 1), new("b", 2) }, v => v!.Count == 2 && v["b"] == 2)
                .Reads(new List<KeyValuePair<string, int>>(), v => v!.Count == 0).Reads(null, v => v == null)
                .ReadsJsonOnly(new List<KeyValuePair<string, int>> { new("a", 1), new("a", 2) }, v => v!["a"] == 2,
                    KitbagErrorReason.Malformed),
            Row<Dictionary<int, Point>, Entry[]>("dictionary to array of own entries")
                .Reads(new Dictionary<int, Point> { [7] = new Point(1, 2) }, v => v!.Single().Key == 7 && v![0].Value == new Point(1, 2)
                    && v[0].Note == "none"),
            Row<Entry[], Dictionary<int, Point>>("array of own entries to dictionary")
                .Reads(new[] { new Entry { Key = 7, Value = new Point(1, 2) } }, v => v!.Single().Key == 7 && v![7] == new Point(1, 2)),
            Row<Dictionary<int, int>, RecordEntry[]>("dictionary to array of record structs")
                .Reads(new Dictionary<int, int> { [7] = 8, [9] = 0 }, v => v!.Length == 2
                    && v[0] == new RecordEntry { Key = 7, Value = 8 }),
            Row<RecordEntry[], Dictionary<int, int>>("array of record structs to dictionary")
                .Reads(new[] { new RecordEntry { Key = 7, Value = 8 } }, v => v![7] == 8),
            Row<Dictionary<string, int>, List<int>>("dictionary to list of values").Refuses(new Dictionary<string, int> { ["a"] = 1 }),
            Row<List<int>, Dictionary<string, int>>("list of numbers to dictionary").Refuses(new List<int> { 1 }),

            // Enums.
            Row<Color, Later>("enum values added, removed and renumbered").Reads(Color.Green, Later.Green).Reads(Color.Red, Later.Red),
            Row<Color, long>("enum to integer").Reads(Color.Green, 1L).Reads(Color.Red, 0L).RefusesJsonKeys(),
            Row<Color, Int128>("enum to Int128").Reads(Color.Green, (Int128)1).Reads(Color.Red, (Int128)0).RefusesJsonKeys(),
            Row<Int128, Color>("Int128 to enum").Reads(1, Color.Green).Reads(0, Color.Red),
            Row<Int128, Color>("Int128 to enum, beyond its integers").Refuses((Int128)ulong.MaxValue + 2, OutOfRange).RefusesJsonKeys(),
            Row<Color, UInt128>("enum to UInt128").Reads(Color.Green, (UInt128)1).RefusesJsonKeys(),
            Row<UInt128, Color>("UInt128 to enum").Reads(1, Color.Green),
            Row<UInt128, Color>("UInt128 to enum, beyond its integers").Refuses(UInt128.MaxValue, OutOfRange).RefusesJsonKeys(),
            Row<int, Color>("integer to enum").Reads(1, Color.Green).Reads(0, Color.Red).Reads(77, (Color)77),

            // The other direction of rows above.
            Row<uint, int>("uint to int").Reads(5, 5).Reads(0, 0).Refuses(uint.MaxValue, OutOfRange),
            Row<float, Half>("float to Half").Reads(0.5f, (Half)0.5f).Reads(0, (Half)0).Refuses(1e6f, OutOfRange),
            Row<Half, double>("Half to double").Reads((Half)0.5f, 0.5).Reads((Half)0, 0.0),
            Row<decimal, float>("decimal to float").Reads(0.1m, 0.1f).Reads(0, 0f),
            Row<UInt128, ulong>("UInt128 to ulong").Reads(ulong.MaxValue, ulong.MaxValue).Reads(0, 0ul)
                .Refuses(UInt128.MaxValue, OutOfRange),
            Row<long?, int>("long? to int").Reads(5, 5).Reads(0, 0).Refuses(long.MaxValue, OutOfRange).Refuses(null),
            Row<double, int?>("double to int?").Reads(5, 5).Reads(0, 0).Refuses(1e15, OutOfRange),
            Row<DateTime?, DateTime>("nullable to DateTime").Reads(new DateTime(2026, 1, 1), new DateTime(2026, 1, 1))
                .Reads(default(DateTime), default(DateTime)).Refuses(null),
            Row<WidePoint, Point>("struct to one of narrower members").Reads(new WidePoint { X = 1, Y = 2 }, new Point(1, 2))
                .Refuses(new WidePoint { X = long.MaxValue }, OutOfRange),
            Row<int?, List<int>>("int? to list of int").Reads(5, Is(5)).Reads(null, v => v == null),
            Row<long[], int>("array of long to int").Reads(new[] { 5L }, 5).Refuses(new[] { long.MaxValue }, OutOfRange)
                .Refuses(Array.Empty<long>()),
            Row<HashSet<string>, string>("set of string to string").Reads(new HashSet<string> { "a" }, "a").Reads(null, (string?)null)
                .Refuses(new HashSet<string> { "a", "b" }),
            Row<string, List<string>>("string to list of string").Reads("a", v => v!.Single() == "a").Reads(null, v => v == null),
            Row<float, List<float>>("float to list of float").Reads(0.5f, v => v!.Single() == 0.5f),
            Row<Guid, List<Guid>>("Guid to list of Guid")
                .Reads(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), v => v!.Single() == new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
            Row<List<string>, int>("list of string to int").Refuses(new List<string> { "5" }),
            Row<List<byte>, byte>("list of byte to byte").ReadsJsonOnly(new List<byte> { 5 }, v => v == 5),
            Row<HashSet<long>, List<int>>("set to list").Reads(new HashSet<long> { 1, 2 }, v => v!.Count == 2).Reads(null, v => v == null)
                .Refuses(new HashSet<long> { long.MaxValue }, OutOfRange),
            Row<int[], HashSet<int>>("array to set").Reads(new[] { 1, 2 }, v => v!.SetEquals(new[] { 1, 2 }))
                .Refuses(new[] { 1, 1 }, KitbagErrorReason.Malformed),
            Row<SortedDictionary<long, double>, Dictionary<int, int>>("dictionary of narrower keys and values")
                .Reads(new SortedDictionary<long, double> { [1] = 2 }, v => v!.Single().Key == 1 && v![1] == 2)
                .Refuses(new SortedDictionary<long, double> { [long.MaxValue] = 2 }, OutOfRange),
            Row<Later, Color>("enum values removed").Reads(Later.Green, Color.Green).Reads(Later.Red, Color.Red),
            Row<Later, Color>("value of an enum that the reader lacks").Reads(Later.Blue, (Color)2).RefusesJsonKeys(),
            Row<long, Color>("long to enum").Reads(1, Color.Green).Reads(0, Color.Red).Reads(77, (Color)77),
            Row<long, Color>("long to enum, beyond its integers").Refuses(long.MaxValue, OutOfRange).RefusesJsonKeys(),
            Row<Color, int>("enum to int").Reads(Color.Green, 1).Reads(Color.Red, 0).RefusesJsonKeys(),
        };

        public enum Color { Red, Green }

        public enum Later : byte { Red, Green, Blue }

        public record struct Point(int X, int Y);

        public struct WidePoint
        {
            public long X;
            public double Y;
        }

        public sealed record PointClass(int X, int Y);

        public record struct Name(string? Text);

        public sealed record NameClass(string? Text);

        public class Entry
        {
            public int Key;
            public Point Value;
            public string Note = "none";
        }

        public record struct RecordEntry
        {
            public int Key { get; set; }
            public int Value { get; set; }
        }
    }
}
