using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Calls what the program wants to be called after its objects have been read: once all are there, and for what an object refers to
    /// before it is called for the object itself, except where they refer to each other.
    /// </summary>
    internal sealed class GraphCompletion : IDisposable
    {
        private readonly GraphWriter _graph;
        private readonly List<TrackedPlace> _found = new List<TrackedPlace>();
        private readonly Stack<(TrackedPlace Place, bool IsEntered)> _open = new Stack<(TrackedPlace, bool)>();
        private readonly HashSet<TrackedPlace> _entered = new HashSet<TrackedPlace>();

        private GraphCompletion(GraphPlan plan)
        {
            _graph = new GraphWriter(plan) { Found = _found };
        }

        /// <summary>Completes all tracked objects of a document.</summary>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="root">The root.</param>
        /// <param name="tables">The tracked objects by type, with their codecs: also those that cannot be found from the root.</param>
        public static void Run<T>(Codec<T> codec, T root, IEnumerable<(Codec Codec, Array Objects)> tables)
        {
            using var completion = new GraphCompletion(codec.Graph);
            var w = new WireWriter(null, new WireSettings(KitbagNumbers.Compact));
            try
            {
                w.Graph = completion._graph;
                codec.Discover(ref w, new[] { root });
                completion.CompleteFound(ref w);
                foreach ((Codec objects, Array table) in tables)
                {
                    objects.DiscoverTable(ref w, table, completion._graph);
                    completion.CompleteFound(ref w);
                }
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => _graph.Dispose();

        // By a stack of its own: how deep a graph is does not matter.
        private void CompleteFound(ref WireWriter w)
        {
            PushFound();
            while (_open.Count != 0)
            {
                (TrackedPlace place, bool isEntered) = _open.Pop();
                if (isEntered)
                {
                    place.Objects.Complete(place.Place);
                    continue;
                }
                if (!_entered.Add(place))
                    continue;
                _open.Push((place, true));
                place.Objects.DiscoverOne(ref w, place.Place);
                PushFound();
            }
        }

        // The first one that was found is completed first.
        private void PushFound()
        {
            for (int i = _found.Count - 1; i >= 0; i--)
            {
                if (!_entered.Contains(_found[i]))
                    _open.Push((_found[i], false));
            }
            _found.Clear();
        }
    }
}
