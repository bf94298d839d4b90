using System.Collections.Generic;
using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>One step of the way from the root to a node; the steps before it are <see cref="Parent"/>.</summary>
    internal sealed class NodePlace
    {
        // A string; for an entry whose key has no text of its own, the node of the key, because making the text takes time.
        private readonly object? _name;
        private readonly int _index;
        private readonly bool _isRaw, _isOfRow;

        /// <summary>Initializes a member; the name of a tracked type, with its mark, is not quoted.</summary>
        public NodePlace(NodePlace? parent, string name, bool isRaw = false)
        {
            Parent = parent;
            _name = name;
            _index = -1;
            _isRaw = isRaw;
        }

        /// <summary>
        /// An item of a list, or an entry of a map; the indices of a multidimensional array are in the same brackets.
        /// </summary>
        public NodePlace(NodePlace? parent, int index, object? key = null, bool isOfRow = false)
        {
            _isOfRow = isOfRow;
            Parent = parent;
            _name = key;
            _index = index;
        }

        public NodePlace? Parent { get; }

        /// <summary>Returns the whole path; empty for the root.</summary>
        /// <param name="place">The place.</param>
        /// <param name="isOfError">Whether the path is that of an error, in which unknown members are a member like others.</param>
        public static string TextOf(NodePlace? place, bool isOfError = false)
        {
            var steps = new Stack<NodePlace>();
            for (; place != null; place = place.Parent)
                steps.Push(place);
            var text = new StringBuilder();
            foreach (NodePlace step in steps)
                step.AppendTo(text, isOfError);
            return text.ToString();
        }

        private void AppendTo(StringBuilder text, bool isOfError)
        {
            string? name = _name is KitbagNode key ? KeyText.Of(key, _index) : (string?)_name;
            if (_isOfRow)
                text.Replace(']', ',', text.Length - 1, 1).Append(_index.ToString(CultureInfo.InvariantCulture)).Append(']');
            else if (_index >= 0)
                text.Append('[').Append(name ?? _index.ToString(CultureInfo.InvariantCulture)).Append(']');
            else if (_isRaw || PathText.IsName(name!) || (isOfError && name == SchemaForms.StoreName))
                text.Append(text.Length == 0 ? "" : ".").Append(name);
            else
                text.Append('[').Append(TextLiteral.Quote(name!)).Append(']');
        }
    }
}
