using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Represents a place in the values of a document: its current value, and how to replace it.</summary>
    internal sealed class EditPlace
    {
        private const string OnlyWhole = "Bytes can only be set as a whole, as base64: \"AQID\" for the bytes 1, 2 and 3.",
            OnlyWholeAny = "Bytes in an 'object' can only be set as a whole, as base64 with their type: "
                + "{\"$type\":\"System.Byte[]\",\"$values\":\"AQID\"} for the bytes 1, 2 and 3.";

        private readonly CodecsOfSchema _codecs;
        private readonly SchemaType _type;
        private readonly object? _value;
        private readonly Action<object?> _store;

        // A field of a record is a part of the record's image.
        private readonly byte[]? _image;
        private readonly int _offset;

        // The list or map that it is an item or an entry of.
        private readonly object? _owner;
        private readonly object? _key;
        private readonly bool _isThere = true;

        // A row of a multidimensional array: the array, and the position of the row's first element.
        private readonly ObjectValue? _grid;
        private readonly int _dimension, _start;

        public EditPlace(CodecsOfSchema codecs, SchemaType type, object? value, Action<object?> store)
        {
            _codecs = codecs;
            _type = type;
            _value = value;
            _store = store;
        }

        private EditPlace(CodecsOfSchema codecs, SchemaType type, object? value, Action<object?> store, object owner, object key,
            bool isThere)
            : this(codecs, type, value, store)
        {
            _owner = owner;
            _key = key;
            _isThere = isThere;
        }

        private EditPlace(CodecsOfSchema codecs, ObjectValue grid, int dimension, int start)
            : this(codecs, grid.Codec.Type, null, static _ => { })
        {
            _grid = grid;
            _dimension = dimension;
            _start = start;
        }

        private EditPlace(CodecsOfSchema codecs, SchemaType type, byte[] image, int offset)
            : this(codecs, type, null, static _ => { })
        {
            _image = image;
            _offset = offset;
        }

        /// <summary>Gets the type of the value.</summary>
        public SchemaType Type => _type;

        public void SetJson(byte[] utf8, KitbagJsonOptions options)
        {
            if (_grid != null)
                throw Bad("A row of a multidimensional array cannot be set; set its elements, or the array as a whole.");
            if (_image == null)
            {
                // After the last item, there is no place that could be set.
                if (!_isThere && _owner is IList)
                    throw NotThere("item", _key!);
                _store(ReplacedValue.PassOn(_value, Read(utf8, options)));
                return;
            }
            // Read elsewhere first: nothing changes where the text is wrong.
            if (_type.Kind == SchemaKind.Record)
            {
                var record = (RecordValue)Read(utf8, options)!;
                record.Image.CopyTo(_image.AsSpan(_offset));
                return;
            }
            var field = new byte[_type.Size];
            Codec codec = _codecs.FieldCodec(_type);
            var r = new JsonReader(utf8, options);
            try
            {
                codec.ReadJsonImage(ref r, ref field[0]);
                r.ReadEnd();
            }
            finally
            {
                r.Dispose();
            }
            field.CopyTo(_image, _offset);
        }

        private object? Read(byte[] utf8, KitbagJsonOptions options)
        {
            Codec<object?> codec = _codecs.CodecOf(_type);
            try
            {
                return JsonText.Read(utf8, codec, options);
            }
            catch (KitbagException e) when (e.Line != 0)
            {
                // The text is not that of a root.
                e.Place(e.Path.Substring(codec.Schema.RootName.Length));
                throw;
            }
        }

        public void WriteJson(ref JsonWriter w)
        {
            if (!_isThere)
                throw NotThere(_owner is IList ? "item" : "key", _key!);
            if (_grid != null)
                ((GridsCodec)_grid.Codec).WriteRow(ref w, _grid, _dimension, _start);
            else if (_image == null)
                JsonText.Write(ref w, _codecs.CodecOf(_type), _value);
            else if (_type.Kind == SchemaKind.Record)
                JsonText.Write(ref w, _codecs.CodecOf(_type), new RecordValue(_image, _offset, _type.Size));
            else
                _codecs.FieldCodec(_type).WriteJsonImage(ref w, ref _image[_offset]);
        }

        public void InsertJson(byte[] utf8, KitbagJsonOptions options)
        {
            if (_owner is IList { IsFixedSize: false } list)
                list.Insert((int)_key!, Read(utf8, options));
            else if (_owner is IDictionary && !_isThere)
                _store(Read(utf8, options));
            else
                throw Bad(_owner is IDictionary ? "The map already contains the key."
                    : _owner is IList ? OnlyWhole : "Only items of lists and entries of maps can be inserted.");
        }

        public void Remove()
        {
            if (_owner == null || !_isThere)
                throw Bad("The path does not refer to an item of a list or an entry of a map.");
            if (_owner is IList { IsFixedSize: false } list)
                list.RemoveAt((int)_key!);
            else if (_owner is IDictionary map)
                map.Remove(_key!);
            else
                throw Bad(OnlyWhole);
        }

        public EditPlace Step(in PathStep step)
        {
            if (!_isThere)
                throw NotThere(_owner is IList ? "item" : "key", _key!);
            if (step.Rest is { } rest && (_grid != null || _value is IList || RankOf(_value) != 0))
                return Step(step.First).Step(rest);
            if (_grid != null)
                return Row(_grid, _dimension, _start, step.Text);
            if (_image != null)
                return _type.Kind == SchemaKind.Record ? Field(_type, _image, _offset, step.Text) : throw NoSuch(step.Text);
            return Within(_codecs, _type, _value, _store, step);
        }

        // Layers between a place and the value itself are passed through.
        private EditPlace Within(CodecsOfSchema codecs, SchemaType type, object? value, Action<object?> store, in PathStep step)
        {
            if (value is Held held)
                return Within(codecs, type.Element!, held.Value, inner => store(new Held(inner)), step);
            if (value is UnionValue union)
                return Within(codecs, type.MemberArray[(int)union.Number - 1].Type, union.Value, inner => union.Value = inner, step);
            if (RankOf(value) != 0)
                return Row((ObjectValue)value!, 0, 0, step.Text);
            if (value is ObjectValue one)
                return Member(one.Codec.Type, one.Boxes, step.Text);
            if (type.Kind is SchemaKind.Nullable or SchemaKind.Reference)
                return value == null ? throw NoSuch(step.Text) : Within(codecs, type.Element!, value, store, step);
            switch (type.Kind)
            {
                case SchemaKind.Object when type.IsStruct:
                    int count = type.MemberArray.Length;
                    MemberValues members = (value as StructValue?)?.Members ?? default;
                    if (members.Boxes == null)
                        store(new StructValue(members = new MemberValues(members.ToBoxes(count)), count));
                    return Member(type, members.Boxes!, step.Text);
                case SchemaKind.Record:
                    RecordValue record = value as RecordValue? ?? default;
                    if (record.Images == null)
                        store(record = new RecordValue(new byte[type.Size], 0, type.Size));
                    return Field(type, record.Images!, record.Offset, step.Text);
                case SchemaKind.Sequence when value is IList list:
                    return Item(type.Element!, list, step.Text);
                case SchemaKind.Map when value is IDictionary map:
                    return Entry(type.Key, type.Element!, map, step);
                case SchemaKind.Object when type.IsAny && value is byte[]:
                    throw Bad(OnlyWholeAny);
                case SchemaKind.Object when type.IsAny && value is List<object?> list:
                    return Item(type, list, step.Text);
                case SchemaKind.Object when type.IsAny && value is Dictionary<string, object?> map:
                    return Entry(null, type, map, step);
                default:
                    throw NoSuch(step.Text);
            }
        }

        private EditPlace Member(SchemaType type, object?[] values, string name)
        {
            int index = Array.FindIndex(type.MemberArray, m => m.Name == name);
            if (index < 0)
                throw Bad(KitbagNode.NoSuchMember(type, name));
            return new EditPlace(_codecs, type.MemberArray[index].Type, values[index], value => values[index] = value);
        }

        private EditPlace Field(SchemaType type, byte[] image, int offset, string name)
        {
            foreach (SchemaMember member in type.MemberArray)
            {
                if (member.Name == name)
                    return new EditPlace(_codecs, member.Type, image, offset);
                offset += member.Type.Size;
            }
            throw Bad(KitbagNode.NoSuchMember(type, name));
        }

        private static int RankOf(object? value) => value is ObjectValue one ? SchemaForms.RankOf(one.Codec.Type) : 0;

        // The items of a multidimensional array lie in memory with the last index running fastest.
        private EditPlace Row(ObjectValue grid, int dimension, int start, string text)
        {
            var items = (IList)grid.Members[0]!;
            var lengths = (List<int>)grid.Members[1]!;
            int index = KitbagDocument.IndexOf(text, false, lengths[dimension]);
            if (index < 0 || index >= lengths[dimension])
                throw NotThere("item", text);
            int place = start * lengths[dimension] + index;
            if (dimension + 1 != lengths.Count)
                return new EditPlace(_codecs, grid, dimension + 1, place);
            return new EditPlace(_codecs, grid.Codec.Type.MemberArray[0].Type.Element!, items[place], value => items[place] = value);
        }

        private EditPlace Item(SchemaType element, IList list, string text)
        {
            int index = KitbagDocument.IndexOf(text, false, list.Count);
            if (index < 0 || index > list.Count)
                throw NotThere("item", text);
            return new EditPlace(_codecs, element, index < list.Count ? list[index] : null, value => list[index] = value, list, index,
                index < list.Count);
        }

        // The keys of maps of type object are strings.
        private EditPlace Entry(SchemaType? keyType, SchemaType element, IDictionary map, in PathStep step)
        {
            object? key = null;
            if (step.IsBracketed && !step.IsQuoted && step.Text.Length != 0 && step.Text[0] == '#')
            {
                int index = KitbagDocument.IndexOf(step.Text, true, map.Count);
                foreach (object? one in map.Keys)
                {
                    if (index-- == 0)
                        key = one;
                }
                if (key == null)
                    throw NotThere("entry", step.Text);
            }
            key ??= keyType == null ? step.Text : _codecs.ReadKey(keyType, KeyText.ToJson(step.Text, keyType.Kind), EditedText.Options);
            bool isThere = map.Contains(key);
            return new EditPlace(_codecs, element, isThere ? map[key] : null, value => map[key] = value, map, key, isThere);
        }

        private static KitbagException NoSuch(string name) => Bad("There is no '" + KitbagException.Cut(name) + "' among the values.");

        private static KitbagException NotThere(string what, object key) => Bad("There is no " + what + " '"
            + KitbagException.Cut(Convert.ToString(key, CultureInfo.InvariantCulture) ?? "") + "'.");

        private static KitbagException Bad(string message) => new KitbagException(KitbagErrorReason.SchemaMismatch, message);
    }
}
