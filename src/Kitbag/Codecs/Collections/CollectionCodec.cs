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
    /// A codec of collections with one element type. It defines how many elements a collection has, how they are copied, and how a
    /// collection is created from them. Each collection type can read what any other wrote.
    /// </summary>
    /// <typeparam name="TCollection">The collection type.</typeparam>
    /// <typeparam name="TElement">The element type.</typeparam>
    public abstract partial class CollectionCodec<TCollection, TElement> : LengthPrefixCodec<TCollection?>
    {
        private readonly Codec<TElement> _element;
        private readonly Cost _cost;

        /// <summary>Creates a codec. A collection is charged to the allocation budget like a list.</summary>
        /// <param name="element">The codec of the elements.</param>
        protected CollectionCodec(Codec<TElement> element)
            : this(element, Cost.List<TElement>())
        {
        }

        /// <summary>Creates a codec of collections with a given allocation cost.</summary>
        private protected CollectionCodec(Codec<TElement> element, Cost cost)
        {
            _element = element;
            _cost = cost;
        }

        /// <summary>Returns the number of elements; -1 for a struct that contains no collection, which is stored as null.</summary>
        /// <param name="collection">The collection, not null.</param>
        protected abstract int Count(TCollection collection);

        /// <summary>Copies the elements to a span.</summary>
        /// <param name="collection">The collection, not null.</param>
        /// <param name="elements">The destination, of the same length as the collection.</param>
        protected abstract void CopyTo(TCollection collection, Span<TElement> elements);

        /// <summary>Creates a collection.</summary>
        /// <param name="elements">Its elements; the span is reused after the call.</param>
        /// <exception cref="KitbagException">A collection cannot contain these elements.</exception>
        protected abstract TCollection Create(ReadOnlySpan<TElement> elements);

        /// <summary>Gets the elements in place, if the collection stores them contiguously.</summary>
        /// <param name="collection">The collection, not null.</param>
        /// <param name="elements">The elements.</param>
        /// <returns>Whether they are contiguous.</returns>
        protected virtual bool TryGetSpan(TCollection collection, out ReadOnlySpan<TElement> elements)
        {
            elements = default;
            return false;
        }

        /// <summary>Gets the length prefixes of all collections.</summary>
        private protected virtual void GetLengthPrefixes(ReadOnlySpan<TCollection?> collections, Span<uint> prefixes)
        {
            for (int i = 0; i < prefixes.Length; i++)
                prefixes[i] = LengthPrefix(collections[i]);
        }

        /// <summary>Gets the elements of all collections in place, for types that always store them contiguously.</summary>
        /// <param name="collections">The collections; null has no elements.</param>
        /// <param name="count">The total number of elements.</param>
        /// <param name="segments">The elements.</param>
        private protected virtual bool TryGetSegments(ReadOnlySpan<TCollection?> collections, int count,
            out SegmentedSpan<TElement> segments)
        {
            segments = default;
            return false;
        }

        /// <summary>Creates a collection and returns its memory, if the type stores elements contiguously.</summary>
        /// <param name="count">The number of elements.</param>
        /// <param name="collection">The collection.</param>
        /// <param name="elements">The memory for the elements.</param>
        /// <returns>False if <see cref="Create"/> must be used.</returns>
        protected virtual bool TryCreate(int count, [MaybeNullWhen(false)] out TCollection collection, out Span<TElement> elements)
        {
            collection = default;
            elements = default;
            return false;
        }

        /// <summary>For a set of strings: returns its comparer if documents can specify it.</summary>
        /// <param name="collection">The collection, not null.</param>
        private protected virtual StringComparer? ComparerOf(TCollection collection) => null;

        /// <summary>Creates a collection of strings with a comparer, and counts the comparisons of elements.</summary>
        private protected virtual TCollection CreateWith(ReadOnlySpan<TElement> elements, StringComparer? comparer, KeyWork work) =>
            Create(elements);

        private static bool IsOfText => typeof(TElement) == typeof(string);

        /// <summary>Whether the order of the elements is part of the value; otherwise JSON text is sorted.</summary>
        protected virtual bool IsOrdered => true;

        /// <summary>Replaces the contents of an existing collection with those of another one.</summary>
        /// <param name="target">The object to populate.</param>
        /// <param name="source">The collection that was read.</param>
        protected virtual void Populate(TCollection target, TCollection source) =>
            throw new KitbagException(KitbagErrorReason.NotSupported, "A '"
                + TypeText.Of(typeof(TCollection)) + "' cannot be populated. Read a new object.");

        /// <summary>Whether elements are compared when a collection is created.</summary>
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

        // Exceptions from equality, hash codes or comparisons of the elements.
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
