using System;
using System.ComponentModel;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of <see cref="Nullable{T}"/>: one bit for each value, and a column of the values that are not null.</summary>
    /// <typeparam name="T">The value type.</typeparam>
    public sealed class NullableCodec<T> : ValueOrNullCodec<T>
        where T : struct
    {
        /// <summary>Creates a codec.</summary>
        /// <param name="value">The codec of the value type.</param>
        public NullableCodec(Codec<T> value)
            : base(value)
        {
        }
    }

    /// <summary>Implements <see cref="NullableCodec{T}"/> in a separate class, so that <see cref="Precompiled"/> can name it.</summary>
    /// <typeparam name="T">The value type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class ValueOrNullCodec<T> : Codec<T?>
        where T : struct
    {
        private readonly Codec<T> _value;
        private LazyFlag _holdsArray;

        private protected ValueOrNullCodec(Codec<T> value)
        {
            _value = value;
        }

        internal sealed override int RowCost => _value.RowCost;

        internal sealed override References References => _value.References;

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void CompleteMigrated(ref WireReader r, ref T? value)
        {
            T one = value.GetValueOrDefault();
            _value.CompleteMigrated(ref r, ref one);
            value = one;
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void CompleteMigrated(ref JsonReader r, ref T? value)
        {
            T one = value.GetValueOrDefault();
            _value.CompleteMigrated(ref r, ref one);
            value = one;
        }

        internal sealed override int FitOwnJson(ref JsonReader r) => _value.FitJson(ref r);

        internal sealed override bool StandsFor(object? codec) => this == codec || _value.StandsFor(codec);

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected sealed override SchemaType CreateSchema() => SchemaType.NullableOf(_value.Schema);

        internal sealed override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind != SchemaKind.Nullable)
            {
                return IsOfOne(writer, builder)
                    ? ResolveOther(writer, builder)
                    : new ToNullable<T>(_value, writer, builder.ResolveInside(_value, writer, writer, Schema));
            }
            // An empty collection becomes null, as if it could not be null itself.
            if (IsOfOne(writer.Element!, builder))
                return ResolveOther(writer, builder);
            ReadPlan? part = builder.Resolve(_value, writer.Element!);
            return part == null ? null : new ReadPlan(writer, new[] { part }, Array.Empty<int>());
        }

        // Whether collections of at most one value are read as that value, or null.
        private bool IsOfOne(SchemaType writer, PlanBuilder builder) => writer.Kind == SchemaKind.Sequence
            && _value.Schema.Kind != SchemaKind.Sequence && !builder.Migrates(_value, writer);

        /// <inheritdoc/>
        public sealed override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T? value) =>
            value.HasValue ? 1u | _value.WriteSlot(ref w, ref row, ref at, value.GetValueOrDefault()) << 1 : 0u;

        /// <inheritdoc/>
        public sealed override void WritePayload(ref WireWriter w, T? value)
        {
            if (value.HasValue)
                _value.WritePayload(ref w, value.GetValueOrDefault());
        }

        /// <inheritdoc/>
        public sealed override T? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            slot.IsPresent ? _value.ReadSlotByPlan(ref r, slot, plan?.Parts[0]) : (T?)null;

        /// <inheritdoc/>
        public sealed override void WriteJson(ref JsonWriter w, T? value)
        {
            if (value.HasValue)
                _value.WriteJson(ref w, value.GetValueOrDefault());
            else
                w.WriteNull();
        }

        /// <inheritdoc/>
        public sealed override T? ReadJson(ref JsonReader r) =>
            r.Peek() is (byte)'n' or (byte)'[' && TryReadNull(ref r) ? (T?)null : _value.ReadJson(ref r);

        // Separate from the check of non-null values, so that the method above is inlined (bench/: json-boot).
        private bool TryReadNull(ref JsonReader r) => r.TryReadNull() || (!HoldsArray && r.TryPassNullArray());

        internal sealed override void CheckJson(ref JsonReader r) => CheckJson(ref r, _value);

        internal sealed override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => _value.FindJsonObjects(ref r, types);

        internal sealed override bool MayBeginJson(byte first, KitbagJsonOptions options) =>
            first == '[' || _value.MayBeginJson(first, options);

        private protected sealed override T? Extend(ref JsonReader r, T? current) =>
            _value.ExtendJson(ref r, current.GetValueOrDefault(), true);

        // Whether an array without elements is a value.
        private bool HoldsArray => _holdsArray.Value
            ?? _holdsArray.Set(_value.IsAnyJson || _value.Schema.Kind is SchemaKind.Sequence or SchemaKind.Map);

        internal sealed override T? ReadJsonEntry(ref JsonReader r) => _value.ReadJsonEntry(ref r);

        /// <inheritdoc/>
        public sealed override bool HasNonDefault(ReadOnlySpan<T?> values)
        {
            foreach (ref readonly T? value in values)
            {
                if (value.HasValue)
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        public sealed override void Discover(ref WireWriter w, ReadOnlySpan<T?> values)
        {
            if (_value.References == References.None)
                return;
            Span<T> present = w.Rent<T>(values.Length);
            int count = 0;
            foreach (ref readonly T? value in values)
            {
                if (value.HasValue)
                    present[count++] = value.GetValueOrDefault();
            }
            _value.Discover(ref w, present.Slice(0, count));
        }

        /// <inheritdoc/>
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<T?> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<bool> bits = w.Rent<bool>(values.Length);
            Span<T> present = w.Rent<T>(values.Length);
            int count = 0;
            for (int i = 0; i < values.Length; i++)
            {
                bits[i] = values[i].HasValue;
                present[count] = values[i].GetValueOrDefault();
                count += values[i].HasValue ? 1 : 0;
            }
            w.WriteBits(bits);
            if (count != 0)
                _value.WriteColumn(ref w, present.Slice(0, count));
            w.Release(mark);
        }

        /// <inheritdoc/>
        public sealed override void ReadColumn(ref WireReader r, Span<T?> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<bool> bits = r.Rent<bool>(values.Length);
            r.ReadBits(bits);
            int count = BitSets.Count(bits);
            Span<T> present = r.Rent<T>(count);
            if (count != 0)
                Read(ref r, present, bits, plan);
            int next = 0;
            for (int i = 0; i < values.Length; i++)
                values[i] = bits[i] ? present[next++] : (T?)null;
            r.Release(mark);
        }

        private void Read(ref WireReader r, Span<T> present, ReadOnlySpan<bool> bits, ReadPlan? plan)
        {
            try
            {
                _value.ReadColumnByPlan(ref r, present, plan?.Parts[0]);
            }
            catch (KitbagException e)
            {
                e.At(Nulls.PlaceOf(e.PendingIndex, bits));
                throw;
            }
        }
    }
}
