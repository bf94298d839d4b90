using System;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A single integer of a row that another integer type wrote.</summary>
    internal static class Integers
    {
        // Unsafe: one method stores integers of all sizes (bench/: another-schema-5).

        public static bool IsNumber(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.UInt64;

        /// <summary>Returns the number in a slot; for UInt64 as the same 64 bits.</summary>
        public static long Decode(ulong bits, SchemaKind written) => written switch
        {
            SchemaKind.SByte => (sbyte)bits,
            SchemaKind.Int16 or SchemaKind.Int32 or SchemaKind.Int64 or SchemaKind.TimeSpan or SchemaKind.DateOnly => Slots.Unzigzag(bits),
            _ => (long)bits,
        };

        /// <summary>Returns the smallest number of a type.</summary>
        public static long Min(SchemaKind kind) => kind switch
        {
            SchemaKind.SByte => sbyte.MinValue,
            SchemaKind.Int16 => short.MinValue,
            SchemaKind.Int32 => int.MinValue,
            SchemaKind.Int64 => long.MinValue,
            _ => 0,
        };

        /// <summary>Returns the greatest number of a type.</summary>
        public static ulong Max(SchemaKind kind) => kind switch
        {
            SchemaKind.SByte => (ulong)sbyte.MaxValue,
            SchemaKind.Byte => byte.MaxValue,
            SchemaKind.Int16 => (ulong)short.MaxValue,
            SchemaKind.UInt16 => ushort.MaxValue,
            SchemaKind.Int32 => int.MaxValue,
            SchemaKind.UInt32 => uint.MaxValue,
            SchemaKind.Int64 => long.MaxValue,
            _ => ulong.MaxValue,
        };

        /// <summary>Returns the number in memory; for UInt64 as the same 64 bits.</summary>
        public static long Load(ref byte image, SchemaKind kind) => (long)IntegerKinds.Load(ref image, 0, KindOf(kind));

        private static IntegerKind KindOf(SchemaKind kind) => (IntegerKind)(kind - SchemaKind.SByte);

        /// <summary>Returns the stored type of values: for an enum, its underlying integer.</summary>
        public static SchemaType Stored(SchemaType type) => type.Kind == SchemaKind.Enum ? SchemaType.BuiltIn(type.Underlying) : type;

        /// <summary>Stores a number in memory, if it is in the range of an integer type.</summary>
        public static bool TryStore(ref byte image, in Number number, SchemaKind kind)
        {
            if (!number.TryInteger(out bool isNegative, out ulong high, out ulong low) || high != 0)
                return false;
            if (low > (isNegative ? 0 - (ulong)Min(kind) : Max(kind)))
                return false;
            Store(ref image, isNegative ? -(long)low : (long)low, kind);
            return true;
        }

        /// <summary>Stores a number that is in range in memory.</summary>
        public static void Store(ref byte image, long number, SchemaKind kind) =>
            IntegerKinds.Store(ref image, 0, IntegerKinds.SizeOf(KindOf(kind)), (ulong)number);

        /// <summary>
        /// Determines the conversion of a slot: to an integer, if all values of the written type are values of the other one.
        /// </summary>
        public static SlotForm FormOf(SchemaKind written, SchemaKind kind)
        {
            bool isSame = written == kind && (IsNumber(kind) || kind is SchemaKind.TimeSpan or SchemaKind.Char);
            if (!isSame && !(IsNumber(written) && IsNumber(kind) && Min(written) >= Min(kind) && Max(written) <= Max(kind)))
                return SlotForm.Value;
            return Min(written) < 0 || written == SchemaKind.TimeSpan ? SlotForm.Signed : SlotForm.Unsigned;
        }

        /// <summary>Stores a number in memory of another integer type.</summary>
        /// <exception cref="KitbagException">The number is out of range.</exception>
        public static void Convert(ref WireReader r, long value, SchemaKind written, ref byte image, IntegerKind kind)
        {
            IntegerKind from = KindOf(written);
            value = Extend(value, from);
            IntegerKinds.Common(kind, from, out ulong least, out ulong span);
            if ((ulong)value - least > span)
                throw IntegerKinds.OutOfRange(ref r, (ulong)value, kind, from, 0);
            IntegerKinds.Store(ref image, 0, IntegerKinds.SizeOf(kind), (ulong)value);
        }

        // A slot can contain numbers that are out of the range of its type.
        private static long Extend(long value, IntegerKind kind)
        {
            int unused = 64 - 8 * IntegerKinds.SizeOf(kind);
            return IntegerKinds.IsSigned(kind) ? value << unused >> unused : (long)((ulong)value << unused >> unused);
        }
    }

    /// <summary>A codec of values that are stored as integers: as packed blocks in columns.</summary>
    /// <typeparam name="T">The type, which has no references. A type constraint would prevent ahead-of-time compilation (see
    /// <see cref="SpanBytes"/>).</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class IntegerCodec<T> : Codec<T>
    {
        private readonly SchemaKind _kind;
        private readonly IntegerKind _integer;

        private protected IntegerCodec(SchemaKind kind)
        {
            _kind = kind;
            SchemaType.BuiltIn(kind).TryGetInteger(out _integer);
        }

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(_kind);

        internal sealed override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (Integers.IsNumber(_kind))
                writer = Integers.Stored(writer);
            if (writer.Kind == _kind)
                return null;
            if (Integers.IsNumber(writer.Kind) && Integers.IsNumber(_kind))
                return ReadPlan.Leaf(writer);
            return Integers.IsNumber(_kind) && Numbers.Are(writer.Kind)
                ? new NumberPlan<T>(this, writer)
                : ResolveOther(writer, builder);
        }

        internal sealed override bool TryFromNumber(in Number number, out T value)
        {
            value = default!;
            return Integers.TryStore(ref Unsafe.As<T, byte>(ref value), number, _kind);
        }

        /// <summary>Creates a value from the bits in a slot of this type.</summary>
        private protected abstract T FromBits(ulong bits);

        /// <summary>Returns the index of the first value that is out of the range of this type, or -1.</summary>
        private protected virtual int FindInvalid(ReadOnlySpan<T> values) => -1;

        internal sealed override SlotForm FormOf(ReadPlan? plan) => Integers.FormOf(plan?.Writer.Kind ?? _kind, _kind);

        /// <inheritdoc/>
        public sealed override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            T value;
            if (_kind == SchemaKind.DateTime)
                return slot.Offset < 0 ? default!
                    : FromBits(LittleEndian.Load64(ref MemoryMarshal.GetReference(r.Data.Slice(slot.Offset, 8))));
            if (plan != null)
            {
                value = default!;
                SchemaKind written = plan.Writer.Kind;
                Integers.Convert(ref r, Integers.Decode(slot.Bits, written), written, ref Unsafe.As<T, byte>(ref value), _integer);
                return value;
            }
            value = FromBits(slot.Bits);
            Validate(ref r, MemoryMarshal.CreateReadOnlySpan(ref value, 1));
            return value;
        }

        /// <inheritdoc/>
        public sealed override bool HasNonDefault(ReadOnlySpan<T> values) => Defaults.AnyByte(SpanBytes.Of(values));

        /// <inheritdoc/>
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values) =>
            IntegerColumn.Write(ref w, SpanBytes.Of(values), _integer);

        /// <inheritdoc/>
        public sealed override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (plan == null)
            {
                IntegerColumn.Read(ref r, SpanBytes.Of(values), _integer);
            }
            else
            {
                plan.Writer.TryGetInteger(out IntegerKind written);
                IntegerColumn.Read(ref r, SpanBytes.Of(values), _integer, written);
            }
            Validate(ref r, values);
        }

        private void Validate(ref WireReader r, ReadOnlySpan<T> values)
        {
            int invalid = FindInvalid(values);
            if (invalid >= 0)
                throw r.Error(KitbagErrorReason.OutOfRange, "Found a number that is no " + _kind + ".").At(invalid);
        }
    }
}
