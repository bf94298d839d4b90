using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Numbers that are, or may be, strings in JSON according to an attribute of a member. In binary documents they are ordinary numbers.
    /// </summary>
    /// <typeparam name="T">The number.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NumberTextCodec<T> : Codec<T>
        where T : unmanaged
    {
        // Unsafe: T is known to be the number type of the cast; a cast through object would allocate. No workload of bench/ covers it.

        private readonly Codec<T> _number;
        private readonly JsonNumbers _handling;

        /// <summary>Creates a codec.</summary>
        /// <param name="number">The codec of the number.</param>
        /// <param name="handling">Which numbers may be strings.</param>
        public NumberTextCodec(Codec<T> number, JsonNumbers handling)
        {
            _number = number;
            _handling = handling;
        }

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => _number.Schema;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => _number.Resolve(writer, builder);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value) =>
            _number.WriteSlot(ref w, ref row, ref at, value);

        /// <inheritdoc/>
        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => _number.ReadSlot(ref r, slot, plan);

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<T> values) => _number.HasNonDefault(values);

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values) => _number.WriteColumn(ref w, values);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan) => _number.ReadColumn(ref r, values, plan);

        internal override bool MayBeginJson(byte first, KitbagJsonOptions options) =>
            (first == '"' && _handling != JsonNumbers.Strict) || _number.MayBeginJson(first, options);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, T value)
        {
            bool asText = (_handling & JsonNumbers.WriteAsString) != 0;
            if ((asText || (_handling & JsonNumbers.AllowNamedFloatingPointLiterals) != 0) && NameOf(value) is { } name)
            {
                w.WriteString(name);
                return;
            }
            if (asText)
                w.Put((byte)'"');
            _number.WriteJson(ref w, value);
            if (asText)
                w.Put((byte)'"');
        }

        /// <inheritdoc/>
        public override T ReadJson(ref JsonReader r)
        {
            byte first = r.Peek();
            if (first == '[')
                return ReadJsonOfOne(ref r);
            if (first != '"')
                return _number.ReadJson(ref r);
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadUtf8("a number");
            // Strings for non-finite numbers are accepted as well, unless only the options allow that.
            if ((_handling != JsonNumbers.Strict || r.Options.NonFinite != KitbagJsonNonFinite.Refuse)
                && JsonKinds.IsNonFinite(_number.Schema.Kind, text))
                return Named(text[0] == 'N' ? double.NaN : text[0] == 'I' ? double.PositiveInfinity : double.NegativeInfinity);
            // Everything that is written can be read, unlike in System.Text.Json.
            if ((_handling & (JsonNumbers.AllowReadingFromString | JsonNumbers.WriteAsString)) != 0
                && (JsonKeys.TryReadAll(text, r.Options, _number, out T value)
                    || (JsonReader.PlainNumber(text) is { } plain && JsonKeys.TryReadAll(plain, r.Options, _number, out value))))
                return value;
            throw JsonReader.NoNumberIn(text, start);
        }

        // The JSON name of a number that is not finite.
        private string? NameOf(T value)
        {
            double number = _number.Schema.Kind switch
            {
                SchemaKind.Double => Unsafe.As<T, double>(ref value),
                SchemaKind.Single => Unsafe.As<T, float>(ref value),
                SchemaKind.Half => Half(Unsafe.As<T, ushort>(ref value)),
                _ => 0,
            };
            return double.IsNaN(number)
                ? "NaN"
                : double.IsPositiveInfinity(number) ? "Infinity" : double.IsNegativeInfinity(number) ? "-Infinity" : null;
        }

        // Ten of 16 bits are the fraction, five the exponent, which is all ones if the number is not finite.
        private static double Half(ushort bits) =>
            (bits & 0x7C00) != 0x7C00
                ? 0
                : (bits & 0x3FF) != 0 ? double.NaN : bits < 0x8000 ? double.PositiveInfinity : double.NegativeInfinity;

        private T Named(double number)
        {
            float single = (float)number;
            ushort half = double.IsNaN(number) ? (ushort)0xFE00 : number > 0 ? (ushort)0x7C00 : (ushort)0xFC00;
            return _number.Schema.Kind switch
            {
                SchemaKind.Double => Unsafe.As<double, T>(ref number),
                SchemaKind.Single => Unsafe.As<float, T>(ref single),
                _ => Unsafe.As<ushort, T>(ref half),
            };
        }
    }
}
