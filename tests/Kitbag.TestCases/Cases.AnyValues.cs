using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    // Members of type object, which hold values of a closed set.
    public static partial class Cases
    {
        private static List<object?> AnyValues() => new List<object?>
        {
            null, true, false, (sbyte)-5, byte.MaxValue, short.MinValue, ushort.MaxValue, 0, -7, int.MaxValue, uint.MaxValue, 5L,
            long.MinValue, 7UL, ulong.MaxValue, 1.5f, float.NaN, 0.0, -0.0, 2.0, 0.1, 1e300, 12.50m, -1m, 'ß', "", "text", "日本語",
            new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"), new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Utc),
            new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Local),
            new DateTimeOffset(2026, 11, 20, 1, 2, 3, TimeSpan.FromMinutes(-330)),
            TimeSpan.FromSeconds(-12.5), Array.Empty<byte>(), new byte[] { 1, 2, 3 }, new List<object?>(),
            new List<object?> { 1, "two", null },
            new Dictionary<string, object?>(),
            new Dictionary<string, object?> { ["$type"] = "a key", ["inner"] = new Dictionary<string, object?> { ["deep"] = 3L } },
        };

        private static Dictionary<string, object?> SettingsOf(int i) => new Dictionary<string, object?>
        {
            ["volume"] = i / 10.0,
            ["name"] = "player " + i % 3,
            ["level"] = i,
            ["muted"] = i % 2 == 0,
            ["seed"] = (long)i << 40,
            ["history"] = Enumerable.Range(0, i % 4).Select(n => (object?)n).ToList(),
        };

        private static void AddAnyValues(List<TestCase> all)
        {
            Add(all, "object", (object)"text");
            Add(all, "object null", (object?)null);
            Add(all, "object list", (object)AnyValues());
            Add(all, "List<object?>", AnyValues());
            Add(all, "List<object?> few", AnyValues().Take(5).ToList());
            Add(all, "List<object?> without null", AnyValues().Skip(1).ToList());
            Add(all, "Dictionary<string, object?>", SettingsOf(7));
            Add(all, "Dictionary<string, object?>[] 20", Enumerable.Range(0, 20).Select(SettingsOf).ToArray());
            Add(all, "Dictionary<string, object?> without case",
                new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase)
                {
                    ["A"] = new Dictionary<string, object?>(StringComparer.InvariantCultureIgnoreCase) { ["B"] = 1 },
                });
            Add(all, "Tagged", new Tagged { Tag = 5, Tags = new object?[] { 1, null, "x" }, Settings = SettingsOf(3), Last = 1 });
            Add(all, "Tagged[] 30", Enumerable.Range(0, 30).Select(i => new Tagged
            {
                Tag = i % 3 == 0 ? null : i % 3 == 1 ? (object)i : "tag",
                Settings = i % 5 == 0 ? SettingsOf(i) : null,
                Last = i,
            }).ToArray());
        }
    }

    public class Tagged
    {
        public object? Tag { get; set; }

        public object?[]? Tags { get; set; }

        public IDictionary<string, object?>? Settings { get; set; }

        public int Last { get; set; }
    }
}
