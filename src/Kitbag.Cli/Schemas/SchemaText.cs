using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    /// <summary>Writes a schema: its types with their members.</summary>
    internal static class SchemaText
    {
        public static void Write(TextWriter to, KitbagSchema schema, Paint paint)
        {
            to.WriteLine("root " + paint.Type(TypeText.Of(schema.Root)));
            HashSet<SchemaType> tracked = Tracked(schema.Root);
            foreach (SchemaType type in TypeText.All(schema.Root).Where(IsNamed))
            {
                to.WriteLine();
                to.WriteLine(Kind(type, tracked) + " " + paint.Type(TypeText.Of(type)) + paint.Faint(About(type)));
                WriteParts(to, type, paint);
            }
        }

        public static void WriteJson(Utf8JsonWriter w, KitbagSchema schema)
        {
            HashSet<SchemaType> tracked = Tracked(schema.Root);
            w.WriteStartObject();
            w.WriteString("root", TypeText.Of(schema.Root));
            w.WriteString("fingerprint", schema.Fingerprint.ToString("x16", CultureInfo.InvariantCulture));
            w.WriteNumber("bytes", schema.Bytes.Length);
            w.WriteStartArray("types");
            foreach (SchemaType type in TypeText.All(schema.Root).Where(IsNamed))
            {
                w.WriteStartObject();
                w.WriteString("kind", Kind(type, tracked));
                w.WriteString("name", type.Name);
                if (type.Kind == SchemaKind.Enum)
                {
                    w.WriteString("underlying", Builtin(type.Underlying));
                    w.WriteStartObject("values");
                    foreach (SchemaEnumValue value in type.Values)
                        w.WriteNumber(value.Name, value.Value);
                    w.WriteEndObject();
                }
                else
                {
                    w.WriteStartObject("members");
                    foreach (SchemaMember member in type.Members)
                        w.WriteString(member.Name, TypeText.Of(member.Type));
                    w.WriteEndObject();
                }
                w.WriteEndObject();
            }
            w.WriteEndArray();
            w.WriteEndObject();
        }

        private static bool IsNamed(SchemaType type) =>
            type.Kind is SchemaKind.Object or SchemaKind.Record or SchemaKind.Enum or SchemaKind.Union;

        private static HashSet<SchemaType> Tracked(SchemaType root) =>
            [.. TypeText.All(root).Where(t => t.Kind == SchemaKind.Reference).Select(t => t.Element!)];

        private static string Kind(SchemaType type, HashSet<SchemaType> tracked) => type.Kind switch
        {
            SchemaKind.Enum => "enum",
            SchemaKind.Record => "record",
            SchemaKind.Union => "union",
            _ => type.IsStruct ? "struct" : tracked.Contains(type) ? "tracked class" : "class",
        };

        private static string About(SchemaType type) => type.Kind switch
        {
            SchemaKind.Enum => " : " + Builtin(type.Underlying),
            SchemaKind.Record => "  " + type.Size.ToString(CultureInfo.InvariantCulture) + " bytes",
            _ => "",
        };

        private static string Builtin(SchemaKind kind) => kind switch
        {
            SchemaKind.SByte => "sbyte",
            SchemaKind.Byte => "byte",
            SchemaKind.Int16 => "short",
            SchemaKind.UInt16 => "ushort",
            SchemaKind.Int32 => "int",
            SchemaKind.UInt32 => "uint",
            SchemaKind.Int64 => "long",
            _ => "ulong",
        };

        private static void WriteParts(TextWriter to, SchemaType type, Paint paint)
        {
            if (type.Kind == SchemaKind.Enum)
            {
                foreach (SchemaEnumValue value in type.Values)
                    to.WriteLine("  " + paint.Name(Plain.Text(value.Name)) + " = " + paint.Number(type.Underlying == SchemaKind.UInt64
                        ? ((ulong)value.Value).ToString(CultureInfo.InvariantCulture)
                        : value.Value.ToString(CultureInfo.InvariantCulture)));
                return;
            }
            int width = type.Members.Count == 0 ? 0 : type.Members.Max(m => Plain.Text(m.Name).Length);
            foreach (SchemaMember member in type.Members)
            {
                string name = Plain.Text(member.Name);
                to.WriteLine(type.Kind == SchemaKind.Union ? "  " + paint.Type(name)
                    : "  " + paint.Name(name) + new string(' ', width - name.Length + 2) + paint.Type(TypeText.Of(member.Type)));
            }
        }
    }
}
