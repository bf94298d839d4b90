using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Kitbag.Cli.Query
{
    /// <summary>Parses queries; docs/cli.md contains the grammar.</summary>
    internal sealed partial class Parser
    {
        // The maximum nesting depth, because the parser and the evaluation are recursive.
        private const int MostDepth = 100;

        private const int MostCharacters = 100_000;

        public static readonly string[] Aggregates = ["count", "sum", "min", "max", "average"];

        public static readonly string[] Functions =
        [
            "count", "sum", "min", "max", "average", "length", "contains", "startsWith", "endsWith", "lower", "upper", "keys", "type",
            "exists",
        ];

        private const string Stages = "count, sum, min, max, average, distinct, where, sort, first, last, select and group";

        private readonly string _text;
        private readonly List<Token> _tokens;
        private int _at, _depth;

        private Parser(string text)
        {
            _text = text;
            _tokens = Lexer.Read(text);
        }

        private Token Here => _tokens[_at];

        /// <exception cref="QueryException">The text is not a query.</exception>
        public static ParsedQuery Parse(string text)
        {
            if (text.Length > MostCharacters)
                throw new QueryException("A query has at most 100,000 characters.", MostCharacters);
            var parser = new Parser(text);
            Expression source = parser.ReadExpression();
            var stages = new List<Stage>();
            while (parser.TryTake("|"))
            {
                if (stages.Count == MostDepth)
                    throw new QueryException("A query has at most 100 stages.", parser.Here.Position);
                stages.Add(parser.ReadStage());
            }
            if (parser.Here.Kind != TokenKind.End)
                throw parser.Unexpected("the end, | or a step of the path");
            return new ParsedQuery(source, stages);
        }

        private Stage ReadStage()
        {
            Token word = Here;
            if (word.Kind != TokenKind.Name)
                throw Unexpected("one of " + Stages);
            _at++;
            switch (word.Text)
            {
                case "count" or "sum" or "min" or "max" or "average":
                    return new AggregateStage(word.Text, AtEndOfStage ? null : ReadExpression(), word.Position);
                case "distinct":
                    return new DistinctStage(AtEndOfStage ? null : ReadExpression(), word.Position);
                case "where":
                    return new WhereStage(ReadExpression(), word.Position);
                case "sort":
                    Expression? by = AtEndOfStage || IsWord("desc") ? null : ReadExpression();
                    return new SortStage(by, TryTakeWord("desc"), word.Position);
                case "first" or "last":
                    return new TakeStage(AtEndOfStage ? 1 : ReadInteger(), word.Text == "last", word.Position);
                case "select":
                    return new SelectStage(ReadColumns(), word.Position);
                case "group":
                    Column key = ReadColumn();
                    return new GroupStage(key, TryTake(":") ? ReadColumns() : [], word.Position);
                default:
                    throw new QueryException("There is no stage '" + Output.Plain.Text(word.Text) + "'; there are " + Stages + ".",
                        word.Position);
            }
        }

        private bool AtEndOfStage => Here.Kind == TokenKind.End || Here.Is("|");

        private bool IsWord(string word) => Here.Kind == TokenKind.Name && Here.Text == word && _text[Here.Position] != '`';

        private bool TryTakeWord(string word)
        {
            if (!IsWord(word))
                return false;
            _at++;
            return true;
        }

        private List<Column> ReadColumns()
        {
            var columns = new List<Column>();
            do
                columns.Add(ReadColumn());
            while (TryTake(","));
            return columns;
        }

        // An optional name and = before the expression; by default the column is named after the expression.
        private Column ReadColumn()
        {
            if (Here.Kind == TokenKind.Name && _tokens[_at + 1].Is("="))
            {
                string name = Here.Text;
                _at += 2;
                return new Column(name, ReadExpression());
            }
            int start = Here.Position;
            Expression expression = ReadExpression();
            return new Column(_text[start..Here.Position].Trim(), expression);
        }

        private Expression ReadExpression()
        {
            if (++_depth > MostDepth)
                throw new QueryException("The query nests deeper than 100.", Here.Position);
            Expression result = ReadOperators(0);
            _depth--;
            return result;
        }

        private static readonly string[][] s_levels = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]];

        private Expression ReadOperators(int level)
        {
            if (level == s_levels.Length)
                return ReadUnary();
            Expression left = ReadOperators(level + 1);
            for (int count = 0; Here.Kind == TokenKind.Symbol && s_levels[level].Contains(Here.Text); count++)
            {
                // A chain of operators is nested to the left.
                if (count > MostDepth)
                    throw new QueryException("A chain has more than 100 operators.", Here.Position);
                Token symbol = Here;
                _at++;
                left = new Binary(symbol.Text, left, ReadOperators(level + 1), symbol.Position);
            }
            return left;
        }

        private Expression ReadUnary()
        {
            Token symbol = Here;
            if (!symbol.Is("!") && !symbol.Is("-"))
                return ReadPrimary();
            _at++;
            if (++_depth > MostDepth)
                throw new QueryException("The query nests deeper than 100.", symbol.Position);
            Expression operand = ReadUnary();
            _depth--;
            return new Unary(symbol.Text, operand, symbol.Position);
        }

        private Expression ReadPrimary()
        {
            Token token = Here;
            switch (token.Kind)
            {
                case TokenKind.Text:
                    _at++;
                    return new Literal(Value.Of(token.Text), token.Position);
                case TokenKind.Number:
                    _at++;
                    return new Literal(ReadNumber(token), token.Position);
                case TokenKind.Name when _text[token.Position] != '`' && token.Text is "true" or "false" or "null" && !GoesOn(1):
                    _at++;
                    return new Literal(token.Text == "null" ? Value.Null : Value.Of(token.Text == "true"), token.Position);
                case TokenKind.Name when _tokens[_at + 1].Is("("):
                    return ReadCall();
            }
            if (TryTake("("))
            {
                Expression inner = ReadExpression();
                Take(")");
                return inner;
            }
            return ReadPath();
        }

        // Whether a path segment follows: then a keyword such as null is the name of a member.
        private bool GoesOn(int by) => _tokens[_at + by].Is(".") || _tokens[_at + by].Is("[");

        private static Value ReadNumber(Token token)
        {
            if (decimal.TryParse(token.Text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out decimal exact))
                return Value.Of(exact);
            double real = double.Parse(token.Text, NumberStyles.Float, CultureInfo.InvariantCulture);
            return double.IsInfinity(real) ? throw new QueryException("The number is too large.", token.Position) : Value.Of(real);
        }

        private Call ReadCall()
        {
            Token name = Here;
            if (!Functions.Contains(name.Text))
                throw new QueryException("There is no function '" + Output.Plain.Text(name.Text) + "'; there are "
                    + string.Join(", ", Functions) + ".", name.Position);
            _at += 2;
            var arguments = new List<Expression>();
            while (!Here.Is(")"))
            {
                if (arguments.Count != 0)
                    Take(",");
                arguments.Add(ReadExpression());
            }
            Take(")");
            int expected = name.Text is "contains" or "startsWith" or "endsWith" ? 2 : 1;
            bool mayBeEmpty = Aggregates.Contains(name.Text);
            return arguments.Count == expected || (mayBeEmpty && arguments.Count == 0)
                ? new Call(name.Text, arguments, name.Position)
                : throw new QueryException("The function '" + name.Text + "' takes " + (expected == 1 ? "one value." : "two values."),
                    name.Position);
        }

        private long ReadInteger()
        {
            Token token = Here;
            if (token.Kind != TokenKind.Number
                || !long.TryParse(token.Text, NumberStyles.None, CultureInfo.InvariantCulture, out long number))
                throw Unexpected("an integer");
            _at++;
            return number;
        }

        private bool TryTake(string symbol)
        {
            if (!Here.Is(symbol))
                return false;
            _at++;
            return true;
        }

        private void Take(string symbol)
        {
            if (!TryTake(symbol))
                throw Unexpected("'" + symbol + "'");
        }

        private QueryException Unexpected(string expected) =>
            new QueryException("Expected " + expected + ", found " + Here + ".", Here.Position);
    }
}
