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
    internal static class SchemaOutput
    {
        /// <summary>Writes the text of <see cref="KitbagSchema.ToText"/>, with colors if enabled.</summary>
        public static void Write(TextWriter to, KitbagSchema schema, Paint paint)
        {
            SchemaFile file = SchemaTextBuilder.Build([schema.Root], new SchemaNotes());
            foreach (SchemaRootLine root in file.Roots)
                to.WriteLine("root " + paint.Type(root.Type.Text));
            foreach (SchemaBlock block in file.Blocks)
            {
                string[] header = block.Header.Split(block.Key, 2);
                to.WriteLine();
                to.WriteLine(header[0] + paint.Type(block.Key) + paint.Faint(header[1]));
                foreach (SchemaLine line in block.Lines)
                {
                    string name = SchemaNames.OfMember(line.Name);
                    string rest = line.Text[name.Length..];
                    to.WriteLine("  " + paint.Name(name) + rest[..^rest.TrimStart(' ', ':', '=').Length]
                        + (line.Type == null ? paint.Number(rest.TrimStart(' ', '=')) : paint.Type(line.Type.Text)));
                }
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
                    w.WriteString("underlying", SchemaNames.Of(type.Underlying));
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
    }
}
