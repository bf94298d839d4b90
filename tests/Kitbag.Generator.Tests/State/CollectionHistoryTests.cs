using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests private members of collections that methods change. Each program is run: a warning is given exactly if a value is lost.
    /// </summary>
    public class CollectionHistoryTests
    {
        [Theory]
        // Counters, flags and other collections.
        [InlineData("List<int>", "private int «_taken; public int Taken => _taken; public void Change() { _taken++; } public int Show() => "
            + "_taken;")]
        [InlineData("List<int>", "private int «_sum; public void Change() { int x = 3; _sum = _sum + x; } public int Show() => _sum;")]
        [InlineData("List<int>", "private double «_sum; public void Change() => _sum += 2; public double Show() => _sum;")]
        [InlineData("List<int>", "protected int «Hits { get; set; } public void Change() => Hits++; public int Show() => Hits;")]
        [InlineData("Dictionary<int, string>", "private int «_next = 1; public void Change() { this[_next++] = \"a\"; } public int "
            + "Show() => _next;")]
        [InlineData("Collection<int>", "private bool «_isClosed; public void Change() => _isClosed = true; public void Open() => "
            + "_isClosed = false; public bool Show() => _isClosed;")]
        [InlineData("List<int>", "private readonly List<int> «_log = new(); public void Change() { _log.Add(3); } public int Show() => "
            + "_log.Count;")]
        [InlineData("List<int>", "private readonly int[] «_places = new int[4]; public void Change() => _places[1] = 3; public int "
            + "Show() => _places[1];")]
        [InlineData("List<int>", "private int «_version; public int Version => _version; public void Change() => _version++; public int "
            + "Show() => _version;")]
        public void Members_that_record_what_happened(string type, string members) =>
            Harness.Loss("KIT0017", "public class World : " + type + " { " + members + " }", "()", "Change()");

        [Theory]
        // Adding the elements restores the member.
        [InlineData("Collection<int>", "private int _sum; public void Change() => Add(3); protected override void InsertItem(int at, int "
            + "x) { base.InsertItem(at, x); _sum += x; } public int Show() => _sum;")]
        [InlineData("Collection<int>", "readonly Dictionary<int, int> _places = new(); public void Change() => Add(3); protected "
            + "override void InsertItem(int at, int x) { base.InsertItem(at, x); _places[x] = at; } public int Show() => _places[3];")]
        // Caches.
        [InlineData("List<int>", "private int? _sum; private int[]? _all; public int Sum => _sum ??= this.Sum(x => x); public int[] All => "
            + "_all ??= ToArray(); public void Change() { Add(3); _sum = null; _all = null; } public int Show() => Sum + All.Length;")]
        [InlineData("List<int>", "private List<int>? _sorted; public void Change() => Add(3); public int Show() { if (_sorted == null) { "
            + "_sorted = new(); foreach (int x in this) _sorted.Add(x); } return _sorted[0]; }")]
        [InlineData("List<int>", "private readonly Dictionary<int, int> _squares = new(); public void Change() => Show(); public int "
            + "Show() { if (!_squares.TryGetValue(2, out int found)) _squares[2] = found = 4; return found; }")]
        [InlineData("List<int>", "private bool _isDirty = true; private int _sum; public void Change() { Add(3); _isDirty = true; "
            + "Show(); } public int Show() { if (_isDirty) { _sum = Sum(); _isDirty = false; } return _sum; } int Sum() => Count * 2;")]
        [InlineData("List<int>", "private readonly List<int> _parts = new(); public void Change() { _parts.Clear(); _parts.Add(3); "
            + "_parts.Clear(); } public int Show() => _parts.Count;")]
        // Locks, comparers and delegates.
        [InlineData("List<int>", "private readonly object _lock = new(); private readonly IComparer<int> _order = Comparer<int>.Default; "
            + "private Action? _done; public event Action? Done; public void Change() { lock (_lock) { _done += Change; Done += Change; "
            + "} } public int Show() => _order.Compare(1, 2);")]
        // Values that are temporary.
        [InlineData("Collection<int>", "private bool _isBusy; private int _depth; public void Change() { _isBusy = true; _depth++; try { "
            + "Add(3); } finally { _isBusy = false; _depth--; } } public bool Show() => _isBusy || _depth > 0;")]
        [InlineData("Collection<int>", "private int _updates; private bool _isSuspended; public void BeginUpdate() { _updates++; "
            + "_isSuspended = true; } public void EndUpdate() { _updates--; _isSuspended = false; } public void Change() { "
            + "BeginUpdate(); EndUpdate(); } public bool Show() => _isSuspended || _updates > 0;")]
        [InlineData("Collection<int>", "private int _updates; public IDisposable Defer() { _updates++; return new Scope(this); } private "
            + "class Scope : IDisposable { readonly World _of; public Scope(World of) { _of = of; } public void Dispose() => "
            + "_of._updates--; } public void Change() { using (Defer()) Add(3); } public int Show() => _updates;")]
        [InlineData("List<int>", "private int _version; public void Change() { _version++; Sort(); } public int Show() => Count;")]
        // Attributes exclude them.
        [InlineData("List<int>", "[Kitbag.KitbagIgnore] private int _a; [NonSerialized] private int _b; private int _c; "
            + "[Kitbag.KitbagIgnore] public int C => _c; public void Change() { _a++; _b++; _c++; } public int Show() => Count;")]
        public void Members_that_need_not_be_stored(string type, string members) =>
            Harness.Loss("", "public class World : " + type + " { " + members + " }", "()", "Change()");

        // The constructor that takes the elements counts them.
        [Fact]
        public void Members_that_the_constructor_restores() => Harness.Loss("", "public class World : IEnumerable<int> { int _n; readonly "
            + "List<int> _items = new(); public World(IEnumerable<int> all) { foreach (int i in all) Put(i); } public void Put(int i) { "
            + "_items.Add(i); _n++; } public int Show() => _n; public IEnumerator<int> GetEnumerator() => _items.GetEnumerator(); "
            + "System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator(); }",
            "(new[] { 1, 2 })", "Put(3)");
    }
}
