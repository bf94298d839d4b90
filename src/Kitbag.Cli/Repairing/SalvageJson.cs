using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Repairing
{
    /// <summary>Writes salvaged values as JSON for their schema, and records what is lost: lost items are omitted.</summary>
    internal sealed class SalvageJson
    {
        private readonly Utf8JsonWriter _w;

        public SalvageJson(Utf8JsonWriter w) => _w = w;

        /// <summary>The paths of lost values, each with the reason.</summary>
        public List<(string Path, string Why)> Lost { get; } = [];

        /// <summary>The number of salvaged scalars.</summary>
        public long Saved { get; private set; }

        public void Write(Salvaged value, SchemaType type, string path)
        {
            if (type.Kind is SchemaKind.Nullable)
                type = type.Element!;
            if (value.Lost != null)
            {
                Lost.Add((path, value.Lost));
                WriteDefault(type);
            }
            else if (value.Identity != null)
            {
                _w.WriteStartObject();
                _w.WriteString(FlatGraph.Reference, value.Identity);
                _w.WriteEndObject();
            }
            else if (type.Kind == SchemaKind.Union && value.Scalar != "null" && (!type.IsAnyUnion || value.Type!.Name.Length != 0))
            {
                WriteNamed(value, value.Type!.Name, path);
            }
            else
            {
                WriteParts(value, value.Type!, path);
            }
        }

        /// <summary>Writes a tracked object, or a value of a union, as an object that may have a type discriminator.</summary>
        /// <param name="value">The value that was read.</param>
        /// <param name="name">The name of its type; null if readers do not need it.</param>
        /// <param name="path">The path of the value.</param>
        public void WriteNamed(Salvaged value, string? name, string path)
        {
            _w.WriteStartObject();
            if (name != null)
                _w.WriteString("$type", name);
            if (value.Parts != null && !value.IsList)
            {
                WriteMembers(value, value.Type!, path);
            }
            else
            {
                _w.WritePropertyName(value.IsList ? "$values" : "$value");
                WriteParts(value, value.Type!, path);
            }
            _w.WriteEndObject();
        }

        private void WriteParts(Salvaged value, SchemaType type, string path)
        {
            if (value.Scalar != null)
            {
                Saved++;
                _w.WriteRawValue(value.Scalar, skipInputValidation: true);
            }
            else if (value.IsList)
            {
                WriteItems(value, type, path);
            }
            else
            {
                _w.WriteStartObject();
                WriteMembers(value, type, path);
                _w.WriteEndObject();
            }
        }

        private void WriteItems(Salvaged value, SchemaType type, string path)
        {
            _w.WriteStartArray();
            int first = -1;
            for (int i = 0; i < value.Parts!.Count; i++)
            {
                Salvaged item = value.Parts[i].Value;
                // The rows of a multidimensional array have the same length, so its lost items get a default value.
                bool isOmitted = item.Lost != null && type.Rank == 0;
                if (!isOmitted)
                    Write(item, type.Element!, Paths.Item(path, i));
                else if (first < 0)
                    first = i;
                bool endsHere = isOmitted && (i + 1 == value.Parts.Count || value.Parts[i + 1].Value.Lost == null);
                if (!endsHere)
                    continue;
                Lost.Add((first == i ? Paths.Item(path, i) : path + "[" + first.ToString(CultureInfo.InvariantCulture) + ".."
                    + (i + 1).ToString(CultureInfo.InvariantCulture) + "]", item.Lost!));
                first = -1;
            }
            _w.WriteEndArray();
        }

        private void WriteMembers(Salvaged value, SchemaType type, string path)
        {
            bool isMap = type.Kind == SchemaKind.Map;
            foreach ((string name, Salvaged part) in value.Parts!)
            {
                SchemaType? partType = isMap ? type.Element : type.Members.FirstOrDefault(m => m.Name == name)?.Type;
                if (partType == null)
                    continue;
                _w.WritePropertyName(name);
                Write(part, partType, isMap ? Paths.Entry(path, name) : Paths.Member(path, name));
            }
        }

        // The smallest value of the type.
        private void WriteDefault(SchemaType type)
        {
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    _w.WriteBooleanValue(false);
                    break;
                case SchemaKind.Sequence:
                    _w.WriteStartArray();
                    _w.WriteEndArray();
                    break;
                case SchemaKind.Map or SchemaKind.Record:
                case SchemaKind.Object when type.IsStruct:
                    _w.WriteStartObject();
                    _w.WriteEndObject();
                    break;
                case SchemaKind.Char:
                    _w.WriteStringValue("\0");
                    break;
                case SchemaKind.Guid:
                    _w.WriteStringValue(System.Guid.Empty);
                    break;
                case SchemaKind.DateTime or SchemaKind.DateTimeOffset:
                    _w.WriteStringValue(type.Kind == SchemaKind.DateTime ? "0001-01-01T00:00:00" : "0001-01-01T00:00:00+00:00");
                    break;
                case SchemaKind.DateOnly:
                    _w.WriteStringValue("0001-01-01");
                    break;
                case SchemaKind.TimeSpan or SchemaKind.TimeOnly:
                    _w.WriteStringValue("00:00:00");
                    break;
                case SchemaKind.Enum or (>= SchemaKind.SByte and <= SchemaKind.Decimal):
                    _w.WriteNumberValue(0);
                    break;
                default:
                    _w.WriteNullValue();
                    break;
            }
        }
    }
}
