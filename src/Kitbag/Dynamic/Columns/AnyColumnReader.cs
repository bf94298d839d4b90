using System;
using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Reads a value of type <c>object</c>, which is stored as an object with five arrays, as a value of its own type.</summary>
    internal sealed class AnyColumnReader
    {
        // The memory of a value, roughly; it is not kept with the document.
        private const long CellSize = 128;

        // Each type exists once, so that the nodes of one value have the same.
        private static readonly SchemaType[] s_scalars = Scalars();

        private static readonly SchemaType s_byteList = new SchemaType(SchemaKind.Sequence) { Element = Scalar(SchemaKind.Byte) };

        private static readonly ConditionalWeakTable<SchemaType, Collections> s_collections =
            new ConditionalWeakTable<SchemaType, Collections>();

        // The elements of an empty list, which need no column.
        private static readonly CollectionParts s_none = new CollectionParts(null, null);

        private readonly Column _any;
        private readonly Collections _collections;
        private readonly Source _bytes, _integers, _reals, _texts, _types;

        private AnyColumnReader(Column any, Fields fields, int place)
        {
            _any = any;
            _collections = s_collections.GetValue(any.Type, static type => new Collections(type));
            _bytes = new Source(fields[0].ElementsAt(place), "bytes");
            _integers = new Source(fields[1].ElementsAt(place), "integers");
            _reals = new Source(fields[2].ElementsAt(place), "floating point numbers");
            _texts = new Source(fields[3].ElementsAt(place), "strings");
            _types = new Source(fields[4].ElementsAt(place), "types");
        }

        /// <summary>Finds a value as a value of its own type.</summary>
        /// <param name="any">A column of values of type <c>object</c>.</param>
        /// <param name="index">The index of the value.</param>
        /// <param name="place">Returns its index in the column that is returned.</param>
        /// <returns>The column that contains it, or null if the value is null.</returns>
        public static Column? Find(Column any, int index, out int place)
        {
            if (any is AnyElements)
                return any.ValueAt(index, out place);
            place = 0;
            if (any.FieldsAt(index, out int at) is not { } fields)
                return null;
            var reader = new AnyColumnReader(any, fields, at);
            long size = CellSize * reader._types.Left;
            Column? value;
            any.Body.Memory.Charge(size);
            try
            {
                value = reader.Read(0);
            }
            finally
            {
                any.Body.Memory.Charge(-size);
            }
            return reader._types.Left + reader._bytes.Left + reader._integers.Left + reader._reals.Left + reader._texts.Left == 0
                ? value
                : throw Malformed("more data than its values need");
        }

        private static SchemaType[] Scalars()
        {
            var types = new SchemaType[(int)SchemaKind.TimeOnly + 1];
            for (int i = 0; i < types.Length; i++)
                types[i] = new SchemaType((SchemaKind)i);
            return types;
        }

        private static SchemaType Scalar(SchemaKind kind) => s_scalars[(int)kind];

        private static KitbagException Malformed(string what) =>
            new KitbagException(KitbagErrorReason.Malformed, "A value of type object has " + what + ".");

        private Column? Read(int depth)
        {
            var type = (byte)_types.Next().Low;
            switch (type)
            {
                case AnyValueKinds.Null:
                    return null;
                case AnyValueKinds.False or AnyValueKinds.True:
                    return new AnyCell(_any, Scalar(SchemaKind.Boolean), new Bits(type == AnyValueKinds.True ? 1UL : 0));
                case AnyValueKinds.Bytes:
                    int count = NextCount(_bytes.Left);
                    return new AnyCell(_any, s_byteList, elements: _bytes.Take(count));
                case AnyValueKinds.List or AnyValueKinds.Map or AnyValueKinds.MapWithComparer:
                    if (depth >= AnyValueWriter.MaxDepth)
                        throw new KitbagException(KitbagErrorReason.LimitExceeded, "Lists and maps in a value of type object nest deeper "
                            + "than " + AnyValueWriter.MaxDepth.ToString(CultureInfo.InvariantCulture) + " levels.");
                    return type == AnyValueKinds.List ? ReadList(depth + 1) : ReadMap(depth + 1, type == AnyValueKinds.MapWithComparer);
                case (byte)SchemaKind.String:
                    return new AnyCell(_any, Scalar(SchemaKind.String), text: _texts.NextText());
                case (byte)SchemaKind.Double:
                    return new AnyCell(_any, Scalar(SchemaKind.Double), _reals.Next());
                case > (byte)SchemaKind.Boolean and <= (byte)SchemaKind.TimeOnly:
                    return ReadIntegers(Scalar((SchemaKind)type));
                default:
                    throw new KitbagException(KitbagErrorReason.NotSupported, "A value of type object holds a value of type "
                        + type.ToString(CultureInfo.InvariantCulture) + ", which is unknown to this version of Kitbag.");
            }
        }

        private AnyCell ReadIntegers(SchemaType type)
        {
            ulong first = _integers.Next().Low;
            switch (type.Kind)
            {
                case SchemaKind.Half when first > ushort.MaxValue:
                    throw NoNumber(type);
                case SchemaKind.Half or SchemaKind.Int128 or SchemaKind.UInt128 or SchemaKind.Decimal or SchemaKind.Guid:
                    var image = new byte[16];
                    BinaryPrimitives.WriteUInt64LittleEndian(image, first);
                    if (type.Kind != SchemaKind.Half)
                        BinaryPrimitives.WriteUInt64LittleEndian(image.AsSpan(8), _integers.Next().Low);
                    return new AnyCell(_any, type, image: image);
                case SchemaKind.DateTimeOffset:
                    ulong minutes = _integers.Next().Low;
                    return Fits(minutes, IntegerKind.Int16) ? new AnyCell(_any, type, new Bits(first, minutes)) : throw NoNumber(type);
                default:
                    IntegerKind kind = type.Kind == SchemaKind.Single ? IntegerKind.Int32 : IntegerKind.Int64;
                    return type.Kind == SchemaKind.Single || type.TryGetInteger(out kind)
                        ? Fits(first, kind) ? new AnyCell(_any, type, new Bits(first)) : throw NoNumber(type)
                        : new AnyCell(_any, type, new Bits(first));
            }
        }

        private static KitbagException NoNumber(SchemaType type) => new KitbagException(KitbagErrorReason.OutOfRange,
            "A value of type object holds a number that is not a '" + TypeNames.Of(type) + "'.");

        private static bool Fits(ulong bits, IntegerKind kind)
        {
            int unused = 64 - 8 * IntegerKinds.SizeOf(kind);
            return bits == (IntegerKinds.IsSigned(kind) ? (ulong)((long)(bits << unused) >> unused) : bits << unused >> unused);
        }

        // Each element needs at least one byte of types, so a count is limited by the available data.
        private int NextCount(int available) => _integers.Next().Low is var count && count <= (ulong)available
            ? (int)count
            : throw Malformed("a count that exceeds its data");

        private AnyCell ReadList(int depth)
        {
            var values = new Column?[NextCount(_types.Left)];
            for (int i = 0; i < values.Length; i++)
                values[i] = Read(depth);
            return Collection(_collections.List, null, values);
        }

        private AnyCell ReadMap(int depth, bool hasComparer)
        {
            ulong comparer = hasComparer ? _integers.Next().Low : 0;
            if (hasComparer && TextComparers.OfNumber((long)comparer) == null)
                throw Malformed("a map with a comparer that this version does not know");
            var values = new Column?[NextCount(Math.Min(_types.Left, _texts.Left))];
            var keys = new string[values.Length];
            for (int i = 0; i < values.Length; i++)
            {
                keys[i] = _texts.NextText();
                values[i] = Read(depth);
            }
            return Collection(_collections.Map, new AnyKeys(_any, Scalar(SchemaKind.String), keys), values, (byte)comparer);
        }

        private AnyCell Collection(SchemaType type, Column? keys, Column?[] values, byte comparer = 0) => new AnyCell(_any, type,
            elements: new Elements(new CollectionParts(keys, new AnyElements(_any, values)), 0, values.Length, comparer));

        /// <summary>The types of lists and maps of values of type <c>object</c>.</summary>
        private sealed class Collections
        {
            public Collections(SchemaType any)
            {
                List = new SchemaType(SchemaKind.Sequence) { Element = any };
                Map = new SchemaType(SchemaKind.Map) { Key = Scalar(SchemaKind.String), Element = any };
            }

            public SchemaType List { get; }

            public SchemaType Map { get; }
        }

        /// <summary>One of the five arrays, read from its start to its end.</summary>
        private sealed class Source
        {
            private readonly Elements _elements;
            private readonly string _what;
            private int _at;

            public Source(Elements elements, string what)
            {
                _elements = elements;
                _what = what;
            }

            public int Left => _elements.Count - _at;

            public Bits Next() => NextColumn().BitsAt(_elements.Start + _at++);

            public string NextText() => NextColumn().TextAt(_elements.Start + _at++) ?? throw Malformed("a string that is null");

            public Elements Take(int count)
            {
                _at += count;
                return new Elements(_elements.Parts ?? s_none, _elements.Start + _at - count, count, 0);
            }

            private Column NextColumn() =>
                Left == 0 ? throw Malformed("fewer " + _what + " than its values need") : _elements.Parts!.Elements;
        }
    }
}
