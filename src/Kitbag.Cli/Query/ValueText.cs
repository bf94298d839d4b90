using System;
using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Query
{
    /// <summary>Values of a query as text: as C# has them, as JSON, as keys of groups.</summary>
    internal static class ValueText
    {
        private static readonly JsonWriterOptions s_json = new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        /// <summary>One line for people; objects, lists and maps as JSON.</summary>
        public static string Of(in Value value)
        {
            switch (value.Kind)
            {
                case ValueKind.Null:
                    return "null";
                case ValueKind.Node or ValueKind.Entry or ValueKind.Row:
                    return Json(value);
                default:
                    if (value.Source is { } node)
                        return node.ToString();
                    return value.Kind switch
                    {
                        ValueKind.Boolean => value.Boolean ? "true" : "false",
                        ValueKind.Number => Decimal(value.Number),
                        ValueKind.Real => value.Real.ToString("R", CultureInfo.InvariantCulture),
                        _ => Json(value),
                    };
            }
        }

        /// <summary>As <see cref="Of"/>, but text without its quotes and escapes.</summary>
        public static string Raw(in Value value) => value.Kind == ValueKind.Text ? value.Text : Of(value);

        /// <summary>Equal for equal values only.</summary>
        public static string Key(in Value value) => value.Kind switch
        {
            ValueKind.Number => "n" + Decimal(value.Number),
            ValueKind.Real => "r" + value.Real.ToString("R", CultureInfo.InvariantCulture),
            ValueKind.Text => "t" + value.Text,
            ValueKind.Enum => "e" + value.Number.ToString(CultureInfo.InvariantCulture),
            ValueKind.Time => "d" + value.Number.ToString(CultureInfo.InvariantCulture),
            _ => "j" + Json(value),
        };

        /// <summary>One line of JSON.</summary>
        public static string Json(in Value value)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer, s_json))
                WriteJson(writer, value);
            return Encoding.UTF8.GetString(buffer.WrittenSpan);
        }

        public static void WriteJson(Utf8JsonWriter writer, in Value value)
        {
            switch (value.Kind)
            {
                case ValueKind.Null:
                    writer.WriteNullValue();
                    break;
                case ValueKind.Row:
                    writer.WriteStartObject();
                    foreach ((string name, Value cell) in value.Row)
                    {
                        writer.WritePropertyName(name);
                        WriteJson(writer, cell);
                    }
                    writer.WriteEndObject();
                    break;
                case ValueKind.Entry:
                    writer.WriteStartObject();
                    writer.WritePropertyName("Key");
                    WriteNode(writer, value.Entry.Key);
                    writer.WritePropertyName("Value");
                    WriteNode(writer, value.Entry.Value);
                    writer.WriteEndObject();
                    break;
                default:
                    if (value.Source is { } node)
                        WriteNode(writer, node);
                    else
                        WriteScalar(writer, value);
                    break;
            }
        }

        /// <summary>A part of a document, as JSON has it.</summary>
        public static void WriteNode(Utf8JsonWriter writer, KitbagNode node)
        {
            switch (node.Kind)
            {
                case KitbagNodeKind.Null:
                    writer.WriteNullValue();
                    break;
                case KitbagNodeKind.Object:
                    writer.WriteStartObject();
                    foreach (KitbagMember member in node.Members)
                    {
                        writer.WritePropertyName(member.Name);
                        WriteNode(writer, member.Value);
                    }
                    writer.WriteEndObject();
                    break;
                case KitbagNodeKind.List:
                    writer.WriteStartArray();
                    foreach (KitbagNode item in node.Items)
                        WriteNode(writer, item);
                    writer.WriteEndArray();
                    break;
                case KitbagNodeKind.Map:
                    writer.WriteStartObject();
                    foreach (KitbagEntry entry in node.Entries)
                    {
                        writer.WritePropertyName(Raw(Value.Of(entry.Key)));
                        WriteNode(writer, entry.Value);
                    }
                    writer.WriteEndObject();
                    break;
                default:
                    Value value = Value.Of(node);
                    if (value.Kind is ValueKind.Enum or ValueKind.Time)
                        writer.WriteStringValue(node.ToString());
                    else
                        WriteScalar(writer, value);
                    break;
            }
        }

        private static void WriteScalar(Utf8JsonWriter writer, in Value value)
        {
            switch (value.Kind)
            {
                case ValueKind.Boolean:
                    writer.WriteBooleanValue(value.Boolean);
                    break;
                case ValueKind.Number:
                    writer.WriteRawValue(Decimal(value.Number));
                    break;
                case ValueKind.Real when double.IsFinite(value.Real):
                    writer.WriteNumberValue(value.Real);
                    break;
                case ValueKind.Real:
                    writer.WriteStringValue(value.Real.ToString(CultureInfo.InvariantCulture));
                    break;
                default:
                    writer.WriteStringValue(value.Text);
                    break;
            }
        }

        // 1.50 and 1.5 are one number; results of divisions have 28 digits, of which nobody wants zeros.
        private static string Decimal(decimal number) => number.ToString("0.############################", CultureInfo.InvariantCulture);
    }
}
