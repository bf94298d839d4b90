using System;

namespace Kitbag.Json
{
    // Reads values that another version of a type wrote. These conversions are tried only if something unexpected is found.
    public ref partial struct JsonReader
    {
        /// <summary>Starts an array of one element, which represents its element, if an array follows; <see cref="EndOne"/> ends
        /// it.</summary>
        /// <returns>Whether an array follows.</returns>
        internal bool TryBeginOne()
        {
            if (Peek() != '[')
                return false;
            BeginArray();
            int depth = _depth;
            if (!NextElement(0))
                throw Error(KitbagErrorReason.SchemaMismatch, "Found an empty array where a single value is expected.");
            // An array that represents null was handled before. The null would be reported although the array is what is wrong.
            int at = _at;
            if (TryReadNull() || TryPassNullArray())
                EndOne();
            _at = at;
            _depth = depth;
            return true;
        }

        /// <summary>
        /// Skips an array that represents null, if one follows: an array without elements, or whose only element is null or such an array.
        /// A whole text that is an empty array is not accepted as another type, because all data would be lost.
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

        // The key of a dictionary that is read as a member of a pair, behind its quote: "True", as System.Text.Json writes it.
        private bool TryPassQuotedWord(ReadOnlySpan<byte> word)
        {
            if (_at == 0 || _data[_at - 1] != '"' || _data.Length - _at < word.Length)
                return false;
            for (int i = 0; i < word.Length; i++)
            {
                if ((_data[_at + i] | 0x20) != word[i])
                    return false;
            }
            _at += word.Length;
            return true;
        }

        /// <summary>Ends an array of one.</summary>
        internal void EndOne()
        {
            if (NextElement(1))
                throw Error(KitbagErrorReason.SchemaMismatch,
                    "Found an array with more than one element where a single value is expected.");
        }

        /// <summary>
        /// Returns whether an object follows that has both the members of a key with its value, or one of them and no other.
        /// </summary>
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

        /// <summary>Returns whether the first element of the array that follows is such an object, or the array is empty.</summary>
        internal bool PeekHasPairs()
        {
            int at = _at, depth = _depth;
            BeginArray();
            bool hasPairs = !NextElement(0) || PeekIsPair();
            _at = at;
            _depth = depth;
            return hasPairs;
        }

        /// <summary>Returns whether the next value, an object, has no members.</summary>
        internal bool PeekIsEmptyObject()
        {
            int at = _at, depth = _depth;
            BeginObject();
            bool isEmpty = !NextKey(0);
            _at = at;
            _depth = depth;
            return isEmpty;
        }

        /// <summary>Sets where skipped members are recorded.</summary>
        internal void Note(JsonFindings findings) => Call.JsonFindings = findings;

        // Stops before members that the object keeps, if it can keep them.
        private int StopBefore(JsonNames names, int start)
        {
            (_call?.JsonFindings as JsonFindings)?.AddKept(names, start);
            _at = start;
            return names.All.Length;
        }

        /// <summary>Records a member that was skipped in order to be kept, and cannot be kept.</summary>
        /// <param name="start">The position of its name.</param>
        internal void NoteLost(int start) => (_call?.JsonFindings as JsonFindings)?.AddLost(start);

        /// <summary>Passes over a value whose type the program lacks.</summary>
        internal void Drop()
        {
            Peek();
            (_call?.JsonFindings as JsonFindings)?.Add(null, _at);
            Skip();
            _dropEnd = _at;
        }

        /// <summary>Gets a value indicating whether the value that was read last was skipped.</summary>
        internal readonly bool IsDropped => _dropEnd == _at;

        /// <summary>Gets a value indicating whether the value that was read last is to be left out of a collection.</summary>
        internal readonly bool IsLeftOut => IsDropped && _options.UnknownCases == KitbagUnknownCases.Drop;

        /// <summary>Gets the number of open objects and arrays.</summary>
        internal readonly int Depth => _depth;
    }
}
