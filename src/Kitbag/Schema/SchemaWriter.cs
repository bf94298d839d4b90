using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Makes the canonical bytes of a schema: the same types give the same bytes everywhere.</summary>
    internal static class SchemaWriter
    {
        public static byte[] Write(SchemaType root)
        {
            var table = new Table();
            table.Number(root);
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

        private static void WriteType(ref WireWriter w, SchemaType type, Table table)
        {
            w.WriteByte((byte)type.Kind);
            switch (type.Kind)
            {
                case SchemaKind.Object:
                    WriteText(ref w, type.Name);
                    w.WriteByte(type.IsStruct ? (byte)1 : (byte)0);
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
                case SchemaKind.Sequence or SchemaKind.Nullable:
                    w.WriteVarint((ulong)table.Number(type.Element!));
                    break;
            }
        }

        private static void WriteMembers(ref WireWriter w, SchemaType type, Table table)
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

        /// <summary>
        /// Numbers the types in the order in which a walk from the root first meets them. Types without a name are one where their
        /// parts are one, however many codecs made them.
        /// </summary>
        private sealed class Table
        {
            private readonly Dictionary<SchemaType, int> _numbers = new Dictionary<SchemaType, int>();
            private readonly Dictionary<SchemaType, string> _keys = new Dictionary<SchemaType, string>();
            private readonly Dictionary<string, int> _byKey = new Dictionary<string, int>();

            public List<SchemaType> Types { get; } = new List<SchemaType>();

            public int Number(SchemaType type)
            {
                if (_numbers.TryGetValue(type, out int number))
                    return number;
                string key = Key(type);
                if (!_byKey.TryGetValue(key, out number))
                {
                    number = Types.Count;
                    Types.Add(type);
                    _byKey.Add(key, number);
                    _numbers.Add(type, number);
                    if (type.Key != null)
                        Number(type.Key);
                    if (type.Element != null)
                        Number(type.Element);
                    foreach (SchemaMember member in type.MemberArray)
                        Number(member.Type);
                }
                _numbers[type] = number;
                return number;
            }

            private string Key(SchemaType type)
            {
                if (_keys.TryGetValue(type, out string? key))
                    return key;
                var text = new StringBuilder();
                text.Append((int)type.Kind).Append(' ').Append(type.Name.Length).Append(type.Name).Append(type.IsStruct ? " s" : "");
                if (type.Key != null)
                    text.Append(" k").Append(KeyNumber(type.Key));
                if (type.Element != null)
                    text.Append(" e").Append(KeyNumber(type.Element));
                foreach (SchemaMember member in type.MemberArray)
                    text.Append(" m").Append(member.Name.Length).Append(member.Name).Append(KeyNumber(member.Type));
                if (type.Kind == SchemaKind.Enum)
                    text.Append(" u").Append((int)type.Underlying);
                foreach (SchemaEnumValue value in type.ValueArray)
                    text.Append(" v").Append(value.Name.Length).Append(value.Name).Append(value.Value);
                key = text.ToString();
                _keys.Add(type, key);
                return key;
            }

            private readonly Dictionary<string, int> _keyNumbers = new Dictionary<string, int>();

            private string KeyNumber(SchemaType type)
            {
                string key = Key(type);
                if (!_keyNumbers.TryGetValue(key, out int number))
                    _keyNumbers.Add(key, number = _keyNumbers.Count);
                return "#" + number.ToString(CultureInfo.InvariantCulture) + " ";
            }
        }
    }
}
