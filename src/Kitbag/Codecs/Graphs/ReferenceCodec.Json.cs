using Kitbag.Json;

namespace Kitbag.Codecs
{
    // Tracked objects in JSON: each is written where it occurs first, and as a reference where it occurs again.
    public sealed partial class ReferenceCodec<T>
    {
        private JsonLevels _levels;
        private bool _keepsUnknown;

        internal override bool IsJsonObject => true;

        internal override bool HasJsonName(string name, KitbagJsonOptions options) => Objects.HasJsonName(name, options);

        // The levels of an object, with references in it.
        private JsonLevels Levels => _levels.Least != 0 ? _levels : FindLevels();

        private JsonLevels FindLevels()
        {
            _keepsUnknown = Objects.KeepsUnknown;
            return _levels = JsonLevels.Of(Objects.Schema).Within(Objects.IsJsonObject ? 0 : 1);
        }

        private JsonLevels LevelsOf(T value)
        {
            JsonLevels levels = Levels;
            return _keepsUnknown ? JsonLevels.Max(levels, Objects.KeptOf(value).Levels) : levels;
        }

        // Half of the levels are kept for values whose types do not determine how deeply they are nested.
        private static bool HasRoom(ref JsonWriter w, JsonLevels levels) => w.HasRoom(levels.Least) && (!levels.IsOpen || w.HasHalf);

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) =>
            first == '{' || Objects.MayBeginJson(first, options);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T? value)
        {
            if (value == null)
            {
                w.WriteNull();
                return;
            }
            JsonGraphWriter graph = JsonGraphWriter.Of(ref w);
            if (Objects.IsCopied)
            {
                // An object that reaches itself ends at the maximum number of levels of the options.
                Objects.WriteTrackedJson(ref w, value, graph.NewNumber());
                return;
            }
            int number = graph.NumberOf(value);
            if (!graph.IsKnown(number))
            {
                if (!graph.IsAnyOpen || HasRoom(ref w, LevelsOf(value)))
                {
                    Objects.WriteTrackedJson(ref w, value, number);
                    return;
                }
                graph.Defer(number, new Deferred(this, value, number, w.TakeType(), !w.OmitsDefaults));
            }
            w.TakeType();
            w.WriteReference(number);
        }

        /// <inheritdoc/>
        public override T? ReadJson(ref JsonReader r)
        {
            byte first = r.Peek();
            if (first == '[' && !Objects.IsJsonList)
                return ReadJsonOfOne(ref r);
            if (first == 'n' && r.TryReadNull())
                return null;
            if (r.PeekIsReference())
                return JsonReferences.Read(ref r, this);
            int start = r.Position;
            JsonGraphReader graph = JsonGraphReader.Of(ref r);
            Codec? codec = null;
            JsonPending? pending = null;
            string? id = null;
            bool isInside = false;
            if (first != '[')
            {
                r.BeginObject();
                id = r.ReadIdentity(out isInside);
            }
            int depth = r.Depth - (first == '[' ? 0 : 1);
            T value;
            if (id == null || graph.Find(id, start, out codec, out pending) is not { } known)
                value = Objects.CreateOne();
            else if (pending is { IsRead: false })
                value = Known(known, codec!, start);
            else
                return Pass(ref r, new JsonPosition(start, depth), Give(graph, id, Known(known, codec!, start), start));
            T given = Give(graph, id, value, start);
            if (graph.IsDeep)
            {
                if (pending == null)
                    graph.Add(id, new Pending(this, value) { Position = new JsonPosition(start, depth) });
                return Pass(ref r, new JsonPosition(start, depth), given);
            }
            if (pending != null)
                pending.IsRead = true;
            else if (id != null)
                graph.Add(id, Objects, value, start);
            ReadMembers(ref r, graph, value, isInside, false);
            return given;
        }

        // No reference can refer to an object without an id.
        private T Give(JsonGraphReader graph, string? id, T value, int start) =>
            id != null && Objects.IsCopied ? (T)graph.Give(Objects, value, start) : value;

        private void ReadMembers(ref JsonReader r, JsonGraphReader graph, T value, bool isInside, bool populate)
        {
            graph.Open++;
            if (r.Peek() == '[' && Objects.IsJsonList)
                Objects.ReadJsonInto(ref r, value);
            else
                Objects.ReadTrackedJson(ref r, value, isInside, populate);
            graph.Open--;
        }

        // Its members were already read, or will be later.
        private static T Pass(ref JsonReader r, JsonPosition start, T value)
        {
            r.MoveTo(start);
            r.Skip();
            return value;
        }

        private T Known(object known, Codec codec, int start) => TryRefer(known, codec, out T? value)
            ? value!
            : throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                "The object was referred to as a '" + codec.Schema + "' before; here a '" + Objects.Schema + "' is expected.");

        internal override bool TryRefer(object found, Codec codec, out T? value) => Objects.TryRefer(found, codec, out value!);

        internal override void ReadJsonInto(ref JsonReader r, T? target)
        {
            if (Objects.IsJsonList && r.Peek() == '[')
            {
                ReadMembers(ref r, JsonGraphReader.Of(ref r), target!, false, true);
                return;
            }
            bool isOne = r.TryBeginOne();
            if (r.TryReadNull())
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The text holds null, which cannot populate an object.");
            r.Peek();
            int start = r.Position;
            if (r.PeekIsReference())
            {
                if (!ReferenceEquals(JsonReferences.Read(ref r, this), target))
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.NotSupported,
                        "Found a \"$ref\" to an object other than the one to populate.");
            }
            else
            {
                r.BeginObject();
                string? id = r.ReadIdentity(out bool isInside);
                JsonGraphReader graph = JsonGraphReader.Of(ref r);
                if (id != null && graph.Find(id, start, out _, out _) is { } known && !ReferenceEquals(known, target))
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.NotSupported,
                        "The object was referenced before the object to populate was known.");
                if (id != null)
                    graph.Add(id, Objects, target!, start);
                Give(graph, id, target!, start);
                graph.Changes?.Hold(this, target);
                ReadMembers(ref r, graph, target!, isInside, true);
            }
            if (isOne)
                r.EndOne();
        }

        private protected override T? Extend(ref JsonReader r, T? current)
        {
            if (r.PeekIsReference())
                return JsonReferences.Read(ref r, this);
            ReadJsonInto(ref r, current);
            return current;
        }

        internal override void CheckJson(ref JsonReader r) => CheckJson(ref r, Objects);

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types)
        {
            if (!types.Record(ref r, this, true))
                types.Enter(ref r, Objects);
        }

        internal override JsonPending? NewPending(ref JsonReader r) => new Pending(this, Objects.CreateOne());

        private sealed class Pending : JsonPending
        {
            private readonly ReferenceCodec<T> _codec;
            private readonly T _value;

            public Pending(ReferenceCodec<T> codec, T value)
            {
                _codec = codec;
                _value = value;
            }

            public override Codec Codec => _codec.Objects;

            public override object Value => _value;

            public override void Read(ref JsonReader r)
            {
                bool isInside = false;
                if (r.Peek() == '{')
                {
                    r.BeginObject();
                    r.ReadIdentity(out isInside);
                }
                _codec.ReadMembers(ref r, JsonGraphReader.Of(ref r), _value, isInside, false);
            }
        }

        private sealed class Deferred : JsonDeferred
        {
            private readonly ReferenceCodec<T> _codec;
            private readonly T _value;
            private readonly int _number;
            private readonly JsonTag? _type;
            private readonly bool _writesAll;

            public Deferred(ReferenceCodec<T> codec, T value, int number, JsonTag? type, bool writesAll)
            {
                _codec = codec;
                _value = value;
                _number = number;
                _type = type;
                _writesAll = writesAll;
            }

            public override void Write(ref JsonWriter w)
            {
                bool before = w.WriteAll(_writesAll);
                if (_type != null)
                    w.TypeNext(_type);
                _codec.Objects.WriteTrackedJson(ref w, _value, _number);
                w.WriteAll(before);
            }
        }
    }
}
