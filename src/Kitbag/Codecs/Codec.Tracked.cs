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
    // What is done with tracked objects by whom only knows that there are some.
    public abstract partial class Codec
    {
        private static int s_lastOrdinal;

        private GraphPlan? _graph;
        private bool _isTree, _isGraph;
        private int _ordinal;

        /// <summary>How the tracked objects of documents are written whose root is of this type.</summary>
        internal GraphPlan Graph => _graph ??= IsTree ? GraphPlan.None : GraphPlan.Of(this);

        /// <summary>A number that no other codec has, by which those of tracked objects are found.</summary>
        internal int Ordinal
        {
            get
            {
                if (_ordinal == 0)
                    Interlocked.CompareExchange(ref _ordinal, Interlocked.Increment(ref s_lastOrdinal), 0);
                return _ordinal;
            }
        }

        /// <summary>Whether its values are tracked objects, so that they stand as references wherever they are met.</summary>
        internal bool IsTracked { get; private protected init; }

        /// <summary>
        /// Of tracked objects: whether each reference gets an object of its own. Shared objects are copied, and none may reach itself.
        /// </summary>
        internal bool IsCopied { get; private protected init; }

        /// <summary>Whether documents and texts with this root have no tracked objects. Asked for each of them.</summary>
        internal bool IsTree => _isTree || (!_isGraph && FindIsTree());

        private bool FindIsTree()
        {
            bool isTree = References == References.None;
            (isTree ? ref _isTree : ref _isGraph) = true;
            return isTree;
        }

        /// <summary>
        /// What is done with its values where they are tracked objects; null as long as no codec of references asks for them.
        /// </summary>
        internal TrackedType? TrackedType { get; set; }

        /// <summary>What values hold of tracked objects.</summary>
        internal virtual References References => References.None;

        /// <summary>Of a reference: the codec of the objects themselves.</summary>
        internal virtual Codec? TrackedCodec => null;

        /// <summary>
        /// The codec of an object that is one of this codec's values, where each reference to it gets an object of its own.
        /// </summary>
        internal virtual Codec? CopiedCodecOf(object value) => null;

        /// <summary>The name of a member that holds tracked objects; null where values have no members, or are no objects.</summary>
        /// <param name="index">Which of these members.</param>
        internal virtual string? NameOfHolder(int index) => null;

        /// <summary>
        /// Makes the object that a reference in JSON means whose object has not been read; null where it is not known, or not tracked.
        /// </summary>
        /// <param name="r">Before the object. Stays there.</param>
        internal virtual JsonPending? NewPending(ref JsonReader r) => null;

        /// <summary>Whether a constructor has to run once an object, and all that it refers to, has been read.</summary>
        internal virtual bool IsConstructed => false;

        /// <summary>Whether something is to be called once the tracked objects of a document have been read.</summary>
        internal virtual bool HasCompletion => false;

        /// <summary>Finds the tracked objects that a value holds.</summary>
        internal abstract void DiscoverObject(ref WireWriter w, object? value);

        /// <summary>
        /// Parts how objects are read: first what can be read while objects are still incomplete, then what holds sets and maps with
        /// tracked objects as keys.
        /// </summary>
        internal virtual (ReadPlan? Early, ReadPlan? Late) SplitLate(ReadPlan? plan) => (plan, null);
    }

    public abstract partial class Codec<T>
    {
        /// <summary>
        /// Finds the tracked objects that values hold, ahead of their being written, so that objects of one type can be written together.
        /// What is not found so is found when it is written. For generated code.
        /// </summary>
        /// <param name="w">What they will be written to.</param>
        /// <param name="values">The values.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void Discover(ref WireWriter w, ReadOnlySpan<T> values)
        {
        }

        /// <summary>Finds the tracked objects that the values of a member hold. For generated code.</summary>
        /// <param name="w">What they will be written to.</param>
        /// <param name="column">The values.</param>
        /// <param name="count">How many of them, from the first on.</param>
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

        /// <summary>Counts objects that are to be made against the allocation budget.</summary>
        internal virtual void ChargeTracked(ref WireReader r, int count) => r.Charge(count * (long)Cost.Reference);

        /// <summary>A new object whose members are not known yet.</summary>
        internal virtual T CreateOne() => throw NotTracked();

        /// <summary>Reads the members of objects that exist.</summary>
        internal virtual void Fill(ref WireReader r, Span<T> objects, ReadPlan? plan) => throw NotTracked();

        /// <summary>Calls what is to be called after a tracked object has been read.</summary>
        internal virtual void CompleteOne(T value)
        {
        }

        /// <summary>Runs the constructor of a tracked object that has been read.</summary>
        /// <param name="value">The object.</param>
        /// <param name="members">Which of its members were read.</param>
        internal virtual void ConstructOne(T value, PresentMembers members)
        {
        }

        /// <summary>
        /// Puts an existing object in the place of the tracked one that the root is, so that it is populated with the others.
        /// </summary>
        /// <param name="r">At the root.</param>
        /// <param name="target">The object.</param>
        /// <param name="plan">How the root is read, where another schema wrote it; else null.</param>
        /// <returns>False where the root is no reference.</returns>
        internal virtual bool PutTarget(ref WireReader r, T target, ReadPlan? plan) => false;

        /// <summary>The message about a null among tracked objects, which are there because something refers to them.</summary>
        private protected static KitbagException NullObject(ref WireReader r) =>
            r.Error(KitbagErrorReason.Malformed, "A referenced object is null.");

        /// <summary>Writes a tracked object that has not been written yet.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="value">The object.</param>
        /// <param name="number">Its number among the tracked objects of the text.</param>
        internal virtual void WriteTrackedJson(ref JsonWriter w, T value, int number) => throw NotTracked();

        /// <summary>Reads the members of a tracked object, which exists.</summary>
        /// <param name="r">Within the object.</param>
        /// <param name="value">The object.</param>
        /// <param name="isInside">Whether something was read of it already, so that a comma comes.</param>
        /// <param name="populate">Whether it was there before the text was read.</param>
        internal virtual void ReadTrackedJson(ref JsonReader r, T value, bool isInside, bool populate) => throw NotTracked();

        private protected InvalidOperationException NotTracked() => new InvalidOperationException("A " + Schema + " is not tracked.");
    }
}
