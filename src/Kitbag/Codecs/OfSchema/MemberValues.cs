using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Contains the values of an object's members in wire order: boxed, or in columns that the object shares with the others of its group,
    /// so that reading many objects does not allocate boxes. Without either, all values are the defaults of their types.
    /// </summary>
    internal readonly struct MemberValues
    {
        private readonly MemberColumn[]? _columns;
        private readonly int _index;

        public MemberValues(object?[] boxes)
        {
            Boxes = boxes;
            _columns = null;
            _index = 0;
        }

        public MemberValues(MemberColumn[] columns, int index)
        {
            Boxes = null;
            _columns = columns;
            _index = index;
        }

        /// <summary>The values in boxes, if they are.</summary>
        public object?[]? Boxes { get; }

        public object? this[int member] => Boxes != null ? Boxes[member] : _columns?[member].ValueAt(_index);

        public object?[] ToBoxes(int count)
        {
            var boxes = new object?[count];
            for (int i = 0; i < boxes.Length; i++)
                boxes[i] = this[i];
            return boxes;
        }

        public void WriteJson(ref JsonWriter w, JsonName[] names, BoxingCodec[] codecs, MemberOrder order)
        {
            for (int i = 0; i < names.Length; i++)
            {
                int member = order[i];
                if (order.IsOptional(i) && this[member] == null)
                    continue;
                if (_columns != null)
                    _columns[member].WriteMember(ref w, names[i], _index);
                else
                    codecs[member].WriteMember(ref w, names[i], Boxes?[member]);
            }
        }
    }

    /// <summary>Contains the values of one member of the objects of a group.</summary>
    internal abstract class MemberColumn
    {
        public abstract object? ValueAt(int index);

        public abstract void WriteMember(ref JsonWriter w, JsonName name, int index);
    }

    /// <summary>The same, of the member's type.</summary>
    internal sealed class MemberColumn<T> : MemberColumn
    {
        private readonly Codec<T> _codec;
        private readonly T[] _values;

        public MemberColumn(Codec<T> codec, T[] values)
        {
            _codec = codec;
            _values = values;
        }

        // There are no values of a member that another schema lacks.
        public override object? ValueAt(int index) => index < _values.Length ? _values[index] : null;

        public override void WriteMember(ref JsonWriter w, JsonName name, int index) => _codec.WriteMember(ref w, name, _values[index]);
    }
}
