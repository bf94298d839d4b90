using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>A value that a member of type <c>object</c> contains, as a column of one.</summary>
    internal sealed class AnyCell : Column
    {
        private readonly Bits _bits;
        private readonly byte[]? _image;
        private readonly string? _text;
        private readonly Elements _elements;

        public AnyCell(Column any, SchemaType type, Bits bits = default, byte[]? image = null, string? text = null,
            Elements elements = default)
            : base(any.Body, type, 1, any.Offset)
        {
            _bits = bits;
            _image = image;
            _text = text;
            _elements = elements;
        }

        public override Bits BitsAt(int index) => _bits;

        public override System.ReadOnlySpan<byte> ImageOf(int index) => _image;

        public override string? TextAt(int index) => _text;

        public override Elements ElementsAt(int index) => _elements;
    }

    /// <summary>The elements of a list, or the values of a map, that a member of type <c>object</c> contains.</summary>
    internal sealed class AnyElements : Column
    {
        private readonly Column?[] _values;

        public AnyElements(Column any, Column?[] values)
            : base(any.Body, any.Type, values.Length, any.Offset) => _values = values;

        public override Column? ValueAt(int index, out int place)
        {
            place = 0;
            return _values[index];
        }
    }

    /// <summary>The keys of a map that a member of type <c>object</c> contains.</summary>
    internal sealed class AnyKeys : Column
    {
        private readonly string[] _keys;

        public AnyKeys(Column any, SchemaType type, string[] keys)
            : base(any.Body, type, keys.Length, any.Offset) => _keys = keys;

        public override string? TextAt(int index) => _keys[index];
    }
}
