using System.Text;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Makes the canonical bytes of a schema: the same types give the same bytes everywhere.</summary>
    internal static class SchemaWriter
    {
        public static byte[] Write(SchemaType root) => Write(new SchemaTable(root));

        /// <summary>Makes the bytes of several schemas, which may share types.</summary>
        public static byte[][] WriteAll(SchemaType[] roots)
        {
            var all = new SchemaTable(roots);
            var bytes = new byte[roots.Length][];
            for (int i = 0; i < bytes.Length; i++)
                bytes[i] = Write(all.Of(roots[i]));
            return bytes;
        }

        private static byte[] Write(SchemaTable table)
        {
            var w = new WireWriter(null, default);
            try
            {
                w.WriteVarint((ulong)table.Types.Count);
                foreach (SchemaType type in table.Types)
                    WriteType(ref w, type, table);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        private static void WriteType(ref WireWriter w, SchemaType type, SchemaTable table)
        {
            w.WriteByte((byte)type.Kind);
            switch (type.Kind)
            {
                case SchemaKind.Object:
                    WriteText(ref w, type.Name);
                    w.WriteByte(type.IsTracked ? (byte)2 : type.IsStruct ? (byte)1 : (byte)0);
                    WriteMembers(ref w, type, table);
                    break;
                case SchemaKind.Record or SchemaKind.Union:
                    WriteText(ref w, type.Name);
                    WriteMembers(ref w, type, table);
                    break;
                case SchemaKind.Enum:
                    WriteText(ref w, type.Name);
                    w.WriteByte((byte)type.Underlying);
                    w.WriteVarint((ulong)type.ValueArray.Length);
                    foreach (SchemaEnumValue value in type.ValueArray)
                    {
                        WriteText(ref w, value.Name);
                        w.WriteZigzag(value.Value);
                    }
                    break;
                case SchemaKind.Map:
                    w.WriteVarint((ulong)table.Number(type.Key!));
                    w.WriteVarint((ulong)table.Number(type.Element!));
                    break;
                case SchemaKind.Sequence or SchemaKind.Nullable or SchemaKind.Reference:
                    w.WriteVarint((ulong)table.Number(type.Element!));
                    break;
            }
        }

        private static void WriteMembers(ref WireWriter w, SchemaType type, SchemaTable table)
        {
            w.WriteVarint((ulong)type.MemberArray.Length);
            foreach (SchemaMember member in type.MemberArray)
            {
                WriteText(ref w, member.Name);
                w.WriteVarint((ulong)table.Number(member.Type));
            }
        }

        private static void WriteText(ref WireWriter w, string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            w.WriteVarint((ulong)bytes.Length);
            w.WriteBytes(bytes);
        }
    }
}
