using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.ObjectModel;

// Collections that a program declares itself.
namespace Kitbag.TestCases
{
    public sealed class Satchel : IEnumerable<Coin?>
    {
        private readonly List<Coin?> _coins = new List<Coin?>();

        public void Add(Coin? coin) => _coins.Add(coin);

        public IEnumerator<Coin?> GetEnumerator() => _coins.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class Roster : List<string>
    {
        // Not stored: only the elements of a collection are.
        public int Seats => Count + 1;
    }

    // A member of type Roster that holds one is stored as a Roster.
    public sealed class LongRoster : Roster
    {
    }

    public sealed class Trail : Collection<Vec3>
    {
    }

    public sealed class Registry : KeyedCollection<int, Named>
    {
        protected override int GetKeyForItem(Named item) => item.Id;
    }

    public sealed class Marks : HashSet<int>
    {
    }

    public sealed class Steps : LinkedList<int>
    {
    }

    public sealed class Scores : Dictionary<string, int>
    {
        public Scores()
            : base(StringComparer.OrdinalIgnoreCase)
        {
        }
    }

    public sealed class Bonds : IEnumerable<KeyValuePair<int, string?>>
    {
        private readonly List<KeyValuePair<int, string?>> _entries = new List<KeyValuePair<int, string?>>();

        public void Add(int key, string? value)
        {
            if (_entries.Exists(e => e.Key == key))
                throw new ArgumentException("There is one already.");
            _entries.Add(KeyValuePair.Create(key, value));
        }

        public IEnumerator<KeyValuePair<int, string?>> GetEnumerator() => _entries.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class Atlas : ReadOnlyDictionary<int, Cell>
    {
        public Atlas(IDictionary<int, Cell> cells)
            : base(cells)
        {
        }
    }

    public sealed class Deck<T> : IReadOnlyCollection<T>
    {
        private readonly T[] _cards;

        public Deck(IReadOnlyCollection<T> cards)
        {
            _cards = new List<T>(cards).ToArray();
        }

        public int Count => _cards.Length;

        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)_cards).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class Curve : IEnumerable<double>
    {
        private readonly double[] _values;

        public Curve(params double[] values)
        {
            _values = values;
        }

        public IEnumerator<double> GetEnumerator() => ((IEnumerable<double>)_values).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public readonly struct Route : IEnumerable<Cell>
    {
        private readonly Cell[]? _cells;

        public Route(Cell[] cells)
        {
            // An empty route is equal to the default.
            _cells = cells.Length == 0 ? null : cells;
        }

        public IEnumerator<Cell> GetEnumerator() => ((IEnumerable<Cell>)(_cells ?? Array.Empty<Cell>())).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public sealed class Rope : IEnumerable<string>
    {
        public static readonly Rope Empty = new Rope();

        private readonly Rope? _rest;
        private readonly string? _end;

        public Rope()
        {
        }

        private Rope(Rope rest, string end)
        {
            _rest = rest;
            _end = end;
        }

        public Rope Add(string end) => new Rope(this, end);

        public IEnumerator<string> GetEnumerator()
        {
            if (_rest == null)
                yield break;
            foreach (string part in _rest)
                yield return part;
            yield return _end!;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public class Baggage
    {
        public Satchel? Satchel { get; set; }

        public Roster? Roster { get; set; }

        public Scores? Scores { get; set; }

        public Route Route { get; set; }

        public Deck<Marks?>? Deck { get; set; }

        public Bonds? Bonds { get; set; }
    }
}
