using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Tracked objects, as seen by code that does not know their type.
    public abstract partial class Codec
    {
        private static int s_lastOrdinal;

        private GraphPlan? _graph;
        private bool _isTree, _isGraph;
        private int _ordinal;
        private LazyFlag _mayHoldUnknown;

        /// <summary>How the tracked objects of documents with a root of this type are written.</summary>
        internal GraphPlan Graph => _graph ??= IsTree ? GraphPlan.None : GraphPlan.Of(this);

        /// <summary>A number that is unique among codecs, by which the tables of tracked objects are found.</summary>
        internal int Ordinal
        {
            get
            {
                if (_ordinal == 0)
                    Interlocked.CompareExchange(ref _ordinal, Interlocked.Increment(ref s_lastOrdinal), 0);
                return _ordinal;
            }
        }

        /// <summary>Whether values are tracked objects, which are stored as references.</summary>
        internal bool IsTracked { get; private protected init; }

        /// <summary>
        /// For tracked objects: whether each reference gets its own copy of the object. Shared objects are copied, and cycles are not
        /// allowed.
        /// </summary>
        internal bool IsCopied { get; private protected init; }

        /// <summary>Whether documents and JSON texts with this root contain no tracked objects. Checked for each of them.</summary>
        internal bool IsTree => _isTree || (!_isGraph && FindIsTree());

        private bool FindIsTree()
        {
            bool isTree = References == References.None;
            (isTree ? ref _isTree : ref _isGraph) = true;
            return isTree;
        }

        /// <summary>Whether documents with this root may contain unknown members.</summary>
        internal bool MayHoldUnknown =>
            // The bytes of a schema that is compiled in are known before the schema.
            _mayHoldUnknown.Value ?? _mayHoldUnknown.Set(Document.Bytes.IndexOf("$unknown"u8) >= 0);

        /// <summary>The operations on values that are tracked objects; null until a codec of references requests them.</summary>
        internal TrackedType? TrackedType { get; set; }

        /// <summary>How values contain references to tracked objects.</summary>
        internal virtual References References => References.None;

        /// <summary>For a codec of references: the codec of the objects themselves.</summary>
        internal virtual Codec? TrackedCodec => null;

        /// <summary>The codec of an object that is a value of this codec, if each reference to it gets its own copy.</summary>
        internal virtual Codec? CopiedCodecOf(object value) => null;

        /// <summary>The name of a member that contains references; null if values have no members, or are not objects.</summary>
        /// <param name="index">The index among these members.</param>
        internal virtual string? NameOfHolder(int index) => null;

        /// <summary>
        /// Creates the object that a JSON reference refers to, if the object has not been read yet; null if its type is unknown or not
        /// tracked.
        /// </summary>
        /// <param name="r">The reader, before the object; its position does not change.</param>
        internal virtual JsonPending? NewPending(ref JsonReader r) => null;

        /// <summary>
        /// Finds the types of the objects with ids in a value. Creates no values, and does not report JSON of another form.
        /// </summary>
        internal virtual void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => types.FindInParts(ref r, this);

        /// <summary>The codec of a part of a value in JSON; null if there is none.</summary>
        /// <param name="r">The reader, before the part.</param>
        /// <param name="name">The name of a member or key; null for an element.</param>
        internal virtual Codec? PartOfJson(ref JsonReader r, string? name) => null;

        /// <summary>What the type of an object was in older documents.</summary>
        internal virtual TypeOrigin Origin => TypeOrigin.None;

        /// <summary>Whether a constructor must run once an object, and all objects that it refers to, have been read.</summary>
        internal virtual bool IsConstructed => false;

        /// <summary>Whether callbacks must be called once the tracked objects of a document have been read.</summary>
        internal virtual bool HasCompletion => false;

        /// <summary>Finds the tracked objects that a value contains.</summary>
        internal abstract void DiscoverObject(ref WireWriter w, object? value);

        /// <summary>
        /// Splits a plan: one part for members that can be read while objects are still incomplete, and one for members with sets and maps
        /// that have tracked objects as keys.
        /// </summary>
        internal virtual (ReadPlan? Early, ReadPlan? Late) SplitLate(ReadPlan? plan) => (plan, null);
    }

    public abstract partial class Codec<T>
    {
        /// <summary>
        /// Finds the tracked objects that values contain before they are written, so that objects of one type can be written together.
        /// Objects that are not found here are found when they are written. Called by generated code.
        /// </summary>
        /// <param name="w">The writer.</param>
        /// <param name="values">The values.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void Discover(ref WireWriter w, ReadOnlySpan<T> values)
        {
        }

        /// <summary>Finds the tracked objects that the values of a member contain. Called by generated code.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="column">The values.</param>
        /// <param name="count">The number of values to examine, from the first one on.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public void DiscoverMember(ref WireWriter w, Column<T> column, int count)
        {
            ReadOnlySpan<T> values = column.Values.Slice(0, count);
            GraphWriter graph = GraphWriter.Of(ref w);
            graph.BeginMember();
            Discover(ref w, values);
            graph.EndMember();
        }

        internal sealed override void DiscoverObject(ref WireWriter w, object? value)
        {
            var one = (T)value!;
            Discover(ref w, MemoryMarshal.CreateReadOnlySpan(ref one, 1));
        }

        /// <summary>Charges the allocation budget for objects that will be created.</summary>
        internal virtual void ChargeTracked(ref WireReader r, int count) => r.Charge(count * (long)Cost.Reference);

        /// <summary>Creates an object whose members are not known yet.</summary>
        internal virtual T CreateOne() => throw NotTracked();

        /// <summary>Reads the members of existing objects.</summary>
        internal virtual void Fill(ref WireReader r, Span<T> objects, ReadPlan? plan) => throw NotTracked();

        /// <summary>Calls the callbacks after a tracked object has been read.</summary>
        internal virtual void CompleteOne(T value)
        {
        }

        /// <summary>Calls the constructor of a tracked object that has been read.</summary>
        /// <param name="value">The object.</param>
        /// <param name="members">The members that were read.</param>
        internal virtual void ConstructOne(T value, PresentMembers members)
        {
        }

        /// <summary>Uses an existing object as the tracked object that is the root, so that it is populated like the others.</summary>
        /// <param name="r">The reader, at the root.</param>
        /// <param name="target">The object.</param>
        /// <param name="plan">The plan for reading the root; null for the reader's own schema.</param>
        /// <returns>False if the root is not a reference.</returns>
        internal virtual bool PutTarget(ref WireReader r, T target, ReadPlan? plan) => false;

        /// <summary>The exception for a null among tracked objects, which exist because something refers to them.</summary>
        private protected static KitbagException NullObject(ref WireReader r) =>
            r.Error(KitbagErrorReason.Malformed, "A referenced object is null.");

        /// <summary>Writes a tracked object that has not been written yet.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The object.</param>
        /// <param name="number">Its number among the tracked objects of the text.</param>
        internal virtual void WriteTrackedJson(ref JsonWriter w, T value, int number) => throw NotTracked();

        /// <summary>Reads the members of an existing tracked object.</summary>
        /// <param name="r">The reader, within the object.</param>
        /// <param name="value">The object.</param>
        /// <param name="isInside">Whether part of the object has been read already, so that a comma follows.</param>
        /// <param name="populate">Whether the object existed before the text was read.</param>
        internal virtual void ReadTrackedJson(ref JsonReader r, T value, bool isInside, bool populate) => throw NotTracked();

        /// <summary>Returns the value that a JSON reference to an object denotes.</summary>
        /// <param name="found">The object.</param>
        /// <param name="codec">Its codec, not that of references to it.</param>
        /// <param name="value">The value.</param>
        /// <returns>False if the object is of another type.</returns>
        internal virtual bool TryRefer(object found, Codec codec, out T value)
        {
            bool isOne = found is T;
            value = isOne ? (T)found : default!;
            return isOne;
        }

        private protected InvalidOperationException NotTracked() => new InvalidOperationException("A " + Schema + " is not tracked.");
    }
}
