using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    internal sealed partial class SchemaComparison
    {
        private void MeetObjects(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (old.CanBeNull && !@new.CanBeNull)
                Add(FindingKind.RefusedByValue, place, old, @new, NullRefused);
            if (_compared.Add((old, @new)))
                _open.Enqueue((old, @new, place));
        }

        private void Members(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            var news = @new.Members.ToDictionary(m => m.Name, StringComparer.Ordinal);
            var targets = new Dictionary<string, SchemaMember>(StringComparer.Ordinal);
            foreach (SchemaMember member in old.Members)
            {
                SchemaMember? target = Target(member, @new, news);
                // A member has one value: the first of several written members.
                if (target != null && news.Remove(target.Name))
                    targets.Add(member.Name, target);
            }
            bool isRenamed = SchemaTypes.ShortName(old.Name) != SchemaTypes.ShortName(@new.Name);
            if (isRenamed && old.Members.Count != 0 && @new.Members.Count != 0 && targets.Count == 0)
            {
                Add(FindingKind.Refused, place, old, @new, "has another name and none of the members; no document can be read");
                return;
            }
            foreach (SchemaMember member in old.Members)
            {
                SchemaPlace own = SchemaPlace.Of(old, @new, member.Name,
                    targets.TryGetValue(member.Name, out SchemaMember? target) ? target.Name : member.Name, ".");
                if (target != null)
                    Meet(member.Type, BestOf(member.Type, target.Type, @new, target.Name), own);
                else
                    Add(FindingKind.Lost, SchemaChange.Member, own, member.Type, null,
                        _attributes != null ? "is not read" : "is not read, unless another member has it as its former name");
            }
            foreach (SchemaMember member in @new.Members.Where(m => news.ContainsKey(m.Name)))
            {
                bool isRequired = _attributes != null && _attributes.IsRequired(@new, member.Name);
                Add(isRequired ? FindingKind.Refused : FindingKind.Added, SchemaChange.Member,
                    SchemaPlace.Of(old, @new, member.Name, member.Name, "."), null, member.Type,
                    isRequired ? "is required; no document can be read"
                    : _attributes != null ? "keeps the value of a new object"
                    : "keeps the value of a new object; if it is required, no document can be read");
            }
        }

        // The member with the same name, otherwise one with this former name.
        private SchemaMember? Target(SchemaMember member, SchemaType @new, Dictionary<string, SchemaMember> news)
        {
            if (news.TryGetValue(member.Name, out SchemaMember? same))
                return same;
            return _attributes == null || @new.Members.Any(m => m.Name == member.Name) ? null
                : @new.Members.FirstOrDefault(m => _attributes.FormerNames(@new, m.Name).Contains(member.Name));
        }

        private void MeetUnion(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (old.Kind != SchemaKind.Union)
            {
                MeetCase(old, @new, place);
                return;
            }
            if (@new.Kind != SchemaKind.Union)
            {
                MeetClass(old, @new, place);
                return;
            }
            if (!_compared.Add((old, @new)))
                return;
            int[] targets = Match(old, @new);
            for (int i = 0; i < targets.Length; i++)
            {
                SchemaMember from = old.Members[i];
                if (targets[i] >= 0)
                    Meet(from.Type, @new.Members[targets[i]].Type, CasePlace(old, @new, from));
                else if (@new.Members.FirstOrDefault(m => m.Type.IsAny) is { } any)
                    Meet(from.Type, any.Type, CasePlace(old, @new, from));
                else
                    Add(FindingKind.RefusedByValue, SchemaChange.Case, CasePlace(old, @new, from), from.Type, null, UnknownCase);
            }
            for (int i = 0; i < @new.Members.Count; i++)
            {
                if (Array.IndexOf(targets, i) < 0)
                    Add(FindingKind.Added, SchemaChange.Case, CasePlace(old, @new, @new.Members[i]), null, @new.Members[i].Type,
                        "a new type; no document has it");
            }
        }

        // A single class has become one of several types.
        private void MeetCase(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            SchemaType own = old.Kind == SchemaKind.Reference ? old.Element! : old;
            SchemaMember? found = IsObject(own) ? @new.Members.FirstOrDefault(m => Fits(m.Name, own.Name)) : null;
            if (found != null)
                Meet(old, found.Type, place);
            else if (@new.Members.FirstOrDefault(m => m.Type.IsAny) is { } any)
                Meet(old, any.Type, place);
            else if (old.Kind == SchemaKind.Sequence)
                One(old, @new, place);
            else
                Refuse(old, @new, place);
        }

        // One of several types has become a single class: the base class, which has lost its derived classes, or one of these.
        private void MeetClass(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            SchemaType own = @new.Kind == SchemaKind.Reference ? @new.Element! : @new;
            SchemaMember? found = IsObject(own) ? CaseOf(old, own) : null;
            if (found == null)
            {
                if (@new.Kind == SchemaKind.Sequence)
                    Many(old, @new, place);
                else
                    Refuse(old, @new, place);
                return;
            }
            if (!@new.CanBeNull)
                Add(FindingKind.RefusedByValue, place, old, @new, NullRefused);
            // A reference is met as one, because its objects keep their identity if they still have it.
            Meet(found.Type, @new, place);
            bool isBase = found.Name == old.Name;
            foreach (SchemaMember other in old.Members.Where(m => m != found))
            {
                SchemaPlace one = CasePlace(old, own, other);
                if (!isBase && place.NewOwner != null)
                    one = one with { Path = place.Path + "<" + other.Name + ">" };
                // JSON of other programs has discriminators as well, so a class without derived classes skips them.
                _findings.Add(new SchemaFinding(FindingKind.RefusedByValue, SchemaChange.Case, one, other.Type, null,
                    UnknownCase + "; in JSON, it is read as " + Quote(SchemaTypes.ShortName(own.Name)))
                {
                    Member = isBase ? null : place,
                });
            }
        }

        // By its own name in any namespace if only one type has it; otherwise the base class, which may have been renamed.
        private SchemaMember? CaseOf(SchemaType union, SchemaType own)
        {
            SchemaMember[] fitting = union.Members.Where(m => Fits(m.Name, own.Name)).ToArray();
            if (fitting.FirstOrDefault(m => m.Name == own.Name) is { } same)
                return same;
            return fitting.Length == 1 ? fitting[0]
                : union.Members.FirstOrDefault(m => m.Name == union.Name && !IsForeign(m.Type.Element ?? m.Type, own));
        }

        // Whether two types of different names have no member in common.
        private bool IsForeign(SchemaType old, SchemaType @new)
        {
            var news = @new.Members.ToDictionary(m => m.Name, StringComparer.Ordinal);
            return old.Members.Count != 0 && news.Count != 0 && old.Members.All(m => Target(m, @new, news) == null);
        }

        private const string UnknownCase = "a value of this type is an error where it occurs, unless UnknownCases says otherwise";

        private static SchemaPlace CasePlace(SchemaType old, SchemaType @new, SchemaMember one) =>
            new SchemaPlace(SchemaTypes.ShortName(@new.Name) + "<" + one.Name + ">", old, @new, one.Name, one.Name);

        // First an exact match of names, then former names; then names of which one is the end of the other, if there is only one on each
        // side.
        private int[] Match(SchemaType old, SchemaType @new)
        {
            IReadOnlyList<SchemaMember> olds = old.Members, news = @new.Members;
            var targets = new int[olds.Count];
            for (int i = 0; i < targets.Length; i++)
                targets[i] = IndexOf(news, m => m.Name == olds[i].Name);
            for (int i = 0; i < targets.Length && _attributes != null; i++)
            {
                if (targets[i] < 0)
                    targets[i] = IndexOf(news, m => _attributes.FormerNames(@new, m.Name).Contains(olds[i].Name));
            }
            int[] exact = targets.ToArray();
            for (int i = 0; i < targets.Length; i++)
            {
                if (exact[i] >= 0)
                    continue;
                int[] fitting = Enumerable.Range(0, news.Count).Where(n => !exact.Contains(n) && Fits(news[n].Name, olds[i].Name))
                    .ToArray();
                if (fitting.Length == 1 && olds.Where((o, k) => exact[k] < 0 && Fits(news[fitting[0]].Name, o.Name)).Count() == 1)
                    targets[i] = fitting[0];
            }
            return targets;
        }

        private static int IndexOf<T>(IReadOnlyList<T> items, Func<T, bool> isIt)
        {
            for (int i = 0; i < items.Count; i++)
            {
                if (isIt(items[i]))
                    return i;
            }
            return -1;
        }

        private static bool Fits(string a, string b) =>
            a == b || a.EndsWith("." + b, StringComparison.Ordinal) || b.EndsWith("." + a, StringComparison.Ordinal);
    }
}
