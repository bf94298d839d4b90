using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Defines the types of values that an <see cref="object"/> can contain without registration by the program.</summary>
    internal sealed partial class AnyValueKinds
    {
        /// <summary>The numbers in documents of values that have no type in the schema.</summary>
        public const byte Null = 0, False = 1, True = 2, Bytes = 3, List = (byte)SchemaKind.Sequence, Map = (byte)SchemaKind.Map,
            MapWithComparer = (byte)SchemaKind.Map + 1;

        private readonly AnyValueKind _boolean, _bytes, _list, _map;
        private readonly AnyValueKind?[] _byNumber = new AnyValueKind?[(int)SchemaKind.TimeOnly + 1];
        private readonly Dictionary<Type, AnyValueKind> _byType = new Dictionary<Type, AnyValueKind>();
        private readonly Dictionary<string, AnyValueKind> _byJsonName = new Dictionary<string, AnyValueKind>(StringComparer.Ordinal);

        /// <param name="any">The codec of the elements of lists and maps.</param>
        public AnyValueKinds(Codec<object?> any)
        {
            Maps = new DictionaryCodec<string, object?>(StringCodec.Instance!, any);
            Lists = new ListCodec<object?>(any);
            _boolean = Other(True, "Boolean", BooleanCodec.Instance);
            _bytes = Other<byte[]>(Bytes, "Byte[]", new ArrayCodec<byte>(ByteCodec.Instance)!);
            _list = Other<List<object?>>(List, "Collections.Generic.List", Lists!);
            _map = Other<Dictionary<string, object?>>(Map, "Collections.Generic.Dictionary", Maps!);
            Add(_boolean);
            Add(_bytes);
            Add(_list);
            Add(_map);
            Add(Other<string>((byte)SchemaKind.String, "String", StringCodec.Instance!));
            Add(Other((byte)SchemaKind.Double, "Double", DoubleCodec.Instance));
            Add(new AnyInteger<sbyte>(SchemaKind.SByte, "SByte", SByteCodec.Instance, v => v, i => checked((sbyte)i)));
            Add(new AnyInteger<byte>(SchemaKind.Byte, "Byte", ByteCodec.Instance, v => v, i => checked((byte)i)));
            Add(new AnyInteger<short>(SchemaKind.Int16, "Int16", Int16Codec.Instance, v => v, i => checked((short)i)));
            Add(new AnyInteger<ushort>(SchemaKind.UInt16, "UInt16", UInt16Codec.Instance, v => v, i => checked((ushort)i)));
            Add(new AnyInteger<int>(SchemaKind.Int32, "Int32", Int32Codec.Instance, v => v, i => checked((int)i)));
            Add(new AnyInteger<uint>(SchemaKind.UInt32, "UInt32", UInt32Codec.Instance, v => v, i => checked((uint)i)));
            Add(new AnyInteger<long>(SchemaKind.Int64, "Int64", Int64Codec.Instance, v => v, i => i));
            Add(new AnyInteger<ulong>(SchemaKind.UInt64, "UInt64", UInt64Codec.Instance, v => (long)v, i => (ulong)i));
            Add(new AnyInteger<float>(SchemaKind.Single, "Single", SingleCodec.Instance,
                v => BitConverter.SingleToInt32Bits(v), i => BitConverter.Int32BitsToSingle(checked((int)i))));
            Add(new AnyInteger<char>(SchemaKind.Char, "Char", CharCodec.Instance, v => v, i => checked((char)i)));
            Add(new AnyInteger<DateTime>(SchemaKind.DateTime, "DateTime", DateTimeCodec.Instance,
                v => (long)DateTimeCodec.ToBits(v), i => DateTimeCodec.FromTicks((ulong)i)));
            Add(new AnyInteger<TimeSpan>(SchemaKind.TimeSpan, "TimeSpan", TimeSpanCodec.Instance, v => v.Ticks, i => new TimeSpan(i)));
            Add(new AnyPair<DateTimeOffset>(SchemaKind.DateTimeOffset, "DateTimeOffset", DateTimeOffsetCodec.Instance,
                v => (v.Ticks, DateTimeOffsetCodec.Minutes(v)), (a, b) => DateTimeOffsetCodec.Make(a, checked((short)b))));
            Add(new AnyPair<decimal>(SchemaKind.Decimal, "Decimal", DecimalCodec.Instance,
                DecimalCodec.ToNumbers, DecimalCodec.FromNumbers));
            Add(new AnyPair<Guid>(SchemaKind.Guid, "Guid", GuidCodec.Instance, HalvesOf, GuidOf));
            AddNewer();
        }

        private static AnyValueKind Other<T>(byte number, string name, Codec<T> codec)
            where T : notnull => new AnyValueKind(number, AnyValueKind.CaseOf(name, codec));

        partial void AddNewer();

        private void Add(AnyValueKind kind)
        {
            _byNumber[kind.Number] = kind;
            _byType.Add(kind.Case.Codec.Type, kind);
            _byJsonName.Add(kind.Case.Name, kind);
        }

        /// <summary>Returns the kind of a value, or null if it has none.</summary>
        public AnyValueKind? Of(object value) => _byType.TryGetValue(value.GetType(), out AnyValueKind? kind) ? kind : null;

        /// <summary>Returns the kind with a number in a document, or null if this program does not have it.</summary>
        public AnyValueKind? Of(byte number) => number < _byNumber.Length ? _byNumber[number] : null;

        /// <summary>Returns the kind as which values of a type in a document are read as objects, or null if they cannot be.</summary>
        public AnyValueKind? Of(SchemaType writer) => writer.Kind switch
        {
            SchemaKind.Sequence => writer.Element!.Kind == SchemaKind.Byte ? _bytes : _list,
            SchemaKind.Map => _map,
            SchemaKind.Enum => _byNumber[(int)writer.Underlying],
            SchemaKind.Boolean => _boolean,
            >= SchemaKind.SByte => Of((byte)writer.Kind),
            _ => null,
        };

        /// <summary>
        /// Returns the kind that <c>$type</c> specifies in JSON, or null if it specifies none. Newtonsoft.Json adds the name of an
        /// assembly.
        /// </summary>
        public AnyValueKind? OfJson(string name)
        {
            int end = name.IndexOf(", System.", StringComparison.Ordinal);
            if (end < 0)
                end = name.IndexOf(", mscorlib", StringComparison.Ordinal);
            return _byJsonName.TryGetValue(end < 0 ? name : name.Substring(0, end), out AnyValueKind? kind) ? kind : null;
        }

        /// <summary>Gets the codec of maps, which are written to JSON directly.</summary>
        public DictionaryCodec<string, object?> Maps { get; }

        /// <summary>The codec of lists.</summary>
        public ListCodec<object?> Lists { get; }

        /// <summary>The value of <c>$type</c> for a map, if it must be specified.</summary>
        public string MapName => _map.Case.Name;

        /// <summary>Creates the exception for a value of a type that is not supported.</summary>
        /// <param name="value">The value.</param>
        public static KitbagException NotHeld(object value)
        {
            string found = TypeText.Of(value.GetType());
            return new KitbagException(KitbagErrorReason.NotSupported,
                "Found a '" + found + "' where an 'object' is declared, which holds null, bool, numbers, char, string, Guid, times, "
                + "byte[], List<object> and Dictionary<string, object>. Inside lists and maps, use one of these, or declare the member "
                + "with a type that specifies its contents; otherwise add [assembly: KitbagSerializable(typeof(" + found + "))] to the "
                + "program.");
        }

        private static (long Low, long High) HalvesOf(Guid value)
        {
            Span<byte> image = stackalloc byte[16];
            value.TryWriteBytes(image);
            return (BinaryPrimitives.ReadInt64LittleEndian(image), BinaryPrimitives.ReadInt64LittleEndian(image.Slice(8)));
        }

        private static Guid GuidOf(long low, long high) =>
            new Guid((int)low, (short)(low >> 32), (short)(low >> 48), (byte)high, (byte)(high >> 8), (byte)(high >> 16),
                (byte)(high >> 24), (byte)(high >> 32), (byte)(high >> 40), (byte)(high >> 48), (byte)(high >> 56));
    }

    /// <summary>One of the types that an <see cref="object"/> can hold.</summary>
    internal class AnyValueKind
    {
        public AnyValueKind(byte number, UnionCase<object> one)
        {
            Number = number;
            Case = one;
        }

        /// <summary>The number in documents.</summary>
        public byte Number { get; }

        /// <summary>Gets the codec of values as themselves, and in JSON with their type.</summary>
        public UnionCase<object> Case { get; }

        /// <summary>Gets the allocation cost of a boxed value.</summary>
        public virtual int BoxSize => 0;

        /// <summary>Gets the number of integers that represent a value.</summary>
        public virtual int Integers => 0;

        /// <summary>Adds the integers of a value.</summary>
        public virtual void Write(List<long> to, object value) => throw new InvalidOperationException();

        /// <summary>Creates a value from its integers.</summary>
        /// <exception cref="OverflowException">They are out of range.</exception>
        public virtual object Read(long first, long second) => throw new InvalidOperationException();

        public static UnionCase<object> CaseOf<T>(string name, Codec<T> codec)
            where T : notnull
        {
            name = "System." + name;
            return new UnionCase<object, T>(name, name, name, name, codec);
        }
    }

    /// <summary>Values that are represented by one 64-bit integer.</summary>
    internal sealed class AnyInteger<T> : AnyValueKind
        where T : struct
    {
        private readonly Func<T, long> _write;
        private readonly Func<long, T> _read;

        public AnyInteger(SchemaKind kind, string name, Codec<T> codec, Func<T, long> write, Func<long, T> read)
            : base((byte)kind, CaseOf(name, codec))
        {
            _write = write;
            _read = read;
        }

        public override int BoxSize => Cost.ObjectHeader + Cost.Aligned<T>();

        public override int Integers => 1;

        public override void Write(List<long> to, object value) => to.Add(_write((T)value));

        public override object Read(long first, long second) => _read(first);
    }

    /// <summary>Values that are represented by two 64-bit integers.</summary>
    internal sealed class AnyPair<T> : AnyValueKind
        where T : struct
    {
        private readonly Func<T, (long First, long Second)> _write;
        private readonly Func<long, long, T> _read;

        public AnyPair(SchemaKind kind, string name, Codec<T> codec, Func<T, (long, long)> write, Func<long, long, T> read)
            : base((byte)kind, CaseOf(name, codec))
        {
            _write = write;
            _read = read;
        }

        public override int BoxSize => Cost.ObjectHeader + Cost.Aligned<T>();

        public override int Integers => 2;

        public override void Write(List<long> to, object value)
        {
            (long first, long second) = _write((T)value);
            to.Add(first);
            to.Add(second);
        }

        public override object Read(long first, long second) => _read(first, second);
    }
}
