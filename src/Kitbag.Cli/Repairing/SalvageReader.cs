using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Query;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Repairing
{
    /// <summary>
    /// Reads what can be read of a document. Where blocks are missing, the document is read twice, with two different fillings in their
    /// places: a value that is the same both times does not depend on what is missing.
    /// </summary>
    internal sealed class SalvageReader
    {
        // So many items of a list fail one after the other before the rest is given up: each costs an exception and memory.
        private const int Patience = 64;

        // A damaged length announces more items than there are; each that is read takes memory.
        private const int MostItems = 10_000_000;

        private const string Depends = "it depends on what is damaged";

        public static Salvaged Read(Func<KitbagNode> find)
        {
            try
            {
                return Read(find());
            }
            catch (KitbagException e)
            {
                return Salvaged.OfNothing(e.Message);
            }
        }

        /// <summary>What both readings agree on.</summary>
        public static Salvaged Both(Salvaged a, Salvaged b)
        {
            if (a.Lost != null || b.Lost != null)
                return a.Lost != null ? a : b;
            if (a.Scalar != null || b.Scalar != null)
                return a.Scalar == b.Scalar ? a : Salvaged.OfNothing(Depends);
            if (a.IsList != b.IsList || a.Parts!.Count != b.Parts!.Count)
                return Salvaged.OfNothing(Depends);
            var parts = new List<(string, Salvaged)>();
            for (int i = 0; i < a.Parts.Count; i++)
            {
                if (a.Parts[i].Name != b.Parts[i].Name)
                    return Salvaged.OfNothing(Depends);
                parts.Add((a.Parts[i].Name, Both(a.Parts[i].Value, b.Parts[i].Value)));
            }
            return Salvaged.OfParts(parts, a.IsList);
        }

        private static Salvaged Read(KitbagNode node)
        {
            switch (node.Kind)
            {
                case KitbagNodeKind.Object:
                    var members = new List<(string, Salvaged)>();
                    foreach ((SchemaMember member, int i) in node.Type.Members.Select((m, i) => (m, i)))
                        members.Add((member.Name, Read(() => node[i])));
                    return Salvaged.OfParts(members, isList: false);
                case KitbagNodeKind.List:
                    return ReadItems(node);
                case KitbagNodeKind.Map when node.Count > MostItems:
                    return Salvaged.OfNothing("it has more than 10,000,000 entries");
                case KitbagNodeKind.Map:
                    return Salvaged.OfParts([.. node.Entries.Select(e => (ValueText.Raw(Value.Of(e.Key)), Read(e.Value)))], isList: false);
                default:
                    return Salvaged.OfScalar(ValueText.Json(Value.Of(node)));
            }
        }

        private static Salvaged ReadItems(KitbagNode node)
        {
            if (node.Count > MostItems)
                return Salvaged.OfNothing("it has more than 10,000,000 items");
            var items = new List<(string, Salvaged)>();
            int failed = 0;
            for (int i = 0; i < node.Count && failed < Patience; i++)
            {
                int at = i;
                Salvaged item = Read(() => node[at]);
                failed = item.Lost == null ? 0 : failed + 1;
                items.Add(("", item));
            }
            return Salvaged.OfParts(items, isList: true);
        }
    }
}
