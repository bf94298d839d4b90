using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Kitbag.Schema;
using Kitbag.Schemas;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Locking
{
    /// <summary>The effects of changes on documents of one locked version that users should know about.</summary>
    internal sealed class LockFindings
    {
        private readonly ProgramSchemas _program;
        private readonly List<LockFinding> _findings = new List<LockFinding>();

        private LockFindings(ProgramSchemas program) => _program = program;

        /// <summary>Compares a locked version with the program.</summary>
        public static List<LockFinding> Of(SchemaForm old, ProgramSchemas program)
        {
            List<(SchemaType Old, SchemaType Now)> roots = LockedRoots.Pair(old, program.Form).ToList();
            var findings = new LockFindings(program);
            foreach (SchemaFinding finding in SchemaComparison.Compare(roots, program))
                findings.Add(finding);
            return findings._findings.Where(one => !findings._findings.Any(other => Implies(other, one))).ToList();
        }

        private static bool Implies(LockFinding other, LockFinding one)
        {
            if (other.Symbol != one.Symbol || other.Id == one.Id)
                return false;
            // A member that cannot be read at all needs a migration, whatever is found about parts of its values.
            if (one.Id == Rules.LockedRefusedByValue.Id)
                return other.Id == Rules.LockedRefused.Id && other.Member == one.Member && one.Symbol.Length != 0;
            // A renamed required member is reported as missing under its new name as well, until it has its former name.
            return one.Id == Rules.LockedRequired.Id
                && (other.Member == one.Member || other.Candidates.Contains(one.Member));
        }

        private void Add(SchemaFinding finding)
        {
            SchemaPlace place = finding.Place;
            TypeModel? owner = _program.ModelOf(place.NewOwner);
            if (IsRemoved(owner, place.OldName) || IsRemoved(_program.ModelOf(finding.Member?.NewOwner), place.OldName))
                return;
            switch (finding.Change)
            {
                case SchemaChange.Member when finding.Kind == FindingKind.Lost:
                    AddLost(finding, owner);
                    break;
                case SchemaChange.Member when finding.Kind == FindingKind.Refused:
                    Add(Rules.LockedRequired, owner, place.NewName, Texts(NameOf(place)), Texts());
                    break;
                case SchemaChange.Case when finding.Member is { } member:
                    AddOtherCase(finding, member);
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
                        one => WithOldType(one, place));
                    break;
            }
        }

        private static bool IsRemoved(TypeModel? owner, string name) => owner?.Locked is { } locked && locked.Removed.Contains(name);

        // A new member that is similar to the removed one has probably replaced it.
        private void AddLost(SchemaFinding finding, TypeModel? owner)
        {
            string name = finding.Place.OldName, type = SchemaTypes.ShortName(finding.Place.NewOwner!.Name);
            bool keeps = owner != null && owner.Members.Any(member => member.IsUnknownStore);
            List<SchemaMember> added = finding.Place.NewOwner.Members
                .Where(m => IsNew(m.Name, finding.Place) && IsLike(finding.Old!, m.Type)).ToList();
            SchemaMember? inCase = added.Find(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase));
            SchemaMember? similar = inCase ?? added.Find(m => Similarity.AreSimilar(m.Name, name));
            if (similar != null)
                Add(inCase != null ? Rules.LockedMemberCase : Rules.LockedMemberRenamed, owner, similar.Name,
                    Texts(type + "." + similar.Name, name),
                    Texts(keeps ? "stay among the unknown members of '" + type + "', and it does not get them," : "are lost"),
                    finding => finding with { OldName = name });
            // A type that keeps unknown members loses none.
            else if (!keeps)
                Add(Rules.LockedMemberLost, owner, "", Texts(type + "." + name), Texts(name), finding => finding with
                {
                    OldName = name,
                    Candidates = Texts(added.Select(m => m.Name).ToArray()),
                });
        }

        // Whether documents contain neither this name nor a former one.
        private bool IsNew(string name, SchemaPlace place) => place.OldOwner!.Members.All(old => old.Name != name
            && !_program.FormerNames(place.NewOwner!, name).Contains(old.Name));

        private void AddCase(SchemaFinding finding, TypeModel? owner)
        {
            SchemaType union = finding.Place.NewOwner!;
            string name = finding.Place.OldName;
            // Objects of an unknown class are kept as stand-ins, unless they have identity.
            if (finding.Old is { Kind: SchemaKind.Object } && owner != null
                && owner.Cases.Any(one => _program.ModelOf(one.TypeKey)?.Object is { StandsForUnknown: true }))
                return;
            IEnumerable<string> added = owner == null ? Enumerable.Empty<string>()
                : owner.Cases.Where(one => IsNew(one.Name, finding.Place))
                    .Select(one => _program.SymbolOf(one.TypeKey)).Where(symbol => symbol.Length != 0);
            Add(Rules.LockedCaseGone, owner, "", Texts(SchemaTypes.ShortName(union.Name), name), Texts(finding.Words,
                "Mark the type that replaces it with [KitbagFormerName(\"" + name + "\")], or, if it was removed on purpose, '"
                    + SchemaTypes.ShortName(union.Name) + "' with [KitbagRemoved(\"" + name + "\")]"),
                one => one with { OldName = name, Choices = Texts(added.ToArray()) });
        }

        // The type of a member was a base class or an interface, and is one of the types that its values had.
        private void AddOtherCase(SchemaFinding finding, SchemaPlace member)
        {
            string name = finding.Place.OldName;
            TypeModel? owner = _program.ModelOf(member.NewOwner);
            SchemaType marked = owner?.Locked == null ? finding.Place.NewOwner! : member.NewOwner!;
            Add(Rules.LockedCaseGone, owner, member.NewName, Texts(NameOf(member), name), Texts(finding.Words,
                "Keep the type, or convert the old value with a [KitbagMigration]; if no document has such a value, mark '"
                    + SchemaTypes.ShortName(marked.Name) + "' with [KitbagRemoved(\"" + name + "\")]"),
                one => WithOldType(one with { OldName = name }, member));
        }

        private void AddValue(SchemaFinding finding, TypeModel? owner)
        {
            string name = finding.Place.OldName;
            SchemaType old = finding.Place.OldOwner!, now = finding.Place.NewOwner!;
            IEnumerable<string> added = now.Values.Where(value => old.Values.All(o => o.Name != value.Name)).Select(value => value.Name);
            string bits = BitsOf(old, name, owner);
            Add(Rules.LockedEnumValue, owner, "", Texts(NameOf(finding.Place), NumberOf(old, name)), Texts(
                "no value has that name any more, " + (bits.Length != 0 ? "and documents are read bit by bit, as " + bits
                    : (finding.Kind == FindingKind.RefusedByValue ? "so it is " : "so ") + finding.Words),
                "Mark the value that replaces it with [KitbagFormerName(\"" + name + "\")], or, if it was removed on purpose, the "
                    + "enum with [KitbagRemoved(\"" + name + "\")]"),
                one => one with { OldName = name, Candidates = Texts(added.ToArray()) });
        }

        private void AddNumber(SchemaFinding finding, TypeModel? owner)
        {
            SchemaPlace place = finding.Place;
            string number = NumberOf(place.OldOwner!, place.OldName);
            string now = "it is " + NumberOf(place.NewOwner!, place.NewName) + " now; ";
            string bits = BitsOf(place.OldOwner!, place.OldName, owner, place.NewOwner);
            Add(Rules.LockedEnumValue, owner, place.NewName, Texts(NameOf(place), number), bits.Length != 0
                ? Texts(now + "documents are read bit by bit, as " + bits,
                    "Suppress this rule here if that is right, or restore its number")
                : Texts(now + "documents are read by name, but where only the number is stored, as in JSON by default, another value is "
                    + "read", "Restore its number"),
                one => one with { OldNumber = number });
        }

        // The names of the bits as which a combination of flags is read; empty if the value is read as a whole, because its name does not
        // contain these bits now.
        private static string BitsOf(SchemaType old, string name, TypeModel? owner, SchemaType? now = null)
        {
            long whole = now?.Values.FirstOrDefault(value => value.Name == name).Value ?? -1;
            ulong all = ulong.MaxValue >> (64 - 8 * SchemaType.BuiltIn(old.Underlying).Size);
            ulong rest = (ulong)old.Values.First(value => value.Name == name).Value & all;
            if (owner?.Enum is not { IsFlags: true } || IsOneBit(rest))
                return "";
            var names = new List<string>();
            foreach (SchemaEnumValue value in old.Values)
            {
                ulong bit = (ulong)value.Value & all;
                if (!IsOneBit(bit) || (rest & bit) == 0)
                    continue;
                long part = now?.Values.FirstOrDefault(other => other.Name == value.Name).Value ?? 0;
                if ((whole & part) != part)
                    return "";
                names.Add(value.Name);
                rest &= ~bit;
            }
            return rest == 0 ? string.Join(" | ", names) : "";
        }

        private static bool IsOneBit(ulong bits) => bits != 0 && (bits & (bits - 1)) == 0;

        private void Add(DiagnosticDescriptor rule, TypeModel? owner, string member, EquatableArray<string> before,
            EquatableArray<string> after, Func<LockFinding, LockFinding>? more = null)
        {
            var finding = new LockFinding(rule.Id, owner?.Locked?.Symbol ?? "", member, before, after);
            finding = more == null ? finding : more(finding);
            if (!_findings.Contains(finding))
                _findings.Add(finding);
        }

        // Whether values of one type may belong to a member of another type: the same type, numbers, or named types of the same kind.
        private static bool IsLike(SchemaType old, SchemaType now)
        {
            if (old.Kind == SchemaKind.Nullable || now.Kind == SchemaKind.Nullable)
                return IsLike(old.Kind == SchemaKind.Nullable ? old.Element! : old, now.Kind == SchemaKind.Nullable ? now.Element! : now);
            if (SchemaNumbers.IsNumber(old.Kind) && SchemaNumbers.IsNumber(now.Kind))
                return true;
            return old.Kind == now.Kind && (old.Element == null || now.Element == null || IsLike(old.Element, now.Element));
        }

        // The whole stored value of the member, even if the finding is about a part of it, because a migration converts the whole.
        private static LockFinding WithOldType(LockFinding finding, SchemaPlace place)
        {
            if (place.OldOwner?.Members.FirstOrDefault(member => member.Name == place.OldName)?.Type is not { } old)
                return finding;
            try
            {
                string type = CSharpWriter.Write(old, place.NewName + "Before", out string declarations);
                return finding with { OldType = type, OldDeclarations = declarations };
            }
            catch (SchemaException)
            {
                // Names that are not valid in C#.
                return finding;
            }
        }

        private static string NameOf(SchemaPlace place) => place.NewOwner == null ? "The root"
            : SchemaTypes.ShortName(place.NewOwner.Name) + (place.NewName.Length == 0 ? "" : "." + place.NewName);

        private static string NumberOf(SchemaType type, string name) =>
            SchemaNumbers.Text(type.Values.First(value => value.Name == name).Value, type.Underlying);

        // The type as C# code.
        private static string TextOf(SchemaType? type) => type == null ? "" : type.Kind switch
        {
            SchemaKind.Sequence => TextOf(type.Element) + "[]",
            SchemaKind.Map => "Dictionary<" + TextOf(type.Key) + ", " + TextOf(type.Element) + ">",
            SchemaKind.Nullable => TextOf(type.Element) + "?",
            SchemaKind.Reference => TextOf(type.Element),
            SchemaKind.Object when type.IsAny => "object",
            _ => type.ToString(),
        };

        private static EquatableArray<string> Texts(params string[] texts) => new EquatableArray<string>(texts);
    }
}
