using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Output;

namespace Kitbag.Cli.Query
{
    /// <summary>Evaluates a query on a document, lazily if possible.</summary>
    internal sealed partial class Evaluator
    {
        private readonly Value _root;

        private Evaluator(Value root) => _root = root;

        /// <summary>
        /// Returns the values of the query. Errors in the query may be found only while they are read: <see cref="QueryException"/>.
        /// </summary>
        public static IEnumerable<Value> Run(ParsedQuery query, Value root)
        {
            var evaluator = new Evaluator(root);
            IEnumerable<Value> values = query.Stages.Count == 0
                ? evaluator.Values(query.Source, root)
                : evaluator.Items(query.Source, root);
            foreach (Stage stage in query.Stages)
                values = evaluator.Apply(stage, values);
            foreach (Value value in values)
                yield return value;
            evaluator.RefuseUnknown();
        }

        private IEnumerable<Value> Apply(Stage stage, IEnumerable<Value> values)
        {
            switch (stage)
            {
                case AggregateStage aggregate:
                    return [Aggregate(aggregate.Name, values.SelectMany(v => Items(aggregate.Of, v)), aggregate.Position)];
                case WhereStage where:
                    return values.Where(v => IsTrue(where.Condition, v));
                case DistinctStage distinct:
                    return values.DistinctBy(v => ValueText.Key(First(distinct.By, v)), StringComparer.Ordinal);
                case TakeStage take:
                    int count = (int)Math.Min(take.Count, int.MaxValue);
                    return take.FromEnd ? values.TakeLast(count) : values.Take(count);
                case SortStage sort:
                    return Sort(values, sort);
                case SelectStage select:
                    return values.Select(v => Value.Of(select.Columns.Select(c => (c.Name, First(c.Expression, v))).ToArray()));
                case GroupStage group:
                    return Group(values, group);
                default:
                    throw new QueryException("The stage is not known.", stage.Position);
            }
        }

        private List<Value> Sort(IEnumerable<Value> values, SortStage sort)
        {
            var keyed = values.Select(v => (Key: First(sort.By, v), Value: v)).ToList();
            var comparer = Comparer<Value>.Create((a, b) => Order(a, b, sort.Position));
            try
            {
                return [.. (sort.IsDescending ? keyed.OrderByDescending(k => k.Key, comparer) : keyed.OrderBy(k => k.Key, comparer))
                    .Select(k => k.Value)];
            }
            catch (InvalidOperationException e) when (e.InnerException is QueryException inner)
            {
                throw inner;
            }
        }

        // Values that cannot be compared come first: null, NaN.
        private static int Order(Value a, Value b, int position)
        {
            try
            {
                return Value.Compare(a, b) ?? HasOrder(a).CompareTo(HasOrder(b));
            }
            catch (FormatException e)
            {
                throw new QueryException(e.Message, position);
            }
        }

        private static bool HasOrder(Value value) =>
            value.Kind != ValueKind.Null && !(value.Kind == ValueKind.Real && double.IsNaN(value.Real));

        private IEnumerable<Value> Group(IEnumerable<Value> values, GroupStage group)
        {
            var groups = new Dictionary<string, (Value Key, List<Value> Items)>(StringComparer.Ordinal);
            foreach (Value value in values)
            {
                Value key = First(group.By.Expression, value);
                string text = ValueText.Key(key);
                if (!groups.TryGetValue(text, out (Value Key, List<Value> Items) found))
                    groups[text] = found = (key, []);
                found.Items.Add(value);
            }
            foreach ((Value key, List<Value> items) in groups.Values)
            {
                var row = new List<(string, Value)> { (group.By.Name, key) };
                if (group.Columns.Count == 0)
                    row.Add(("count", Value.Of((decimal)items.Count)));
                foreach (Column column in group.Columns)
                    row.Add((column.Name, OfGroup(column.Expression, items)));
                yield return Value.Of(row);
            }
        }

        // In a column of a group, aggregate functions apply to all values of the group.
        private Value OfGroup(Expression expression, List<Value> items)
        {
            switch (expression)
            {
                case Call call when Parser.Aggregates.Contains(call.Name):
                    Expression? of = call.Arguments.Count == 0 ? null : call.Arguments[0];
                    return Aggregate(call.Name, items.SelectMany(v => Items(of, v)), call.Position);
                case Literal literal:
                    return literal.Value;
                case Unary unary:
                    return Compute(unary, OfGroup(unary.Operand, items));
                case Binary binary when binary.Operator is "+" or "-" or "*" or "/" or "%":
                    return Arithmetic(binary, OfGroup(binary.Left, items), OfGroup(binary.Right, items));
                default:
                    throw new QueryException("A column of a group must use count, sum, min, max or average.", expression.Position);
            }
        }

        private static Value Aggregate(string name, IEnumerable<Value> values, int position)
        {
            if (name == "count")
                return Value.Of((decimal)values.LongCount());
            if (name is "min" or "max")
                return Extreme(values, name == "max" ? 1 : -1, position);
            long count = 0;
            decimal exact = 0;
            double real = 0;
            bool isExact = true, isTooLarge = false;
            foreach (Value value in values)
            {
                if (value.Kind == ValueKind.Null)
                    continue;
                if (!value.IsNumber)
                    throw new QueryException("There is no sum of " + value.KindName + ".", position);
                count++;
                real += value.Real;
                isExact &= value.Kind == ValueKind.Number;
                isTooLarge = isTooLarge || (isExact && !TryAdd(ref exact, value.Number));
            }
            if (isExact && isTooLarge)
                throw TooLarge("sum", position);
            if (name == "sum")
                return isExact ? Value.Of(exact) : Value.Of(real);
            return count == 0 ? Value.Null : isExact ? Value.Of(exact / count) : Value.Of(real / count);
        }

        private static QueryException TooLarge(string what, int position) => new QueryException("The " + what + " has more than 28 digits, "
            + "so it cannot be computed exactly.", position);

        private static bool TryAdd(ref decimal sum, decimal number)
        {
            try
            {
                sum += number;
                return true;
            }
            catch (OverflowException)
            {
                return false;
            }
        }

        private static Value Extreme(IEnumerable<Value> values, int sign, int position)
        {
            Value best = Value.Null;
            foreach (Value value in values)
            {
                if (HasOrder(value) && (best.Kind == ValueKind.Null || Math.Sign(Order(value, best, position)) == sign))
                    best = value;
            }
            return best;
        }

        private readonly Dictionary<Step, (bool IsFound, string Miss)> _members = new(ReferenceEqualityComparer.Instance);

        // A name that no value has is an error; a name that only some values lack is a member of other types of a union.
        private void RefuseUnknown()
        {
            foreach ((Step step, (bool isFound, string miss)) in _members)
            {
                if (!isFound)
                    throw new QueryException(miss, step.Position);
            }
        }

        private void Found(Step step) => _members[step] = (true, "");

        private void Missed(MemberStep step, Value value)
        {
            if (_members.ContainsKey(step))
                return;
            string names = string.Join(", ", MemberNames(value).Take(12).Select(Plain.Text));
            _members[step] = (false, "There is no member '" + Plain.Text(step.Name) + "' in " + value.KindName
                + (names.Length == 0 ? "." : "; there are: " + names + "."));
        }
    }
}
