using System;
using System.Collections.Generic;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Reads a part of a document from its columns, in the form that the codecs of its schema write (<see cref="CodecsOfSchema"/>). Other
    /// values are decoded only if they are in the same chunk of a column.
    /// </summary>
    internal sealed class PartValues
    {
        // What a value takes in an object of the program, so that a part fits the limit if the whole document does. Its box takes more.
        private const long ValueSize = 8;

        private readonly CodecsOfSchema _codecs;
        private readonly KitbagLimits _limits;

        // Objects may refer to each other, and in long chains: their members are read after the objects have been created.
        private readonly Dictionary<(SchemaType Type, long Number), object> _objects =
            new Dictionary<(SchemaType Type, long Number), object>();
        private readonly Queue<(object Value, Column Column, int Index, string Name)> _unread =
            new Queue<(object Value, Column Column, int Index, string Name)>();

        private readonly Dictionary<KeptBlock, KeptBlock> _blocks = new Dictionary<KeptBlock, KeptBlock>();
        private Dictionary<SchemaKind, Codec<object?>>? _scalars;
        private long _left;

        /// <param name="codecs">The codecs of the part.</param>
        /// <param name="body">The body that contains it.</param>
        public PartValues(CodecsOfSchema codecs, Body body)
        {
            _codecs = codecs;
            _limits = body.Limits;
            _left = body.Limits.AllocationFor(body.Length);
        }

        /// <summary>Reads a value with everything to which it refers.</summary>
        /// <param name="column">The column that contains the value.</param>
        /// <param name="index">The index of the value.</param>
        /// <param name="number">1 + the number of the object if the column contains tracked objects.</param>
        public object? Read(Column column, int index, long number)
        {
            if (column.Body.IsOfBlock && SchemaForms.HoldsReferences(column.Type))
                throw new KitbagException(KitbagErrorReason.NotSupported, "Unknown members that refer to objects cannot be read as a type; "
                    + "read the object that contains them.");
            object? value = column.Type.IsTracked ? Object(column, index, number) : Of(column, index);
            while (_unread.Count != 0)
            {
                (object one, Column there, int place, string name) = _unread.Dequeue();
                try
                {
                    Fill(one, there, place);
                }
                catch (KitbagException e) when (!e.IsPlaced)
                {
                    e.InRoot(name);
                    throw;
                }
            }
            return value;
        }

        private void Charge(long bytes)
        {
            if ((_left -= bytes) < 0)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "Reading this part needs more memory than is allowed. If the "
                    + "input is trusted, raise KitbagLimits.MaxAllocation.");
        }

        private object? Of(Column column, int index)
        {
            SchemaType type = column.Type;
            switch (type.Kind)
            {
                case SchemaKind.Nullable:
                    return column.ValueAt(index, out int place) is { } some ? _codecs.NewNullable(type, Of(some, place)) : null;
                case SchemaKind.Union:
                    uint number = column.CaseAt(index, out Column? one, out place);
                    return number == 0 ? null : _codecs.NewUnion(type, number, Of(one!, place));
                case SchemaKind.Reference:
                    ulong prefix = column.BitsAt(index).Low;
                    return prefix == 0 ? null
                        : column.Body.Find(type.Element!, (uint)prefix, out place, out long identity) is { } objects
                        ? Object(objects, place, identity) : null;
                case SchemaKind.Object when type.IsAny:
                    return Any(column, index);
                case SchemaKind.Object:
                    if (column.FieldsAt(index, out place) is not { } fields)
                        return null;
                    var members = new object?[type.MemberArray.Length];
                    ReadMembers(members, fields, place);
                    return type.IsStruct ? new StructValue(new MemberValues(members), members.Length) : _codecs.NewObject(type, members);
                case SchemaKind.Record:
                    ReadOnlySpan<byte> image = column.ImageOf(index);
                    return image.IsEmpty ? default : new RecordValue(image.Slice(0, type.Size).ToArray(), 0, type.Size);
                case SchemaKind.String:
                    return Text(column, index);
                case SchemaKind.Sequence:
                    return List(column, index);
                case SchemaKind.Map:
                    Elements entries = column.ElementsAt(index);
                    if (entries.Parts == null)
                        return null;
                    StringComparer? comparer = TextComparers.OfNumber(entries.Comparer);
                    if (type.Key!.Kind != SchemaKind.String)
                        return AddTo(new ItemMap<object>(0, null), entries);
                    return AddTo(new ItemMap<string>(0, comparer) { Named = comparer }, entries);
                default:
                    return Scalar(_codecs.CodecOf(type), column, index);
            }
        }

        private object Object(Column column, int index, long number)
        {
            SchemaType type = column.Type;
            if (_objects.TryGetValue((type, number), out object? value))
                return value;
            Charge(ValueSize * 4);
            value = type.Kind switch
            {
                SchemaKind.Sequence => new ItemList<object?>(),
                SchemaKind.Map => new ItemMap<object>(0, null),
                _ => _codecs.NewObject(type, new object?[type.MemberArray.Length]),
            };
            _objects.Add((type, number), value);
            _unread.Enqueue((value, column, index, "#" + type.Name + "["
                + (number - 1).ToString(System.Globalization.CultureInfo.InvariantCulture) + "]"));
            return value;
        }

        private void Fill(object value, Column column, int index)
        {
            switch (value)
            {
                case ItemList<object?> list:
                    list.AddRange(Items(column.ElementsAt(index)));
                    break;
                case ItemMap<object> map:
                    AddTo(map, column.ElementsAt(index));
                    break;
                case ObjectValue one when column.FieldsAt(index, out int place) is { } fields:
                    ReadMembers(one.Members.Boxes!, fields, place);
                    break;
            }
        }

        private void ReadMembers(object?[] values, Fields fields, int place)
        {
            Charge(ValueSize * (1 + values.Length));
            for (int i = 0; i < values.Length; i++)
            {
                SchemaMember member = fields.Type.MemberArray[i];
                try
                {
                    Column column = fields[i];
                    values[i] = SchemaForms.IsStore(member) ? Unknown(column, place) : Of(column, place);
                }
                catch (KitbagException e) when (!e.IsPlaced)
                {
                    e.InMember(member.Name);
                    throw;
                }
            }
        }

        // The objects to which unknown members refer are those of the part.
        private KitbagUnknown Unknown(Column column, int place)
        {
            KitbagUnknown value = column.Body.KeptOf(column)?.ValueAt(place) ?? default;
            IReadOnlyList<TrackedColumns> objects = (column.Body.Document ?? column.Body).Objects;
            if (value.Block is { Shape: { HasStores: true } } && objects.Count != 0)
                throw new KitbagException(KitbagErrorReason.NotSupported, "Unknown members that contain unknown members themselves may "
                    + "refer to objects of the document, and can only be read with the whole document.");
            if (value.Block is not { Targets: { Stored: { } } targets } block)
                return value;
            if (!_blocks.TryGetValue(block, out KeptBlock? bound))
            {
                bound = block.With(targets.With(
                    type => type - 1 < objects.Count && _codecs.Has(objects[(int)type - 1].Type)
                        ? _codecs.FieldCodec(objects[(int)type - 1].Type) : null,
                    (type, number) => objects[(int)type - 1].FindObject(number - 1, out int index) is { } one
                        ? Object(one, index, number) : null));
                _blocks.Add(block, bound);
            }
            return new KitbagUnknown(bound, value.Index);
        }

        private object? List(Column column, int index)
        {
            Elements elements = column.ElementsAt(index);
            if (elements.Parts == null)
                return null;
            if (column.Type.Element!.Kind == SchemaKind.Byte)
                return Bytes(elements);
            return _codecs.NewList(column.Type, Items(elements), TextComparers.OfNumber(elements.Comparer));
        }

        private byte[] Bytes(Elements elements)
        {
            Charge(ValueSize + elements.Count);
            var bytes = new byte[elements.Count];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = (byte)elements.Parts!.Elements.BitsAt(elements.Start + i).Low;
            return bytes;
        }

        private List<object?> Items(Elements elements)
        {
            Charge(ValueSize * (1 + (long)elements.Count));
            var items = new List<object?>(elements.Count);
            for (int i = 0; i < elements.Count; i++)
                items.Add(Item(elements.Parts!.Elements, elements.Start + i, i));
            return items;
        }

        private object? Item(Column column, int index, int item)
        {
            try
            {
                return Of(column, index);
            }
            catch (KitbagException e) when (!e.IsPlaced)
            {
                e.InElement(item, -1);
                throw;
            }
        }

        private ItemMap<TKey> AddTo<TKey>(ItemMap<TKey> map, Elements entries)
            where TKey : notnull
        {
            Charge(ValueSize * 2 * (1 + (long)entries.Count));
            for (int i = 0; i < entries.Count; i++)
            {
                var key = (TKey?)Item(entries.Parts!.Keys, entries.Start + i, i);
                object? value = Item(entries.Parts.Elements, entries.Start + i, i);
                if (!map.TryAdd(key ?? throw Entries.NullKey(i), value))
                    throw Entries.SameKey(i);
            }
            return map;
        }

        private string? Text(Column column, int index)
        {
            string? text = column.TextAt(index);
            Charge(text == null ? 0 : text.Length * 2L);
            return text;
        }

        // As AnyValueCodec reads it.
        private object? Any(Column column, int index)
        {
            if (AnyColumnReader.Find(column, index, out int place) is not { } value)
                return null;
            SchemaType type = value.Type;
            switch (type.Kind)
            {
                case SchemaKind.Sequence when type.Element!.Kind == SchemaKind.Byte:
                    return Bytes(value.ElementsAt(place));
                case SchemaKind.Sequence:
                    return Items(value.ElementsAt(place));
                case SchemaKind.Map:
                    Elements entries = value.ElementsAt(place);
                    Charge(ValueSize * 2 * (1 + (long)entries.Count));
                    var map = new Dictionary<string, object?>(TextComparers.OfNumber(entries.Comparer));
                    for (int i = 0; i < entries.Count; i++)
                    {
                        if (!map.TryAdd(entries.Parts!.Keys.TextAt(entries.Start + i)!, Any(entries.Parts.Elements, entries.Start + i)))
                            throw Entries.SameKey(i);
                    }
                    return map;
                case SchemaKind.String:
                    return Text(value, place);
                default:
                    _scalars ??= new Dictionary<SchemaKind, Codec<object?>>();
                    if (!_scalars.TryGetValue(type.Kind, out Codec<object?>? codec))
                        _scalars.Add(type.Kind, codec = CodecsOfSchema.Of(type).Root);
                    return Scalar(codec, value, place);
            }
        }

        // The codec creates the value, from the slot that it would have in a row.
        private object? Scalar(Codec<object?> codec, Column column, int index)
        {
            SchemaType type = column.Type;
            if (type.Kind == SchemaKind.DateTime)
                return Scalars.ToDateTime(column.BitsAt(index));
            if (type.Kind == SchemaKind.DateTimeOffset)
                return Scalars.ToDateTimeOffset(column.BitsAt(index));
            var slot = new SlotValue { IsPresent = true };
            ReadOnlySpan<byte> image = default;
            if (type.Slot.Kind == SlotKind.Fixed)
                image = Scalars.Image(column, index, type.Slot.MaxBytes);
            else
                slot.Bits = Cell.SlotBits(type, column.BitsAt(index).Low);
            var r = new WireReader(image, _limits);
            try
            {
                return codec.ReadSlot(ref r, slot, null);
            }
            finally
            {
                r.Dispose();
            }
        }
    }
}
