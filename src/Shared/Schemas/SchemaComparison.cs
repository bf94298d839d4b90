using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    /// <summary>
    /// Determines what happens when a reader of one schema reads documents of another: the rules of docs/format.md, "Reading by another
    /// schema". Information from attributes of the reader's program (former names, required members) is used if it is available.
    /// </summary>
    internal sealed partial class SchemaComparison
    {
        private readonly List<SchemaFinding> _findings = new List<SchemaFinding>();
        private readonly HashSet<(SchemaType, SchemaType)> _compared = new HashSet<(SchemaType, SchemaType)>();
        private readonly Queue<(SchemaType Old, SchemaType New, SchemaPlace Place)> _open =
            new Queue<(SchemaType Old, SchemaType New, SchemaPlace Place)>();
        private readonly IReaderAttributes? _attributes;

        private SchemaComparison(IReaderAttributes? attributes)
        {
            _attributes = attributes;
        }

        /// <summary>Compares the schema of documents with that of their reader.</summary>
        public static IReadOnlyList<SchemaFinding> Compare(SchemaType old, SchemaType @new) =>
            Compare(new[] { (old, @new) }, null);

        /// <summary>Compares schemas of documents with those of their readers.</summary>
        /// <param name="roots">The roots. Types that several of them reach are compared once.</param>
        /// <param name="attributes">The attributes of the reader's program; null if they are unknown.</param>
        public static IReadOnlyList<SchemaFinding> Compare(IEnumerable<(SchemaType Old, SchemaType New)> roots,
            IReaderAttributes? attributes)
        {
            var comparison = new SchemaComparison(attributes);
            foreach ((SchemaType old, SchemaType @new) in roots)
            {
                comparison.Meet(old, @new, SchemaPlace.Root);
                comparison.Finish();
            }
            // If no document can be read, effects on single values do not matter.
            var refused = new HashSet<SchemaPlace>(comparison._findings.Where(IsRefused).Select(finding => finding.Place));
            comparison._findings.RemoveAll(finding => finding.Change == SchemaChange.Type && finding.Kind != FindingKind.Refused
                && refused.Contains(finding.Place));
            return comparison._findings;
        }

        private static bool IsRefused(SchemaFinding finding) =>
            finding.Change == SchemaChange.Type && finding.Kind == FindingKind.Refused;

        private void Finish()
        {
            while (_open.Count != 0)
            {
                (SchemaType Old, SchemaType New, SchemaPlace Place) pair = _open.Dequeue();
                Members(pair.Old, pair.New, pair.Place);
            }
        }

        private void Add(FindingKind kind, SchemaPlace place, SchemaType? old, SchemaType? @new, string words) =>
            Add(kind, SchemaChange.Type, place, old, @new, words);

        private void Add(FindingKind kind, SchemaChange change, SchemaPlace place, SchemaType? old, SchemaType? @new, string words) =>
            _findings.Add(new SchemaFinding(kind, change, place, old, @new, words));

        // Types with members are compared once for each pair, however many references there are, so cycles end.
        private void Meet(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            @new = BestOf(old, @new, @new, "");
            if (@new.IsAny)
            {
                MeetAny(old, @new, place);
                return;
            }
            if (old.IsAny)
            {
                Refuse(old, @new, place);
                return;
            }
            if (@new.Kind == SchemaKind.Nullable)
            {
                if (old.Kind == SchemaKind.Sequence && @new.Element!.Kind != SchemaKind.Sequence)
                    One(old, @new, place);
                else
                    MeetNullable(old, @new, place);
                return;
            }
            if (old.Kind == SchemaKind.Nullable && @new.Kind != SchemaKind.Sequence)
            {
                if (!@new.CanBeNull)
                    Add(FindingKind.RefusedByValue, place, old, @new, "null is an error; other values are read");
                Meet(old.Element!, @new, place);
                return;
            }
            if (old.Kind == SchemaKind.Reference && @new.Kind == SchemaKind.Reference)
                Meet(old.Element!, @new.Element!, place);
            else if (old.Kind == SchemaKind.Reference && @new.Kind is not (SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map))
                LoseIdentity(old, @new, place);
            else if (@new.Kind == SchemaKind.Reference && old.Kind is not (SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map))
                Meet(old, @new.Element!, place);
            else
                MeetByKind(old, @new, place);
        }

        private void MeetByKind(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            // Collections that are classes of a program may reach themselves without an object in between.
            if ((IsTrackedCollection(old) || IsTrackedCollection(@new)) && !_compared.Add((old, @new)))
                return;
            bool oldHasMembers = IsObject(old), newHasMembers = IsObject(@new);
            if (oldHasMembers && newHasMembers)
                MeetObjects(old, @new, place);
            else if (old.Kind == SchemaKind.Union || @new.Kind == SchemaKind.Union)
                MeetUnion(old, @new, place);
            else if (SchemaNumbers.IsNumber(old.Kind) && SchemaNumbers.IsNumber(@new.Kind))
                Numbers(old, @new, place);
            else if (old.Kind == SchemaKind.Enum && @new.Kind == SchemaKind.Enum)
                Enums(old, @new);
            else if ((old.Kind == SchemaKind.Enum && SchemaNumbers.IsInteger(@new.Kind))
                || (@new.Kind == SchemaKind.Enum && SchemaNumbers.IsInteger(old.Kind)))
                Integers(old, @new, place);
            else if (old.Kind == SchemaKind.Map && @new.Kind == SchemaKind.Map)
                MeetMaps(old.Key!, old.Element!, @new.Key!, @new.Element!, place);
            else if (old.Kind == SchemaKind.Map && Pair(@new) is { } pair)
                Pairs(old, @new, (old.Key!, old.Element!), pair, place, "entries become a list of pairs");
            else if (@new.Kind == SchemaKind.Map && Pair(old) is { } pairs)
                Pairs(old, @new, pairs, (@new.Key!, @new.Element!), place,
                    "pairs become entries; duplicate keys and null keys are errors");
            else if (old.Kind == SchemaKind.Sequence && @new.Kind == SchemaKind.Sequence)
                Meet(old.Element!, @new.Element!, place.In("[]"));
            else if (@new.Kind == SchemaKind.Sequence && old.Kind != SchemaKind.Map)
                Many(old, @new, place);
            else if (old.Kind == SchemaKind.Sequence && @new.Kind != SchemaKind.Map)
                One(old, @new, place);
            else if (old.Kind != @new.Kind)
                Refuse(old, @new, place);
        }

        private void Refuse(SchemaType old, SchemaType @new, SchemaPlace place) =>
            Add(FindingKind.Refused, place, old, @new, "cannot be read as the other type; no document can be read");

        private void MeetNullable(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (old.Kind == SchemaKind.Nullable)
            {
                Meet(old.Element!, @new.Element!, place);
                return;
            }
            if (!old.CanBeNull)
                Add(FindingKind.Converted, place, old, @new, "a value becomes nullable");
            MeetWithoutNull(old, @new.Element!, place);
        }

        // If the reader's type has null, null in the document is no reason to reject it.
        private void MeetWithoutNull(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            int before = _findings.Count;
            Meet(old, @new, place);
            if (old.CanBeNull)
                _findings.RemoveAll(f => _findings.IndexOf(f) >= before && f.Place.Path == place.Path && f.Words == NullRefused);
        }

        private const string NullRefused = "null is an error; objects are read";

        private void LoseIdentity(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            Add(FindingKind.RefusedByValue, place, old, @new,
                "objects lose their identity: shared objects are copied, objects that reference themselves are errors");
            Meet(old.Element!, @new, place);
        }

        private void MeetAny(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            SchemaType value = old.Kind == SchemaKind.Nullable ? old.Element! : old;
            if (value.IsAny)
                return;
            if (!CanBeAny(value))
                Refuse(old, @new, place);
            else
                Add(FindingKind.Converted, place, old, @new, "becomes a value of type object");
        }

        // Not classes, because the reader does not know what they are.
        private static bool CanBeAny(SchemaType type) => type.Kind switch
        {
            SchemaKind.Object => type.IsAny,
            SchemaKind.Sequence or SchemaKind.Nullable => CanBeAny(type.Element!),
            SchemaKind.Map => type.Key!.Kind == SchemaKind.String && CanBeAny(type.Element!),
            SchemaKind.Enum or >= SchemaKind.Boolean => true,
            _ => false,
        };

        private void Many(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (@new.Element!.Kind == SchemaKind.Byte)
            {
                Refuse(old, @new, place);
                return;
            }
            Add(FindingKind.Converted, place, old, @new, old.CanBeNull
                ? "a value becomes a list with one element, null remains null"
                : "a value becomes a list with one element");
            Meet(old.Kind == SchemaKind.Nullable ? old.Element! : old, @new.Element!, place);
        }

        private void One(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (old.Element!.Kind == SchemaKind.Byte)
            {
                Refuse(old, @new, place);
                return;
            }
            Add(FindingKind.RefusedByValue, place, old, @new, @new.CanBeNull
                ? "a list with one element becomes the element, an empty list becomes null; longer lists are errors"
                : "a list with one element becomes the element; other lists are errors");
            Meet(old.Element!, @new, place);
        }

        private void MeetMaps(SchemaType oldKey, SchemaType oldValue, SchemaType newKey, SchemaType newValue, SchemaPlace place)
        {
            Meet(oldKey, newKey, place.In(".Key"));
            Meet(oldValue, newValue, place.In("[]"));
        }

        private void Pairs(SchemaType old, SchemaType @new, (SchemaType Key, SchemaType Value) oldPair,
            (SchemaType Key, SchemaType Value) newPair, SchemaPlace place, string words)
        {
            Add(@new.Kind == SchemaKind.Map ? FindingKind.RefusedByValue : FindingKind.Converted, place, old, @new, words);
            MeetMaps(oldPair.Key, oldPair.Value, newPair.Key, newPair.Value, place);
        }

        private static (SchemaType Key, SchemaType Value)? Pair(SchemaType sequence)
        {
            if (sequence.Kind != SchemaKind.Sequence)
                return null;
            SchemaType item = sequence.Element!;
            if (item.Kind is SchemaKind.Nullable or SchemaKind.Reference)
                item = item.Element!;
            SchemaMember? key = Find(item, "Key"), value = Find(item, "Value");
            return IsObject(item) && key != null && value != null ? (key.Type, value.Type) : null;
        }

        private static SchemaMember? Find(SchemaType type, string name) => type.Members.FirstOrDefault(m => m.Name == name);

        private static bool IsTrackedCollection(SchemaType type) =>
            type.IsTracked && (type.Kind is SchemaKind.Sequence or SchemaKind.Map);

        private static bool IsObject(SchemaType type) => type.Kind is SchemaKind.Object or SchemaKind.Record;

        private static string Quote(string name) => "'" + name + "'";
    }
}
