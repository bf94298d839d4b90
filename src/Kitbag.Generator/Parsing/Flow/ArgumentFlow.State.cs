using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>What is known while code is executed.</summary>
    internal sealed partial class ArgumentFlow
    {
        /// <summary>What the object's members and the local variables contain.</summary>
        private sealed class State
        {
            public Dictionary<string, Content> Members { get; private set; } = new Dictionary<string, Content>();

            public Dictionary<string, Content> Locals { get; set; } = new Dictionary<string, Content>();

            /// <summary>The parameters to whose content something was added.</summary>
            public ulong Grown { get; set; }

            public State Clone() => new State
            {
                Members = new Dictionary<string, Content>(Members),
                Locals = new Dictionary<string, Content>(Locals),
                Grown = Grown,
            };

            /// <summary>The state after one of two branches, between which values that depend on certain parameters decide.</summary>
            public static State Either(State one, State other, ulong condition = 0) =>
                Merge(one, other, (a, b) => a.Or(b, condition, a.Computed & b.Computed));

            /// <summary>The state after one of two branches.</summary>
            public static State Merge(State one, State other, Func<Content, Content, Content> merge) => new State
            {
                Members = Merge(one.Members, other.Members, merge),
                Locals = Merge(one.Locals, other.Locals, merge),
                Grown = one.Grown & other.Grown,
            };

            private static Dictionary<string, Content> Merge(Dictionary<string, Content> one, Dictionary<string, Content> other,
                Func<Content, Content, Content> merge)
            {
                var all = new Dictionary<string, Content>(one.Count);
                foreach (string name in one.Keys.Concat(other.Keys.Where(name => !one.ContainsKey(name))))
                {
                    one.TryGetValue(name, out Content a);
                    other.TryGetValue(name, out Content b);
                    all[name] = merge(a, b);
                }
                return all;
            }
        }

        /// <summary>A method that is executed.</summary>
        private sealed class Frame
        {
            private readonly Frame? _caller;
            private readonly SyntaxNode? _body;

            public Frame(string self, Frame? caller = null, SyntaxNode? body = null)
            {
                Self = self;
                _caller = caller;
                _body = body;
            }

            /// <summary>The parameter of a static method that is the object; otherwise empty.</summary>
            public string Self { get; }

            public Dictionary<string, LocalFunctionStatementSyntax> Functions { get; private set; } =
                new Dictionary<string, LocalFunctionStatementSyntax>();

            /// <summary>The state at the statements that return; null if none was executed.</summary>
            public State? Returned { get; set; }

            public Content Result { get; set; }

            public bool IsCalling(SyntaxNode body) => _body == body || _caller?.IsCalling(body) == true;

            public void Inherit(Frame outer) => Functions = outer.Functions;
        }
    }
}
