using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Scalars, nullables and enums: every type that values can have stands here, for compilers ahead of time.
    internal sealed partial class CodecsOfSchema
    {
        private static Made? Scalar(SchemaKind kind) => kind switch
        {
            SchemaKind.Boolean => Of(BooleanCodec.Instance),
            SchemaKind.SByte => Of(SByteCodec.Instance),
            SchemaKind.Int16 => Of(Int16Codec.Instance),
            SchemaKind.UInt16 => Of(UInt16Codec.Instance),
            SchemaKind.Int32 => Of(Int32Codec.Instance),
            SchemaKind.UInt32 => Of(UInt32Codec.Instance),
            SchemaKind.Int64 => Of(Int64Codec.Instance),
            SchemaKind.UInt64 => Of(UInt64Codec.Instance),
            SchemaKind.Single => Of(SingleCodec.Instance),
            SchemaKind.Double => Of(DoubleCodec.Instance),
            SchemaKind.Decimal => Of(DecimalCodec.Instance),
            SchemaKind.Char => Of(CharCodec.Instance),
            SchemaKind.Guid => Of(GuidCodec.Instance),
            SchemaKind.DateTime => Of(DateTimeCodec.Instance),
            SchemaKind.DateTimeOffset => Of(DateTimeOffsetCodec.Instance),
            SchemaKind.TimeSpan => Of(TimeSpanCodec.Instance),
            _ => null,
        };

        private Made MakeNullable(SchemaType value)
        {
            Codec inner = Find(value).Inner;
            switch (value.Kind)
            {
                case SchemaKind.Object:
                    return Nullable((StructsCodec)inner);
                case SchemaKind.Record:
                    return Nullable((RecordsCodec)inner);
                case SchemaKind.Byte:
                    return Nullable(ByteCodec.Instance);
                case SchemaKind.Boolean:
                    return Nullable(BooleanCodec.Instance);
                case SchemaKind.Char:
                    return Nullable(CharCodec.Instance);
                case SchemaKind.Enum:
                    return NullableEnum(inner, value.Underlying);
                default:
                    return NullableNumber(inner, value.Kind) ?? NewerNullable(value.Kind) ?? Nullable(new HeldCodec(Find(value).Boxed));
            }
        }

        private static Made Nullable<T>(Codec<T> codec)
            where T : struct => Of(new NullableCodec<T>(codec));

        private static Made? NullableNumber(Codec inner, SchemaKind kind) => kind switch
        {
            SchemaKind.SByte => Nullable((SByteCodec)inner),
            SchemaKind.Int16 => Nullable((Int16Codec)inner),
            SchemaKind.UInt16 => Nullable((UInt16Codec)inner),
            SchemaKind.Int32 => Nullable((Int32Codec)inner),
            SchemaKind.UInt32 => Nullable((UInt32Codec)inner),
            SchemaKind.Int64 => Nullable((Int64Codec)inner),
            SchemaKind.UInt64 => Nullable((UInt64Codec)inner),
            SchemaKind.Single => Nullable((SingleCodec)inner),
            SchemaKind.Double => Nullable((DoubleCodec)inner),
            SchemaKind.Decimal => Nullable((DecimalCodec)inner),
            SchemaKind.Guid => Nullable((GuidCodec)inner),
            SchemaKind.DateTime => Nullable((DateTimeCodec)inner),
            SchemaKind.DateTimeOffset => Nullable((DateTimeOffsetCodec)inner),
            SchemaKind.TimeSpan => Nullable((TimeSpanCodec)inner),
            _ => null,
        };

        private static Made NullableEnum(Codec inner, SchemaKind underlying) => underlying switch
        {
            SchemaKind.SByte => Nullable((Codec<AnySByte>)inner),
            SchemaKind.Byte => Nullable((Codec<AnyByte>)inner),
            SchemaKind.Int16 => Nullable((Codec<AnyInt16>)inner),
            SchemaKind.UInt16 => Nullable((Codec<AnyUInt16>)inner),
            SchemaKind.Int32 => Nullable((Codec<AnyInt32>)inner),
            SchemaKind.UInt32 => Nullable((Codec<AnyUInt32>)inner),
            SchemaKind.Int64 => Nullable((Codec<AnyInt64>)inner),
            _ => Nullable((Codec<AnyUInt64>)inner),
        };

        private Made MakeEnum(SchemaType type)
        {
            switch (type.Underlying)
            {
                case SchemaKind.SByte: return Of(Enum<AnySByte>(type));
                case SchemaKind.Byte: return Of(Enum<AnyByte>(type));
                case SchemaKind.Int16: return Of(Enum<AnyInt16>(type));
                case SchemaKind.UInt16: return Of(Enum<AnyUInt16>(type));
                case SchemaKind.Int32: return Of(Enum<AnyInt32>(type));
                case SchemaKind.UInt32: return Of(Enum<AnyUInt32>(type));
                case SchemaKind.Int64: return Of(Enum<AnyInt64>(type));
                default: return Of(Enum<AnyUInt64>(type));
            }
        }

        private EnumCodec<T> Enum<T>(SchemaType type)
            where T : unmanaged, Enum
        {
            JsonNotes? notes = null;
            bool isFlags = _json != null && _json.TryFind(type, out notes) ? notes is { IsFlags: true } : IsFlags(type);
            var names = new List<string>();
            foreach (JsonNote note in notes?.Notes ?? new List<JsonNote>())
            {
                if (note.JsonName != null)
                    names.AddRange(new[] { note.Name, note.JsonName });
            }
            return new EnumCodec<T>(type, isFlags, notes is { IsByName: true }, names.ToArray());
        }

        // A schema does not store whether names are combined; it is assumed if more than two are single bits, and the others combine them,
        // unless the values are numbered (1, 2, 3, 4): a name that is not a combination of others could not be read again.
        private static bool IsFlags(SchemaType type)
        {
            // The highest bit of a signed type is one bit, not all those of the extended sign.
            long mask = type.Underlying switch
            {
                SchemaKind.SByte or SchemaKind.Byte => byte.MaxValue,
                SchemaKind.Int16 or SchemaKind.UInt16 => ushort.MaxValue,
                SchemaKind.Int32 or SchemaKind.UInt32 => uint.MaxValue,
                _ => -1,
            };
            int bits = 0;
            long all = 0, least = long.MaxValue, most = 0;
            foreach (SchemaEnumValue value in type.ValueArray)
            {
                long set = value.Value & mask;
                least = Math.Min(least, set);
                most = Math.Max(most, set);
                bool isBit = set != 0 && (set & (set - 1)) == 0;
                bits += isBit ? 1 : 0;
                if (isBit)
                    all |= set;
            }
            // All = -1 also has the bits that have no name.
            return bits > 2 && most - least != type.ValueArray.Length - 1
                && Array.TrueForAll(type.ValueArray, value => (value.Value & mask & ~all) == 0 || (value.Value & mask) == mask);
        }
    }
}
