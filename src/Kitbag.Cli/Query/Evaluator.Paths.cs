using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Query
{
    internal sealed partial class Evaluator
    {
        private IEnumerable<Value> Path(PathExpression path, Value current)
        {
            IEnumerable<Value> values = [path.FromRoot ? _root : current];
            foreach (Step step in path.Steps)
                values = values.SelectMany(v => Take(step, v));
            return values;
        }

        private IEnumerable<Value> Take(Step step, Value value)
        {
            if (value.Kind == ValueKind.Null)
                return [];
            switch (step)
            {
                case MemberStep member:
                    return Member(member, value);
                case AllStep:
                    return IsMany(value) ? All(value) : throw NotMany(step, value);
                case RangeStep range:
                    return IsMany(value) ? Range(range, value) : throw NotMany(step, value);
                case IndexStep index:
                    return IsMany(value) ? Index(index, value) : throw NotMany(step, value);
                case KeyStep key:
                    return Key(key, value);
                case FilterStep filter:
                    return Filter(filter, value);
                case DescendStep descend:
                    return Descend(descend, value);
                default:
                    throw new QueryException("The step is not known.", step.Position);
            }
        }

        private IEnumerable<Value> Member(MemberStep step, Value value)
        {
            if (TryMember(value, step.Name, out Value member))
            {
                Found(step);
                return [member];
            }
            if (value.Kind == ValueKind.Node && value.Node.Kind == KitbagNodeKind.List)
                throw new QueryException("A list has no members: write [*] before '." + Output.Plain.Text(step.Name) + "'.", step.Position);
            if (value.Kind == ValueKind.Node && value.Node.Kind == KitbagNodeKind.Map)
                return Key(new KeyStep(step.Name, step.Position), value);
            Missed(step, value);
            return [];
        }

        private static bool TryMember(Value value, string name, out Value member)
        {
            member = Value.Null;
            switch (value.Kind)
            {
                case ValueKind.Node when value.Node.Kind == KitbagNodeKind.Object && Nodes.TryMember(value.Node, name, out KitbagNode node):
                    member = Value.Of(node);
                    return true;
                case ValueKind.Entry when name is "Key" or "Value":
                    member = Value.Of(name == "Key" ? value.Entry.Key : value.Entry.Value);
                    return true;
                case ValueKind.Row:
                    foreach ((string column, Value cell) in value.Row)
                    {
                        if (column == name)
                        {
                            member = cell;
                            return true;
                        }
                    }
                    return false;
                default:
                    return false;
            }
        }

        private static IEnumerable<string> MemberNames(Value value) => value.Kind switch
        {
            ValueKind.Row => value.Row.Select(c => c.Name),
            ValueKind.Entry => ["Key", "Value"],
            ValueKind.Node when value.Node.Kind == KitbagNodeKind.Object => Nodes.MemberNames(value.Node),
            _ => [],
        };

        private static bool IsMany(Value value) => value.Kind == ValueKind.Node && value.Node.Kind != KitbagNodeKind.Object;

        private static QueryException NotMany(Step step, Value value) =>
            new QueryException("Brackets are for lists and maps, not for " + value.KindName + ".", step.Position);

        private static IEnumerable<Value> All(Value value) => value.Node.Kind == KitbagNodeKind.Map
            ? Nodes.Entries(value.Node).Select(e => Value.Of(e.Value))
            : Nodes.Items(value.Node).Select(Value.Of);

        private static IEnumerable<Value> Range(RangeStep range, Value value)
        {
            long end = Math.Min(range.To ?? long.MaxValue, value.Node.Count);
            if (value.Node.Kind == KitbagNodeKind.Map)
                return All(value).Skip((int)Math.Min(range.From, int.MaxValue)).Take((int)Math.Max(0, end - range.From));
            return Places(range.From, end).Select(i => Value.Of(value.Node[i]));
        }

        private static IEnumerable<int> Places(long from, long end)
        {
            for (long i = from; i < end; i++)
                yield return (int)i;
        }

        private static IEnumerable<Value> Index(IndexStep step, Value value)
        {
            if (value.Node.Kind == KitbagNodeKind.Map && !step.FromEnd)
                return Key(new KeyStep(step.Index.ToString(CultureInfo.InvariantCulture), step.Position), value);
            long index = step.FromEnd ? value.Node.Count - step.Index : step.Index;
            if (index < 0 || index >= value.Node.Count)
                return [];
            return value.Node.Kind == KitbagNodeKind.Map ? All(value).Skip((int)index).Take(1) : [Value.Of(value.Node[(int)index])];
        }

        private static IEnumerable<Value> Key(KeyStep step, Value value)
        {
            if (value.Kind == ValueKind.Node && value.Node.Kind == KitbagNodeKind.Object
                && Nodes.TryMember(value.Node, step.Key, out KitbagNode member))
                return [Value.Of(member)];
            if (value.Kind != ValueKind.Node || value.Node.Kind != KitbagNodeKind.Map)
                throw new QueryException("A key is for maps, not for " + value.KindName + ".", step.Position);
            return Nodes.Entries(value.Node).Where(e => IsKey(e.Key, step.Key)).Select(e => Value.Of(e.Value)).Take(1);
        }

        private static bool IsKey(KitbagNode key, string text) =>
            key.Kind == KitbagNodeKind.Value && (Value.Of(key) is { Kind: ValueKind.Text } known ? known.Text : key.ToString()) == text;

        private IEnumerable<Value> Filter(FilterStep filter, Value value)
        {
            if (!IsMany(value))
                return IsTrue(filter.Condition, value) ? [value] : [];
            if (value.Node.Kind != KitbagNodeKind.Map)
                return All(value).Where(v => IsTrue(filter.Condition, v));
            return Nodes.Entries(value.Node).Select(Value.Of).Where(e => IsTrue(filter.Condition, e))
                .Select(e => Value.Of(e.Entry.Value));
        }

        // In the order of the document. Objects that occur again have been visited before.
        private IEnumerable<Value> Descend(DescendStep step, Value value)
        {
            var met = new HashSet<object>();
            var open = new Stack<Value>();
            open.Push(value);
            while (open.TryPop(out Value here))
            {
                if (here.Kind != ValueKind.Node || (Nodes.Identity(here.Node) is { } identity && !met.Add(identity)))
                    continue;
                if (TryMember(here, step.Name, out Value member))
                {
                    Found(step);
                    yield return member;
                }
                foreach (Value part in Parts(here).Reverse())
                    open.Push(part);
            }
        }

        private static IEnumerable<Value> Parts(Value value) => value.Node.Kind == KitbagNodeKind.Object
            ? Nodes.Members(value.Node).Select(m => Value.Of(m.Value))
            : All(value);
    }
}
