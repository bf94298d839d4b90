using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Cli.Query;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Repairing
{
    /// <summary>
    /// Reads the intact parts of a document. If blocks are missing, the document is read twice, with different fill bytes in their place: a
    /// value that is equal in both reads does not depend on the missing blocks.
    /// </summary>
    internal sealed class SalvageReader
    {
        // After this many consecutive failures, the rest of a list is given up, because each costs an exception and memory.
        private const int Patience = 64;

        // Tracked objects of a list are stored elsewhere, so the following items may be intact.
        private const int PatienceWithObjects = 100_000;

        // A damaged length may describe more items than there are, and each of them takes memory.
        private const int MostItems = 10_000_000;

        private readonly KitbagDocument _document;
        private readonly Dictionary<string, Salvaged> _objects = new Dictionary<string, Salvaged>(StringComparer.Ordinal);
        private readonly Queue<string> _open = new Queue<string>();

        private SalvageReader(KitbagDocument document) => _document = document;

        /// <summary>Reads the intact parts: the root, and the tracked objects that it reaches.</summary>
        public static SalvagedDocument Read(KitbagDocument document)
        {
            var reader = new SalvageReader(document);
            Salvaged root = reader.Try(() => reader.Read(document.Root));
            while (reader._open.TryDequeue(out string? identity))
                reader._objects[identity] = reader.Try(() => reader.ReadParts(document.Find(identity)));
            return new SalvagedDocument(root, reader._objects);
        }

        private Salvaged Try(Func<Salvaged> read)
        {
            try
            {
                return read();
            }
            catch (KitbagException e)
            {
                return Salvaged.OfNothing(e.Message);
            }
        }

        private Salvaged Read(KitbagNode node)
        {
            if (node.Identity is not { } identity)
                return ReadParts(node);
            if (_objects.Count >= MostItems)
                return Salvaged.OfNothing("there are more than 10,000,000 objects");
            if (_objects.TryAdd(identity, Salvaged.OfNothing("")))
                _open.Enqueue(identity);
            return Salvaged.OfReference(identity);
        }

        private Salvaged ReadParts(KitbagNode node)
        {
            switch (node.Kind)
            {
                case KitbagNodeKind.Object:
                    var members = new List<(string, Salvaged)>();
                    foreach ((SchemaMember member, int i) in node.Type.Members.Select((m, i) => (m, i)))
                        members.Add((member.Name, Try(() => Read(node[i]))));
                    return Salvaged.OfParts(members, isList: false, node.Type);
                case KitbagNodeKind.List when !ValueText.NeedsType(node):
                    return ReadItems(node);
                case KitbagNodeKind.Map when node.Count > MostItems:
                    return Salvaged.OfNothing("it has more than 10,000,000 entries");
                case KitbagNodeKind.Map:
                    return Salvaged.OfParts([.. node.Entries.Select(e => (ValueText.Raw(Value.Of(e.Key)), Read(e.Value)))],
                        isList: false, node.Type);
                default:
                    return Salvaged.OfScalar(ValueText.Json(Value.Of(node)), node.Type);
            }
        }

        private Salvaged ReadItems(KitbagNode node)
        {
            if (node.Count > MostItems)
                return Salvaged.OfNothing("it has more than 10,000,000 items");
            var items = new List<(string, Salvaged)>();
            int failed = 0, i = 0, patience = IsOfObjects(node.Type.Element!) ? PatienceWithObjects : Patience;
            for (; i < node.Count && failed < patience; i++)
            {
                int at = i;
                Salvaged item = Try(() => Read(node[at]));
                failed = item.Lost == null ? 0 : failed + 1;
                items.Add(("", item));
            }
            if (i < node.Count)
                items.Add(("", Salvaged.OfNothing("the rest, " + (node.Count - i).ToString("N0", CultureInfo.InvariantCulture)
                    + " items, is given up after " + patience.ToString("N0", CultureInfo.InvariantCulture)
                    + " in a row that cannot be read")));
            return Salvaged.OfParts(items, isList: true, node.Type, isCut: i < node.Count);
        }

        private static bool IsOfObjects(SchemaType type) => type.Kind switch
        {
            SchemaKind.Reference => true,
            SchemaKind.Nullable => IsOfObjects(type.Element!),
            SchemaKind.Union => type.Members.Any(m => IsOfObjects(m.Type)),
            _ => false,
        };
    }
}
