using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Executes statements.</summary>
    internal sealed partial class ArgumentFlow
    {
        // Returns whether the statement that follows is executed.
        private bool Execute(StatementSyntax? statement)
        {
            if (statement == null || ++_steps > MaxSteps)
                return true;
            switch (statement)
            {
                case BlockSyntax block:
                    return Execute(block.Statements);
                case ExpressionStatementSyntax one:
                    Evaluate(one.Expression);
                    return true;
                case LocalDeclarationStatementSyntax local:
                    Declare(local.Declaration);
                    return true;
                case IfStatementSyntax test:
                    return Execute(test);
                case SwitchStatementSyntax choice:
                    return Execute(choice);
                case ReturnStatementSyntax returned:
                    Return(returned.Expression == null ? default : Evaluate(returned.Expression));
                    return false;
                case ThrowStatementSyntax:
                    return false;
                case ForEachStatementSyntax loop:
                    Content element = Content.Of(Evaluate(loop.Expression).Uses);
                    _state.Locals[loop.Identifier.ValueText] = element;
                    Repeat(loop, () => Execute(loop.Statement));
                    return true;
                case ForEachVariableStatementSyntax loop:
                    Assign(loop.Variable, Content.Of(Evaluate(loop.Expression).Uses));
                    Repeat(loop, () => Execute(loop.Statement));
                    return true;
                case ForStatementSyntax loop:
                    Declare(loop.Declaration);
                    EvaluateAll(loop.Initializers);
                    EvaluateAll(loop.Condition);
                    Repeat(loop, () =>
                    {
                        Execute(loop.Statement);
                        EvaluateAll(loop.Incrementors);
                    });
                    return true;
                case WhileStatementSyntax loop:
                    Evaluate(loop.Condition);
                    Repeat(loop, () => Execute(loop.Statement));
                    return true;
                case DoStatementSyntax loop:
                    Repeat(loop, () => Execute(loop.Statement));
                    Evaluate(loop.Condition);
                    return true;
                case BreakStatementSyntax { Parent: SwitchSectionSyntax or BlockSyntax { Parent: SwitchSectionSyntax } }:
                    return true;
                case BreakStatementSyntax or ContinueStatementSyntax or GotoStatementSyntax:
                    _mayBeChanged = true;
                    return true;
                case TryStatementSyntax attempt:
                    // An exception may leave the block at any place.
                    _mayBeChanged = true;
                    bool isEnded = Execute(attempt.Block);
                    foreach (CatchClauseSyntax clause in attempt.Catches)
                        Maybe(() => Execute(clause.Block));
                    return Execute(attempt.Finally?.Block) && (isEnded || attempt.Catches.Count != 0);
                case UsingStatementSyntax block:
                    Declare(block.Declaration);
                    EvaluateAll(block.Expression);
                    return Execute(block.Statement);
                case LocalFunctionStatementSyntax function:
                    _frame.Functions[function.Identifier.ValueText] = function;
                    return true;
                default:
                    bool isNext = true;
                    foreach (SyntaxNode part in statement.ChildNodes())
                    {
                        if (part is StatementSyntax inner)
                            isNext &= Execute(inner);
                        else
                            EvaluateAll(part);
                    }
                    return isNext;
            }
        }

        private bool Execute(SyntaxList<StatementSyntax> statements)
        {
            // Functions may be declared after they are called.
            foreach (LocalFunctionStatementSyntax function in statements.OfType<LocalFunctionStatementSyntax>())
                Execute(function);
            return statements.All(Execute);
        }

        private bool Execute(IfStatementSyntax test)
        {
            ExpressionSyntax? value = NullTests.ValueOf(test.Condition, out bool isForNull);
            Content tested = EvaluateCondition(test.Condition, value);
            State before = _state.Clone();
            bool isNext = Execute(test.Statement);
            (State then, _state) = (_state, before);
            bool isNextToo = Execute(test.Else?.Statement);
            if (isNext && isNextToo)
            {
                _state = value == null
                    ? State.Either(then, _state, tested.Uses)
                    : State.Merge(then, _state, (a, b) => isForNull ? b.UnlessNull(a, tested) : a.UnlessNull(b, tested));
            }
            else if (isNext)
            {
                _state = then;
            }
            return isNext || isNextToo;
        }

        private bool Execute(SwitchStatementSyntax choice)
        {
            ulong condition = Evaluate(choice.Expression).Uses;
            State before = _state;
            var after = new List<State>();
            foreach (SwitchSectionSyntax section in choice.Sections)
            {
                _state = before.Clone();
                foreach (SwitchLabelSyntax label in section.Labels)
                    EvaluateAll(label);
                if (Execute(section.Statements))
                    after.Add(_state);
            }
            if (!choice.Sections.Any(section => section.Labels.Any(label => label is DefaultSwitchLabelSyntax)))
                after.Add(before);
            _state = after.Count == 0 ? before
                : after.Aggregate((one, other) => State.Either(one, other, condition));
            return after.Count != 0;
        }

        // Executes a loop once. Variables that it assigns may get other values the next time, or none.
        private void Repeat(StatementSyntax loop, Action execute)
        {
            bool isLeft = loop is not ForEachStatementSyntax and not ForEachVariableStatementSyntax || loop.DescendantNodes().Any(node =>
                node is ContinueStatementSyntax or BreakStatementSyntax or ReturnStatementSyntax);
            if (isLeft)
            {
                Maybe(() =>
                {
                    execute();
                    return true;
                });
            }
            else
            {
                execute();
            }
            foreach (ExpressionSyntax target in loop.DescendantNodes().SelectMany(SetterCode.Targets))
            {
                if (RootOf(target) is { } root)
                    Store(root, Read(root).Limited());
            }
            // So may those that methods of the object assign.
            _mayBeChanged |= loop.DescendantNodes().Any(node => node is InvocationExpressionSyntax call && IsVariable(call.Expression));
        }

        // Code that may be executed, or not.
        private void Maybe(Func<bool> execute)
        {
            State before = _state.Clone();
            bool isNext = execute();
            _state = isNext ? State.Either(before, _state) : before;
        }

        private void Declare(VariableDeclarationSyntax? declaration)
        {
            foreach (VariableDeclaratorSyntax variable in declaration?.Variables ?? default)
            {
                _state.Locals[variable.Identifier.ValueText] = variable.Initializer is { } initializer
                    ? Evaluate(initializer.Value) : Content.Default;
            }
        }

        private void Return(Content value)
        {
            _frame.Result = _frame.Returned == null ? value : _frame.Result.Or(value, 0, _frame.Result.Computed | value.Computed);
            _frame.Returned = _frame.Returned == null ? _state.Clone() : State.Either(_frame.Returned, _state);
        }

        // The state after a method, from which the code may have returned earlier.
        private void Finish(bool isEndReached)
        {
            if (_frame.Returned != null)
                _state = isEndReached ? State.Either(_frame.Returned, _state) : _frame.Returned;
        }
    }
}
