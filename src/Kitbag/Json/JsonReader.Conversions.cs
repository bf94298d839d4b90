using System;

namespace Kitbag.Json
{
    // What another version of a type wrote; looked for only where something else comes than was expected.
    public ref partial struct JsonReader
    {
        /// <summary>Starts an array of one, which stands for what is in it, if an array comes; <see cref="EndOne"/> ends it.</summary>
        /// <returns>Whether one comes.</returns>
        internal bool TryBeginOne()
        {
            if (Peek() != '[')
                return false;
            BeginArray();
            if (!NextElement(0))
                throw Error(KitbagErrorReason.SchemaMismatch, "Found an empty array where a single value is expected.");
            return true;
        }

        /// <summary>
        /// Passes an array that stands for null, if that comes: one without elements, or whose only element is null or such an array. A
        /// whole text without an element is no value of another type: there it would be all that is lost.
        /// </summary>
        internal bool TryPassNullArray()
        {
            int at = _at, depth = _depth;
            while (Peek() == '[')
                BeginArray();
            int count = _depth == depth || Peek() == ']' ? 0 : 1;
            if (_depth != depth && (count == 0 ? depth != 0 : TryReadNull()))
            {
                while (_depth != depth && !NextElement(count))
                    count = 1;
                if (_depth == depth)
                    return true;
            }
            _at = at;
            _depth = depth;
            return false;
        }

        /// <summary>Ends an array of one.</summary>
        internal void EndOne()
        {
            if (NextElement(1))
                throw Error(KitbagErrorReason.SchemaMismatch,
                    "Found an array with more than one element where a single value is expected.");
        }

        /// <summary>Whether an object comes that has both the members of a key with its value, or one of them and no other.</summary>
        internal bool PeekIsPair()
        {
            if (Peek() != '{')
                return false;
            int at = _at, depth = _depth, count = 0, found = 0;
            JsonNames names = JsonForm.Pair.For(_options);
            BeginObject();
            for (; found != 3 && NextKey(count); count++)
            {
                found |= IndexOf(names, ReadNameBytes(out bool isPlain), isPlain) + 1;
                ReadColon();
                Skip();
            }
            _at = at;
            _depth = depth;
            return found == 3 || (found != 0 && count == 1);
        }

        /// <summary>Whether the first element of the array that comes is such an object, or there is none.</summary>
        internal bool PeekHasPairs()
        {
            int at = _at, depth = _depth;
            BeginArray();
            bool hasPairs = !NextElement(0) || PeekIsPair();
            _at = at;
            _depth = depth;
            return hasPairs;
        }

        /// <summary>Has what is passed over noted.</summary>
        internal void Note(JsonPassedOver members) => Call.PassedOver = members;

        // What the object keeps, as far as it can.
        private int StopBefore(JsonNames names, int start)
        {
            (_call?.PassedOver as JsonPassedOver)?.AddKept(names, start);
            _at = start;
            return names.All.Length;
        }

        /// <summary>Has a member noted that was passed over in order to be kept, and cannot be.</summary>
        /// <param name="start">Where its name stands.</param>
        internal void NoteLost(int start) => (_call?.PassedOver as JsonPassedOver)?.AddLost(start);

        /// <summary>Passes over a value whose type the program lacks.</summary>
        internal void Drop()
        {
            Peek();
            (_call?.PassedOver as JsonPassedOver)?.Add(null, _at);
            Skip();
            _dropEnd = _at;
        }

        /// <summary>Whether the value that was read last is one that was passed over.</summary>
        internal readonly bool IsDropped => _dropEnd == _at;

        /// <summary>Whether the value that was read last is one that a collection leaves out.</summary>
        internal readonly bool IsLeftOut => IsDropped && _options.UnknownCases == KitbagUnknownCases.Drop;

        /// <summary>How many objects and arrays are open.</summary>
        internal readonly int Depth => _depth;
    }
}
