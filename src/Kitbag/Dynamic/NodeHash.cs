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
        private const ulong Prime = 0x9E3779B97F4A7C15;

        public static ulong Of(KitbagNode node)
        {
            try
            {
                return node.Column == null ? 1 : Of(node.Column, node.Index, node.Identity != null);
            }
            catch (KitbagException e)
            {
                throw node.Document.Place(e, node.Place);
            }
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
                    return Text(ScalarText.Of(column, index));
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
                return 1;
            return identity != 0 ? 2 : Of(there, index, isTracked);
        }

        private static ulong Text(string text)
        {
            ulong hash = (ulong)text.Length;
            foreach (char one in text)
                hash = Add(hash, one);
            return hash;
        }

        private static ulong Add(ulong hash, ulong value)
        {
            hash = (hash ^ value) * Prime;
            return hash ^ hash >> 29;
        }
    }
}
