using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Tests
{
    /// <summary>Finds the cycles of a graph: its strongly connected components of more than one node (Tarjan's algorithm).</summary>
    internal sealed class Cycles
    {
        private readonly IReadOnlyDictionary<string, string[]> _graph;
        private readonly Dictionary<string, int> _numbers = new(), _lowest = new();
        private readonly Stack<string> _open = new();
        private readonly List<string[]> _found = new();

        private Cycles(IReadOnlyDictionary<string, string[]> graph) => _graph = graph;

        public static IReadOnlyList<string[]> Find(IReadOnlyDictionary<string, string[]> graph)
        {
            var cycles = new Cycles(graph);
            foreach (string node in graph.Keys)
            {
                if (!cycles._numbers.ContainsKey(node))
                    cycles.Visit(node);
            }
            return cycles._found;
        }

        private void Visit(string node)
        {
            _numbers[node] = _lowest[node] = _numbers.Count;
            _open.Push(node);
            foreach (string next in _graph.TryGetValue(node, out string[]? targets) ? targets : [])
            {
                if (!_numbers.ContainsKey(next))
                    Visit(next);
                if (_open.Contains(next))
                    _lowest[node] = Math.Min(_lowest[node], _lowest[next]);
            }
            if (_lowest[node] != _numbers[node])
                return;
            var cycle = new List<string>();
            do
                cycle.Add(_open.Pop());
            while (cycle[^1] != node);
            if (cycle.Count > 1)
                _found.Add(cycle.OrderBy(c => c, StringComparer.Ordinal).ToArray());
        }
    }
}
