using System.Collections.Generic;

namespace Kitbag.Cli.Query
{
    internal sealed partial class Parser
    {
        // $ is the root, @ the current value; otherwise a path begins with a member of the current value.
        private PathExpression ReadPath()
        {
            Token start = Here;
            var steps = new List<Step>();
            bool fromRoot = TryTake("$");
            if (!fromRoot && !TryTake("@"))
            {
                if (start.Kind == TokenKind.Name)
                {
                    _at++;
                    steps.Add(new MemberStep(start.Text, start.Position));
                }
                else if (!start.Is("[") && !start.Is("..") && !start.Is("."))
                {
                    throw Unexpected("a path or a value");
                }
            }
            while (true)
            {
                Token token = Here;
                // Each step is a level of the evaluation.
                if (steps.Count > MostDepth)
                    throw new QueryException("A path has at most 100 steps.", token.Position);
                if (TryTake(".."))
                    steps.Add(new DescendStep(ReadName(), token.Position));
                else if (TryTake("."))
                    steps.Add(new MemberStep(ReadName(), token.Position));
                else if (TryTake("["))
                    steps.Add(ReadBrackets(token.Position));
                else
                    return new PathExpression(fromRoot, steps, start.Position);
            }
        }

        private string ReadName()
        {
            if (Here.Kind != TokenKind.Name)
                throw Unexpected("the name of a member");
            return _tokens[_at++].Text;
        }

        private Step ReadBrackets(int position)
        {
            Step? step = ReadPlainBrackets(position);
            if (step == null)
            {
                // A filter is an expression, and so is a number or a string followed by an operator.
                step = new FilterStep(ReadExpression(), position);
                Take("]");
            }
            return step;
        }

        private Step? ReadPlainBrackets(int position)
        {
            Token first = Here, second = _tokens[_at + (first.Kind == TokenKind.End ? 0 : 1)];
            if (first.Is("*") && second.Is("]"))
            {
                _at += 2;
                return new AllStep(position);
            }
            if (first.Kind == TokenKind.Text && second.Is("]"))
            {
                _at += 2;
                return new KeyStep(first.Text, position);
            }
            if (TryTake("^"))
            {
                long fromEnd = ReadInteger();
                Take("]");
                return new IndexStep(fromEnd, true, position);
            }
            if (first.Is("-") && second.Kind == TokenKind.Number && _tokens[_at + 2].Is("]"))
            {
                _at++;
                long negative = -ReadInteger();
                Take("]");
                return new IndexStep(negative, false, position);
            }
            if (first.Kind == TokenKind.Number && second.Is("]"))
            {
                long index = ReadInteger();
                Take("]");
                return new IndexStep(index, false, position);
            }
            if (first.Is("..") || (first.Kind == TokenKind.Number && second.Is("..")))
            {
                long from = first.Kind == TokenKind.Number ? ReadInteger() : 0;
                Take("..");
                long? to = Here.Is("]") ? null : ReadInteger();
                Take("]");
                return new RangeStep(from, to, position);
            }
            return null;
        }
    }
}
