using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Kitbag.Schema;
using Kitbag.Schemas;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Locking
{
    /// <summary>What documents of one locked version would meet, as far as a person has to know of it.</summary>
    internal sealed class LockFindings
    {
        private readonly ProgramSchemas _program;
        private readonly List<LockFinding> _findings = new List<LockFinding>();

        private LockFindings(ProgramSchemas program)
        {
            _program = program;
        }

        /// <summary>Compares a locked version with the program.</summary>
        public static List<LockFinding> Of(SchemaForm old, ProgramSchemas program)
        {
            // Of a root that is gone nobody reads documents any more.
            Dictionary<string, SchemaType> now = program.Form.Roots.ToDictionary(root => root.Text, root => root.Type);
            IEnumerable<(SchemaType, SchemaType)> pairs = old.Roots.Where(root => now.ContainsKey(root.Text))
                .Select(root => (root.Type, now[root.Text]));
            var findings = new LockFindings(program);
            foreach (SchemaFinding finding in SchemaComparison.Compare(pairs, program))
                findings.Add(finding);
            // What was renamed is missed under its new name, too, until it has its former name.
            return findings._findings.Where(one => one.Id != Rules.LockedRequired.Id || !findings._findings.Any(other =>
                other.Symbol == one.Symbol && (other.Member == one.Member || other.Candidates.Contains(one.Member))
                && other.Id != one.Id)).ToList();
        }

        private void Add(SchemaFinding finding)
        {
            SchemaPlace place = finding.Place;
            TypeModel? owner = _program.ModelOf(place.NewOwner);
            if (owner?.Locked is { } locked && locked.Removed.Contains(place.OldName))
                return;
            switch (finding.Change)
            {
                case SchemaChange.Member when finding.Kind == FindingKind.Lost:
                    AddLost(finding, owner);
                    break;
                case SchemaChange.Member when finding.Kind == FindingKind.Refused:
                    Add(Rules.LockedRequired, owner, place.NewName, Texts(NameOf(place)), Texts());
                    break;
                case SchemaChange.Case when finding.Kind != FindingKind.Added:
                    AddCase(finding, owner);
                    break;
                case SchemaChange.EnumValue when finding.Kind != FindingKind.Added:
                    AddValue(finding, owner);
                    break;
                case SchemaChange.EnumNumber when finding.Kind == FindingKind.Converted:
                    AddNumber(finding, owner);
                    break;
                case SchemaChange.Type when finding.Kind is FindingKind.Refused or FindingKind.RefusedByValue or FindingKind.Rounded:
                    Add(finding.Kind == FindingKind.Refused ? Rules.LockedRefused : Rules.LockedRefusedByValue, owner, place.NewName,
                        Texts(NameOf(place), TextOf(finding.Old)), Texts(TextOf(finding.New), finding.Words),
                        one => one with { OldType = IsBuiltIn(finding.Old) ? TextOf(finding.Old) : "" });
                    break;
            }
        }

        // A member that is new and looks like the one that is gone has taken its place, as it seems.
        private void AddLost(SchemaFinding finding, TypeModel? owner)
        {
            string name = finding.Place.OldName, type = SchemaTypes.ShortName(finding.Place.NewOwner!.Name);
            List<SchemaMember> added = finding.Place.NewOwner.Members
                .Where(m => IsNew(m.Name, finding.Place) && IsLike(finding.Old!, m.Type)).ToList();
            SchemaMember? inCase = added.Find(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase));
            SchemaMember? similar = inCase ?? added.Find(m => Similarity.AreSimilar(m.Name, name));
            if (similar != null)
                Add(inCase != null ? Rules.LockedMemberCase : Rules.LockedMemberRenamed, owner, similar.Name,
                    Texts(type + "." + similar.Name, name), Texts(), finding => finding with { OldName = name });
            // What keeps unknown members loses none.
            else if (owner == null || !owner.Members.Any(member => member.IsUnknownStore))
                Add(Rules.LockedMemberLost, owner, "", Texts(type + "." + name), Texts(name), finding => finding with
                {
                    OldName = name,
                    Candidates = Texts(added.Select(m => m.Name).ToArray()),
                });
        }

        // Whether documents have nothing by this name, nor by a former one.
        private bool IsNew(string name, SchemaPlace place) => place.OldOwner!.Members.All(old => old.Name != name
            && !_program.FormerNames(place.NewOwner!, name).Contains(old.Name));

        private void AddCase(SchemaFinding finding, TypeModel? owner)
        {
            SchemaType union = finding.Place.NewOwner!;
            string name = finding.Place.OldName;
            IEnumerable<string> added = owner == null ? Enumerable.Empty<string>()
                : owner.Cases.Where(one => IsNew(one.Name, finding.Place))
                    .Select(one => _program.SymbolOf(one.TypeKey)).Where(symbol => symbol.Length != 0);
            Add(Rules.LockedCaseGone, owner, "", Texts(SchemaTypes.ShortName(union.Name), name), Texts(finding.Words),
                one => one with { OldName = name, Choices = Texts(added.ToArray()) });
        }

        private void AddValue(SchemaFinding finding, TypeModel? owner)
        {
            string name = finding.Place.OldName;
            SchemaType old = finding.Place.OldOwner!, now = finding.Place.NewOwner!;
            IEnumerable<string> added = now.Values.Where(value => old.Values.All(o => o.Name != value.Name)).Select(value => value.Name);
            Add(Rules.LockedEnumValue, owner, "", Texts(NameOf(finding.Place), NumberOf(old, name)), Texts(
                "no value has that name any more, so that it is " + finding.Words,
                "Mark the value that has taken its place with [KitbagFormerName(\"" + name + "\")], or, if it went on purpose, the enum "
                    + "with [KitbagRemoved(\"" + name + "\")]"),
                one => one with { OldName = name, Candidates = Texts(added.ToArray()) });
        }

        private void AddNumber(SchemaFinding finding, TypeModel? owner)
        {
            SchemaPlace place = finding.Place;
            string number = NumberOf(place.OldOwner!, place.OldName);
            Add(Rules.LockedEnumValue, owner, place.NewName, Texts(NameOf(place), number), Texts(
                "it is " + NumberOf(place.NewOwner!, place.NewName) + " now; documents are read by name, but whatever has the number "
                    + "alone, as JSON by default, means another value",
                "Give it its number again"),
                one => one with { OldNumber = number });
        }

        private void Add(DiagnosticDescriptor rule, TypeModel? owner, string member, EquatableArray<string> before,
            EquatableArray<string> after, Func<LockFinding, LockFinding>? more = null)
        {
            var finding = new LockFinding(rule.Id, owner?.Locked?.Symbol ?? "", member, before, after);
            finding = more == null ? finding : more(finding);
            if (!_findings.Contains(finding))
                _findings.Add(finding);
        }

        // Whether a value of one type may be meant by a member of another: the same, or numbers, or named types of the same kind.
        private static bool IsLike(SchemaType old, SchemaType now)
        {
            if (old.Kind == SchemaKind.Nullable || now.Kind == SchemaKind.Nullable)
                return IsLike(old.Kind == SchemaKind.Nullable ? old.Element! : old, now.Kind == SchemaKind.Nullable ? now.Element! : now);
            if (IsNumber(old.Kind) && IsNumber(now.Kind))
                return true;
            return old.Kind == now.Kind && (old.Element == null || now.Element == null || IsLike(old.Element, now.Element));
        }

        private static bool IsNumber(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.Decimal;

        // Whether every program has it, so that a migration can take it.
        private static bool IsBuiltIn(SchemaType? type) => type == null || (type.Name.Length == 0 && type.Kind is not SchemaKind.Reference
            && IsBuiltIn(type.Key) && IsBuiltIn(type.Element));

        private static string NameOf(SchemaPlace place) => place.NewOwner == null ? "The root"
            : SchemaTypes.ShortName(place.NewOwner.Name) + (place.NewName.Length == 0 ? "" : "." + place.NewName);

        private static string NumberOf(SchemaType type, string name)
        {
            long number = type.Values.First(value => value.Name == name).Value;
            return type.Underlying == SchemaKind.UInt64 ? ((ulong)number).ToString(CultureInfo.InvariantCulture)
                : number.ToString(CultureInfo.InvariantCulture);
        }

        // As C# has it.
        private static string TextOf(SchemaType? type) => type == null ? "" : type.Kind switch
        {
            SchemaKind.Sequence => TextOf(type.Element) + "[]",
            SchemaKind.Map => "Dictionary<" + TextOf(type.Key) + ", " + TextOf(type.Element) + ">",
            SchemaKind.Nullable => TextOf(type.Element) + "?",
            SchemaKind.Reference => TextOf(type.Element),
            SchemaKind.Object when SchemaTypes.IsAny(type) => "object",
            _ => type.ToString(),
        };

        private static EquatableArray<string> Texts(params string[] texts) => new EquatableArray<string>(texts);
    }
}
