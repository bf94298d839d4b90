using System;
using System.Collections.Generic;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The codecs of objects with ids, for references that are read before their object where the text does not contain its type: in a text
    /// of Kitbag, the object precedes them in a part that is read later, and its declared type is a concrete one. Reads no values.
    /// </summary>
    internal sealed class JsonObjectTypes
    {
        // As in JsonGraphReader.
        private const int MostOpen = 10;

        private readonly Dictionary<string, Codec> _exact = new Dictionary<string, Codec>(StringComparer.Ordinal);
        private readonly Dictionary<string, Codec> _bases = new Dictionary<string, Codec>(StringComparer.Ordinal);
        // Objects that were written further out than they occurred, until a place is known that tells their type.
        private readonly Dictionary<string, JsonPosition> _waiting = new Dictionary<string, JsonPosition>(StringComparer.Ordinal);
        private readonly Queue<KeyValuePair<JsonPosition, Codec>> _later = new Queue<KeyValuePair<JsonPosition, Codec>>();
        private int _open;

        /// <summary>Reads the whole text. The position of the reader does not change.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="root">The codec of the root.</param>
        public JsonObjectTypes(ref JsonReader r, Codec root)
        {
            var here = new JsonPosition(r.Position, r.Depth);
            r.MoveTo(r.Start, 0);
            FindIn(ref r, root);
            while (_later.TryDequeue(out KeyValuePair<JsonPosition, Codec> next))
            {
                r.MoveTo(next.Key);
                next.Value.FindJsonObjects(ref r, this);
            }
            r.MoveTo(here);
        }

        /// <summary>Returns the codec of the references to an object; null if it is unknown.</summary>
        public Codec? CodecOf(string id) => _exact.TryGetValue(id, out Codec? codec) ? codec : null;

        /// <summary>Records an object or a reference where its type is declared.</summary>
        /// <param name="r">The reader, before the object. If it returns true, behind the reference.</param>
        /// <param name="place">The codec of the declared type.</param>
        /// <param name="isExact">Whether all objects of that type have the same class.</param>
        /// <returns>Whether it was a reference.</returns>
        public bool Record(ref JsonReader r, Codec place, bool isExact)
        {
            bool isReference = r.PeekIsReference();
            string? id = isReference ? r.ReadReference() : IdOf(ref r);
            if (id == null)
                return isReference;
            Dictionary<string, Codec> known = isExact ? _exact : _bases;
            bool isFirst = !known.ContainsKey(id);
            known[id] = place;
            if (isExact && !isReference)
                _waiting.Remove(id);
            else if (isFirst && _waiting.TryGetValue(id, out JsonPosition position))
                _later.Enqueue(new KeyValuePair<JsonPosition, Codec>(position, place));
            return isReference;
        }

        /// <summary>Returns the id of the object that follows; null if it has none. The position of the reader does not change.</summary>
        public static string? IdOf(ref JsonReader r)
        {
            if (r.Peek() != '{')
                return null;
            var here = new JsonPosition(r.Position, r.Depth);
            r.BeginObject();
            string? id = r.ReadIdentity(out _);
            r.MoveTo(here);
            return id;
        }

        /// <summary>Reads the members of a tracked object, or passes it in order to read them later.</summary>
        /// <param name="r">The reader, before the object.</param>
        /// <param name="objects">The codec of its members.</param>
        public void Enter(ref JsonReader r, Codec objects)
        {
            if (_open == MostOpen)
            {
                r.Peek();
                _later.Enqueue(new KeyValuePair<JsonPosition, Codec>(new JsonPosition(r.Position, r.Depth), objects));
                r.Skip();
                return;
            }
            _open++;
            objects.FindJsonObjects(ref r, this);
            _open--;
        }

        /// <summary>Reads the parts of a value, which need not have the form that the codec expects.</summary>
        /// <param name="r">The reader, before the value; afterwards behind it.</param>
        /// <param name="codec">The codec.</param>
        public void FindInParts(ref JsonReader r, Codec codec)
        {
            byte first = r.Peek();
            Codec element = codec.PartOfJson(ref r, null) ?? codec;
            if (first == '[')
                FindInElements(ref r, element, 1);
            else if (first != '{')
                r.Skip();
            // An object may stand for a list of one element, but not for a tracked list, which may be its own element.
            else if (element == codec || codec.IsTracked || HasValues(ref r))
                FindInMembers(ref r, codec);
            else
                FindIn(ref r, element);
        }

        // Whether the object that follows contains a list that has an id.
        private static bool HasValues(ref JsonReader r)
        {
            var here = new JsonPosition(r.Position, r.Depth);
            r.BeginObject();
            r.ReadIdentity(out bool isInside);
            bool hasValues = r.PeekNextIs("$values"u8, isInside);
            r.MoveTo(here);
            return hasValues;
        }

        /// <summary>Reads the elements of nested arrays.</summary>
        /// <param name="r">The reader, before the value; afterwards behind it.</param>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="levels">The number of nested arrays.</param>
        public void FindInElements(ref JsonReader r, Codec element, int levels)
        {
            if (levels == 0)
            {
                FindIn(ref r, element);
                return;
            }
            if (r.Peek() != '[')
            {
                r.Skip();
                return;
            }
            r.BeginArray();
            for (int i = 0; r.NextElement(i); i++)
                FindInElements(ref r, element, levels - 1);
        }

        private void FindInMembers(ref JsonReader r, Codec codec)
        {
            r.BeginObject();
            for (int i = 0; r.NextKey(i); i++)
            {
                string name = r.ReadMemberName();
                if (codec.PartOfJson(ref r, name) is { } part)
                    FindIn(ref r, part);
                else if (name == "$values" && r.Peek() == '[')
                    FindInParts(ref r, codec);
                else if (name == "$objects" && r.Peek() == '[')
                    FindInObjects(ref r);
                else
                    r.Skip();
            }
        }

        // Each object of this list is the first with its id. References to it precede the list, but may be in a part that is read later.
        private void FindInObjects(ref JsonReader r)
        {
            r.BeginArray();
            for (int i = 0; r.NextElement(i); i++)
            {
                Codec? codec = null;
                if (IdOf(ref r) is { } id && !_exact.TryGetValue(id, out codec))
                {
                    _waiting[id] = new JsonPosition(r.Position, r.Depth);
                    // If the object has no discriminator, this finds nothing.
                    _bases.TryGetValue(id, out codec);
                }
                if (codec != null)
                    codec.FindJsonObjects(ref r, this);
                else
                    r.Skip();
            }
        }

        /// <summary>Reads a value, or skips it if its type contains no tracked objects.</summary>
        /// <param name="r">The reader, before the value; afterwards behind it.</param>
        /// <param name="codec">The codec of the value.</param>
        public void FindIn(ref JsonReader r, Codec codec)
        {
            if (codec.References == References.None)
                r.Skip();
            else
                codec.FindJsonObjects(ref r, this);
        }
    }
}
