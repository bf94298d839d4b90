using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        static partial void AddNewerCollections(List<TestCase> all)
        {
            Add(all, "IReadOnlySet<int>", (IReadOnlySet<int>)new HashSet<int> { 3, 1 });
        }
    }
}
