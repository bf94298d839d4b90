using System.Collections.Generic;

namespace Kitbag.Cli.Query
{
    /// <summary>A part of a query that has one or several values.</summary>
    internal abstract record Expression(int Position);

    internal sealed record Literal(Value Value, int Position) : Expression(Position);

    /// <summary>A path from the root or, in a filter or after a bar, from the current value.</summary>
    internal sealed record PathExpression(bool FromRoot, IReadOnlyList<Step> Steps, int Position) : Expression(Position);

    internal sealed record Unary(string Operator, Expression Operand, int Position) : Expression(Position);

    internal sealed record Binary(string Operator, Expression Left, Expression Right, int Position) : Expression(Position);

    internal sealed record Call(string Name, IReadOnlyList<Expression> Arguments, int Position) : Expression(Position);

    /// <summary>One step of a path.</summary>
    internal abstract record Step(int Position);

    internal sealed record MemberStep(string Name, int Position) : Step(Position);

    /// <summary>All values with that name at any depth.</summary>
    internal sealed record DescendStep(string Name, int Position) : Step(Position);

    internal sealed record AllStep(int Position) : Step(Position);

    /// <summary>An element by its index, or the value of a map by its key.</summary>
    internal sealed record IndexStep(long Index, bool FromEnd, int Position) : Step(Position);

    internal sealed record KeyStep(string Key, int Position) : Step(Position);

    /// <summary>A range of elements with an exclusive end.</summary>
    internal sealed record RangeStep(long From, long? To, int Position) : Step(Position);

    internal sealed record FilterStep(Expression Condition, int Position) : Step(Position);

    /// <summary>An operation on all values of a path.</summary>
    internal abstract record Stage(int Position);

    /// <summary>count, sum, min, max, average: one value for all.</summary>
    internal sealed record AggregateStage(string Name, Expression? Of, int Position) : Stage(Position);

    internal sealed record DistinctStage(Expression? By, int Position) : Stage(Position);

    internal sealed record WhereStage(Expression Condition, int Position) : Stage(Position);

    internal sealed record SortStage(Expression? By, bool IsDescending, int Position) : Stage(Position);

    internal sealed record TakeStage(long Count, bool FromEnd, int Position) : Stage(Position);

    internal sealed record SelectStage(IReadOnlyList<Column> Columns, int Position) : Stage(Position);

    internal sealed record GroupStage(Column By, IReadOnlyList<Column> Columns, int Position) : Stage(Position);

    /// <summary>A column of a table: an expression, and its name.</summary>
    internal sealed record Column(string Name, Expression Expression);

    internal sealed record ParsedQuery(Expression Source, IReadOnlyList<Stage> Stages);
}
