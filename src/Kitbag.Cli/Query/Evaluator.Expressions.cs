using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Query
{
    internal sealed partial class Evaluator
    {
        private bool IsTrue(Expression condition, Value current)
        {
            foreach (Value value in Values(condition, current))
            {
                if (value.Kind != ValueKind.Null && value.Kind != ValueKind.Boolean)
                    throw new QueryException("A condition is true or false, not " + value.KindName + ".", condition.Position);
                if (value.Kind == ValueKind.Boolean && value.Boolean)
                    return true;
            }
            return false;
        }

        /// <summary>Returns the single value of an expression; null if there is none.</summary>
        private Value First(Expression? expression, Value current) => expression == null ? current
            : Values(expression, current).Select(v => (Value?)v).FirstOrDefault() ?? Value.Null;

        /// <summary>Returns the values of an expression; a path to a single list or map represents its items.</summary>
        private IEnumerable<Value> Items(Expression? expression, Value current)
        {
            if (expression == null)
                return [current];
            IEnumerable<Value> values = Values(expression, current);
            return IsSingle(expression)
                ? values.SelectMany(v => v.Kind == ValueKind.Node && v.Node.Kind != KitbagNodeKind.Object ? All(v) : [v])
                : values;
        }

        // Whether an expression is a path to one value, whose items an aggregate function applies to.
        private static bool IsSingle(Expression? expression) =>
            expression is PathExpression path && path.Steps.All(s => s is MemberStep or IndexStep or KeyStep);

        private IEnumerable<Value> Values(Expression expression, Value current)
        {
            switch (expression)
            {
                case Literal literal:
                    return [literal.Value];
                case PathExpression path:
                    return Path(path, current);
                case Unary { Operator: "!" } not:
                    return [Value.Of(!IsTrue(not.Operand, current))];
                case Unary unary:
                    return Values(unary.Operand, current).Select(v => Compute(unary, v));
                case Binary { Operator: "&&" } both:
                    return [Value.Of(IsTrue(both.Left, current) && IsTrue(both.Right, current))];
                case Binary { Operator: "||" } either:
                    return [Value.Of(IsTrue(either.Left, current) || IsTrue(either.Right, current))];
                case Binary { Operator: "+" or "-" or "*" or "/" or "%" } sum:
                    return Values(sum.Left, current).SelectMany(l => Values(sum.Right, current).Select(r => Arithmetic(sum, l, r)));
                case Binary comparison:
                    return [Value.Of(Compare(comparison, current))];
                case Call call:
                    return Function(call, current);
                default:
                    throw new QueryException("The expression is not known.", expression.Position);
            }
        }

        // If a side has several values, one match is sufficient.
        private bool Compare(Binary comparison, Value current)
        {
            List<Value> rights = [.. Values(comparison.Right, current)];
            foreach (Value left in Values(comparison.Left, current))
            {
                foreach (Value right in rights)
                {
                    if (Compare(comparison, left, right))
                        return true;
                }
            }
            return false;
        }

        private static bool Compare(Binary comparison, Value left, Value right)
        {
            try
            {
                switch (comparison.Operator)
                {
                    case "==": return Value.AreEqual(left, right);
                    case "!=": return !Value.AreEqual(left, right);
                    case "<": return Value.Compare(left, right) < 0;
                    case "<=": return Value.Compare(left, right) <= 0;
                    case ">": return Value.Compare(left, right) > 0;
                    default: return Value.Compare(left, right) >= 0;
                }
            }
            catch (FormatException e)
            {
                throw new QueryException(e.Message, comparison.Position);
            }
        }

        private static Value Compute(Unary unary, Value value)
        {
            if (unary.Operator == "!")
                return value.Kind == ValueKind.Boolean ? Value.Of(!value.Boolean)
                    : throw new QueryException("'!' is for true and false, not for " + value.KindName + ".", unary.Position);
            return value.Kind switch
            {
                ValueKind.Null => value,
                ValueKind.Number => Value.Of(-value.Number),
                ValueKind.Real => Value.Of(-value.Real),
                _ => throw new QueryException("'-' is for numbers, not for " + value.KindName + ".", unary.Position),
            };
        }

        private static Value Arithmetic(Binary binary, Value left, Value right)
        {
            if (left.Kind == ValueKind.Null || right.Kind == ValueKind.Null)
                return Value.Null;
            if (binary.Operator == "+" && left.Kind == ValueKind.Text && right.Kind == ValueKind.Text)
                return left.Text.Length + (long)right.Text.Length <= 1 << 20 ? Value.Of(left.Text + right.Text)
                    : throw new QueryException("The text becomes longer than 1,048,576 characters.", binary.Position);
            if (!left.IsNumber || !right.IsNumber)
                throw new QueryException("'" + binary.Operator + "' is for numbers, not for " + left.KindName + " and " + right.KindName
                    + ".", binary.Position);
            // A division by 0 has no exact result.
            if (left.Kind == ValueKind.Number && right.Kind == ValueKind.Number
                && !(binary.Operator is "/" or "%" && right.Number == 0))
                return Value.Of(Exact(binary, left.Number, right.Number));
            double a = left.Real, b = right.Real;
            return Value.Of(binary.Operator switch
            {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                _ => a % b,
            });
        }

        private static decimal Exact(Binary binary, decimal a, decimal b)
        {
            try
            {
                return binary.Operator switch
                {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    _ => a % b,
                };
            }
            catch (OverflowException)
            {
                throw TooLarge("result of '" + binary.Operator + "'", binary.Position);
            }
        }

        private IEnumerable<Value> Function(Call call, Value current)
        {
            Expression? first = call.Arguments.Count == 0 ? null : call.Arguments[0];
            switch (call.Name)
            {
                // Without reading the items.
                case "count" when IsSingle(first):
                    return [Value.Of(Values(first!, current).Sum(v => IsMany(v) ? (decimal)v.Node.Count : 1))];
                case "count" or "sum" or "min" or "max" or "average":
                    return [Aggregate(call.Name, Items(first, current), call.Position)];
                case "exists":
                    return [Value.Of(Values(first!, current).Any())];
                case "keys":
                    return Values(first!, current).SelectMany(v => Keys(call, v));
                case "contains" or "startsWith" or "endsWith":
                    Value part = First(call.Arguments[1], current);
                    return Values(first!, current).Select(v => Test(call, v, part));
                default:
                    return Values(first!, current).Select(v => OfOne(call, v));
            }
        }

        private static IEnumerable<Value> Keys(Call call, Value value) =>
            value.Kind == ValueKind.Null ? []
            : value.Kind == ValueKind.Node && value.Node.Kind == KitbagNodeKind.Map
                ? Nodes.Entries(value.Node).Select(e => Value.Of(e.Key))
                : throw new QueryException("'keys' is for maps, not for " + value.KindName + ".", call.Position);

        private static Value Test(Call call, Value value, Value part)
        {
            if (value.Kind == ValueKind.Null || part.Kind == ValueKind.Null)
                return Value.Of(false);
            if (call.Name == "contains" && value.Kind == ValueKind.Node && value.Node.Kind == KitbagNodeKind.List)
                return Value.Of(All(value).Any(v => Value.AreEqual(v, part)));
            if (value.Kind is not (ValueKind.Text or ValueKind.Enum) || part.Kind != ValueKind.Text)
                throw new QueryException("'" + call.Name + "' is for texts, not for " + value.KindName + " and " + part.KindName + ".",
                    call.Position);
            return Value.Of(call.Name switch
            {
                "contains" => value.Text.Contains(part.Text, StringComparison.Ordinal),
                "startsWith" => value.Text.StartsWith(part.Text, StringComparison.Ordinal),
                _ => value.Text.EndsWith(part.Text, StringComparison.Ordinal),
            });
        }

        private static Value OfOne(Call call, Value value)
        {
            switch (call.Name)
            {
                case "type":
                    return Value.Of(value.Source is { } node ? Schemas.TypeText.Of(Nodes.TypeOf(node)) : value.KindName);
                case "length" when value.Kind == ValueKind.Text:
                    return Value.Of((decimal)value.Text.Length);
                case "length" when value.Kind == ValueKind.Node && value.Node.Kind != KitbagNodeKind.Object:
                    return Value.Of((decimal)value.Node.Count);
                case "lower" when value.Kind is ValueKind.Text or ValueKind.Enum:
                    return Value.Of(value.Text.ToLowerInvariant());
                case "upper" when value.Kind is ValueKind.Text or ValueKind.Enum:
                    return Value.Of(value.Text.ToUpperInvariant());
                default:
                    return value.Kind == ValueKind.Null ? value
                        : throw new QueryException("'" + call.Name + "' is not for " + value.KindName + ".", call.Position);
            }
        }
    }
}
