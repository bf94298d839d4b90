using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Collections in JSON: arrays.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        // Unsafe: a buffer on the stack is not cleared (bench/: json-save-game, json-boot).

        internal sealed override bool IsJsonList => true;

        internal sealed override bool MayBeginJson(byte first, KitbagJsonOptions options) =>
            first == '[' || (!IsTracked && _element.MayBeginJson(first, options));

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public override void WriteJson(ref JsonWriter w, TCollection? value)
        {
            int count = value is null ? -1 : Count(value);
            if (count < 0)
            {
                w.WriteNull();
                return;
            }
            if (TryGetSpan(value!, out ReadOnlySpan<TElement> elements))
            {
                WriteElements(ref w, elements);
                return;
            }
            ScratchMark mark = w.Mark();
            Span<TElement> copy = w.Rent<TElement>(count);
            CopyTo(value!, copy);
            WriteElements(ref w, copy);
            w.Release(mark);
        }

        private void WriteElements(ref JsonWriter w, ReadOnlySpan<TElement> elements)
        {
            if (elements.IsEmpty)
            {
                w.WriteEmptyArray();
                return;
            }
            bool inLine = w.IsText && JsonKinds.IsShort(_element.Schema.Kind, elements.Length);
            w.BeginArray();
            // An object must not be moved behind a reference to it.
            if (w.IsText && !IsOrdered && References == References.None)
            {
                ScratchMark mark = w.Mark();
                Span<int> starts = w.Rent<int>(elements.Length);
                for (int i = 0; i < elements.Length; i++)
                {
                    w.NextElement(inLine);
                    starts[i] = w.Position;
                    _element.WriteJson(ref w, elements[i]);
                }
                w.Sort(starts, JsonKinds.IsNumber(_element.Schema.Kind));
                w.Release(mark);
            }
            else
            {
                _element.WriteJsonElements(ref w, elements, inLine);
            }
            w.EndArray(inLine);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public override TCollection? ReadJson(ref JsonReader r)
        {
            byte first = r.Peek();
            // An array of bytes is written as base64.
            if (first == '"' && typeof(TElement) == typeof(byte))
                return CreateWith(Unsafe.As<TElement[]>(r.ReadBase64()!), null, r.KeyWork);
            if (first != '[')
                return ReadOtherJson(ref r);
            r.BeginArray();
            return StackBuffer<TElement>.Fits ? ReadOnStack(ref r) : ReadElements(ref r, default);
        }

        private TCollection ReadOnStack(ref JsonReader r)
        {
            Unsafe.SkipInit(out StackBuffer<TElement> room);
            return ReadElements(ref r, StackBuffer<TElement>.Of(ref room));
        }

        private TCollection ReadElements(ref JsonReader r, scoped Span<TElement> elements)
        {
            int few = elements.Length, count = 0;
            ScratchMark mark = default;
            for (int next = 0; r.NextElement(next); next++)
            {
                if (count == elements.Length)
                {
                    if (count == few)
                        mark = r.Mark();
                    elements = r.Grow(elements);
                }
                elements[count] = _element.ReadJson(ref r);
                if (!r.IsLeftOut)
                    count++;
                if (IntegerText.IsInteger<TElement>())
                {
                    int more = _element.ReadJsonElements(ref r, elements.Slice(count));
                    count += more;
                    next += more;
                }
            }
            if (r.Graph != null && (References & References.AsKeys) != 0)
                JsonGraphReader.Of(ref r).ReadPending(ref r);
            TCollection collection = CreateWith(elements.Slice(0, count), null, count > KeyWork.Few ? r.KeyWork : KeyWork.None);
            if (elements.Length != few)
                r.Release(mark);
            return collection;
        }

        internal sealed override void CheckJson(ref JsonReader r)
        {
            r.BeginArray();
            for (int i = 0; r.NextElement(i); i++)
                CheckJson(ref r, _element);
        }

        internal sealed override Codec? PartOfJson(ref JsonReader r, string? name) => name == null ? _element : null;

        private protected sealed override TCollection? Extend(ref JsonReader r, TCollection? current)
        {
            int start = r.Position;
            TCollection? read = ReadJson(ref r);
            var elements = new TElement[Count(read!)];
            CopyTo(read!, elements);
            if (elements.Length == 0)
                return current;
            if (!JsonPopulation.CanAdd<TCollection?, TElement>(current))
                return read;
            if (JsonGraphReader.ChangesOf(ref r) is { } changes)
                changes.Later(start, JsonPopulation.AddAll, current, elements);
            else
                JsonPopulation.AddAll(current, elements);
            return current;
        }

        internal override void ReadJsonInto(ref JsonReader r, TCollection? target)
        {
            int start = r.Position;
            TCollection read = ReadJson(ref r)
                ?? throw r.Error(KitbagErrorReason.SchemaMismatch, "The text holds null, which cannot populate a collection.");
            if (JsonGraphReader.ChangesOf(ref r) is { } changes)
                changes.Later(start, Populate, target!, read);
            else
                Populate(target!, read);
        }
    }
}
