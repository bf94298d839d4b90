using System.Text;
using Kitbag.Cli.Input;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Output
{
    /// <summary>Formats a value in part of a line, in C# notation; long values are truncated without reading the rest.</summary>
    internal static class Brief
    {
        // Members whose values identify an object for users.
        private static readonly string[] s_names = ["Name", "Title", "Id", "Key"];

        /// <summary>Formats a reference to an object: its identity, and its name if it has one.</summary>
        public static string Reference(KitbagNode node)
        {
            string text = Plain.Text(Nodes.Identity(node)!.ToString()!);
            foreach (string name in s_names)
            {
                if (Nodes.TryMember(node, name, out KitbagNode member) && member.Kind == KitbagNodeKind.Value)
                    return text + " " + Of(member, 40);
            }
            return text;
        }

        public static string Of(KitbagNode node, int length)
        {
            var text = new StringBuilder();
            Append(text, node, length, isRoot: true);
            return text.ToString();
        }

        private static void Append(StringBuilder text, KitbagNode node, int length, bool isRoot)
        {
            if (node.Kind is KitbagNodeKind.Null or KitbagNodeKind.Value)
            {
                string scalar = Plain.Text(node.ToString());
                int room = System.Math.Max(length - text.Length, 16);
                text.Append(scalar.Length <= room ? scalar : scalar[..room] + "…");
                return;
            }
            if (!isRoot && Nodes.Identity(node) != null)
            {
                text.Append("→ ").Append(Reference(node));
                return;
            }
            text.Append(Plain.Text(node.ToString()));
            if (node.Count == 0 || text.Length >= length)
                return;
            text.Append(" {");
            if (!AppendParts(text, node, length))
                text.Append(" …");
            text.Append(" }");
        }

        private static bool AppendParts(StringBuilder text, KitbagNode node, int length)
        {
            string separator = " ";
            for (int i = 0; i < node.Count && node.Kind != KitbagNodeKind.Map; i++)
            {
                if (text.Length >= length)
                    return false;
                text.Append(separator);
                if (node.Kind == KitbagNodeKind.Object)
                    text.Append(Plain.Text(node.Type.Members[i].Name)).Append(" = ");
                Append(text, node[i], length, isRoot: false);
                separator = ", ";
            }
            foreach (KitbagEntry entry in node.Entries)
            {
                if (text.Length >= length)
                    return false;
                text.Append(separator).Append('[');
                Append(text, entry.Key, length, isRoot: false);
                text.Append("] = ");
                Append(text, entry.Value, length, isRoot: false);
                separator = ", ";
            }
            return true;
        }
    }
}
