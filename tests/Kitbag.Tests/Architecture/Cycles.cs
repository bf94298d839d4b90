using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Tests
{
    /// <summary>Finds the sets of nodes of a graph of which each reaches all others (Tarjan's strongly connected components).</summary>
    internal sealed class Circles
    {
        private readonly IReadOnlyDictionary<string, string[]> _graph;
        private readonly Dictionary<string, int> _numbers = new(), _lowest = new();
        private readonly Stack<string> _open = new();
        private readonly List<string[]> _found = new();

        private Circles(IReadOnlyDictionary<string, string[]> graph) => _graph = graph;

        public static IReadOnlyList<string[]> Find(IReadOnlyDictionary<string, string[]> graph)
        {
            var circles = new Circles(graph);
            foreach (string node in graph.Keys)
            {
                if (!circles._numbers.ContainsKey(node))
                    circles.Visit(node);
            }
            return circles._found;
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
            var circle = new List<string>();
            do
                circle.Add(_open.Pop());
            while (circle[^1] != node);
            if (circle.Count > 1)
                _found.Add(circle.OrderBy(c => c, StringComparer.Ordinal).ToArray());
        }
    }
}
