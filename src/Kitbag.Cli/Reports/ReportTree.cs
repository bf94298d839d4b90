using System.Collections.Generic;
using System.Globalization;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Schemas;
using Kitbag.Dynamic;
using Kitbag.Schema;
using Kitbag.Schemas;

namespace Kitbag.Cli.Reports
{
    /// <summary>
    /// Writes the values of a document for the page, [name, text, kind, children, number of omitted children], up to a limit; counts the
    /// values of columns at the same time.
    /// </summary>
    internal sealed class ReportTree
    {
        private const int Deepest = 64, LongestText = 500;

        private readonly Utf8JsonWriter _w;
        private readonly HashSet<object> _met = [];
        private readonly Queue<KitbagNode> _later = new();
        private readonly Dictionary<string, ColumnStatistics> _columns = [];
        private int _left;

        public ReportTree(Utf8JsonWriter w, int mostValues)
        {
            _w = w;
            _left = mostValues;
        }

        /// <summary>Whether values were omitted.</summary>
        public bool IsCut { get; private set; }

        public IEnumerable<ColumnStatistics> Columns => _columns.Values;

        /// <summary>Writes the root, followed by tracked objects that are nested too deeply in it.</summary>
        public void Write(KitbagNode root)
        {
            _w.WriteStartArray();
            WriteHead("", root);
            _w.WriteStartArray();
            int more = 0;
            if (Nodes.Identity(root) is { } identity)
                _met.Add(identity);
            if (root.Kind is not (KitbagNodeKind.Null or KitbagNodeKind.Value))
                more = WriteParts(root, "", 1);
            while (_later.TryDequeue(out KitbagNode node))
                WriteValue("", node, TypeText.Of(node.Type), 1, isKnown: true);
            _w.WriteEndArray();
            _w.WriteNumberValue(more);
            _w.WriteEndArray();
        }

        private void WriteHead(string name, KitbagNode node)
        {
            _w.WriteStringValue(name);
            string text = node.ToString();
            if (Nodes.Identity(node) is { } identity)
                text += " " + identity;
            _w.WriteStringValue(Plain.Text(text.Length <= LongestText ? text : text[..LongestText] + "…"));
            _w.WriteStringValue(Kind(node));
        }

        private static string Kind(KitbagNode node) => node.Kind switch
        {
            KitbagNodeKind.Null => "null",
            KitbagNodeKind.Object => "type",
            KitbagNodeKind.List or KitbagNodeKind.Map => "list",
            _ => node.Type.Kind switch
            {
                SchemaKind.String or SchemaKind.Char => "string",
                SchemaKind.Enum => "enum",
                _ => "number",
            },
        };

        private void WriteValue(string name, KitbagNode node, string column, int depth, bool isKnown = false)
        {
            _left--;
            _w.WriteStartArray();
            WriteHead(name, node);
            _w.WriteStartArray();
            int more = 0;
            if (node.Kind is KitbagNodeKind.Null or KitbagNodeKind.Value)
                Count(column, node);
            else if (IsToBeEntered(node, depth, isKnown))
                more = WriteParts(node, column, depth + 1);
            _w.WriteEndArray();
            _w.WriteNumberValue(more);
            _w.WriteEndArray();
        }

        private bool IsToBeEntered(KitbagNode node, int depth, bool isKnown)
        {
            if (Nodes.Identity(node) is not { } identity)
                return true;
            if (isKnown)
                return true;
            if (!_met.Add(identity))
                return false;
            if (depth < Deepest)
                return true;
            _later.Enqueue(node);
            return false;
        }

        private int WriteParts(KitbagNode node, string column, int depth)
        {
            int written = 0, count = node.Count;
            switch (node.Kind)
            {
                case KitbagNodeKind.Object:
                    // Tracked objects can be reached on many paths; their columns are those of their type.
                    string start = Nodes.Identity(node) != null ? SchemaTypes.ShortName(node.Type.Name) : column;
                    foreach (KitbagMember member in node.Members)
                    {
                        WriteValue(Plain.Text(member.Name), member.Value, Paths.Member(start, member.Name), depth);
                        written++;
                    }
                    break;
                case KitbagNodeKind.Map:
                    foreach (KitbagEntry entry in node.Entries)
                    {
                        if (_left <= 0)
                            break;
                        WriteValue("[" + Plain.Text(entry.Key.ToString()) + "]", entry.Value, column + "[]", depth);
                        written++;
                    }
                    break;
                default:
                    for (; written < count && _left > 0; written++)
                        WriteValue("[" + written.ToString(CultureInfo.InvariantCulture) + "]", node[written], column + "[]", depth);
                    break;
            }
            IsCut |= written < count;
            return count - written;
        }

        private void Count(string column, KitbagNode node)
        {
            if (!_columns.TryGetValue(column, out ColumnStatistics? statistics))
                _columns.Add(column, statistics = new ColumnStatistics(column, TypeText.Of(node.DeclaredType)));
            statistics.Add(Value.Of(node));
        }
    }
}
