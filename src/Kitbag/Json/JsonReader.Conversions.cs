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
                throw Error(KitbagErrorReason.SchemaMismatch, "Found an array without elements where one value is expected.");
            return true;
        }

        /// <summary>Passes an array without elements, if that comes.</summary>
        internal bool TryPassEmptyArray()
        {
            int at = _at;
            if (Peek() == '[')
            {
                BeginArray();
                if (Peek() == ']')
                    return !NextElement(0);
                _depth--;
            }
            _at = at;
            return false;
        }

        /// <summary>Ends an array of one.</summary>
        internal void EndOne()
        {
            if (NextElement(1))
                throw Error(KitbagErrorReason.SchemaMismatch, "Found an array of more than one element where one value is expected.");
        }

        /// <summary>Whether an object comes that has members, and no others than those of a key with its value.</summary>
        internal bool PeekIsPair()
        {
            int at = _at, depth = _depth, count = 0;
            bool isPair = Peek() == '{';
            JsonNames names = JsonForm.Pair.For(_options);
            if (isPair)
            {
                BeginObject();
                for (; isPair && NextKey(count); count++)
                {
                    isPair = names.Find(ReadStringBytes("a member's name", out _)) >= 0;
                    ReadColon();
                    if (isPair)
                        Skip();
                }
            }
            _at = at;
            _depth = depth;
            return isPair && count != 0;
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

        /// <summary>Passes over a value whose type the program lacks.</summary>
        internal void Drop()
        {
            Skip();
            _dropEnd = _at;
        }

        /// <summary>Whether the value that was read last is one that was passed over.</summary>
        internal readonly bool IsDropped => _dropEnd == _at;

        /// <summary>How many objects and arrays are open.</summary>
        internal readonly int Depth => _depth;
    }
}
