using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Schemas;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Repairing
{
    /// <summary>
    /// Writes the intact values of a document as JSON for their schema while it reads them, and records what is lost: lost items are
    /// omitted, other lost values get a default value.
    /// </summary>
    internal sealed class SalvageJson
    {
        // Parts of smaller shares of the document are not reported.
        private const double LeastShare = 1e-4;

        private readonly Salvage _salvage;
        private readonly Utf8JsonWriter _w;
        private readonly IProgress<double> _progress;
        private readonly HashSet<string> _cases;
        private readonly HashSet<string> _met = new HashSet<string>(StringComparer.Ordinal);
        private readonly Queue<string> _open = new Queue<string>();
        private readonly List<(string Path, string Why)> _lost = [];
        private bool _isInObject;

        // The part of the document that is written, from 0 to 1.
        private double _start, _share = 1;

        public SalvageJson(Salvage salvage, KitbagSchema schema, Utf8JsonWriter w, IProgress<double> progress)
        {
            _salvage = salvage;
            _cases = TypeText.Cases(schema.Root);
            _w = w;
            _progress = progress;
            SalvagePair root = salvage.ReadRoot(out string? lost);
            if (lost == null)
                Write(root);
            else
                Lose("", lost, schema.Root);
        }

        /// <summary>The paths of lost values, each with the reason.</summary>
        public IReadOnlyList<(string Path, string Why)> Lost => _lost;

        /// <summary>The number of salvaged scalars.</summary>
        public long Saved { get; private set; }

        /// <summary>The identities of the salvaged objects.</summary>
        public IReadOnlyCollection<string> Objects => _met;

        private void Lose(string path, string why, SchemaType type)
        {
            _lost.Add((path, why));
            WriteDefault(type);
        }

        private void Write(in SalvagePair value)
        {
            KitbagNode node = value.First;
            if (node.Identity is { } identity)
                Refer(identity);
            else if (node.CaseName is { } name)
                WriteNamed(value, null, name);
            else
                WriteParts(value);
        }

        // An object is written where it occurs first outside of objects; those that it refers to follow its members, however long the
        // chains are that they form.
        private void Refer(string identity)
        {
            bool isNew = _met.Add(identity);
            if (isNew && !_isInObject)
            {
                _isInObject = true;
                WriteObject(identity, isFirst: true);
                _isInObject = false;
                return;
            }
            if (isNew)
                _open.Enqueue(identity);
            _w.WriteStartObject();
            _w.WriteString(FlatGraph.Reference, identity);
            _w.WriteEndObject();
        }

        private void WriteObject(string identity, bool isFirst)
        {
            SalvagePair one = _salvage.Find(identity);
            string name = one.First.Type.Name;
            WriteNamed(one, identity, _cases.Contains(name) ? name : null, isFirst);
        }

        // A tracked object, or a value of a union.
        private void WriteNamed(in SalvagePair value, string? identity, string? name, bool hasRest = false)
        {
            _w.WriteStartObject();
            if (identity != null)
                _w.WriteString(FlatGraph.Id, identity);
            if (name != null)
                _w.WriteString("$type", name);
            KitbagNode node = value.First;
            if (node.Kind == KitbagNodeKind.Object)
            {
                WriteMembers(value);
            }
            else if (node.Kind == KitbagNodeKind.Map && Nodes.HasScalarKeys(node))
            {
                WriteEntries(value);
            }
            else
            {
                _w.WritePropertyName(node.Kind is KitbagNodeKind.List or KitbagNodeKind.Map ? "$values" : "$value");
                WriteParts(value);
            }
            if (hasRest && _open.Count != 0)
            {
                _w.WriteStartArray(FlatGraph.Rest);
                while (_open.TryDequeue(out string? next))
                    WriteObject(next, isFirst: false);
                _w.WriteEndArray();
            }
            _w.WriteEndObject();
        }

        private void WriteParts(in SalvagePair value)
        {
            KitbagNode node = value.First;
            switch (node.Kind)
            {
                case KitbagNodeKind.Object:
                    _w.WriteStartObject();
                    WriteMembers(value);
                    _w.WriteEndObject();
                    break;
                case KitbagNodeKind.List when !ValueText.NeedsType(node):
                    WriteItems(value);
                    break;
                case KitbagNodeKind.Map when Nodes.HasScalarKeys(node):
                    _w.WriteStartObject();
                    WriteEntries(value);
                    _w.WriteEndObject();
                    break;
                case KitbagNodeKind.Map:
                    WritePairs(value);
                    break;
                default:
                    Saved++;
                    // WriteNamed has written the name of a registered type.
                    if (node.CaseName != null)
                        ValueText.WriteUntyped(_w, node);
                    else
                        ValueText.WriteNode(_w, node);
                    break;
            }
        }

        private void WriteMembers(in SalvagePair value)
        {
            IReadOnlyList<SchemaMember> members = value.First.Type.Members;
            (double start, double share) = (_start, _share);
            for (int i = 0; i < members.Count; i++)
            {
                Report(start, share, i, members.Count);
                _w.WritePropertyName(members[i].Name);
                _salvage.TryRead(value, i, out SalvagePair part, out string? lost);
                if (lost == null)
                    Write(part);
                else
                    Lose(Paths.Member(value.First.Path, members[i].Name), lost, members[i].Type);
            }
            (_start, _share) = (start, share);
        }

        private void WriteItems(in SalvagePair value)
        {
            KitbagNode list = value.First;
            SchemaType element = list.Type.Element!;
            int count = Math.Min(list.Count, value.Second.Count), most = Math.Max(list.Count, value.Second.Count);
            int failed = 0, patience = Salvage.PatienceWith(element), firstLost = -1;
            string? why = null;
            (double start, double share) = (_start, _share);
            _w.WriteStartArray();
            for (int i = 0; i < count; i++)
            {
                Report(start, share, i, count);
                SalvagePair item = default;
                string? lost = why;
                if (failed < patience)
                    failed = _salvage.TryRead(value, i, out item, out lost) ? 0 : failed + 1;
                // The rows of a multidimensional array have the same length, so its lost items get a default value.
                if (lost != null && list.Type.Rank == 0)
                {
                    firstLost = firstLost < 0 ? i : firstLost;
                    why = lost;
                    if (failed < patience || i + 1 == count)
                        continue;
                    why = "the rest, " + Number(count - i - 1) + " items, is given up after " + Number(patience)
                        + " in a row that cannot be read";
                    break;
                }
                LoseItems(list, firstLost, i, why);
                firstLost = -1;
                why = lost;
                if (lost == null)
                    Write(item);
                else
                    Lose(Paths.Item(list.Path, i), lost, element);
            }
            LoseItems(list, firstLost, count, why);
            LoseItems(list, count < most ? count : -1, most, Salvage.Depends);
            _w.WriteEndArray();
            (_start, _share) = (start, share);
        }

        private void LoseItems(KitbagNode list, int start, int end, string? why)
        {
            if (start < 0)
                return;
            string path = Paths.Item(list.Path, start);
            _lost.Add((end - start == 1 ? path : path[..^1] + ".." + end.ToString(CultureInfo.InvariantCulture) + "]", why!));
        }

        private static string Number(int number) => number.ToString("N0", CultureInfo.InvariantCulture);

        private void WriteEntries(in SalvagePair map)
        {
            foreach ((KitbagEntry one, KitbagEntry other) in map.First.Entries.Zip(map.Second.Entries))
            {
                _w.WritePropertyName(ValueText.Name(one.Key));
                WriteValue(map, one, other);
            }
        }

        private void WritePairs(in SalvagePair map)
        {
            _w.WriteStartArray();
            foreach ((KitbagEntry one, KitbagEntry other) in map.First.Entries.Zip(map.Second.Entries))
            {
                _w.WriteStartObject();
                _w.WritePropertyName("Key");
                Write(map.With(one.Key, other.Key));
                _w.WritePropertyName("Value");
                WriteValue(map, one, other);
                _w.WriteEndObject();
            }
            _w.WriteEndArray();
        }

        private void WriteValue(in SalvagePair map, in KitbagEntry one, in KitbagEntry other)
        {
            _salvage.TryRead(map.With(one.Value, other.Value), -1, out SalvagePair value, out string? lost);
            if (lost == null)
                Write(value);
            else
                Lose(one.Value.Path, lost, map.First.Type.Element!);
        }

        // Begins one of several parts of a value, which are taken for equally long.
        private void Report(double start, double share, int index, int count)
        {
            _share = share / count;
            _start = start + _share * index;
            if (share > LeastShare)
                _progress.Report(_start);
        }

        // The smallest value of the type; null if it has null.
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
