using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Dynamic;

namespace Kitbag.Aot
{
    /// <summary>
    /// Reads documents without their types on runtimes without a JIT: every node, the JSON and the sizes. The output must be the same on
    /// each runtime.
    /// </summary>
    internal static class Documents
    {
        private static readonly KitbagJsonOptions s_json = new KitbagJsonOptions
        {
            NonFinite = KitbagJsonNonFinite.AsStrings,
            MaxDepth = 1000
        };

        public static string Read(byte[] bytes)
        {
            using KitbagDocument document = KitbagDocument.Parse(bytes, new KitbagDocumentOptions { VerifyChecksum = true });
            document.Verify();
            var nodes = new Sum();
            int count = Walk(document.Root, nodes);
            return "nodes " + Text(count) + " " + nodes.Text + ", JSON " + Json(document) + ", sizes " + Sizes(document);
        }

        // Objects that were visited before are added to the hash, but not visited again, because graphs have endless paths.
        private static int Walk(KitbagNode root, Sum sum)
        {
            int count = 0;
            var seen = new HashSet<string>();
            var open = new Stack<KitbagNode>();
            open.Push(root);
            while (open.Count > 0)
            {
                KitbagNode node = open.Pop();
                count++;
                sum.Add(node.ToString());
                sum.Add(node.TypeName);
                if (node.Identity is string identity && !seen.Add(identity))
                    continue;
                foreach (KitbagMember member in node.Members)
                {
                    sum.Add(member.Name);
                    open.Push(member.Value);
                }
                foreach (KitbagNode item in node.Items)
                    open.Push(item);
                foreach (KitbagEntry entry in node.Entries)
                {
                    open.Push(entry.Key);
                    open.Push(entry.Value);
                }
            }
            return count;
        }

        private static string Json(KitbagDocument document)
        {
            string json = document.ToJson(s_json);
            var sum = new Sum();
            sum.Add(json);
            return Text(json.Length) + " " + sum.Text;
        }

        private static string Sizes(KitbagDocument document)
        {
            long bytes = 0;
            var sum = new Sum();
            foreach (KitbagSize size in document.Sizes().All())
            {
                bytes += size.OwnBytes;
                sum.Add(size.ToString());
                foreach (KitbagEncoding encoding in size.Encodings)
                    sum.Add(encoding.Name);
            }
            return Text(bytes) + " " + sum.Text;
        }

        private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
