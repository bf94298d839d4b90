using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Linq;

namespace Kitbag.TestCases
{
    public static partial class Cases
    {
        // Hash tables have one key, because the order of more depends on the runtime.
        private static void AddNonGeneric(List<TestCase> all)
        {
            Add(all, "non-generic ArrayList", Objects());
            Add(all, "non-generic ArrayList?[]", new[] { new ArrayList { 1 }, null, new ArrayList(), Objects() });
            Add(all, "non-generic Queue", new Queue(Objects()));
            Add(all, "non-generic Stack", new Stack(Objects()));
            Add(all, "non-generic Hashtable", new Hashtable { ["a"] = 1.5 });
            Add(all, "non-generic Hashtable?[]", new[] { new Hashtable { [7] = null }, null, new Hashtable() });
            Add(all, "non-generic SortedList", new SortedList { [2] = "b", [1] = "a", [30] = null });
            Add(all, "non-generic OrderedDictionary", new OrderedDictionary { { "a", null }, { "z", 1 }, { 2, "y" } });
            Add(all, "non-generic HybridDictionary", new HybridDictionary { ["z"] = 1, [2] = "y" });
            Add(all, "non-generic StringCollection", new StringCollection { "a", null, "" });
            Add(all, "non-generic NameValueCollection", Names(3));
            Add(all, "non-generic NameValueCollection?[]", new[] { Names(0), null, Names(2) });
            Add(all, "non-generic IEnumerable", (IEnumerable)new List<object?> { 1, "x" });
            Add(all, "non-generic ICollection", (ICollection)new List<object?> { 1, null });
            Add(all, "non-generic IList?[]", new IList?[] { new List<object?> { 1L, 'c' }, null });
            Add(all, "non-generic IDictionary", (IDictionary)new Dictionary<object, object?> { ["z"] = 1, [2] = "y" });
            Add(all, "non-generic class of collections", MakeCrate(1));
            Add(all, "non-generic class of collections 9", Enumerable.Range(0, 9).Select(MakeCrate).ToArray());
        }

        private static ArrayList Objects() => new ArrayList { 1, "x", 2.5, null, true, new List<object?> { 'c' }, Guid.Empty };

        private static NameValueCollection Names(int count)
        {
            var names = new NameValueCollection();
            for (int i = 0; i < count; i++)
            {
                for (int k = 0; k < i; k++)
                    names.Add("n" + i, "v" + k);
                names.Add("n" + i, i == 2 ? "" : null);
            }
            return names;
        }

        private static Crate MakeCrate(int i) => new Crate
        {
            List = i % 2 == 0 ? null : new ArrayList { i, "x" },
            Any = i % 3 == 0 ? null : new List<object?> { i, null },
            Map = i % 4 == 0 ? null : new Hashtable { [i] = "m" },
            Words = i % 3 == 1 ? null : new StringCollection { "w" + i },
            Names = i % 2 == 0 ? null : Names(i),
            Last = i,
        };
    }

    public class Crate
    {
        public ArrayList? List { get; set; }

        public IList? Any { get; set; }

        public Hashtable? Map { get; set; }

        public StringCollection? Words { get; set; }

        public NameValueCollection? Names { get; set; }

        public int Last { get; set; }
    }
}
