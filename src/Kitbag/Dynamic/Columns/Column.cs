using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>The stored bits of a number, a time or another value of at most 16 bytes.</summary>
    internal readonly struct Bits
    {
        public Bits(ulong low, ulong high = 0)
        {
            Low = low;
            High = high;
        }

        /// <summary>Integers sign- or zero-extended; of floating point its bits; of a time with its distance from UTC the ticks.</summary>
        public ulong Low { get; }

        /// <summary>The upper half of 16 bytes; of a time its distance from UTC in minutes.</summary>
        public ulong High { get; }
    }

    /// <summary>Specifies the location of the elements of one collection.</summary>
    internal readonly struct Elements
    {
        public Elements(CollectionParts parts, int start, int count, byte comparer)
        {
            Parts = parts;
            Start = start;
            Count = count;
            Comparer = comparer;
        }

        /// <summary>Gets the columns that contain them, or null if the collection is null.</summary>
        public CollectionParts? Parts { get; }

        public int Start { get; }

        public int Count { get; }

        public byte Comparer { get; }
    }

    /// <summary>
    /// Represents a column of values of one type with random access. Nothing is decoded before a value is requested, and then only the
    /// chunk that contains the value. A member of a row is a column of one value.
    /// </summary>
    internal abstract class Column
    {
        /// <summary>The number of values of a column that are decoded together: a multiple of the capacity of a packed block.</summary>
        public const int Chunk = 4096;

        /// <param name="body">The body.</param>
        /// <param name="type">The type of the values.</param>
        /// <param name="count">The number of values.</param>
        /// <param name="position">The start of the column, or of the value if there is one; -1 if nothing is stored.</param>
        protected Column(Body body, SchemaType type, int count, int position)
        {
            Body = body;
            Type = type;
            Count = count;
            Offset = body.Origin >= 0 ? body.Origin : position;
        }

        public Body Body { get; }

        public SchemaType Type { get; }

        public int Count { get; }

        /// <summary>
        /// Gets the offset in the body of the document of what contains the values, for errors in them; -1 if nothing is stored.
        /// </summary>
        public int Offset { get; }

        /// <summary>Opens a stored column.</summary>
        /// <param name="body">The body.</param>
        /// <param name="type">The type of its values.</param>
        /// <param name="position">The start of the column.</param>
        /// <param name="count">The number of its values.</param>
        public static Column Open(Body body, SchemaType type, int position, int count)
        {
            if (count == 0)
                return new DefaultColumn(body, type, 0);
            switch (type.Kind)
            {
                case SchemaKind.Nullable:
                    return new NullableColumn(body, type, position, count);
                case SchemaKind.Sequence or SchemaKind.Map:
                    return new CollectionColumn(body, type, position, count);
                case SchemaKind.Union:
                    return new UnionColumn(body, type, position, count);
                case SchemaKind.Object:
                    return new ObjectColumn(body, type, position, count);
                case SchemaKind.String:
                    return new TextColumn(body, type, position, count);
                case SchemaKind.Boolean:
                    return new BooleanColumn(body, type, position, count);
                case SchemaKind.Single or SchemaKind.Double:
                    return new FloatsColumn(body, type, position, count);
                case SchemaKind.DateTimeOffset:
                    return new TimesColumn(body, type, position, count);
                default:
                    return type.TryGetInteger(out IntegerKind kind)
                        ? new IntegersColumn(body, type, position, count, kind)
                        : ImagesColumn.OpenStored(body, type, position, count);
            }
        }

        /// <summary>A value of a scalar type that is not of a fixed size.</summary>
        public virtual Bits BitsAt(int index) => throw Other();

        /// <summary>Returns the bytes of a value of a fixed size; empty if all of them are 0.</summary>
        public virtual ReadOnlySpan<byte> ImageOf(int index) => throw Other();

        public virtual string? TextAt(int index) => throw Other();

        /// <summary>Finds the value of a nullable.</summary>
        /// <returns>The column that contains it, or null if there is no value.</returns>
        public virtual Column? ValueAt(int index, out int place) => throw Other();

        /// <summary>Returns the number of the concrete type of a union's value, 0 for null, and its location.</summary>
        public virtual uint CaseAt(int index, out Column? column, out int place) => throw Other();

        public virtual Elements ElementsAt(int index) => throw Other();

        /// <summary>The members of an object, and its place among the objects that they are those of; null for null.</summary>
        public virtual Fields? FieldsAt(int index, out int place) => throw Other();

        private InvalidOperationException Other() => new InvalidOperationException("Stored in another way: " + Type);
    }

    /// <summary>Represents a column without stored data: all values are the default of their type.</summary>
    internal sealed class DefaultColumn : Column
    {
        public DefaultColumn(Body body, SchemaType type, int count)
            : base(body, type, count, -1)
        {
        }

        public override Bits BitsAt(int index) => default;

        public override ReadOnlySpan<byte> ImageOf(int index) => default;

        public override string? TextAt(int index) => null;

        public override Column? ValueAt(int index, out int place)
        {
            place = 0;
            return null;
        }

        public override uint CaseAt(int index, out Column? column, out int place)
        {
            column = null;
            place = 0;
            return 0;
        }

        public override Elements ElementsAt(int index) => default;

        public override Fields? FieldsAt(int index, out int place)
        {
            place = 0;
            return Type.Kind == SchemaKind.Record || Type.IsStruct ? new DefaultFields(Body, Type) : null;
        }
    }

    /// <summary>Represents values that may be null: a null mask, and the column of the present values.</summary>
    internal sealed class NullableColumn : Column
    {
        private readonly Mask _mask;
        private Column? _values;

        public NullableColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position) => _mask = new Mask(body, position, count);

        public override Column? ValueAt(int index, out int place)
        {
            place = _mask.RankOf(index);
            return _mask[index] ? _values ??= Open(Body, Type.Element!, _mask.End, _mask.Total) : null;
        }
    }

    /// <summary>Sequences or maps: how long each is, and one column of all elements, or of all keys and then of all values.</summary>
    internal sealed class CollectionColumn : Column
    {
        private readonly PrefixList _prefixes;
        private readonly CollectionParts _parts;

        public CollectionColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            bool ofText = (type.Key ?? type.Element!).Kind == SchemaKind.String;
            _prefixes = new PrefixList(body, position, count, ofText ? PrefixUse.TextCollections : PrefixUse.Collections);
            _parts = new CollectionParts(body, type, _prefixes.End, (int)_prefixes.Total);
        }

        public override Elements ElementsAt(int index)
        {
            uint prefix = _prefixes.At(index, out long start, out byte comparer);
            return prefix == 0 ? default : new Elements(_parts, (int)start, (int)prefix - 1, comparer);
        }
    }

    /// <summary>The columns of the elements of sequences, or of the keys and values of maps.</summary>
    internal sealed class CollectionParts
    {
        private readonly Body _body = null!;
        private readonly SchemaType _type = null!;
        private readonly int _position, _count;
        private Column? _keys, _elements;

        /// <summary>Initializes parts that are not stored as such.</summary>
        public CollectionParts(Column? keys, Column? elements)
        {
            _keys = keys;
            _elements = elements;
        }

        public CollectionParts(Body body, SchemaType type, int position, int count)
        {
            _body = body;
            _type = type;
            _position = position;
            _count = count;
        }

        public Column Keys => _keys ??= Column.Open(_body, _type.Key!, _position, _count);

        public Column Elements => _elements ??= OpenElements();

        private Column OpenElements()
        {
            if (_type.Key == null)
                return Column.Open(_body, _type.Element!, _position, _count);
            WireReader r = _body.Read(_position);
            try
            {
                _body.SkipColumn(ref r, _type.Key, _count);
                return Column.Open(_body, _type.Element!, r.Position, _count);
            }
            finally
            {
                r.Dispose();
            }
        }
    }
}
