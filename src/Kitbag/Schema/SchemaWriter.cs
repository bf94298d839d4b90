namespace Kitbag.Schema
{
    /// <summary>
    /// Creates the canonical bytes of a schema: equal types result in equal bytes everywhere. The generator links this file.
    /// </summary>
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
            var w = new SchemaBytes();
            w.WriteVarint((ulong)table.Types.Count);
            foreach (SchemaType type in table.Types)
                WriteType(w, type, table);
            return w.ToArray();
        }

        private static void WriteType(SchemaBytes w, SchemaType type, SchemaTable table)
        {
            w.WriteByte((byte)type.Kind);
            switch (type.Kind)
            {
                case SchemaKind.Object:
                    w.WriteText(type.Name);
                    w.WriteByte(type.IsTracked ? (byte)2 : type.IsStruct ? (byte)1 : (byte)0);
                    WriteMembers(w, type, table);
                    break;
                case SchemaKind.Record or SchemaKind.Union:
                    w.WriteText(type.Name);
                    WriteMembers(w, type, table);
                    break;
                case SchemaKind.Enum:
                    w.WriteText(type.Name);
                    w.WriteByte((byte)type.Underlying);
                    w.WriteVarint((ulong)type.ValueArray.Length);
                    foreach (SchemaEnumValue value in type.ValueArray)
                    {
                        w.WriteText(value.Name);
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

        private static void WriteMembers(SchemaBytes w, SchemaType type, SchemaTable table)
        {
            w.WriteVarint((ulong)type.MemberArray.Length);
            foreach (SchemaMember member in type.MemberArray)
            {
                w.WriteText(member.Name);
                w.WriteVarint((ulong)table.Number(member.Type));
            }
        }
    }
}
