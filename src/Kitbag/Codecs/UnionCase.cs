using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A concrete type of a union.</summary>
    /// <typeparam name="TBase">The base class or interface.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class UnionCase<TBase>
    {
        // By how values of unknown types are handled.
        private StandInPlan?[]? _fromOther;

        private protected UnionCase(CaseNames names)
        {
            Names = names;
        }

        internal CaseNames Names { get; }

        internal string Name => Names.Name;

        /// <summary>Whether the discriminator in JSON is a number.</summary>
        public bool IsNumber { get; init; }

        /// <summary>The index of the case as which JSON represents this one, by [JsonPolymorphic]; -1 if it represents itself.</summary>
        public int JsonFallback { get; init; } = -1;

        internal abstract Codec Codec { get; }

        internal abstract Type Type { get; }

        internal abstract void Write(ref WireWriter w, TBase value);

        internal abstract TBase Read(ref WireReader r, ReadPlan? plan);

        internal abstract TBase ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan);

        internal abstract void Populate(ref WireReader r, TBase target, TBase source, ReadPlan? plan);

        internal abstract void CompleteMigrated(ref WireReader r, TBase value);

        internal abstract void CompleteMigrated(ref JsonReader r, TBase value);

        internal abstract object?[]? HoldTarget(TBase target);

        internal abstract void RestoreTarget(TBase target, object?[] held);

        internal abstract void ReadInto(ref WireReader r, TBase target, ReadPlan? plan);

        internal abstract bool PutTarget(ref WireReader r, TBase target, ReadPlan? plan);

        internal abstract void ReadJsonInto(ref JsonReader r, TBase target);

        internal abstract void WriteColumn(ref WireWriter w, ReadOnlySpan<TBase> values);

        internal abstract void Discover(ref WireWriter w, ReadOnlySpan<TBase> values);

        internal abstract void ReadColumn(ref WireReader r, Span<TBase> values, ReadPlan? plan);

        /// <summary>Converts a stand-in, which was read while its class was unknown, to an object of the class.</summary>
        /// <param name="r">The reader, whose budget is charged.</param>
        /// <param name="other">The case of the stand-in.</param>
        /// <param name="value">The stand-in.</param>
        /// <param name="unknownCases">How values of a union are handled whose types the program lacks.</param>
        internal TBase FromOther(ref WireReader r, UnionCase<TBase> other, TBase value, KitbagUnknownCases unknownCases)
        {
            if (!Codec.KeepsUnknown)
                throw r.Error(KitbagErrorReason.NotSupported, "The document holds a '" + Name
                    + "' that was kept by a program without the class, and the class does not keep unknown members itself. "
                    + "Mark it with [KitbagKeepUnknown], or the class from which both "
                    + "derive.");
            _fromOther ??= new StandInPlan?[(int)KitbagUnknownCases.Drop + 1];
            StandInPlan plan = _fromOther[(int)unknownCases] ??= StandInPlan.Of(Codec, other.Codec, unknownCases);
            using StandInReferences? references = StandInReferences.Of(ref r, other.Codec);
            var w = new WireWriter(null, new WireSettings(KitbagNumbers.Compact)) { Graph = references?.Writer };
            byte[] bytes;
            try
            {
                other.Write(ref w, value);
                bytes = w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
            r.Charge(Cost.ArrayHeader + (long)bytes.Length);
            var inner = r.Inner(bytes);
            try
            {
                inner.Graph = references?.ReaderOf(ref r, plan.Graph);
                TBase made = Read(ref inner, plan.Plan);
                r.Charge(r.Budget - inner.Budget);
                return made;
            }
            catch (KitbagException e)
            {
                throw KeptBlock.Unreadable(e, r.Position);
            }
            finally
            {
                inner.Dispose();
            }
        }

        internal abstract void WriteJson(ref JsonWriter w, TBase value, JsonName property);

        internal abstract TBase ReadJson(ref JsonReader r);
    }

    /// <summary>A concrete type of a union. Used by generated code.</summary>
    /// <typeparam name="TBase">The base class or interface.</typeparam>
    /// <typeparam name="TCase">The concrete type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class UnionCase<TBase, TCase> : UnionCase<TBase>
        where TCase : TBase
    {
        // Unsafe: a cast to a type that depends on a type argument would need a lookup at run time (bench/: scene, save-game-derived).
        private readonly Codec<TCase> _codec;
        private JsonTag? _tag;

        /// <summary>Creates a case.</summary>
        /// <param name="name">The concrete type's name in the schema.</param>
        /// <param name="jsonName">The value of <c>$type</c>; null if it is omitted.</param>
        /// <param name="fullName">Its name with its namespace.</param>
        /// <param name="shortName">Its name without its namespace, but with its containing types.</param>
        /// <param name="codec">Its codec.</param>
        /// <param name="formerNames">Former names, which older documents contain.</param>
        public UnionCase(string name, string? jsonName, string fullName, string shortName, Codec<TCase> codec, params string[] formerNames)
            : base(new CaseNames(name, jsonName, fullName, shortName, formerNames))
        {
            _codec = codec;
        }

        internal override Codec Codec => _codec;

        internal override Type Type => typeof(TCase);

        internal override void Write(ref WireWriter w, TBase value) => _codec.WriteRoot(ref w, (TCase)value!);

        // If the input ends too early, the object must not become null: the length prefix said that it exists.
        internal override TBase Read(ref WireReader r, ReadPlan? plan)
        {
            ChargeBoxes(ref r, 1);
            return (plan?.Writer ?? _codec.Schema).Kind == SchemaKind.Object
                ? _codec.ReadSlotByPlan(ref r, new SlotValue { IsPresent = true }, plan)
                : _codec.ReadRootByPlan(ref r, plan);
        }

        // A struct is boxed as its interface.
        private static void ChargeBoxes(ref WireReader r, int count)
        {
            if (typeof(TCase).IsValueType && !typeof(TBase).IsValueType)
                r.Charge(count * (long)(Cost.ObjectHeader + Cost.Aligned<TCase>()));
        }

        internal override TBase ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => _codec.ReadSlotByPlan(ref r, slot, plan);

        internal override void Populate(ref WireReader r, TBase target, TBase source, ReadPlan? plan) =>
            _codec.Populate(ref r, (TCase)target!, (TCase)source!, plan);

        internal override void CompleteMigrated(ref WireReader r, TBase value)
        {
            var one = (TCase)value!;
            _codec.CompleteMigrated(ref r, ref one);
        }

        internal override void CompleteMigrated(ref JsonReader r, TBase value)
        {
            var one = (TCase)value!;
            _codec.CompleteMigrated(ref r, ref one);
        }

        internal override object?[]? HoldTarget(TBase target) => _codec.HoldTarget((TCase)target!);

        internal override void RestoreTarget(TBase target, object?[] held) => _codec.RestoreTarget((TCase)target!, held);

        internal override void ReadInto(ref WireReader r, TBase target, ReadPlan? plan) =>
            _codec.ReadRootIntoByPlan(ref r, (TCase)target!, plan);

        internal override bool PutTarget(ref WireReader r, TBase target, ReadPlan? plan) => _codec.PutTarget(ref r, (TCase)target!, plan);

        internal override void ReadJsonInto(ref JsonReader r, TBase target) => _codec.ReadJsonInto(ref r, (TCase)target!);

        internal override void WriteColumn(ref WireWriter w, ReadOnlySpan<TBase> values)
        {
            ScratchMark mark = w.Mark();
            _codec.WriteColumn(ref w, Cases(ref w, values));
            w.Release(mark);
        }

        internal override void Discover(ref WireWriter w, ReadOnlySpan<TBase> values)
        {
            if (_codec.References != References.None)
                _codec.Discover(ref w, Cases(ref w, values));
        }

        // Objects are not converted to the base type, so the same memory can be used. Structs are unboxed.
        private static bool AreObjects => !typeof(TCase).IsValueType && !typeof(TBase).IsValueType;

        private static ReadOnlySpan<TCase> Cases(scoped ref WireWriter w, ReadOnlySpan<TBase> values)
        {
            if (AreObjects)
                return Spans.Retype<TBase, TCase>(Spans.Writable(values), values.Length);
            Span<TCase> cases = w.Rent<TCase>(values.Length);
            for (int i = 0; i < values.Length; i++)
                cases[i] = (TCase)values[i]!;
            return cases;
        }

        internal override void ReadColumn(ref WireReader r, Span<TBase> values, ReadPlan? plan)
        {
            if (AreObjects)
            {
                _codec.ReadColumnByPlan(ref r, Spans.Retype<TBase, TCase>(values, values.Length), plan);
                return;
            }
            ScratchMark mark = r.Mark();
            ChargeBoxes(ref r, values.Length);
            Span<TCase> cases = r.Rent<TCase>(values.Length);
            _codec.ReadColumnByPlan(ref r, cases, plan);
            for (int i = 0; i < values.Length; i++)
                values[i] = cases[i];
            r.Release(mark);
        }

        internal override void WriteJson(ref JsonWriter w, TBase value, JsonName property)
        {
            var one = (TCase)value!;
            if (Names.JsonName is not { } type)
            {
                _codec.WriteJson(ref w, one);
                return;
            }
            _tag ??= new JsonTag(property, type, IsNumber);
            if (!_tag.IsChecked(w.Options.Naming))
                Check(_tag, w.Options);
            w.TypeNext(_tag);
            if (_codec.IsJsonObject || (_codec.IsJsonMap && !_codec.HasKeyLike(one, property.Text)))
            {
                _codec.WriteJson(ref w, one);
                return;
            }
            w.BeginObject();
            w.WriteName(JsonForm.Case.For(w.Options).All[_codec.IsJsonList ? 1 : 0]);
            _codec.WriteJson(ref w, one);
            w.EndObject();
        }

        // An object may not have two members of the same name.
        private void Check(JsonTag tag, KitbagJsonOptions options)
        {
            string property = tag.Property.Text;
            if (_codec.HasJsonName(property, options))
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "A member of '" + Name + "' has the name '" + property + "' in JSON, which is also that of the type discriminator. "
                        + "Rename the member, or give it another name with [JsonPropertyName], or give the discriminator another name with "
                        + "[JsonPolymorphic(TypeDiscriminatorPropertyName = ...)].");
            tag.SetChecked(options.Naming);
        }

        internal override TBase ReadJson(ref JsonReader r)
        {
            // A value without a type discriminator must be distinguishable from objects that have one.
            if (_codec.IsJsonObject || (Names.JsonName == null && _codec.IsAnyJson))
                return _codec.ReadJson(ref r);
            // Older texts have collections under $value as well.
            if (_codec.IsJsonMap && !r.PeekMember("$value"u8))
                return _codec.ReadJsonMap(ref r);
            if (JsonValues.TryRead(ref r, _codec, out TCase value))
                return value;
            throw r.Error(KitbagErrorReason.SchemaMismatch,
                "The '" + Name + "' lacks its member \"" + (_codec.IsJsonList ? "$values" : "$value") + "\".");
        }
    }
}
