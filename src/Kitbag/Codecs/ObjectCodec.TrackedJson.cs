using System;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    // Tracked objects in JSON, and other objects in the same texts: System.Text.Json gives identities to all objects there.
    public abstract partial class ObjectCodec<T>
    {
        private bool[]? _late;

        // For each member in JSON, whether it contains sets or maps with tracked objects as keys; empty if none does.
        private bool[] Late
        {
            get
            {
                if (_late == null)
                {
                    var late = new bool[Json.Count];
                    for (int i = 0; i < late.Length; i++)
                        late[i] = Description.CodecOf(Json.NameOf(i)) is { } codec && (codec.References & References.AsKeys) != 0;
                    _late = Array.IndexOf(late, true) < 0 ? Array.Empty<bool>() : late;
                }
                return _late;
            }
        }

        /// <summary>
        /// Schedules <see cref="Complete"/> for an object that is not tracked but contains references, once the whole text has been read.
        /// Called by generated code.
        /// </summary>
        /// <param name="r">The reader, behind the object.</param>
        /// <param name="value">The object.</param>
        protected void CompleteLater(ref JsonReader r, T value)
        {
            if (r.Graph is JsonGraphReader graph)
                graph.CompleteLater(r.Position, () => CompleteOne(value));
            else
                CompleteOne(value);
        }

        internal sealed override void WriteTrackedJson(ref JsonWriter w, T value, int number)
        {
            JsonName[] names = NamesFor(ref w);
            RefuseNames(Json.For(w.Options));
            JsonGraphWriter graph = JsonGraphWriter.Of(ref w);
            graph.Begin(ref w, number);
            WriteMembers(ref w, names, value);
            graph.End(ref w);
        }

        internal sealed override void ReadTrackedJson(ref JsonReader r, T value, bool isInside, bool populate)
        {
            JsonNames names = Json.For(r.Options);
            RefuseNames(names);
            r.MayHaveKept |= names.MayHaveKept;
            bool refusesDuplicates = r.Options.Duplicates == KitbagJsonDuplicates.Refuse;
            if (NeedsCompletion || NeedsConstruction)
                JsonGraphReader.Of(ref r).CompleteLater(this, value!, r.Position);
            bool isConstructed = NeedsConstruction && !populate;
            if (Late.Length == 0 && !isConstructed)
            {
                var plain = new JsonMemberReader(names, refusesDuplicates, isInside, IsWhole(ref r, value, populate));
                ReadMembers(ref r, ref plain, ref value, populate);
                return;
            }
            var source = new DeferringSource(this, value, refusesDuplicates);
            var members = new JsonMemberReader(names, source, isInside, IsWhole(ref r, value, populate));
            ReadMembers(ref r, ref members, ref value, populate);
            if (isConstructed)
                JsonGraphReader.Of(ref r).ConstructLater(value!, new PresentMembers(ReadOf(source)));
        }

        private static bool IsWhole(ref JsonReader r, T value, bool populate) =>
            populate && JsonGraphReader.ChangesOf(ref r)?.IsRoot(value) == true;

        // For each member in wire order, whether the text contains it.
        private bool[] ReadOf(DeferringSource source)
        {
            var read = new bool[Description.Names.Count];
            for (int i = 0; i < Json.Count; i++)
            {
                int member = Description.Names.IndexOf(Json.NameOf(i));
                if (member >= 0)
                    read[member] = source.IsRead(i);
            }
            return read;
        }

        private void RefuseNames(JsonNames names)
        {
            if (names.HasGraphName)
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "A member of '" + _name + "' has the name \"$id\", \"$ref\" or \"$objects\" in JSON, by which objects of this "
                        + "type tell their identity. Give it another name.");
        }

        // System.Text.Json writes identities of objects that are not tracked as well, and a struct may have been a tracked class.
        private T ReadWithIdentity(ref JsonReader r)
        {
            JsonNames names = Json.For(r.Options);
            int start = r.Position;
            bool isInside = false;
            if (!names.HasGraphName && r.PeekIsReference())
                return JsonReferences.Read(ref r, this);
            r.BeginObject();
            string? id = names.HasGraphName ? null : r.ReadIdentity(out isInside);
            T value = default!;
            ReadAllMembers(ref r, ref value, false, isInside);
            if (id != null)
                JsonGraphReader.Of(ref r).Add(id, this, value!, start);
            return value;
        }

        private sealed class DeferringSource : JsonDeferringSource
        {
            private readonly ObjectCodec<T> _codec;
            private readonly T _value;

            public DeferringSource(ObjectCodec<T> codec, T value, bool refusesDuplicates)
                : base(codec.Late.Length == 0 ? new bool[codec.Json.Count] : codec.Late, refusesDuplicates)
            {
                _codec = codec;
                _value = value;
            }

            protected override void Defer(ref JsonReader r, int index)
            {
                var place = new JsonPosition(r.Position, r.Depth);
                JsonGraphReader.Of(ref r).Defer(new LateMember(_codec, _value, index) { Position = place });
            }
        }

        private sealed class LateMember : JsonDeferredMember
        {
            private readonly ObjectCodec<T> _codec;
            private readonly int _index;
            private T _value;

            public LateMember(ObjectCodec<T> codec, T value, int index)
            {
                _codec = codec;
                _value = value;
                _index = index;
            }

            public override void Read(ref JsonReader r)
            {
                var members = new JsonMemberReader(_codec.Json.For(r.Options), new JsonOneMember(_index));
                _codec.ReadMembers(ref r, ref members, ref _value, true);
            }
        }
    }
}
