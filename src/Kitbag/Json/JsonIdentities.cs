using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>
    /// Tracks the objects with an identity in a text that is written. Each object is written where it occurs first; further occurrences,
    /// and objects that are nested too deeply, are written as references. Only at the end is it known which objects need an id: the ids are
    /// inserted then.
    /// </summary>
    internal class JsonIdentities
    {
        private readonly IdentityTable _identities = IdentityTable.Acquire();
        private readonly List<Place> _mentions = new List<Place>();
        private readonly List<int> _order = new List<int>();
        private TrackedObject[] _objects = new TrackedObject[16];
        private int _last = -1;
        private bool _hasLists;

        /// <summary>Returns the memory to the pool.</summary>
        public void Return() => _identities.Return();

        /// <summary>Returns the number of an object, which is the same for all its occurrences.</summary>
        public int NumberOf(object value) => Numbered(_identities.FindOrAdd(value, ref _last));

        /// <summary>Returns a number for an object that gets a separate number for each reference to it.</summary>
        public int NewNumber() => Numbered(_identities.AddNothing());

        private int Numbered(int number)
        {
            if (number == _objects.Length)
                Array.Resize(ref _objects, number * 2);
            return number;
        }

        /// <summary>Returns whether an object has already occurred.</summary>
        public bool IsKnown(int number) => _objects[number].Depth != 0;

        /// <summary>Records that an object is written later.</summary>
        public void Defer(int number) => _objects[number].Depth = -1;

        /// <summary>Records where an object starts.</summary>
        /// <param name="number">Its number.</param>
        /// <param name="position">The position of its bracket.</param>
        /// <param name="depth">The number of objects and arrays that are open within it, including itself.</param>
        public void Open(int number, int position, int depth)
        {
            _objects[number].Position = position;
            _objects[number].Depth = depth;
            _order.Add(number);
        }

        /// <summary>Records the end of a collection that is not wrapped in an object, which it needs if it has an id.</summary>
        /// <param name="number">Its number.</param>
        /// <param name="end">The position after its last bracket.</param>
        /// <param name="isMap">Whether it is an object, which can contain an id.</param>
        /// <param name="isWrapped">Whether the end of a wrapping object has been written, so that its start must be inserted.</param>
        public void Close(int number, int end, bool isMap, bool isWrapped)
        {
            _objects[number].End = isWrapped ? -1 : isMap ? 0 : end;
            _hasLists = true;
        }

        /// <summary>Records a reference to an object, where its id is to be inserted.</summary>
        public void Mention(int number, int position)
        {
            _objects[number].IsShared = true;
            _mentions.Add(new Place { Number = number, Position = position });
        }

        /// <summary>Returns whether an object or a reference was written at a position or after it.</summary>
        public bool HasAnyFrom(int position) => (_mentions.Count != 0 && _mentions[_mentions.Count - 1].Position >= position)
            || (_order.Count != 0 && _objects[_order[_order.Count - 1]].Position >= position);

        /// <summary>Numbers the objects that are referred to, in the order of their positions.</summary>
        /// <returns>The insertions in the order of the text.</returns>
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
            // The depth is 0 if the object has not occurred yet, and -1 if it is written further out. The end is 0 for an object that can
            // contain an id, and -1 for a value around which an object must be started.
            public int Position, Depth, Id, End;
            public bool IsShared;
        }

        private struct Place
        {
            public int Number, Position;
        }
    }

    /// <summary>Specifies the kind of an insertion.</summary>
    internal enum JsonInsertionKind
    {
        /// <summary>An id between the quotes of a reference.</summary>
        InReference,

        /// <summary>An id after the bracket of an object.</summary>
        InObject,

        /// <summary>The start of an object around a list, with its id if it has one.</summary>
        BeforeList,

        /// <summary>The end of such an object.</summary>
        BehindList,
    }

    /// <summary>Represents an insertion into a text that gives an object an id.</summary>
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

        /// <summary>Gets the position of the insertion.</summary>
        public int Position { get; }

        /// <summary>Gets the id; 0 if there is none.</summary>
        public int Id { get; }

        /// <summary>For an object, gets the number of objects and arrays that are open within it, including itself.</summary>
        public int Depth { get; }
    }
}
