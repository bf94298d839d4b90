using System;
using System.Collections.Generic;

namespace Kitbag.Json
{
    // Reads the identities of objects: $id, $ref, and $type, which may precede them.
    public ref partial struct JsonReader
    {
        /// <summary>Gets the objects with ids; null if the type of the root cannot contain tracked objects.</summary>
        internal readonly object? Graph => _graph;

        /// <summary>The bytes of the text.</summary>
        internal readonly int Length => _data.Length;

        /// <summary>The position of the root.</summary>
        internal readonly int Start => new JsonReader(_data, _options)._at;

        /// <summary>Moves to a position in the text.</summary>
        internal void MoveTo(JsonPosition place) => MoveTo(place.Offset, place.Depth);

        /// <summary>Returns whether the object that follows is a reference to another object, or to the value that replaces it.</summary>
        internal bool PeekIsReference() => _graph != null && PeekFirstMemberIs("\"$ref\""u8);

        /// <summary>Returns whether an object follows whose first member has the given name, which includes its quotes.</summary>
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

        /// <summary>
        /// Returns the string that the first member of the object that follows has, or null if that member has another name or is no
        /// string. The reader does not move.
        /// </summary>
        /// <param name="name">The name of the member, with its quotes.</param>
        internal string? PeekFirstText(ReadOnlySpan<byte> name)
        {
            if (!PeekFirstMemberIs(name))
                return null;
            var here = new JsonPosition(_at, _depth);
            BeginObject();
            NextKey(0);
            SkipName();
            string? text = Peek() == '"' ? ReadQuoted() : null;
            MoveTo(here);
            return text;
        }

        /// <summary>
        /// Returns whether the root has an id, as in texts whose writer gives an id to every object. The reader does not move.
        /// </summary>
        internal bool HasRootId()
        {
            var here = new JsonPosition(_at, _depth);
            MoveTo(Start, 0);
            bool hasId = PeekFirstMemberIs("\"$id\""u8);
            MoveTo(here);
            return hasId;
        }

        /// <summary>Reads the reference that follows, which is a whole object.</summary>
        /// <returns>The id of the object that is referred to.</returns>
        /// <exception cref="KitbagException">The reference has other members, too.</exception>
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

        /// <summary>Reads the identity of an object, which precedes its members, and skips its type discriminator.</summary>
        /// <param name="any">Whether anything was read, so that a comma precedes the next member.</param>
        /// <returns>The id of the object, or null if it has none.</returns>
        /// <exception cref="KitbagException">The object is a reference that has other members, too.</exception>
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
                // Nearly always a member follows, which is not read here.
                if (Peek() != '"' || (_tag == null && (_data.Length - _at < 2 || _data[_at + 1] != '$')))
                {
                    _at = start;
                    return id;
                }
                ReadOnlySpan<byte> name = ReadNameBytes(out bool isPlain);
                bool isId = id == null && name.SequenceEqual("$id"u8);
                if (!isId && !IsType(name, isPlain))
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

        /// <summary>Returns whether the next member has the given name, written without escapes. The reader does not move.</summary>
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

        // Returns whether a member that a type lacks is not data of the object but belongs to the syntax of graphs.
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

        // Without its object, or elements, a new object would have only defaults.
        internal readonly KitbagException NotTracked(int start) => ErrorAt(start, KitbagErrorReason.SchemaMismatch,
            "Found a shared object in a text that is read without identities, because no class that the root type reaches is tracked. "
                + "Mark the class of the object with [KitbagSerializable(Tracked = true)] to read such texts.");

        /// <summary>Finds the positions of the objects with ids in the whole text. The reader does not move.</summary>
        /// <param name="references">Receives the ids that references have; null if they are not needed.</param>
        /// <returns>The positions; for an id that occurs twice, the second one, with the depth -1.</returns>
        /// <exception cref="KitbagException">The text is not JSON.</exception>
        internal Dictionary<string, JsonPosition> IndexIds(HashSet<string>? references = null)
        {
            var index = new Dictionary<string, JsonPosition>(StringComparer.Ordinal);
            var here = new JsonPosition(_at, _depth);
            MoveTo(Start, 0);
            // The positions of the open objects; -1 for arrays.
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
                    IndexName(index, references, open[_depth - 1]);
            }
            while (_depth != 0);
            MoveTo(here);
            return index;
        }

        private void IndexName(Dictionary<string, JsonPosition> index, HashSet<string>? references, int start)
        {
            ReadOnlySpan<byte> name = ReadNameBytes(out _);
            bool isId = name.SequenceEqual("$id"u8), isReference = references != null && name.SequenceEqual("$ref"u8);
            ReadColon();
            if (!(isId || isReference) || Peek() != '"')
                return;
            int at = _at;
            string id = ReadQuoted();
            _at = at;
            if (isReference)
                references!.Add(id);
            else
                index[id] = new JsonPosition(start, index.ContainsKey(id) ? -1 : _depth - 1);
        }

        private JsonKeptIds KeptIds => (JsonKeptIds)(Call.JsonKeptIds ??= new JsonKeptIds());

        /// <summary>Skips a member that may be kept, and records the ids in it if the text is read without identities.</summary>
        internal void SkipKeptMember()
        {
            SkipKey();
            ReadOnlySpan<byte> value = ReadRaw();
            if (_graph == null && value.IndexOf("\"$id\""u8) >= 0)
                KeptIds.Kept.UnionWith(IndexIdsIn(value, null).Keys);
        }

        /// <summary>
        /// Returns whether the value of a member can be kept as text. In the text of a graph, it may not contain ids or references, because
        /// ids have no meaning outside of their text. Otherwise, it may not refer to an object whose id is not kept with it.
        /// </summary>
        internal bool CanKeep(scoped ReadOnlySpan<byte> value)
        {
            bool refers = value.IndexOf("\"$ref\""u8) >= 0;
            if (_graph != null)
                return !refers && value.IndexOf("\"$id\""u8) < 0;
            if (!refers)
                return true;
            var references = new HashSet<string>(StringComparer.Ordinal);
            IndexIdsIn(value, references);
            references.ExceptWith(KeptIds.Kept);
            // References to ids that the text does not have are data, such as those of a JSON Schema.
            return references.Count == 0 || !references.Overlaps((KeptIds.All ??= IndexIds()).Keys);
        }

        private readonly Dictionary<string, JsonPosition> IndexIdsIn(scoped ReadOnlySpan<byte> value, HashSet<string>? references)
        {
            var r = new JsonReader(value, _options);
            try
            {
                return r.IndexIds(references);
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>Returns a text as it is shown in messages.</summary>
        internal static string Shortened(string text) => text.Length > 100 ? text.Substring(0, 100) + "…" : text;
    }
}
