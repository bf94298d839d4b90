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
    /// Determines which values of a damaged document are intact: those that are equal in two readings with different bytes in place of the
    /// missing ones, because they do not depend on these bytes.
    /// </summary>
    internal sealed class Salvage
    {
        /// <summary>After this many consecutive failures, the rest of a list is given up, because each costs an exception.</summary>
        public const int Patience = 64;

        // Tracked objects of a list are stored elsewhere, so the following items may be intact.
        private const int PatienceWithObjects = 100_000;

        // A damaged length may describe more items than there are.
        private const int MostItems = 10_000_000;

        /// <summary>The reason why a value is lost that differs between the readings.</summary>
        public const string Depends = "it depends on what is damaged";

        private readonly KitbagDocument _first, _second;

        // Why an object is lost; null if it is not.
        private readonly Dictionary<string, string?> _objects = new Dictionary<string, string?>(StringComparer.Ordinal);

        public Salvage(KitbagDocument first, KitbagDocument second)
        {
            _first = first;
            _second = second;
        }

        private bool IsOne => ReferenceEquals(_first, _second);

        /// <summary>Returns how many items of a list that cannot be read may follow each other.</summary>
        public static int PatienceWith(SchemaType element) => IsOfObjects(element) ? PatienceWithObjects : Patience;

        /// <summary>Reads the root.</summary>
        public SalvagePair ReadRoot(out string? lost)
        {
            try
            {
                var root = new SalvagePair(_first.Root, _second.Root, IsOne);
                TryRead(root, -1, out _, out lost);
                return root;
            }
            catch (KitbagException e)
            {
                lost = e.Message;
                return default;
            }
        }

        /// <summary>Reads a value.</summary>
        /// <param name="whole">The object or the list, or the value itself.</param>
        /// <param name="index">The position of a member or an item; -1 for the value itself.</param>
        /// <param name="part">Returns the value.</param>
        /// <param name="lost">Returns the reason why the value is lost, or null. Parts of the value may be lost nevertheless.</param>
        /// <returns>Whether the value could be read, though it may differ between the readings.</returns>
        public bool TryRead(in SalvagePair whole, int index, out SalvagePair part, out string? lost)
        {
            part = whole;
            try
            {
                if (index >= 0)
                    part = whole[index];
                lost = LostOf(part);
                return true;
            }
            catch (KitbagException e)
            {
                lost = e.Message;
                return false;
            }
        }

        /// <summary>Reads a tracked object.</summary>
        public SalvagePair Find(string identity)
        {
            KitbagNode one = _first.Find(identity);
            return new SalvagePair(one, IsOne ? one : _second.Find(identity), IsOne);
        }

        private string? LostOf(in SalvagePair value) => value.First.Identity != value.Second.Identity ? Depends
            : value.First.Identity is { } identity ? LostOf(identity)
            : LostOf(value.First, value.Second);

        private string? LostOf(string identity)
        {
            if (_objects.TryGetValue(identity, out string? lost))
                return lost;
            if (_objects.Count >= MostItems)
                return "there are more than 10,000,000 objects";
            // The keys of a map may refer to the map.
            _objects.Add(identity, null);
            try
            {
                SalvagePair one = Find(identity);
                lost = LostOf(one.First, one.Second);
            }
            catch (KitbagException e)
            {
                lost = e.Message;
            }
            return _objects[identity] = lost == null ? null : "the object is lost: " + lost;
        }

        private string? LostOf(KitbagNode first, KitbagNode second)
        {
            if (first.Kind != second.Kind || first.Type.Kind != second.Type.Kind || first.Type.Name != second.Type.Name)
                return Depends;
            switch (first.Kind)
            {
                case KitbagNodeKind.Object:
                    return null;
                case KitbagNodeKind.List when ValueText.NeedsType(first):
                    return ValueText.Json(Value.Of(first)) == ValueText.Json(Value.Of(second)) ? null : Depends;
                case KitbagNodeKind.List:
                    return Math.Max(first.Count, second.Count) > MostItems ? "it has more than 10,000,000 items"
                        : first.Count == second.Count || EndsEarly(first, second) ? null : Depends;
                case KitbagNodeKind.Map:
                    return Math.Max(first.Count, second.Count) > MostItems ? "it has more than 10,000,000 entries"
                        : LostOfKeys(first, second);
                default:
                    return first.ToString() == second.ToString() ? null : Depends;
            }
        }

        private string? LostOfKeys(KitbagNode first, KitbagNode second)
        {
            if (first.Count != second.Count)
                return Depends;
            foreach ((KitbagEntry one, KitbagEntry other) in first.Entries.Zip(second.Entries))
            {
                if (one.KeyText != other.KeyText)
                    return Depends;
                if (one.Key.Identity is { } identity && LostOf(identity) is { } lost)
                    return lost;
            }
            return null;
        }

        // Whether a list is longer in one reading only because of items that cannot be read.
        private static bool EndsEarly(KitbagNode first, KitbagNode second)
        {
            KitbagNode longer = first.Count > second.Count ? first : second;
            int start = Math.Min(first.Count, second.Count), end = Math.Min(longer.Count, start + Patience);
            return Enumerable.Range(start, end - start).All(i => !CanRead(longer, i));
        }

        private static bool CanRead(KitbagNode list, int index)
        {
            try
            {
                return list[index].ToString().Length >= 0;
            }
            catch (KitbagException)
            {
                return false;
            }
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
