using System;
using System.Collections.Generic;
using Kitbag.Cli.Output;

namespace Kitbag.Cli.Graphs
{
    /// <summary>Represents a place in a graph: steps from the root or from an object with a name.</summary>
    internal sealed class Place
    {
        // Where objects are moved must not depend on where a writer moved them, because a side may have added levels above them.
        private const int Deep = 100;
        // Readers accept 256 levels.
        private const int TooDeep = 240;

        private readonly string _start;
        private readonly Place? _outer;
        private readonly string? _member;
        private readonly int _index, _level;
        private readonly bool _isOfItem;

        /// <param name="start">The path of the root, or the name of the object.</param>
        public Place(string start) => _start = start;

        private Place(Place outer, string? member, int index)
        {
            _start = outer._start;
            _outer = outer;
            _member = member;
            _index = index;
            _level = outer._level + 1;
            _isOfItem = outer._isOfItem || member == null;
        }

        /// <summary>
        /// Whether objects at this place are to be moved and identified by its path, which the index of an item is not suited for.
        /// </summary>
        public bool IsDeep => _level >= Deep && !_isOfItem;

        /// <summary>Whether a text may have no such place.</summary>
        public bool IsTooDeep => _level >= TooDeep;

        /// <summary>The path.</summary>
        public string Path => Join((path, index) => Paths.Item(path, index));

        /// <summary>The path without indices of items, which change when other items are inserted or removed.</summary>
        public string PathWithoutIndices => Join((path, _) => path + "[]");

        public Place Member(string name) => new Place(this, name, 0);

        public Place Item(int index) => new Place(this, null, index);

        private string Join(Func<string, int, string> item)
        {
            var places = new Stack<Place>();
            for (Place place = this; place._outer != null; place = place._outer)
                places.Push(place);
            string path = "";
            foreach (Place place in places)
                path = place._member == null ? item(path, place._index) : Paths.Member(path, place._member);
            return Paths.Join(_start, path);
        }
    }
}
