using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of an enum. Generated rows call the codec of the underlying integer.</summary>
    /// <typeparam name="T">
    /// The enum, or its underlying integer: members of an enum are stored by a codec of the integer, which is precompiled, unlike
    /// code for a program's own types (see <see cref="SpanBytes"/>).
    /// </typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class EnumCodec<T> : Codec<T>
    {
        // Unsafe: an enum is cast to its number and back without boxing (bench/: save-game, json-save-game).

        private readonly string _name, _values;
        private readonly SchemaType? _type;
        private readonly SchemaKind _underlying;
        private readonly IntegerKind _integer;
        private readonly bool _isFlags, _isByName;
        private readonly long _min;
        private readonly ulong _max;
        private readonly string[] _givenNames, _formerNames;
        private EnumValues? _byName;
        private readonly EnumNames?[] _names = new EnumNames?[3];

        /// <summary>Creates a codec.</summary>
        /// <param name="name">The enum's name in the schema.</param>
        /// <param name="underlying">The underlying integer.</param>
        /// <param name="values">Its names with their numbers, as in <c>Common=0;Rare=5</c>; of a ulong enum the same 64 bits as a
        /// long.</param>
        /// <param name="isFlags">Whether values are combinations of flags.</param>
        /// <param name="isByName">Whether JSON always contains the name, whatever the options are.</param>
        /// <param name="jsonNames">Names in C#, each followed by its name in JSON from an attribute; null if there are none.</param>
        /// <param name="formerNames">Names in C#, each followed by a former name; null if there are none.</param>
        public EnumCodec(
            string name, SchemaKind underlying, string values, bool isFlags = false, bool isByName = false, string[]? jsonNames = null,
            string[]? formerNames = null)
        {
            _formerNames = formerNames ?? Array.Empty<string>();
            _givenNames = jsonNames ?? Array.Empty<string>();
            _isFlags = isFlags;
            _isByName = isByName;
            _name = name;
            _underlying = underlying;
            _values = values;
            _min = Integers.Min(underlying);
            _max = Integers.Max(underlying);
            SchemaType.BuiltIn(underlying).TryGetInteger(out _integer);
        }

        /// <summary>Creates a codec of an enum in a schema, which the program may not have.</summary>
        /// <param name="type">The enum. The type argument is an integer of its size and sign.</param>
        /// <param name="isFlags">Whether values are combinations of flags.</param>
        /// <param name="isByName">Whether JSON always contains the name.</param>
        /// <param name="jsonNames">Names in C#, each followed by its name in JSON.</param>
        internal EnumCodec(SchemaType type, bool isFlags, bool isByName, string[] jsonNames)
            : this(type.Name, type.Underlying, "", isFlags, isByName, jsonNames) => _type = type;

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => _type ?? EnumValues.ToSchema(_name, _underlying, _values);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (Integers.IsNumber(writer.Kind))
                return writer.Kind == _underlying ? null : ReadPlan.Leaf(writer);
            if (writer.Kind is SchemaKind.Int128 or SchemaKind.UInt128)
                return new NumberPlan<T>(this, writer);
            if (writer.Kind != SchemaKind.Enum)
                return ResolveOther(writer, builder);
            _byName ??= new EnumValues(Schema, _formerNames, _isFlags);
            EnumPlan? plan = EnumPlan.Make(writer, _byName);
            builder.Listener?.Values(writer, Schema, plan, _byName);
            return plan ?? (writer.Underlying == _underlying ? null : ReadPlan.Leaf(writer));
        }

        internal override bool TryFromNumber(in Number number, out T value)
        {
            value = default!;
            return Integers.TryStore(ref Unsafe.As<T, byte>(ref value), number, _underlying);
        }

        private EnumNames JsonNames(KitbagJsonOptions options) =>
            _names[(int)options.EnumNaming] ??= new EnumNames(Schema, _isFlags, _givenNames, _formerNames, options.EnumNaming);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T value) => WriteJson(ref w, value, _isByName || w.Options.EnumsByName);

        // Keys are names, as in System.Text.Json.
        internal override void WriteJsonKey(ref JsonWriter w, T value) => WriteJson(ref w, value, true);

        private void WriteJson(ref JsonWriter w, T value, bool byName)
        {
            SchemaKind kind = _underlying;
            long number = kind == SchemaKind.Int32 ? Unsafe.As<T, int>(ref value) : Integers.Load(ref Unsafe.As<T, byte>(ref value), kind);
            if (byName && JsonNames(w.Options).TryWrite(ref w, number))
                return;
            if (kind == SchemaKind.UInt64)
                w.WriteInteger((ulong)number);
            else
                w.WriteInteger(number);
        }

        /// <inheritdoc/>
        public override T ReadJson(ref JsonReader r)
        {
            byte first = r.Peek();
            if (first == '[')
                return ReadJsonOfOne(ref r);
            long number = first == '"' ? JsonNames(r.Options).Read(ref r, _min, _max)
                : _min == 0 ? (long)r.ReadUnsigned(_max)
                : r.ReadInteger(_min, (long)_max);
            T value = default!;
            ref byte image = ref Unsafe.As<T, byte>(ref value);
            // Most enums have 32 bits; the JIT evaluates this test.
            if (Unsafe.SizeOf<T>() == 4)
                Unsafe.WriteUnaligned(ref image, (int)number);
            else
                Integers.Store(ref image, number, _underlying);
            return value;
        }

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value)
        {
            long number = 0;
            Unsafe.As<long, T>(ref number) = value;
            switch (_underlying)
            {
                case SchemaKind.SByte or SchemaKind.Byte:
                    return Slots.PutByte(ref row, ref at, (byte)number);
                case SchemaKind.Int16:
                    return Slots.PutWord32(ref row, ref at, Slots.Zigzag((int)(short)number));
                case SchemaKind.UInt16 or SchemaKind.UInt32:
                    return Slots.PutWord32(ref row, ref at, (uint)number);
                case SchemaKind.Int32:
                    return Slots.PutWord32(ref row, ref at, Slots.Zigzag((int)number));
                case SchemaKind.Int64:
                    return Slots.PutWord64(ref row, ref at, Slots.Zigzag(number));
                default:
                    return Slots.PutWord64(ref row, ref at, (ulong)number);
            }
        }

        internal override SlotForm FormOf(ReadPlan? plan) => plan is EnumPlan || (plan != null && plan.IsConversion)
            ? SlotForm.Value
            : Integers.FormOf(plan == null ? _underlying : IntegerOf(plan.Writer), _underlying);

        /// <inheritdoc/>
        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            SchemaKind written = plan == null ? _underlying : IntegerOf(plan.Writer);
            long number = Integers.Decode(slot.Bits, written);
            T value = default!;
            if (plan is EnumPlan mapping)
                Store(ref r, number, written, mapping, ref value, -1);
            else
                Integers.Convert(ref r, number, written, ref Unsafe.As<T, byte>(ref value), _integer);
            return value;
        }

        private static SchemaKind IntegerOf(SchemaType writer) => writer.Kind == SchemaKind.Enum ? writer.Underlying : writer.Kind;

        private void Store(ref WireReader r, long number, SchemaKind written, EnumPlan mapping, ref T value, int index)
        {
            if (!mapping.TryMap(number, out long target))
                throw r.Error(KitbagErrorReason.SchemaMismatch, mapping.WhyNot(target)).At(index);
            // A value that was not mapped is a number of the writer's integer type.
            bool isLarge = target < 0 && (target == number ? written : _underlying) == SchemaKind.UInt64;
            if (isLarge ? _max != ulong.MaxValue : target < 0 ? target < _min : (ulong)target > _max)
                throw IntegerKinds.OutOfRange(ref r, (ulong)target, _integer, isLarge ? IntegerKind.UInt64 : IntegerKind.Int64, index);
            Integers.Store(ref Unsafe.As<T, byte>(ref value), target, _underlying);
        }

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<T> values) => Defaults.AnyByte(SpanBytes.Of(values));

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values) =>
            IntegerColumn.Write(ref w, SpanBytes.Of(values), _integer);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            Span<byte> image = SpanBytes.Of(values);
            if (plan == null)
            {
                IntegerColumn.Read(ref r, image, _integer);
                return;
            }
            plan.Writer.TryGetInteger(out IntegerKind written);
            if (plan is not EnumPlan mapping)
            {
                IntegerColumn.Read(ref r, image, _integer, written);
                return;
            }
            ScratchMark mark = r.Mark();
            Span<long> numbers = r.Rent<long>(values.Length);
            IntegerColumn.Read(ref r, SpanBytes.Of(numbers), written == IntegerKind.UInt64 ? written : IntegerKind.Int64, written);
            for (int i = 0; i < numbers.Length; i++)
                Store(ref r, numbers[i], plan.Writer.Underlying, mapping, ref values[i], i);
            r.Release(mark);
        }
    }
}
