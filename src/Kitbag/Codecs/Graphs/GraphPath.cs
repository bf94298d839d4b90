using System;
using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Finds the shortest way from an object to another, by the names of members: for messages, once something has failed.
    /// </summary>
    internal sealed class GraphPath : IDisposable
    {
        private const int MostSteps = 32;

        private readonly List<TrackedPlace> _found = new List<TrackedPlace>();
        private readonly List<int> _memberEnds = new List<int>();
        private readonly Dictionary<TrackedPlace, (TrackedPlace? From, string Name)> _ways =
            new Dictionary<TrackedPlace, (TrackedPlace?, string)>();
        private readonly Queue<TrackedPlace> _next = new Queue<TrackedPlace>();
        private readonly GraphWriter _graph;
        private readonly GraphCopies? _copies;

        private GraphPath(GraphPlan plan, GraphCopies? copies)
        {
            _graph = new GraphWriter(plan) { Found = _found, MemberEnds = _memberEnds };
            _copies = copies;
        }

        /// <summary>The path from a root to an object; empty where there is none.</summary>
        /// <param name="root">The root.</param>
        /// <param name="target">The object.</param>
        /// <param name="copies">Objects that are to become like others, and do not refer to anything yet.</param>
        public static string From(GraphRoot root, object target, GraphCopies? copies = null)
        {
            using var path = new GraphPath(root.Codec.Graph, copies);
            WireWriter w = path._graph.NewWriter();
            try
            {
                root.Discover(ref w);
                path.AddFound(null, root.Codec);
                return path.Find(ref w, target);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>The path from an object back to itself.</summary>
        /// <param name="plan">The tracked types.</param>
        /// <param name="codec">The codec of the object.</param>
        /// <param name="start">The object.</param>
        /// <param name="copies">Objects that are to become like others, and do not refer to anything yet.</param>
        public static string Around(GraphPlan plan, Codec codec, object start, GraphCopies? copies = null)
        {
            using var path = new GraphPath(plan, copies);
            WireWriter w = path._graph.NewWriter();
            try
            {
                codec.TrackedType!.Discover(ref w, start, path._graph);
                TrackedPlace place = path._found[0];
                path._found.Clear();
                path.Expand(ref w, place, isStart: true);
                return KitbagException.Cut(codec.Schema.Name) + path.Find(ref w, start);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Returns the memory to the pool.</summary>
        public void Dispose() => _graph.Dispose();

        private string Find(ref WireWriter w, object target)
        {
            while (_next.TryDequeue(out TrackedPlace place))
            {
                if (ReferenceEquals(place.Value, target))
                    return NamesTo(place);
                Expand(ref w, place, isStart: false);
            }
            return "";
        }

        private void Expand(ref WireWriter w, TrackedPlace place, bool isStart)
        {
            _memberEnds.Clear();
            if (_copies?.SourceOf(place.Value) is { } source)
                place.Objects.Codec.TrackedType!.Discover(ref w, source, _graph);
            else
                place.Objects.DiscoverOne(ref w, place.Place);
            AddFound(isStart ? (TrackedPlace?)null : place, place.Objects.Codec);
        }

        private void AddFound(TrackedPlace? from, Codec codec)
        {
            int member = 0;
            for (int i = 0; i < _found.Count; i++)
            {
                while (member < _memberEnds.Count && i >= _memberEnds[member])
                    member++;
                if (_ways.ContainsKey(_found[i]))
                    continue;
                string? name = _memberEnds.Count == 0 ? null : codec.NameOfHolder(member);
                _ways.Add(_found[i], (from, name == null ? "" : "." + name));
                _next.Enqueue(_found[i]);
            }
            _found.Clear();
            _memberEnds.Clear();
        }

        private string NamesTo(TrackedPlace place)
        {
            var names = new List<string>();
            for (TrackedPlace? at = place; at is { } one; at = _ways[one].From)
                names.Add(_ways[one].Name);
            names.Reverse();
            if (names.Count > MostSteps)
            {
                names.RemoveRange(MostSteps / 2, names.Count - MostSteps);
                names.Insert(MostSteps / 2, "…");
            }
            return string.Concat(names);
        }
    }
}
