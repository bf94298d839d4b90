using System;
using System.ComponentModel;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Provides a base class for the codec of a type that is stored as another type, its surrogate. Documents and schemas contain only the
    /// surrogate.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <typeparam name="TSurrogate">The type that is stored. If the type is a class, it must be nullable.</typeparam>
    public abstract class SurrogateCodec<T, TSurrogate> : Codec<T>
    {
        private readonly Codec<TSurrogate> _surrogate;
        private bool _refusesNull;
        private LazyFlag _storesDefault;

        /// <summary>Initializes a new instance of the codec.</summary>
        /// <param name="surrogate">The codec of the surrogate type.</param>
        protected SurrogateCodec(Codec<TSurrogate> surrogate)
        {
            _surrogate = surrogate;
        }

        /// <summary>Converts a value to its surrogate.</summary>
        /// <param name="value">The value, not null.</param>
        protected abstract TSurrogate ToSurrogate(T value);

        /// <summary>Converts a surrogate to a value. Throws any exception if there is no such value.</summary>
        /// <param name="surrogate">
        /// The surrogate. For a class it is not null. For a struct it may be, if null was stored. If this method throws then, null
        /// is read as the default of the struct, provided that the default is stored as null.
        /// </param>
        protected abstract T FromSurrogate(TSurrogate surrogate);

        /// <summary>The allocation cost of a value, except for its string.</summary>
        private protected virtual int CostOfOne => typeof(T).IsValueType ? 0 : 40;

        /// <summary>The allocation cost for each character of its string.</summary>
        private protected virtual int CostOfCharacter => 2;

        /// <summary>The allocation cost of a value with a given string.</summary>
        private protected virtual long CostOf(string text) => CostOfOne + (long)CostOfCharacter * text.Length;

        // Many values of a column may share one string, so its length is charged for each of them. This also limits the processing time of
        // documents with many values of one long string.
        private long Charge(TSurrogate surrogate) => surrogate is string text ? CostOf(text) : CostOfOne;

        /// <inheritdoc/>
        internal sealed override bool ReadsNothingAsDefault => !typeof(T).IsValueType;

        // The conversion may examine all of it.
        internal sealed override References References =>
            _surrogate.References == References.None ? References.None : References.Held | References.AsKeys;

        internal sealed override int RowCost => CostOfOne + _surrogate.RowCost;

        /// <summary>Converts a value, which may be null, to its surrogate. Called by generated code.</summary>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public TSurrogate Convert(T value) => value is null ? default! : ToSurrogate(value);

        /// <summary>Converts a surrogate, which may be null, to a value. Called by generated code.</summary>
        /// <param name="surrogate">The surrogate.</param>
        /// <param name="member">The index of the member in wire order.</param>
        /// <exception cref="KitbagException">There is no such value.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public T Restore(TSurrogate surrogate, int member) => RestoreAt(surrogate, -1, member);

        private T RestoreAt(TSurrogate surrogate, long offset, int member = -1)
        {
            if (surrogate is null)
                return typeof(T).IsValueType ? RestoreNull(offset, member) : default!;
            try
            {
                return FromSurrogate(surrogate);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw new KitbagException(KitbagErrorReason.OutOfRange,
                    "Found a " + Schema + " that is not a '" + TypeText.Of(typeof(T)) + "': " + e.Message, offset, e)
                    .RefusedBy(this, member);
            }
        }

        // A user-defined struct may be stored as null if it holds nothing; no other struct is ever stored as null. The conversion knows
        // which value null is. If it does not accept null, that is the default.
        private T RestoreNull(long offset, int member)
        {
            try
            {
                if (!_refusesNull && FromSurrogate(default!) is var value && ToSurrogate(value) is null)
                    return value;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // It is not asked again, because exceptions take long.
                _refusesNull = true;
            }
            try
            {
                if (ToSurrogate(default!) is null)
                    return default!;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
            }
            throw new KitbagException(KitbagErrorReason.OutOfRange, "Found null, which is not a valid '" + typeof(T) + "'.", offset)
                .RefusedBy(this, member);
        }

        internal override bool IsStoredAsText => _surrogate.IsStoredAsText;

        /// <inheritdoc/>
        protected sealed override SchemaType CreateSchema() => _surrogate.Schema;

        internal sealed override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            ReadPlan? part = builder.Resolve(_surrogate, writer);
            return part == null && builder.Check == null
                ? null
                : new ReadPlan(writer, new[] { part }, Array.Empty<int>())
                {
                    MayDrop = part != null && part.MayDrop,
                    Check = builder.Check,
                };
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value) =>
            _surrogate.WriteSlot(ref w, ref row, ref at, Convert(value));

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void WritePayload(ref WireWriter w, T value) => _surrogate.WritePayload(ref w, Convert(value));

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            TSurrogate surrogate = _surrogate.ReadSlotByPlan(ref r, slot, plan?.Parts[0]);
            return plan?.Check == null ? RestoreAt(surrogate, -1) : Checked(ref r, plan.Check);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = w.Mark();
            Span<TSurrogate> surrogates = w.Rent<TSurrogate>(values.Length);
            for (int i = 0; i < values.Length; i++)
                surrogates[i] = Convert(values[i]);
            _surrogate.WriteColumn(ref w, surrogates);
            w.Release(mark);
        }

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public sealed override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<TSurrogate> surrogates = r.Rent<TSurrogate>(values.Length);
            _surrogate.ReadColumnByPlan(ref r, surrogates, plan?.Parts[0]);
            RestoreAll(ref r, surrogates, values, plan?.Check);
            r.Release(mark);
        }

        internal sealed override void ReadAbsent(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<TSurrogate> surrogates = r.Rent<TSurrogate>(values.Length);
            _surrogate.ReadAbsentByPlan(ref r, surrogates, plan?.Parts[0]);
            RestoreAll(ref r, surrogates, values, plan?.Check);
            r.Release(mark);
        }

        internal sealed override void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<TSurrogate> surrogates = r.Rent<TSurrogate>(values.Length);
            _surrogate.ReadOptionalByPlan(ref r, surrogates, present, plan?.Parts[0]);
            for (int i = 0; i < values.Length; i++)
            {
                present[i] &= plan?.Check != null || surrogates[i] is not null;
                values[i] = default!;
                if (present[i])
                    RestoreAll(ref r, surrogates.Slice(i, 1), values.Slice(i, 1), plan?.Check, i);
            }
            r.Release(mark);
        }

        internal sealed override void ReadKnown(ref WireReader r, Span<T> values, Span<bool> known, ReadPlan plan)
        {
            ScratchMark mark = r.Mark();
            Span<TSurrogate> surrogates = r.Rent<TSurrogate>(values.Length);
            _surrogate.ReadKnown(ref r, surrogates, known, plan.Parts[0]!);
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = default!;
                if (known[i])
                    RestoreAll(ref r, surrogates.Slice(i, 1), values.Slice(i, 1), plan?.Check, i);
            }
            r.Release(mark);
        }

        // The result of a checking read instead of a value.
        private T Checked(scoped ref WireReader r, CheckingRead check)
        {
            check.Reach(ref r, this);
            return default!;
        }

        private void RestoreAll(ref WireReader r, ReadOnlySpan<TSurrogate> surrogates, Span<T> values, CheckingRead? check, int first = 0)
        {
            if (check != null)
            {
                values.Fill(Checked(ref r, check));
                return;
            }
            int at = 0;
            try
            {
                for (; at < values.Length; at++)
                {
                    if (surrogates[at] is not null)
                        r.Charge(Charge(surrogates[at]));
                    values[at] = RestoreAt(surrogates[at], -1);
                }
            }
            catch (KitbagException e)
            {
                e.At(first + at).RefusedBy(this);
                throw;
            }
        }

        internal sealed override void CheckJson(ref JsonReader r) => CheckJson(ref r, _surrogate);

        internal sealed override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => _surrogate.FindJsonObjects(ref r, types);

        internal sealed override int FitOwnJson(ref JsonReader r) => _surrogate.FitJson(ref r);

        internal override bool IsAnyJson => _surrogate.IsAnyJson;

        internal sealed override bool IsJsonObject => _surrogate.IsJsonObject;

        internal sealed override bool HasJsonName(string name, KitbagJsonOptions options) => _surrogate.HasJsonName(name, options);

        internal sealed override bool IsJsonList => _surrogate.IsJsonList;

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public override void WriteJson(ref JsonWriter w, T value) => _surrogate.WriteJson(ref w, Convert(value));

        // A struct is omitted if it is stored like its default, and that like the default of the surrogate, as documents without C# types
        // show it. A class that is not null is never omitted, whatever it is stored as.
        internal override bool IsDefaultInJson(ref JsonWriter w, T value) => IsDefault(value) || (typeof(T).IsValueType
            && (_storesDefault.Value ?? _storesDefault.Set(StoresDefault(ref w))) && _surrogate.IsDefaultInJson(ref w, Convert(value)));

        private bool StoresDefault(ref JsonWriter w)
        {
            try
            {
                return _surrogate.IsDefaultInJson(ref w, ToSurrogate(default!));
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                return false;
            }
        }

        internal override void WriteJsonKey(ref JsonWriter w, T value) => _surrogate.WriteJsonKey(ref w, Convert(value));

        /// <inheritdoc/>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public override T ReadJson(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            TSurrogate surrogate = _surrogate.ReadJson(ref r);
            // The program's code may examine everything that it gets.
            if (r.Graph != null && References != References.None)
                JsonGraphReader.Of(ref r).ReadPending(ref r);
            return RestoreAt(surrogate, start);
        }

        internal sealed override bool IsNullRoot(T value) => _surrogate.IsNullRoot(Convert(value));

        internal sealed override void WriteRoot(ref WireWriter w, T value) => _surrogate.WriteRoot(ref w, Convert(value));

        internal sealed override T ReadRoot(ref WireReader r, ReadPlan? plan)
        {
            TSurrogate surrogate = _surrogate.ReadRootByPlan(ref r, plan?.Parts[0]);
            return plan?.Check == null ? RestoreAt(surrogate, -1) : Checked(ref r, plan.Check);
        }
    }
}
