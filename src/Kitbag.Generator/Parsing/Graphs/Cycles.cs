using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds the types that can reach themselves: the strongly connected components of the type graph, except single types without an edge
    /// to themselves (Tarjan's algorithm, without recursion, because a chain of types may be too long for the stack).
    /// </summary>
    internal sealed class Cycles
    {
        private readonly Dictionary<string, TypeModel> _types;
        private readonly Func<TypeModel, bool> _isPassed;
        private readonly Dictionary<string, Node> _nodes = new Dictionary<string, Node>();
        private readonly Stack<Node> _component = new Stack<Node>();
        private readonly List<List<TypeModel>> _found = new List<List<TypeModel>>();

        private Cycles(Dictionary<string, TypeModel> types, Func<TypeModel, bool> isPassed)
        {
            _types = types;
            _isPassed = isPassed;
        }

        /// <summary>Finds the cycles.</summary>
        /// <param name="types">All types by their keys.</param>
        /// <param name="isPassed">Whether cycles through a type count.</param>
        /// <returns>Groups of types in which each type can reach every other.</returns>
        public static List<List<TypeModel>> Of(Dictionary<string, TypeModel> types, Func<TypeModel, bool> isPassed)
        {
            var cycles = new Cycles(types, isPassed);
            foreach (TypeModel type in types.Values)
            {
                if (isPassed(type) && !cycles._nodes.ContainsKey(type.Key))
                    cycles.Search(type);
            }
            return cycles._found;
        }

        private void Search(TypeModel root)
        {
            var way = new Stack<Node>();
            way.Push(Enter(root));
            while (way.Count != 0)
            {
                Node node = way.Peek();
                if (node.Next < node.Uses.Length)
                {
                    string key = node.Uses[node.Next++];
                    if (!_types.TryGetValue(key, out TypeModel type) || !_isPassed(type))
                        continue;
                    if (!_nodes.TryGetValue(key, out Node used))
                        way.Push(Enter(type));
                    else if (used.IsOpen)
                        node.Lowest = Math.Min(node.Lowest, used.Index);
                    continue;
                }
                way.Pop();
                if (way.Count != 0)
                    way.Peek().Lowest = Math.Min(way.Peek().Lowest, node.Lowest);
                if (node.Lowest == node.Index)
                    Close(node);
            }
        }

        private Node Enter(TypeModel type)
        {
            var node = new Node(type, _nodes.Count);
            _nodes.Add(type.Key, node);
            _component.Push(node);
            return node;
        }

        private void Close(Node first)
        {
            var types = new List<TypeModel>();
            Node node;
            do
            {
                node = _component.Pop();
                node.IsOpen = false;
                types.Add(node.Type);
            }
            while (node != first);
            if (types.Count > 1 || first.Uses.Contains(first.Type.Key))
                _found.Add(types);
        }

        private sealed class Node
        {
            public Node(TypeModel type, int index)
            {
                Type = type;
                Index = Lowest = index;
                Uses = type.Uses(isJson: false).ToArray();
            }

            public TypeModel Type { get; }

            public int Index { get; }

            /// <summary>The lowest index on the stack that is reachable from it.</summary>
            public int Lowest { get; set; }

            public string[] Uses { get; }

            /// <summary>The index of the next neighbor to visit.</summary>
            public int Next { get; set; }

            public bool IsOpen { get; set; } = true;
        }
    }
}
