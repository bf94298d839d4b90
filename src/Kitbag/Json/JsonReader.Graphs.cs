using System;
using System.Collections.Generic;

namespace Kitbag.Json
{
    // What objects say of their identity: $id, $ref, and $type that may stand beside.
    public ref partial struct JsonReader
    {
        /// <summary>The objects with ids; null where the type of the root can hold no tracked objects.</summary>
        internal readonly object? Graph => _graph;

        /// <summary>The bytes of the text.</summary>
        internal readonly int Length => _data.Length;

        /// <summary>Goes to a place in the text.</summary>
        internal void MoveTo(JsonPosition place) => MoveTo(place.Offset, place.Depth);

        /// <summary>Whether the object that comes is a reference to another, or to what stands in its place.</summary>
        internal bool PeekIsReference() => _graph != null && PeekFirstMemberIs("\"$ref\""u8);

        /// <summary>Whether an object comes whose first member has a name, which is given in its quotes.</summary>
        internal bool PeekFirstMemberIs(ReadOnlySpan<byte> name)
        {
            if (Peek() != '{')
                return false;
            int at = _at++;
            Peek();
            bool isFirst = _data.Slice(_at).StartsWith(name);
            _at = at;
            return isFirst;
        }

        /// <summary>Reads the reference that comes, a whole object.</summary>
        /// <returns>The id of what is referred to.</returns>
        /// <exception cref="KitbagException">It has other members, too.</exception>
        internal string ReadReference()
        {
            BeginObject();
            NextKey(0);
            SkipName();
            string id = ReadId();
            if (NextKey(1))
                throw Error(KitbagErrorReason.Malformed, "Found another member next to \"$ref\"; a reference has no other members.");
            return id;
        }

        private void SkipName()
        {
            ReadNameBytes(out _);
            ReadColon();
        }

        private string ReadId() => Peek() == '"' ? ReadQuoted() : throw Unexpected("an id in quotes");

        /// <summary>Reads what an object says of its identity before its members, and passes what it says of its type.</summary>
        /// <param name="any">Whether it says anything: a comma stands before the next member.</param>
        /// <returns>Its id; null where it has none.</returns>
        /// <exception cref="KitbagException">It is a reference that has other members, too.</exception>
        internal string? ReadIdentity(out bool any)
        {
            string? id = null;
            any = false;
            while (true)
            {
                int start = _at;
                if (any && Peek() == ',')
                    _at++;
                else if (any)
                    return id;
                // Nearly always a member comes, which is not read here.
                if (Peek() != '"' || (_tag == null && (_data.Length - _at < 2 || _data[_at + 1] != '$')))
                {
                    _at = start;
                    return id;
                }
                ReadOnlySpan<byte> name = ReadNameBytes(out _);
                bool isId = id == null && name.SequenceEqual("$id"u8);
                if (!isId && !IsType(name))
                {
                    _at = start;
                    return id;
                }
                ReadColon();
                if (isId)
                    id = ReadId();
                else
                    Skip();
                any = true;
            }
        }

        /// <summary>Whether the next member has a name, written without escapes. The reader stays where it is.</summary>
        internal bool PeekNextIs(ReadOnlySpan<byte> wanted, bool isInside)
        {
            int at = _at;
            bool isComma = Peek() == ',';
            if (isComma)
                _at++;
            bool isNext = isComma == isInside && Peek() == '"' && ReadNameBytes(out _).SequenceEqual(wanted);
            _at = at;
            return isNext;
        }

        // Whether a member that a type lacks is none of its object, but tells of graphs.
        private readonly bool IsOfGraph(ReadOnlySpan<byte> name, int start)
        {
            if (_graph == null)
                return false;
            if (name.SequenceEqual("$id"u8) || name.SequenceEqual("$ref"u8))
                throw ErrorAt(start, KitbagErrorReason.Malformed, name.Length == 3
                    ? "Found \"$id\" after other members; it must be the first member, and occur once."
                    : "Found \"$ref\" next to other members; a reference has no other members.");
            return name.SequenceEqual("$objects"u8);
        }

        /// <summary>Finds where the objects stand that have ids, in the whole text. The reader stays where it is.</summary>
        /// <returns>The places; of an id that stands twice the second, with the depth -1.</returns>
        /// <exception cref="KitbagException">The text is not JSON.</exception>
        internal Dictionary<string, JsonPosition> IndexIds()
        {
            var index = new Dictionary<string, JsonPosition>(StringComparer.Ordinal);
            var here = new JsonPosition(_at, _depth);
            MoveTo(new JsonReader(_data, _options)._at, 0);
            // Where the open objects stand; of arrays -1.
            Span<int> open = stackalloc int[_options.MaxDepth + 1];
            do
            {
                byte next = Peek();
                bool hasNext = false;
                if (next is (byte)'{' or (byte)'[')
                {
                    open[_depth] = next == '{' ? _at : -1;
                    Begin(next, "a value");
                    hasNext = Next(true, next == '{' ? (byte)'}' : (byte)']', "");
                }
                else
                {
                    SkipScalar(next);
                }
                while (!hasNext && _depth != 0)
                {
                    bool isObject = open[_depth - 1] >= 0;
                    hasNext = Next(false, isObject ? (byte)'}' : (byte)']', isObject ? "'}'" : "']'");
                }
                if (_depth != 0 && open[_depth - 1] >= 0)
                    IndexName(index, open[_depth - 1]);
            }
            while (_depth != 0);
            MoveTo(here);
            return index;
        }

        private void IndexName(Dictionary<string, JsonPosition> index, int start)
        {
            bool isId = ReadNameBytes(out _).SequenceEqual("$id"u8);
            ReadColon();
            if (!isId || Peek() != '"')
                return;
            int at = _at;
            string id = ReadQuoted();
            _at = at;
            index[id] = new JsonPosition(start, index.ContainsKey(id) ? -1 : _depth - 1);
        }

        /// <summary>A text as it is shown in messages.</summary>
        internal static string Shortened(string text) => text.Length > 100 ? text.Substring(0, 100) + "…" : text;
    }
}
