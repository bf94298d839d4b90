using System;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Numbers that equal values share, whatever the types of their numbers are. Of a tracked object those of its scalars count, for what
    /// it refers to may refer to it.
    /// </summary>
    internal static class NodeHash
    {
        /// <summary>Of null.</summary>
        public const ulong Null = 1;

        /// <summary>Of an item that lacks the member by which items are matched.</summary>
        public const ulong None = 0;

        private const ulong Prime = 0x9E3779B97F4A7C15;

        public static ulong Of(KitbagNode node)
        {
            try
            {
                return node.Column == null ? Null : Of(node.Column, node.Index, node.Identity != null);
            }
            catch (KitbagException e)
            {
                throw node.Document.Place(e, node.Place);
            }
        }

        /// <summary>Of an item of a list, or of the scalar that a member of it has.</summary>
        /// <param name="list">The list.</param>
        /// <param name="index">Which item.</param>
        /// <param name="key">The member; null for the item itself.</param>
        /// <returns>It, <see cref="Null"/> where the item is null, or <see cref="None"/> where it has no scalar of that name.</returns>
        public static ulong OfItem(KitbagNode list, int index, string? key)
        {
            try
            {
                Column? item = list.PartAt(index, out int place);
                long identity = 0;
                item = KitbagNode.Resolve(item, ref place, ref identity);
                return item == null ? Null : key == null ? Of(item, place, identity != 0) : OfMember(item, place, key);
            }
            catch (KitbagException e)
            {
                throw list.Document.Place(e, new NodePlace(list.Place, index));
            }
        }

        private static ulong OfMember(Column item, int index, string name)
        {
            if (item.Type.Kind is not (SchemaKind.Object or SchemaKind.Record))
                return None;
            SchemaMember[] members = item.Type.MemberArray;
            int at = members.Length - 1;
            while (at >= 0 && members[at].Name != name)
                at--;
            if (at < 0)
                return None;
            long identity = 0;
            Column? value = KitbagNode.Resolve(item.FieldsAt(index, out index)![at], ref index, ref identity);
            return value == null || !ScalarValue.IsScalar(value.Type.Kind) ? None : ScalarValue.Of(value, index).Hash();
        }

        private static ulong Of(Column column, int index, bool isTracked)
        {
            SchemaType type = column.Type;
            ulong hash = (ulong)type.Kind;
            switch (type.Kind)
            {
                case SchemaKind.Object or SchemaKind.Record:
                    Fields fields = column.FieldsAt(index, out int place)!;
                    for (int i = 0; i < type.MemberArray.Length; i++)
                        hash = Add(hash, Inside(fields[i], place, isTracked));
                    return hash;
                case SchemaKind.Sequence or SchemaKind.Map:
                    Elements elements = column.ElementsAt(index);
                    hash = Add(hash, (ulong)elements.Count);
                    for (int i = 0; i < elements.Count && !isTracked; i++)
                    {
                        if (type.Key != null)
                            hash = Add(hash, Inside(elements.Parts!.Keys, elements.Start + i, false));
                        hash = Add(hash, Inside(elements.Parts!.Elements, elements.Start + i, false));
                    }
                    return hash;
                default:
                    return ScalarValue.Of(column, index).Hash();
            }
        }

        private static ulong Inside(Column column, int index, bool isTracked)
        {
            SchemaKind declared = column.Type.Kind;
            if (isTracked && declared is SchemaKind.Object or SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map)
                return 3;
            long identity = 0;
            Column? there = KitbagNode.Resolve(column, ref index, ref identity);
            if (there == null)
                return Null;
            return identity != 0 ? 2 : Of(there, index, isTracked);
        }

        /// <summary>Of text.</summary>
        public static ulong Text(string text)
        {
            ulong hash = (ulong)text.Length;
            foreach (char one in text)
                hash = Add(hash, one);
            return hash;
        }

        /// <summary>Adds a number to those of which a hash is made.</summary>
        public static ulong Add(ulong hash, ulong value)
        {
            hash = (hash ^ value) * Prime;
            return hash ^ hash >> 29;
        }
    }
}
