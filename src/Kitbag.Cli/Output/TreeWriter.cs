using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using Kitbag.Cli.Input;
using Kitbag.Cli.Schemas;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Output
{
    /// <summary>Limits how much of a document is shown.</summary>
    internal sealed record TreeLimits(int Depth, int Items, int Text)
    {
        /// <summary>The maximum nesting depth of the output; tracked objects below it follow the tree.</summary>
        public const int Deepest = 64;

        public static TreeLimits All { get; } = new TreeLimits(Deepest, int.MaxValue, int.MaxValue);
    }

    /// <summary>Writes values as a tree, line by line, without reading more than it shows.</summary>
    internal sealed class TreeWriter
    {
        private const int LongestInline = 100;

        private readonly TextWriter _to;
        private readonly Paint _paint;
        private readonly TreeLimits _limits;
        private readonly bool _isPlain;
        private readonly HashSet<object> _met = [];
        private readonly Queue<KitbagNode> _later = new();

        /// <param name="to">The output.</param>
        /// <param name="paint">The colours.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="isPlain">
        /// For comparisons of texts: without the lines of the tree and the numbers of items. Each tracked object is shown separately after
        /// the tree, so that its position does not depend on which object refers to it first.
        /// </param>
        public TreeWriter(TextWriter to, Paint paint, TreeLimits limits, bool isPlain)
        {
            _to = to;
            _paint = paint;
            _limits = limits;
            _isPlain = isPlain;
        }

        public void Write(KitbagNode root, string title)
        {
            WriteRoot(root, title);
            while (_later.TryDequeue(out KitbagNode node))
            {
                if (!_isPlain)
                    _to.WriteLine();
                WriteRoot(node, "");
            }
        }

        private void WriteRoot(KitbagNode node, string title)
        {
            if (Nodes.Identity(node) is { } identity)
                _met.Add(identity);
            _to.Write(title);
            WriteLine(node, "", 0, title.Length);
        }

        // The rest of a line that begins with a name, and the lines below it.
        private void WriteLine(KitbagNode node, string prefix, int depth, int column)
        {
            if (depth != 0 && Nodes.Identity(node) is { } identity)
            {
                if (_isPlain || depth >= Math.Min(_limits.Depth, TreeLimits.Deepest) || !_met.Add(identity))
                {
                    Refer(node, identity);
                    return;
                }
            }
            string? inline = Inline(node, Math.Max(LongestInline - column, 40));
            if (inline != null)
            {
                _to.WriteLine(inline);
                return;
            }
            bool isCut = depth >= _limits.Depth;
            _to.WriteLine(Head(node) + (isCut && node.Count != 0 ? _paint.Faint(" …") : ""));
            if (!isCut)
                WriteParts(node, prefix, depth);
        }

        // With --all each object is shown once: after the tree if it is not in the tree.
        private void Refer(KitbagNode node, object identity)
        {
            FollowLater(node, identity);
            _to.WriteLine(_paint.Faint("→ ") + _paint.Type(Plain.Text(identity.ToString()!)));
        }

        private void FollowLater(KitbagNode node, object identity)
        {
            if ((_isPlain || _limits.Depth >= TreeLimits.Deepest) && _met.Add(identity))
                _later.Enqueue(node);
        }

        private string Head(KitbagNode node)
        {
            string identity = Nodes.Identity(node) is { } id ? _paint.Faint(" " + Plain.Text(id.ToString()!)) : "";
            if (!_isPlain || node.Kind == KitbagNodeKind.Object)
                return _paint.Type(Plain.Text(node.ToString())) + identity;
            // Counts would differ wherever an item was added.
            return _paint.Type(TypeText.Of(node.Type)) + identity;
        }

        private void WriteParts(KitbagNode node, string prefix, int depth)
        {
            int count = node.Count, shown = node.Kind == KitbagNodeKind.Object ? count : Math.Min(count, _limits.Items);
            // Omitting one line would need a line to say so.
            if (count == shown + 1)
                shown = count;
            if (node.Kind == KitbagNodeKind.Map)
            {
                int i = 0;
                foreach (KitbagEntry entry in node.Entries)
                {
                    if (i == shown)
                        break;
                    WritePart("[" + Key(entry) + "]", entry.Value, prefix, depth, ++i == count);
                }
            }
            else
            {
                for (int i = 0; i < shown; i++)
                {
                    string name = node.Kind == KitbagNodeKind.Object ? Plain.Text(node.Type.Members[i].Name)
                        : _isPlain ? "-" : "[" + i.ToString(CultureInfo.InvariantCulture) + "]";
                    WritePart(name, Nodes.Shown(node, i), prefix, depth, i == count - 1);
                }
            }
            if (shown < count)
                _to.WriteLine(prefix + (_isPlain ? "  " : _paint.Faint("└─ "))
                    + _paint.Faint("… " + (count - shown).ToString("N0", CultureInfo.InvariantCulture) + " more"));
        }

        private string Key(KitbagEntry entry)
        {
            if (entry.Key.Kind == KitbagNodeKind.Value || entry.Key.IsNull)
                return Scalar(entry.Key);
            string text = Plain.Text(entry.KeyText);
            if (Nodes.Identity(entry.Key) is { } identity)
            {
                // The object itself follows the tree, like others of which only the name is shown.
                FollowLater(entry.Key, identity);
                return _paint.Faint("→ ") + _paint.Type(text);
            }
            return _isPlain || _limits.Items == int.MaxValue || text.Length <= LongestInline ? text
                : text[..Cut(text, LongestInline)] + _paint.Faint("…");
        }

        private void WritePart(string name, KitbagNode value, string prefix, int depth, bool isLast)
        {
            string branch = _isPlain ? "  " : isLast ? "└─ " : "├─ ";
            _to.Write(prefix + _paint.Faint(branch) + _paint.Name(name) + (name == "-" ? " " : ": "));
            WriteLine(value, prefix + (_isPlain ? "  " : _paint.Faint(isLast ? "   " : "│  ")), depth + 1,
                3 * (depth + 1) + name.Length + 2);
        }

        // Values that fit on one line: scalars, lists of scalars, small records.
        private string? Inline(KitbagNode node, int room)
        {
            switch (node.Kind)
            {
                case KitbagNodeKind.Null or KitbagNodeKind.Value:
                    return Scalar(node);
                case KitbagNodeKind.List when node.Count == 0:
                    return Head(node);
                case KitbagNodeKind.List when IsScalar(node.Type.Element!) && (!_isPlain || node.Type.Element!.Kind is SchemaKind.Byte):
                    return InlineList(node, room);
                case KitbagNodeKind.Object when node.Type.Kind == SchemaKind.Record && node.Count <= 4:
                    return InlineRecord(node, room);
                default:
                    return null;
            }
        }

        private static bool IsScalar(SchemaType type) => type.Kind is SchemaKind.Enum or >= SchemaKind.Boolean and not SchemaKind.String
            || (type.Kind == SchemaKind.Nullable && IsScalar(type.Element!));

        private string InlineList(KitbagNode node, int room)
        {
            string head = Head(node);
            var text = new StringBuilder(head).Append(" {");
            int used = node.ToString().Length + 3, i = 0;
            for (; i < node.Count; i++)
            {
                string item = node[i].ToString();
                used += item.Length + 2;
                if (i != 0 && used > room && _limits.Items != int.MaxValue)
                    break;
                text.Append(i == 0 ? " " : ", ").Append(Color(node[i], Plain.Text(item)));
            }
            if (i < node.Count)
                text.Append(_paint.Faint(", …"));
            return text.Append(" }").ToString();
        }

        private string? InlineRecord(KitbagNode node, int room)
        {
            var text = new StringBuilder(Head(node)).Append(" {");
            int used = node.ToString().Length + 3;
            string separator = " ";
            foreach (KitbagMember member in node.Members)
            {
                if (member.Value.Kind != KitbagNodeKind.Value)
                    return null;
                string name = Plain.Text(member.Name), value = Plain.Text(member.Value.ToString());
                used += name.Length + value.Length + 5;
                text.Append(separator).Append(_paint.Name(name)).Append(" = ").Append(Color(member.Value, value));
                separator = ", ";
            }
            return used <= Math.Max(room, 60) ? text.Append(" }").ToString() : null;
        }

        private string Scalar(KitbagNode node)
        {
            if (node.IsNull)
                return _paint.Faint("null");
            if (node.Type.Kind == SchemaKind.String && _limits.Text != int.MaxValue)
            {
                string text = Nodes.Text(node);
                if (text.Length > _limits.Text)
                    return _paint.String(Plain.Text(TextLiteral.Quote(text[..Cut(text, _limits.Text)]))) + _paint.Faint("… "
                        + text.Length.ToString("N0", CultureInfo.InvariantCulture) + " characters");
            }
            return Color(node, Plain.Text(node.ToString()));
        }

        private static int Cut(string text, int length) => char.IsHighSurrogate(text[length - 1]) ? length - 1 : length;

        private string Color(KitbagNode node, string text) => node.IsNull ? _paint.Faint(text) : node.Type.Kind switch
        {
            SchemaKind.String or SchemaKind.Char => _paint.String(text),
            SchemaKind.Enum => _paint.Type(text),
            _ => _paint.Number(text),
        };
    }
}
