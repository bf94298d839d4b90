using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of collections of one element type. A collection is three things: how many elements it has, how they are copied
    /// out of it, and how it is made of them. Any collection reads what any other wrote.
    /// </summary>
    /// <typeparam name="TCollection">The collection.</typeparam>
    /// <typeparam name="TElement">Its elements.</typeparam>
    public abstract partial class CollectionCodec<TCollection, TElement> : LengthPrefixCodec<TCollection?>
    {
        private readonly Codec<TElement> _element;
        private readonly Cost _cost;

        /// <summary>Makes a codec. A collection is counted against the allocation budget as if it were a list.</summary>
        /// <param name="element">The codec of the elements.</param>
        protected CollectionCodec(Codec<TElement> element)
            : this(element, Cost.List<TElement>())
        {
        }

        /// <summary>Makes a codec of collections that cost so much of the allocation budget.</summary>
        private protected CollectionCodec(Codec<TElement> element, Cost cost)
        {
            _element = element;
            _cost = cost;
        }

        /// <summary>How many elements a collection has; -1 for a struct that has no collection in it, which is stored as null.</summary>
        /// <param name="collection">The collection, not null.</param>
        protected abstract int Count(TCollection collection);

        /// <summary>Copies the elements out.</summary>
        /// <param name="collection">The collection, not null.</param>
        /// <param name="elements">Where to; as long as there are elements.</param>
        protected abstract void CopyTo(TCollection collection, Span<TElement> elements);

        /// <summary>Makes a collection.</summary>
        /// <param name="elements">Its elements; the span is reused after the call.</param>
        /// <exception cref="KitbagException">They cannot be put into one collection.</exception>
        protected abstract TCollection Create(ReadOnlySpan<TElement> elements);

        /// <summary>The elements where they lie, for collections that have them in one piece.</summary>
        /// <param name="collection">The collection, not null.</param>
        /// <param name="elements">The elements.</param>
        /// <returns>Whether they lie in one piece.</returns>
        protected virtual bool TryGetSpan(TCollection collection, out ReadOnlySpan<TElement> elements)
        {
            elements = default;
            return false;
        }

        /// <summary>The length prefixes of all collections.</summary>
        private protected virtual void GetLengthPrefixes(ReadOnlySpan<TCollection?> collections, Span<uint> prefixes)
        {
            for (int i = 0; i < prefixes.Length; i++)
                prefixes[i] = LengthPrefix(collections[i]);
        }

        /// <summary>The elements of all collections where they lie, for types whose collections all have them in one piece.</summary>
        /// <param name="collections">The collections; those that are null have none.</param>
        /// <param name="count">How many elements they have together.</param>
        /// <param name="segments">The elements.</param>
        private protected virtual bool TryGetSegments(ReadOnlySpan<TCollection?> collections, int count,
            out SegmentedSpan<TElement> segments)
        {
            segments = default;
            return false;
        }

        /// <summary>Makes a collection and gives its memory, for collections that have their elements in one piece.</summary>
        /// <param name="count">How many elements.</param>
        /// <param name="collection">The collection.</param>
        /// <param name="elements">Where the elements are to be put.</param>
        /// <returns>False where <see cref="Create"/> is to be used.</returns>
        protected virtual bool TryCreate(int count, [MaybeNullWhen(false)] out TCollection collection, out Span<TElement> elements)
        {
            collection = default;
            elements = default;
            return false;
        }

        /// <summary>Of a set of strings: its comparer, where it is one that documents keep.</summary>
        /// <param name="collection">The collection, not null.</param>
        private protected virtual StringComparer? ComparerOf(TCollection collection) => null;

        /// <summary>
        /// Makes a collection with a comparer, which is of strings, and counts the comparisons of elements that it takes.
        /// </summary>
        private protected virtual TCollection CreateWith(ReadOnlySpan<TElement> elements, StringComparer? comparer, KeyWork work) =>
            Create(elements);

        private static bool IsOfText => typeof(TElement) == typeof(string);

        /// <summary>Whether the elements have an order that is part of the value; else text sorts them.</summary>
        protected virtual bool IsOrdered => true;

        /// <summary>Makes an existing collection hold what another one holds.</summary>
        /// <param name="target">The object to populate.</param>
        /// <param name="source">What was read.</param>
        protected virtual void Populate(TCollection target, TCollection source) =>
            throw new KitbagException(KitbagErrorReason.NotSupported, "A collection of this type cannot be populated. Read a new object.");

        /// <summary>Whether elements are compared while a collection is made.</summary>
        private protected virtual bool IsKeyed => false;

        internal sealed override References References => IsKeyed && _element.References != References.None
            ? References.Held | References.AsKeys
            : _element.References;

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema()
        {
            if (!IsTracked)
                return SchemaType.SequenceOf(_element.Schema);
            var type = new SchemaType(SchemaKind.Sequence) { IsTracked = true, Identity = typeof(TCollection) };
            Declare(type);
            type.Element = _element.Schema;
            return type;
        }

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind != SchemaKind.Sequence)
                return ResolveShape(writer, builder);
            ReadPlan? part = builder.Resolve(_element, writer.Element!, "[]");
            return part != null && part.MayDrop && !HasFixedCount
                ? new ByElements(this, writer, part) { Check = builder.Check }
                : builder.Make(writer, new[] { part }, Array.Empty<int>(), 0);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override uint LengthPrefix(TCollection? value)
        {
            if (value is null)
                return 0;
            uint prefix = (uint)(Count(value) + 1);
            return IsOfText && ComparerOf(value) != null ? prefix | Comparers.Named : prefix;
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override bool HasNonDefault(ReadOnlySpan<TCollection?> values)
        {
            if (!typeof(TCollection).IsValueType)
                return base.HasNonDefault(values);
            foreach (TCollection? value in values)
            {
                if (LengthPrefix(value) != 0)
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void WritePayload(ref WireWriter w, TCollection? value, uint prefix)
        {
            if (IsOfText && prefix >= Comparers.Named)
            {
                TextComparers.Write(ref w, ComparerOf(value!)!);
                prefix &= ~Comparers.Named;
            }
            if (prefix <= 1)
                return;
            if (TryGetSpan(value!, out ReadOnlySpan<TElement> elements))
            {
                _element.WriteElements(ref w, elements);
                return;
            }
            ScratchMark mark = w.Mark();
            Span<TElement> copy = w.Rent<TElement>((int)prefix - 1);
            CopyTo(value!, copy);
            _element.WriteElements(ref w, copy);
            w.Release(mark);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override TCollection? ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan)
        {
            if (prefix == 0)
                return default;
            StringComparer? comparer = prefix < Comparers.Named
                ? null
                : TextComparers.Read(ref r, ref prefix, (plan?.Writer ?? Schema).Element!, IsOfText);
            return ReadPayload(ref r, prefix, plan, comparer);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override TCollection? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            plan?.Check == null ? ReadPayload(ref r, (uint)slot.Bits, plan) : CheckPayload(ref r, (uint)slot.Bits, plan);

        private TCollection? CheckPayload(ref WireReader r, uint prefix, ReadPlan plan)
        {
            if (prefix == 0)
                return default;
            ScratchMark mark = r.Mark();
            if (prefix >= Comparers.Named)
                TextComparers.Read(ref r, ref prefix, plan.Writer.Element!, IsOfText);
            Span<uint> prefixes = stackalloc uint[] { prefix };
            try
            {
                CheckElements(ref r, prefixes, LengthPrefixes.Checked(ref r, (long)prefix - 1), plan);
            }
            catch (KitbagException e)
            {
                e.At(-1);
                throw;
            }
            r.Release(mark);
            return default;
        }

        private TCollection ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan, StringComparer? comparer)
        {
            int count = LengthPrefixes.Checked(ref r, (long)prefix - 1);
            Charge(ref r, 1, count);
            bool isRead = false;
            try
            {
                if (TryCreate(count, out TCollection? collection, out Span<TElement> elements))
                {
                    _element.ReadColumnByPlan(ref r, elements, plan?.Parts[0]);
                    return collection;
                }
                ScratchMark mark = r.Mark();
                elements = r.Rent<TElement>(count);
                _element.ReadColumnByPlan(ref r, elements, plan?.Parts[0]);
                isRead = true;
                collection = CreateWith(elements, comparer, r.KeyWork);
                r.Release(mark);
                return collection;
            }
            catch (KitbagException e)
            {
                e.InElement(e.PendingIndex, -1);
                if (isRead)
                    e.RefusedBy(this);
                throw;
            }
            catch (Exception e) when (isRead && UserCodeError.Is(e))
            {
                throw RefusedElement(e, -1);
            }
        }

        private void Charge(ref WireReader r, int collections, int elements) =>
            r.Charge((long)collections * _cost.Each + (long)elements * _cost.PerElement);

        // The elements' own equality, hash codes or order.
        private KitbagException RefusedElement(Exception e, int index)
        {
            KitbagException refused = UserCodeError.Of(e, -1);
            refused.InElement(-1, index);
            return refused.RefusedBy(this);
        }

        private protected sealed override void Replace(ref WireReader r, TCollection? target, TCollection? source, ReadPlan? plan)
        {
            Charge(ref r, 1, Count(source!));
            Populate(target!, source!);
        }

        internal override void ReadRootInto(ref WireReader r, TCollection? target, ReadPlan? plan)
        {
            TCollection? source = ReadRootByPlan(ref r, plan);
            if (source is null)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The document holds null, which cannot populate a collection.");
            try
            {
                Populate(target!, source);
            }
            catch (KitbagException e)
            {
                if (e.PendingIndex >= 0)
                    e.InElement(e.PendingIndex, -1);
                e.RefusedBy(this);
                throw;
            }
        }
    }
}
