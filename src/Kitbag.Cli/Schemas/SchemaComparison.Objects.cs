using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    internal sealed partial class SchemaComparison
    {
        private void MeetObjects(SchemaType old, SchemaType @new, string path)
        {
            if (HasNull(old) && !HasNull(@new))
                Add(FindingKind.RefusedByValue, path, old, @new, NullRefused);
            if (_compared.Add((old, @new)))
                _open.Enqueue((old, @new, path));
        }

        private void Members(SchemaType old, SchemaType @new, string path)
        {
            var news = @new.Members.ToDictionary(m => m.Name, StringComparer.Ordinal);
            bool isRenamed = TypeText.ShortName(old.Name) != TypeText.ShortName(@new.Name);
            if (isRenamed && old.Members.Count != 0 && news.Count != 0 && !old.Members.Any(m => news.ContainsKey(m.Name)))
            {
                Add(FindingKind.Refused, path, old, @new, "has another name and none of the members; no document is read");
                return;
            }
            string place = Plain.Text(TypeText.ShortName(@new.Name));
            foreach (SchemaMember member in old.Members)
            {
                string memberPath = place + "." + Plain.Text(member.Name);
                if (news.Remove(member.Name, out SchemaMember? target))
                    Meet(member.Type, target.Type, memberPath);
                else
                    Add(FindingKind.Lost, memberPath, member.Type, null, "is not read, unless another member has it as its former name");
            }
            foreach (SchemaMember member in @new.Members.Where(m => news.ContainsKey(m.Name)))
                Add(FindingKind.Added, place + "." + Plain.Text(member.Name), null, member.Type,
                    "keeps what the program gives a new object; where it is required, no document is read");
        }

        private void MeetUnion(SchemaType old, SchemaType @new, string path)
        {
            if (old.Kind != SchemaKind.Union)
            {
                MeetCase(old, @new, path);
                return;
            }
            if (@new.Kind != SchemaKind.Union)
            {
                MeetClass(old, @new, path);
                return;
            }
            if (!_compared.Add((old, @new)))
                return;
            int[] targets = Match(old.Members, @new.Members);
            for (int i = 0; i < targets.Length; i++)
            {
                SchemaMember from = old.Members[i];
                if (targets[i] >= 0)
                    Meet(from.Type, @new.Members[targets[i]].Type, CasePath(@new, from));
                else if (@new.Members.FirstOrDefault(m => TypeText.IsAny(m.Type)) is { } any)
                    Meet(from.Type, any.Type, CasePath(@new, from));
                else
                    Add(FindingKind.RefusedByValue, CasePath(@new, from), from.Type, null,
                        "a value of this type is refused where it stands, or what UnknownCases says");
            }
            for (int i = 0; i < @new.Members.Count; i++)
            {
                if (Array.IndexOf(targets, i) < 0)
                    Add(FindingKind.Added, CasePath(@new, @new.Members[i]), null, @new.Members[i].Type, "a new type; no document has it");
            }
        }

        // What was a class alone is one of several types now.
        private void MeetCase(SchemaType old, SchemaType @new, string path)
        {
            SchemaType own = old.Kind == SchemaKind.Reference ? old.Element! : old;
            SchemaMember? found = IsObject(own) ? @new.Members.FirstOrDefault(m => Fits(m.Name, own.Name)) : null;
            if (found != null)
                Meet(own, found.Type.Kind == SchemaKind.Reference ? found.Type.Element! : found.Type, path);
            else if (old.Kind == SchemaKind.Sequence)
                One(old, @new, path);
            else
                Refuse(old, @new, path);
        }

        // What was one of several types is a class alone now.
        private void MeetClass(SchemaType old, SchemaType @new, string path)
        {
            SchemaType own = @new.Kind == SchemaKind.Reference ? @new.Element! : @new;
            SchemaMember? found = IsObject(own) ? old.Members.FirstOrDefault(m => Fits(m.Name, own.Name)) : null;
            if (found == null)
            {
                if (@new.Kind == SchemaKind.Sequence)
                    Many(old, @new, path);
                else
                    Refuse(old, @new, path);
                return;
            }
            if (!HasNull(@new))
                Add(FindingKind.RefusedByValue, path, old, @new, NullRefused);
            Meet(found.Type, own, path);
            foreach (SchemaMember other in old.Members.Where(m => m != found))
                Add(FindingKind.RefusedByValue, CasePath(old, other), other.Type, null, "a value of this type is refused where it stands");
        }

        private static string CasePath(SchemaType union, SchemaMember one) =>
            Plain.Text(TypeText.ShortName(union.Name)) + "<" + Plain.Text(one.Name) + ">";

        // Exactly the same name first; then those of which one name is the end of the other, where only one on either side fits.
        private static int[] Match(IReadOnlyList<SchemaMember> olds, IReadOnlyList<SchemaMember> news)
        {
            var targets = new int[olds.Count];
            for (int i = 0; i < targets.Length; i++)
                targets[i] = IndexOf(news, m => m.Name == olds[i].Name);
            int[] exact = [.. targets];
            for (int i = 0; i < targets.Length; i++)
            {
                if (exact[i] >= 0)
                    continue;
                int[] fitting = [.. Enumerable.Range(0, news.Count).Where(n => !exact.Contains(n) && Fits(news[n].Name, olds[i].Name))];
                if (fitting.Length == 1 && olds.Where((o, k) => exact[k] < 0 && Fits(news[fitting[0]].Name, o.Name)).Count() == 1)
                    targets[i] = fitting[0];
            }
            return targets;
        }

        private static int IndexOf(IReadOnlyList<SchemaMember> members, Func<SchemaMember, bool> isIt)
        {
            for (int i = 0; i < members.Count; i++)
            {
                if (isIt(members[i]))
                    return i;
            }
            return -1;
        }

        private static bool Fits(string a, string b) =>
            a == b || a.EndsWith("." + b, StringComparison.Ordinal) || b.EndsWith("." + a, StringComparison.Ordinal);
    }
}
