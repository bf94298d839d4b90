using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    /// <summary>
    /// What a reader of one schema meets in the documents of another: the rules of docs/format.md, "Reading by another schema", by
    /// schemas alone. What only attributes of the reader's program say (former names, required members) it does not know.
    /// </summary>
    internal sealed partial class SchemaComparison
    {
        private readonly List<Finding> _findings = [];
        private readonly HashSet<(SchemaType, SchemaType)> _compared = [];
        private readonly Queue<(SchemaType Old, SchemaType New, string Path)> _open = new();

        private SchemaComparison()
        {
        }

        /// <summary>Compares the schema of documents with that of their reader.</summary>
        public static IReadOnlyList<Finding> Compare(SchemaType old, SchemaType @new)
        {
            var comparison = new SchemaComparison();
            comparison.Meet(old, @new, "the root");
            while (comparison._open.TryDequeue(out (SchemaType Old, SchemaType New, string Path) pair))
                comparison.Members(pair.Old, pair.New, pair.Path);
            return [.. comparison._findings.Distinct()];
        }

        private void Add(FindingKind kind, string path, SchemaType? old, SchemaType? @new, string words) =>
            _findings.Add(new Finding(kind, path, old == null ? null : TypeText.Of(old), @new == null ? null : TypeText.Of(@new), words));

        // Types that have members are compared once for each pair, whatever refers to them; so circles come to an end.
        private void Meet(SchemaType old, SchemaType @new, string path)
        {
            if (TypeText.IsAny(@new))
            {
                MeetAny(old, @new, path);
                return;
            }
            if (TypeText.IsAny(old))
            {
                Refuse(old, @new, path);
                return;
            }
            if (@new.Kind == SchemaKind.Nullable)
            {
                if (old.Kind == SchemaKind.Sequence && @new.Element!.Kind != SchemaKind.Sequence)
                    One(old, @new, path);
                else
                    MeetNullable(old, @new, path);
                return;
            }
            if (old.Kind == SchemaKind.Nullable && @new.Kind != SchemaKind.Sequence)
            {
                if (!HasNull(@new))
                    Add(FindingKind.RefusedByValue, path, old, @new, "null is refused; other values are read");
                Meet(old.Element!, @new, path);
                return;
            }
            if (old.Kind == SchemaKind.Reference && @new.Kind == SchemaKind.Reference)
                Meet(old.Element!, @new.Element!, path);
            else if (old.Kind == SchemaKind.Reference && @new.Kind is not (SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map))
                LoseIdentity(old, @new, path);
            else if (@new.Kind == SchemaKind.Reference && old.Kind is not (SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map))
                Meet(old, @new.Element!, path);
            else
                MeetByKind(old, @new, path);
        }

        private void MeetByKind(SchemaType old, SchemaType @new, string path)
        {
            bool oldHasMembers = IsObject(old), newHasMembers = IsObject(@new);
            if (oldHasMembers && newHasMembers)
                MeetObjects(old, @new, path);
            else if (old.Kind == SchemaKind.Union || @new.Kind == SchemaKind.Union)
                MeetUnion(old, @new, path);
            else if (IsNumber(old.Kind) && IsNumber(@new.Kind))
                Numbers(old, @new, path);
            else if (old.Kind == SchemaKind.Enum && @new.Kind == SchemaKind.Enum)
                Enums(old, @new, path);
            else if ((old.Kind == SchemaKind.Enum && IsInteger(@new.Kind)) || (@new.Kind == SchemaKind.Enum && IsInteger(old.Kind)))
                Integers(old, @new, path);
            else if (old.Kind == SchemaKind.Map && @new.Kind == SchemaKind.Map)
                MeetMaps(old.Key!, old.Element!, @new.Key!, @new.Element!, path);
            else if (old.Kind == SchemaKind.Map && Pair(@new) is { } pair)
                Pairs(old, @new, (old.Key!, old.Element!), pair, path, "entries become a list of pairs");
            else if (@new.Kind == SchemaKind.Map && Pair(old) is { } pairs)
                Pairs(old, @new, pairs, (@new.Key!, @new.Element!), path,
                    "pairs become entries; two equal keys, or a null key, are refused");
            else if (old.Kind == SchemaKind.Sequence && @new.Kind == SchemaKind.Sequence)
                Meet(old.Element!, @new.Element!, path + "[]");
            else if (@new.Kind == SchemaKind.Sequence && old.Kind != SchemaKind.Map)
                Many(old, @new, path);
            else if (old.Kind == SchemaKind.Sequence && @new.Kind != SchemaKind.Map)
                One(old, @new, path);
            else if (old.Kind != @new.Kind)
                Refuse(old, @new, path);
        }

        private void Refuse(SchemaType old, SchemaType @new, string path) =>
            Add(FindingKind.Refused, path, old, @new, "cannot be read as the other type; no document is read");

        private void MeetNullable(SchemaType old, SchemaType @new, string path)
        {
            if (old.Kind == SchemaKind.Nullable)
            {
                Meet(old.Element!, @new.Element!, path);
                return;
            }
            if (!HasNull(old))
                Add(FindingKind.Converted, path, old, @new, "a value becomes one that might be null");
            MeetWithoutNull(old, @new.Element!, path);
        }

        // Where the reader has null, the document's null is no reason to refuse.
        private void MeetWithoutNull(SchemaType old, SchemaType @new, string path)
        {
            int before = _findings.Count;
            Meet(old, @new, path);
            if (HasNull(old))
                _findings.RemoveAll(f => _findings.IndexOf(f) >= before && f.Path == path && f.Words == NullRefused);
        }

        private const string NullRefused = "null is refused; objects are read";

        private void LoseIdentity(SchemaType old, SchemaType @new, string path)
        {
            Add(FindingKind.Converted, path, old, @new,
                "objects lose their identity: those that are shared become values of their own, those that reach themselves are refused");
            Meet(old.Element!, @new, path);
        }

        private void MeetAny(SchemaType old, SchemaType @new, string path)
        {
            SchemaType value = old.Kind == SchemaKind.Nullable ? old.Element! : old;
            if (TypeText.IsAny(value))
                return;
            if (!CanBeAny(value))
                Refuse(old, @new, path);
            else
                Add(FindingKind.Converted, path, old, @new, "becomes a value of type object");
        }

        // No classes: what they are is not known to the reader.
        private static bool CanBeAny(SchemaType type) => type.Kind switch
        {
            SchemaKind.Object => TypeText.IsAny(type),
            SchemaKind.Sequence or SchemaKind.Nullable => CanBeAny(type.Element!),
            SchemaKind.Map => type.Key!.Kind == SchemaKind.String && CanBeAny(type.Element!),
            SchemaKind.Enum or >= SchemaKind.Boolean => true,
            _ => false,
        };

        private void Many(SchemaType old, SchemaType @new, string path)
        {
            if (@new.Element!.Kind == SchemaKind.Byte)
            {
                Refuse(old, @new, path);
                return;
            }
            Add(FindingKind.Converted, path, old, @new, HasNull(old) || old.Kind == SchemaKind.Nullable
                ? "a value becomes a list of one, null becomes null"
                : "a value becomes a list of one");
            Meet(old.Kind == SchemaKind.Nullable ? old.Element! : old, @new.Element!, path);
        }

        private void One(SchemaType old, SchemaType @new, string path)
        {
            if (old.Element!.Kind == SchemaKind.Byte)
            {
                Refuse(old, @new, path);
                return;
            }
            Add(FindingKind.RefusedByValue, path, old, @new, HasNull(@new)
                ? "a list of one becomes its element, none becomes null; several are refused"
                : "a list of one becomes its element; none or several are refused");
            Meet(old.Element!, @new, path);
        }

        private void MeetMaps(SchemaType oldKey, SchemaType oldValue, SchemaType newKey, SchemaType newValue, string path)
        {
            Meet(oldKey, newKey, path + ".Key");
            Meet(oldValue, newValue, path + "[]");
        }

        private void Pairs(SchemaType old, SchemaType @new, (SchemaType Key, SchemaType Value) oldPair,
            (SchemaType Key, SchemaType Value) newPair, string path, string words)
        {
            Add(@new.Kind == SchemaKind.Map ? FindingKind.RefusedByValue : FindingKind.Converted, path, old, @new, words);
            MeetMaps(oldPair.Key, oldPair.Value, newPair.Key, newPair.Value, path);
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

        private static bool IsObject(SchemaType type) => type.Kind is SchemaKind.Object or SchemaKind.Record;

        private static bool HasNull(SchemaType type) =>
            type.Kind is SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map or SchemaKind.String or SchemaKind.Reference
                or SchemaKind.Nullable || (type.Kind == SchemaKind.Object && !type.IsStruct);

        private static string Quote(string name) => "'" + Plain.Text(name) + "'";
    }
}
