using System;
using System.Collections.Generic;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Resolves the ids of objects while a text is read. An object that is referred to before it occurs is created immediately; its members
    /// are read when it occurs, or at the end if no value that is read contains it.
    /// </summary>
    internal sealed class JsonGraphReader
    {
        // Objects nested deeper than this are read later, so that a stack of 64 KB suffices even for code that is not optimized yet: lists
        // of derived types that are nested 16 levels deep overflow it.
        private const int MostOpen = 10;

        private readonly Dictionary<string, Entry> _byId = new Dictionary<string, Entry>(StringComparer.Ordinal);
        private readonly Queue<JsonPending> _pending = new Queue<JsonPending>();
        private readonly Queue<JsonDeferredMember> _deferred = new Queue<JsonDeferredMember>();
        private readonly List<KeyValuePair<int, Action>> _completions = new List<KeyValuePair<int, Action>>();
        private readonly List<(Codec Codec, object Value, int Position)> _tracked = new List<(Codec, object, int)>();
        private HashSet<object>? _given;
        private GraphCompletion? _completion;
        private Dictionary<string, JsonPosition>? _index;
        // The ids of all references in the text; null until a dictionary starts with an id.
        private HashSet<string>? _references;
        private bool _isReadingPending, _isReadingDeferred;
        private JsonObjectTypes? _types;
        private readonly Codec _root;

        /// <summary>Creates an instance.</summary>
        /// <param name="root">The codec of the root.</param>
        public JsonGraphReader(Codec root)
        {
            _root = root;
        }

        /// <summary>Gets the instance for a text.</summary>
        public static JsonGraphReader Of(ref JsonReader r) => (JsonGraphReader)r.Graph!;

        /// <summary>The changes of objects that existed before; null if there are none.</summary>
        public JsonChanges? Changes { get; init; }

        /// <summary>Gets the changes of objects that existed before the text was read; null if there are none.</summary>
        public static JsonChanges? ChangesOf(ref JsonReader r) => ((JsonGraphReader?)r.Graph)?.Changes;

        /// <summary>The nesting depth of the tracked objects that are being read.</summary>
        public int Open { get; set; }

        /// <summary>Whether further nested objects must be read later.</summary>
        public bool IsDeep => Open >= MostOpen;

        /// <summary>Returns the object with an id, if it is known.</summary>
        public object? Find(string id) => Find(id, out _);

        /// <summary>Returns the object with an id, if it is known.</summary>
        /// <param name="id">The id.</param>
        /// <param name="codec">Its codec, not that of references to it.</param>
        public object? Find(string id, out Codec? codec)
        {
            bool isKnown = _byId.TryGetValue(id, out Entry entry);
            codec = entry.Codec;
            return isKnown ? entry.Value : null;
        }

        /// <summary>Returns the object with an id if it was referred to before it occurred, or if the text is read again.</summary>
        /// <param name="id">The id.</param>
        /// <param name="start">The position of the object.</param>
        /// <param name="codec">Its codec, not that of references to it.</param>
        /// <param name="pending">Tells whether its members have been read; null if they have.</param>
        /// <exception cref="KitbagException">Another object has the id.</exception>
        public object? Find(string id, int start, out Codec? codec, out JsonPending? pending)
        {
            bool isKnown = _byId.TryGetValue(id, out Entry entry);
            codec = entry.Codec;
            pending = entry.Pending;
            return !isKnown ? null : entry.Start == start ? entry.Value : throw Twice(id, start);
        }

        private static KitbagException Twice(string id, int start) => JsonReader.ErrorAt(start, KitbagErrorReason.Malformed,
            "Two objects have the same \"$id\", \"" + JsonReader.Shortened(id) + "\".");

        /// <summary>Records the object with an id.</summary>
        /// <param name="id">The id.</param>
        /// <param name="codec">Its codec, not that of references to it.</param>
        /// <param name="value">The object.</param>
        /// <param name="start">The position of the object.</param>
        /// <exception cref="KitbagException">Another object has the id.</exception>
        public void Add(string id, Codec codec, object value, int start)
        {
            if (_byId.TryGetValue(id, out Entry entry) && entry.Start != start)
                throw Twice(id, start);
            _byId[id] = new Entry { Codec = codec, Value = value, Start = start };
        }

        /// <summary>Schedules reading the members of an object.</summary>
        public void Add(string? id, JsonPending pending)
        {
            if (id != null)
            {
                _byId[id] = new Entry
                {
                    Codec = pending.Codec,
                    Value = pending.Value,
                    Start = pending.Position.Offset,
                    Pending = pending,
                };
            }
            _pending.Enqueue(pending);
        }

        /// <summary>Finds the position of the object with an id.</summary>
        /// <param name="r">The reader, whose position does not change.</param>
        /// <param name="id">The id.</param>
        /// <param name="start">The position of the reference.</param>
        /// <exception cref="KitbagException">There is no such object, or more than one.</exception>
        public JsonPosition PlaceOf(ref JsonReader r, string id, int start)
        {
            if (!IndexOf(ref r).TryGetValue(id, out JsonPosition place))
                throw JsonReader.ErrorAt(start, KitbagErrorReason.Malformed,
                    "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\"; no object of the text has that \"$id\".");
            if (place.Depth < 0)
                throw Twice(id, place.Offset);
            return place;
        }

        private Dictionary<string, JsonPosition> IndexOf(ref JsonReader r) => _index ??= r.IndexIds();

        private HashSet<string> ReferencesOf(ref JsonReader r)
        {
            if (_references == null)
                _index = r.IndexIds(_references = new HashSet<string>(StringComparer.Ordinal));
            return _references;
        }

        /// <summary>
        /// Returns whether the member "$id" with which a dictionary starts is its id, and not an entry, which programs whose root type
        /// reaches no tracked class write in the same way: every object of the text has an id, or a reference has this one. The reader does
        /// not move.
        /// </summary>
        /// <param name="r">The reader, before the dictionary.</param>
        /// <param name="mayHoldText">Whether entries may have strings as values.</param>
        public bool IsIdentity(ref JsonReader r, bool mayHoldText) => r.PeekFirstText("\"$id\""u8) is { } id
            && (!mayHoldText || r.HasRootId() || ReferencesOf(ref r).Contains(id));

        /// <summary>
        /// Returns whether a dictionary that starts with the member "$ref" is a reference, and not a dictionary with this entry: an object
        /// has that id. The reader does not move.
        /// </summary>
        /// <inheritdoc cref="IsIdentity"/>
        public bool IsReference(ref JsonReader r, bool mayHoldText) => r.PeekFirstText("\"$ref\""u8) is { } id
            && (!mayHoldText || Find(id) != null || IndexOf(ref r).ContainsKey(id));

        /// <summary>Returns the codec of the references to the object that follows; null if its type is unknown.</summary>
        /// <param name="r">The reader, whose position does not change.</param>
        public Codec? CodecOfObject(ref JsonReader r)
        {
            string? id = JsonObjectTypes.IdOf(ref r);
            return id == null ? null : (_types ??= new JsonObjectTypes(ref r, _root)).CodecOf(id);
        }

        /// <summary>
        /// Returns the object for a reference of a type of which each reference gets a copy: the object itself, or a copy.
        /// </summary>
        /// <param name="codec">Its codec.</param>
        /// <param name="value">The object, whose members may not have been read yet.</param>
        /// <param name="start">The position of the object or of the reference.</param>
        public object Give(Codec codec, object value, int start)
        {
            if ((_given ??= new HashSet<object>(ByIdentity.Comparer)).Add(value))
                return value;
            if (_isReadingDeferred && Open == 0)
                throw JsonReader.ErrorAt(start, KitbagErrorReason.NotSupported, GraphCopies.CannotWait(codec));
            object copy = codec.TrackedType!.CreateObject();
            Completion.Copies.Add(copy, codec, value, start);
            return copy;
        }

        /// <summary>Schedules the completion of a tracked object for when all objects have been read.</summary>
        /// <param name="codec">Its codec.</param>
        /// <param name="value">The object.</param>
        /// <param name="position">The position of the object.</param>
        public void CompleteLater(Codec codec, object value, int position) => _tracked.Add((codec, value, position));

        /// <summary>
        /// Schedules a call of the constructor of an object before that, once all objects that it refers to are complete.
        /// </summary>
        /// <param name="value">The object.</param>
        /// <param name="members">The members that were read.</param>
        public void ConstructLater(object value, PresentMembers members) => Completion.AddConstructed(value, members);

        /// <summary>Schedules reading a member for when all objects have been read.</summary>
        public void Defer(JsonDeferredMember member) => _deferred.Enqueue(member);

        /// <summary>Schedules a call for when all objects have been read.</summary>
        /// <param name="position">The position of the object that it concerns.</param>
        /// <param name="complete">The method to call.</param>
        public void CompleteLater(int position, Action complete) =>
            _completions.Add(new KeyValuePair<int, Action>(position, complete));

        /// <summary>Reads the members of all objects that have been referred to. The position of the reader does not change.</summary>
        public void ReadPending(ref JsonReader r)
        {
            // A collection that reaches itself requests an object that is being read.
            if (_isReadingPending)
                return;
            _isReadingPending = true;
            var here = new JsonPosition(r.Position, r.Depth);
            while (_pending.TryDequeue(out JsonPending? next))
            {
                if (next.IsRead)
                    continue;
                next.IsRead = true;
                r.MoveTo(next.Position);
                next.Read(ref r);
            }
            r.MoveTo(here);
            _isReadingPending = false;
        }

        /// <summary>Reads all remaining objects after the root, and completes the objects.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="root">The root.</param>
        public void Finish<T>(ref JsonReader r, Codec<T> codec, T root)
        {
            ReadPending(ref r);
            while (_deferred.TryDequeue(out JsonDeferredMember? next))
            {
                r.MoveTo(next.Position);
                _isReadingDeferred = true;
                next.Read(ref r);
                _isReadingDeferred = false;
                ReadPending(ref r);
            }
            Changes?.Apply(ref r);
            Complete(ref r, codec, root);
            // Objects that are not tracked are completed in reverse order of their positions.
            for (int i = _completions.Count - 1; i >= 0; i--)
            {
                r.MoveTo(new JsonPosition(_completions[i].Key, 0));
                _completions[i].Value();
            }
        }

        private GraphCompletion Completion => _completion ??= new GraphCompletion();

        private void Complete<T>(ref JsonReader r, Codec<T> codec, T root)
        {
            if (_completion == null && _tracked.Count == 0)
                return;
            foreach ((Codec objects, object value, int _) in _tracked)
                Completion.Add(objects, value);
            long budget = KitbagLimits.Default.AllocationFor(r.Length);
            try
            {
                Completion.Run(new GraphRoot<T>(codec, root), ref budget);
            }
            catch (KitbagException e)
            {
                e.MoveTo(PositionOf(Completion.Current));
                throw;
            }
        }

        private int PositionOf(object? value)
        {
            foreach ((Codec _, object one, int position) in _tracked)
            {
                if (ReferenceEquals(one, value))
                    return position;
            }
            return value != null && Completion.Copies.All.TryGetValue(value, out var copy) ? copy.Offset : 0;
        }

        private struct Entry
        {
            public Codec Codec;
            public object Value;
            public int Start;
            public JsonPending? Pending;
        }
    }
}
