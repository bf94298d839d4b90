using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Query
{
    /// <summary>Formats values of a query: in C# notation, as JSON, as keys of groups.</summary>
    internal static class ValueText
    {
        private static readonly JsonWriterOptions s_json = new JsonWriterOptions { Encoder = ToolEncoder.Instance };

        // The depth of the writer, plus space for values that are not repeated.
        private const int Deepest = 500;

        /// <summary>One line for display; objects, lists and maps as JSON.</summary>
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

        /// <summary>Like <see cref="Of"/>, but strings without quotes and escapes.</summary>
        public static string Raw(in Value value) => value.Kind == ValueKind.Text ? value.Text : Of(value);

        /// <summary>A text that is equal only for equal values.</summary>
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
            Value one = value;
            return Json(writer => WriteJson(writer, one));
        }

        /// <summary>A scalar or bytes as JSON, without the type that a value of type <c>object</c> may have there.</summary>
        public static string Untyped(KitbagNode node) => Json(writer => WriteUntyped(writer, node));

        /// <inheritdoc cref="Untyped"/>
        public static void WriteUntyped(Utf8JsonWriter writer, KitbagNode node) => WriteParts(writer, node, null);

        private static string Json(Action<Utf8JsonWriter> write)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer, s_json))
                write(writer);
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
                    WriteEntry(writer, value.Entry, null);
                    break;
                default:
                    if (value.Source is { } node)
                        WriteNode(writer, node);
                    else
                        WriteScalar(writer, value);
                    break;
            }
        }

        private static void WriteEntry(Utf8JsonWriter writer, (KitbagNode Key, KitbagNode Value) entry, HashSet<string>? met)
        {
            writer.WriteStartObject();
            writer.WritePropertyName("Key");
            WriteNode(writer, entry.Key, met);
            writer.WritePropertyName("Value");
            WriteNode(writer, entry.Value, met);
            writer.WriteEndObject();
        }

        /// <summary>Formats part of a document as JSON.</summary>
        public static void WriteNode(Utf8JsonWriter writer, KitbagNode node) => WriteNode(writer, node, null);

        // A tracked object is written where it occurs first; otherwise, and if it is nested too deeply, its path is written.
        private static void WriteNode(Utf8JsonWriter writer, KitbagNode node, HashSet<string>? met)
        {
            if (node.Identity is { } identity && (!(met ??= new HashSet<string>(StringComparer.Ordinal)).Add(identity)
                || writer.CurrentDepth > Deepest))
            {
                writer.WriteStartObject();
                writer.WriteString("$ref", identity);
                writer.WriteEndObject();
                return;
            }
            if (TypeNameOf(node) is not { } type)
            {
                WriteParts(writer, node, met);
                return;
            }
            writer.WriteStartObject();
            writer.WriteString("$type", type);
            if (node.Kind == KitbagNodeKind.Object || (node.Kind == KitbagNodeKind.Map && Nodes.HasScalarKeys(node)))
            {
                WriteMembers(writer, node, met);
            }
            else
            {
                writer.WritePropertyName(node.Kind == KitbagNodeKind.Value ? "$value" : "$values");
                WriteParts(writer, node, met);
            }
            writer.WriteEndObject();
        }

        /// <summary>
        /// Returns the name of the type of a value of type <c>object</c> that would be read as another type if JSON did not contain it;
        /// null for other values.
        /// </summary>
        public static string? TypeNameOf(KitbagNode node) => !node.MayBeAny || node.IsNull ? null
            : node.CaseName ?? (!NeedsType(node) ? null : node.Kind == KitbagNodeKind.List ? "System.Byte[]" : "System." + node.Type.Kind);

        /// <summary>Returns whether that is so for a value of a type that needs no registration.</summary>
        public static bool NeedsType(KitbagNode node) => node.MayBeAny && node.CaseName == null && node.Type.Kind switch
        {
            SchemaKind.Object or SchemaKind.Map or SchemaKind.String or SchemaKind.Boolean or SchemaKind.Int32 => false,
            SchemaKind.Sequence => node.Type.Element!.Kind == SchemaKind.Byte,
            SchemaKind.Int64 => node.GetInt64() is >= int.MinValue and <= int.MaxValue,
            SchemaKind.UInt64 => node.GetUInt64() <= long.MaxValue,
            SchemaKind.Double => !double.IsFinite(node.GetDouble()),
            _ => true,
        };

        private static void WriteParts(Utf8JsonWriter writer, KitbagNode node, HashSet<string>? met)
        {
            switch (node.Kind)
            {
                case KitbagNodeKind.Null:
                    writer.WriteNullValue();
                    break;
                case KitbagNodeKind.Object:
                case KitbagNodeKind.Map when Nodes.HasScalarKeys(node):
                    writer.WriteStartObject();
                    WriteMembers(writer, node, met);
                    writer.WriteEndObject();
                    break;
                case KitbagNodeKind.List when Nodes.IsBytes(node):
                    writer.WriteBase64StringValue([.. node.Items.Select(i => (byte)i.GetInt64())]);
                    break;
                case KitbagNodeKind.List:
                    writer.WriteStartArray();
                    foreach (KitbagNode item in node.Items)
                        WriteNode(writer, item, met);
                    writer.WriteEndArray();
                    break;
                case KitbagNodeKind.Map:
                    writer.WriteStartArray();
                    foreach (KitbagEntry entry in node.Entries)
                        WriteEntry(writer, (entry.Key, entry.Value), met);
                    writer.WriteEndArray();
                    break;
                case KitbagNodeKind.Value when node.Type.Kind is SchemaKind.Int128 or SchemaKind.UInt128 or SchemaKind.Decimal:
                    // Exactly, and with the zeros at the end of a decimal.
                    writer.WriteRawValue(node.ToString().TrimEnd('m'));
                    break;
                case KitbagNodeKind.Value when node.Type.Kind == SchemaKind.Double && node.MayBeAny && double.IsFinite(node.GetDouble()):
                    // With a point or an exponent: 1 would be read as an int.
                    writer.WriteRawValue(node.ToString());
                    break;
                default:
                    Value value = Value.Of(node);
                    if (value.Kind is ValueKind.Enum or ValueKind.Time)
                        writer.WriteStringValue(Name(node));
                    else
                        WriteScalar(writer, value);
                    break;
            }
        }

        // The members of an object, or the entries of a map.
        private static void WriteMembers(Utf8JsonWriter writer, KitbagNode node, HashSet<string>? met)
        {
            if (node.Kind == KitbagNodeKind.Object)
            {
                foreach (KitbagMember member in node.Members)
                {
                    writer.WritePropertyName(member.Name);
                    WriteNode(writer, member.Value, met);
                }
                return;
            }
            foreach (KitbagEntry entry in node.Entries)
            {
                writer.WritePropertyName(Name(entry.Key));
                WriteNode(writer, entry.Value, met);
            }
        }

        /// <summary>A scalar as the name that it is in JSON if it is a key of a map.</summary>
        public static string Name(KitbagNode scalar)
        {
            Value value = Value.Of(scalar);
            return value.Kind == ValueKind.Enum ? scalar.ToString().Replace(" | ", ", ", StringComparison.Ordinal) : Raw(value);
        }

        private static void WriteScalar(Utf8JsonWriter writer, in Value value)
        {
            switch (value.Kind)
            {
                case ValueKind.Boolean:
                    writer.WriteBooleanValue(value.Boolean);
                    break;
                case ValueKind.Number:
                    // Raw values would not be indented.
                    writer.WriteNumberValue(decimal.Parse(Decimal(value.Number), CultureInfo.InvariantCulture));
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

        // 1.50 and 1.5 are the same number; results of divisions have 28 digits, of which trailing zeros are removed.
        private static string Decimal(decimal number) => number.ToString("0.############################", CultureInfo.InvariantCulture);
    }
}
