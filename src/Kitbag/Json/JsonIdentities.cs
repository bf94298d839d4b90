using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>
    /// The tracked objects of a text that is written. Each is written where it is met first; where it is met again, or stands too deep,
    /// there is a reference. Only when all is written it is known which objects need an id: the ids are inserted then.
    /// </summary>
    internal class JsonIdentities
    {
        private readonly IdentityTable _identities = IdentityTable.Acquire();
        private readonly List<Place> _mentions = new List<Place>();
        private readonly List<int> _order = new List<int>();
        private TrackedObject[] _objects = new TrackedObject[16];
        private int _last = -1;

        /// <summary>Gives memory back.</summary>
        public void Return() => _identities.Return();

        /// <summary>The number of an object, the same whenever it is met.</summary>
        public int NumberOf(object value)
        {
            int number = _identities.FindOrAdd(value, ref _last);
            if (number == _objects.Length)
                Array.Resize(ref _objects, number * 2);
            return number;
        }

        /// <summary>Whether an object was met before.</summary>
        public bool IsKnown(int number) => _objects[number].Depth != 0;

        /// <summary>Says that an object stands further on.</summary>
        public void PutOff(int number) => _objects[number].Depth = -1;

        /// <summary>Says where an object begins.</summary>
        /// <param name="number">Its number.</param>
        /// <param name="position">Where its bracket will stand.</param>
        /// <param name="depth">How many objects and arrays are open within it, with itself.</param>
        public void Open(int number, int position, int depth)
        {
            _objects[number].Position = position;
            _objects[number].Depth = depth;
            _order.Add(number);
        }

        /// <summary>Says where an object is referred to: its id is to be inserted there.</summary>
        public void Mention(int number, int position)
        {
            _objects[number].IsShared = true;
            _mentions.Add(new Place { Number = number, Position = position });
        }

        /// <summary>Numbers the objects that are referred to in the order in which they stand.</summary>
        /// <returns>Where something is to be inserted, in order of the text.</returns>
        public List<JsonInsertion> FindInsertions()
        {
            var insertions = new List<JsonInsertion>(_mentions.Count * 2);
            int id = 0, next = 0;
            // A number may be mentioned before its object stands.
            foreach (int number in _order)
            {
                if (_objects[number].IsShared)
                    _objects[number].Id = ++id;
            }
            foreach (int number in _order)
            {
                ref TrackedObject one = ref _objects[number];
                if (!one.IsShared)
                    continue;
                for (; next < _mentions.Count && _mentions[next].Position <= one.Position; next++)
                    insertions.Add(OfMention(_mentions[next]));
                insertions.Add(new JsonInsertion { Position = one.Position + 1, Id = one.Id, Depth = one.Depth });
            }
            for (; next < _mentions.Count; next++)
                insertions.Add(OfMention(_mentions[next]));
            return insertions;
        }

        private JsonInsertion OfMention(Place mention) =>
            new JsonInsertion { Position = mention.Position, Id = _objects[mention.Number].Id };

        private struct TrackedObject
        {
            // The depth is 0 of what was not met before, and -1 of what is to be written further out.
            public int Position, Depth, Id;
            public bool IsShared;
        }

        private struct Place
        {
            public int Number, Position;
        }
    }

    /// <summary>An id that has to be inserted into a text.</summary>
    internal struct JsonInsertion
    {
        /// <summary>Where: behind the bracket of an object, or between the quotes of a reference.</summary>
        public int Position { get; set; }

        /// <summary>Which.</summary>
        public int Id { get; set; }

        /// <summary>Of an object: how many objects and arrays are open within it, with itself. Of a reference 0.</summary>
        public int Depth { get; set; }
    }
}
