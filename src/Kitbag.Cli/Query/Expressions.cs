using System.Collections.Generic;

namespace Kitbag.Cli.Query
{
    /// <summary>A part of a query that has a value, or several.</summary>
    internal abstract record Expression(int Position);

    internal sealed record Literal(Value Value, int Position) : Expression(Position);

    /// <summary>A path from the root or, within a filter or behind a bar, from the value at hand.</summary>
    internal sealed record PathExpression(bool FromRoot, IReadOnlyList<Step> Steps, int Position) : Expression(Position);

    internal sealed record Unary(string Operator, Expression Operand, int Position) : Expression(Position);

    internal sealed record Binary(string Operator, Expression Left, Expression Right, int Position) : Expression(Position);

    internal sealed record Call(string Name, IReadOnlyList<Expression> Arguments, int Position) : Expression(Position);

    /// <summary>One step of a path.</summary>
    internal abstract record Step(int Position);

    internal sealed record MemberStep(string Name, int Position) : Step(Position);

    /// <summary>All values of that name below, at any depth.</summary>
    internal sealed record DescendStep(string Name, int Position) : Step(Position);

    internal sealed record AllStep(int Position) : Step(Position);

    /// <summary>An element by its place, or the value of a map by its key.</summary>
    internal sealed record IndexStep(long Index, bool FromEnd, int Position) : Step(Position);

    internal sealed record KeyStep(string Key, int Position) : Step(Position);

    /// <summary>Elements from a place to another, which is not among them.</summary>
    internal sealed record RangeStep(long From, long? To, int Position) : Step(Position);

    internal sealed record FilterStep(Expression Condition, int Position) : Step(Position);

    /// <summary>What is done with all values of a path.</summary>
    internal abstract record Stage(int Position);

    /// <summary>count, sum, min, max, average: one value from all.</summary>
    internal sealed record AggregateStage(string Name, Expression? Of, int Position) : Stage(Position);

    internal sealed record DistinctStage(Expression? By, int Position) : Stage(Position);

    internal sealed record WhereStage(Expression Condition, int Position) : Stage(Position);

    internal sealed record SortStage(Expression? By, bool IsDescending, int Position) : Stage(Position);

    internal sealed record TakeStage(long Count, bool FromEnd, int Position) : Stage(Position);

    internal sealed record SelectStage(IReadOnlyList<Column> Columns, int Position) : Stage(Position);

    internal sealed record GroupStage(Column By, IReadOnlyList<Column> Columns, int Position) : Stage(Position);

    /// <summary>A column of a table: an expression, and what it is called.</summary>
    internal sealed record Column(string Name, Expression Expression);

    internal sealed record ParsedQuery(Expression Source, IReadOnlyList<Stage> Stages);
}
