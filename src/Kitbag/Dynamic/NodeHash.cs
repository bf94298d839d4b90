using System;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Computes hashes that are equal for equal values, whatever the types of their numbers are. For a tracked object, only its scalars
    /// count, because the objects that it refers to may refer to it.
    /// </summary>
    internal static class NodeHash
    {
        /// <summary>The hash of null.</summary>
        public const ulong Null = 1;

        /// <summary>The hash of an item that lacks the member by which items are matched.</summary>
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
                throw node.Document.Place(e, node.Place, node.Column);
            }
        }

        /// <summary>Returns the hash of an item of a list, or of a scalar member of the item.</summary>
        /// <param name="list">The list.</param>
        /// <param name="index">The index of the item.</param>
        /// <param name="key">The member, or null for the item itself.</param>
        /// <returns>The hash, <see cref="Null"/> if the item is null, or <see cref="None"/> if it has no scalar with that name.</returns>
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
                throw list.Document.Place(e, new NodePlace(list.Place, index), list.Column);
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
                    column.Body.Compared.Count(type.MemberArray.Length);
                    for (int i = 0; i < type.MemberArray.Length; i++)
                        hash = Add(hash, Inside(fields[i], place, isTracked));
                    return hash;
                case SchemaKind.Sequence or SchemaKind.Map:
                    Elements elements = column.ElementsAt(index);
                    hash = Add(hash, (ulong)elements.Count);
                    column.Body.Compared.Count(isTracked ? 0 : elements.Count);
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

        /// <summary>Returns the hash of text.</summary>
        public static ulong Text(string text)
        {
            ulong hash = (ulong)text.Length;
            foreach (char one in text)
                hash = Add(hash, one);
            return hash;
        }

        /// <summary>Combines a hash with another value.</summary>
        public static ulong Add(ulong hash, ulong value)
        {
            hash = (hash ^ value) * Prime;
            return hash ^ hash >> 29;
        }
    }
}
