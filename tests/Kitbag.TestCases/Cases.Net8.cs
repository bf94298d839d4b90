using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        static partial void AddNewer(List<TestCase> all)
        {
            Add(all, "Half", (Half)1.5);
            Add(all, "Half[]", Numbers(30).Select(i => (Half)i).ToArray());
            Add(all, "Int128", Int128.MinValue);
            Add(all, "UInt128[]", new[] { UInt128.MaxValue, UInt128.Zero });
            Add(all, "DateOnly", new DateOnly(2026, 11, 21));
            Add(all, "DateOnly[]", Numbers(30).Select(i => new DateOnly(2026, 1, 1).AddDays(i & 255)).ToArray());
            Add(all, "TimeOnly", new TimeOnly(23, 59, 59, 999));
            Add(all, "hidden fields", new WordNet(3));
            Add(all, "hidden fields many", Enumerable.Range(0, 9).Select(i => i % 4 == 0 ? null : new WordNet(i)).ToArray());
            Add(all, "hidden constructor", Strongbox.With(7));
            Add(all, "hidden constructor with parameter", Diary.Of(30, "none"));
            Add(all, "hidden field of structs", Enumerable.Range(0, 20).Select(i => new Purse(i)).ToArray());
            Add(all, "TimeOnly?[]", Numbers(30).Select(i => i % 3 == 0 ? (TimeOnly?)null : new TimeOnly(i & 15, 1)).ToArray());
        }
    }
}
