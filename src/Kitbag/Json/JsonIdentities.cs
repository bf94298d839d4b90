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
        private bool _hasLists;

        /// <summary>Gives memory back.</summary>
        public void Return() => _identities.Return();

        /// <summary>The number of an object, the same whenever it is met.</summary>
        public int NumberOf(object value) => Numbered(_identities.FindOrAdd(value, ref _last));

        /// <summary>A number for an object each reference to which gets one of its own.</summary>
        public int NewNumber() => Numbered(_identities.AddNothing());

        private int Numbered(int number)
        {
            if (number == _objects.Length)
                Array.Resize(ref _objects, number * 2);
            return number;
        }

        /// <summary>Whether an object was met before.</summary>
        public bool IsKnown(int number) => _objects[number].Depth != 0;

        /// <summary>Says that an object stands further on.</summary>
        public void Defer(int number) => _objects[number].Depth = -1;

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

        /// <summary>Says where a collection ends that has no object of its own around it, which it needs if it has an id.</summary>
        /// <param name="number">Its number.</param>
        /// <param name="end">Behind its last bracket.</param>
        /// <param name="isMap">Whether it is an object, so that an id may stand in it.</param>
        /// <param name="isWrapped">Whether the end of an object around it has been written, so that its start has to be.</param>
        public void Close(int number, int end, bool isMap, bool isWrapped)
        {
            _objects[number].End = isWrapped ? -1 : isMap ? 0 : end;
            _hasLists = true;
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
                if (!one.IsShared && one.End >= 0)
                    continue;
                for (; next < _mentions.Count && _mentions[next].Position <= one.Position; next++)
                    insertions.Add(OfMention(_mentions[next]));
                if (one.End == 0)
                {
                    insertions.Add(new JsonInsertion(JsonInsertionKind.InObject, one.Position + 1, one.Id, one.Depth));
                    continue;
                }
                insertions.Add(new JsonInsertion(JsonInsertionKind.BeforeList, one.Position, one.Id));
                if (one.End > 0)
                    insertions.Add(new JsonInsertion(JsonInsertionKind.BehindList, one.End));
            }
            for (; next < _mentions.Count; next++)
                insertions.Add(OfMention(_mentions[next]));
            if (_hasLists)
                insertions.Sort((one, other) => one.Position.CompareTo(other.Position));
            return insertions;
        }

        private JsonInsertion OfMention(Place mention) =>
            new JsonInsertion(JsonInsertionKind.InReference, mention.Position, _objects[mention.Number].Id);

        private struct TrackedObject
        {
            // The depth is 0 of what was not met before, and -1 of what is to be written further out. The end is 0 of an object in which
            // an id may stand, and -1 of what has to have an object begun around it.
            public int Position, Depth, Id, End;
            public bool IsShared;
        }

        private struct Place
        {
            public int Number, Position;
        }
    }

    /// <summary>What has to be inserted.</summary>
    internal enum JsonInsertionKind
    {
        /// <summary>An id between the quotes of a reference.</summary>
        InReference,

        /// <summary>An id behind the bracket of an object.</summary>
        InObject,

        /// <summary>The start of an object around a list, with its id where it has one.</summary>
        BeforeList,

        /// <summary>The end of such an object.</summary>
        BehindList,
    }

    /// <summary>What has to be inserted into a text so that an object has an id.</summary>
    internal readonly struct JsonInsertion
    {
        public JsonInsertion(JsonInsertionKind kind, int position, int id = 0, int depth = 0)
        {
            Kind = kind;
            Position = position;
            Id = id;
            Depth = depth;
        }

        public JsonInsertionKind Kind { get; }

        /// <summary>Where.</summary>
        public int Position { get; }

        /// <summary>Which id; 0 where there is none.</summary>
        public int Id { get; }

        /// <summary>Of an object: how many objects and arrays are open within it, with itself.</summary>
        public int Depth { get; }
    }
}
