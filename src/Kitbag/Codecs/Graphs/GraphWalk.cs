using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Walks objects and their references, and finds objects that reach themselves: the strongly connected components, each after those
    /// that it refers to (Tarjan's algorithm). It uses its own stack, so the depth of a graph is not limited.
    /// </summary>
    internal abstract class GraphWalk : IDisposable
    {
        private const int Closed = -1;

        private readonly List<TrackedPlace> _found = new List<TrackedPlace>();
        // Those that the open objects refer to, one object's after the other's; the objects that are done, but not yet closed.
        private readonly List<TrackedPlace> _edges = new List<TrackedPlace>(), _done = new List<TrackedPlace>();
        private readonly Queue<TrackedPlace> _waiting = new Queue<TrackedPlace>();
        // For each object, by type and index: 0 before it is entered, then the number of its entry, then a mark that it is closed.
        private readonly int[][] _states;
        private Frame[] _open = new Frame[16];
        private int _depth, _entered;

        /// <param name="plan">The tracked types.</param>
        /// <param name="copies">Objects that are to become copies of others, and do not refer to anything yet; null for none.</param>
        protected GraphWalk(GraphPlan plan, GraphCopies? copies)
        {
            Copies = copies;
            Graph = new GraphWriter(plan) { Found = _found };
            _states = new int[Graph.Types][];
            _states.AsSpan().Fill(Array.Empty<int>());
        }

        /// <summary>Gets or sets the maximum number of objects to enter; the walk ends at the next one.</summary>
        protected int Most { get; set; } = int.MaxValue;

        /// <summary>Gets a value indicating whether the walk ended before it had entered all objects.</summary>
        protected bool HasEnded { get; private set; }

        /// <summary>Objects that are to become copies of others; null for none.</summary>
        protected GraphCopies? Copies { get; }

        /// <summary>Numbers the objects.</summary>
        protected GraphWriter Graph { get; }

        /// <summary>Returns the memory to the pool.</summary>
        public void Dispose() => Graph.Dispose();

        /// <summary>Creates a writer for finding the references of objects; nothing is written to it.</summary>
        protected WireWriter NewWriter() => Graph.NewWriter();

        /// <summary>Walks from the references of a root.</summary>
        protected void WalkFrom(ref WireWriter w, GraphRoot root)
        {
            root.Discover(ref w);
            WalkFound(ref w);
        }

        /// <summary>Walks from objects of one type.</summary>
        protected void WalkFrom(ref WireWriter w, Codec codec, Array objects)
        {
            ScratchMark mark = w.Mark();
            codec.TrackedType!.Discover(ref w, (object?[])objects, Graph, w.Rent<uint>(objects.Length));
            w.Release(mark);
            WalkFound(ref w);
        }

        /// <summary>Walks from one object.</summary>
        protected void WalkFromOne(ref WireWriter w, Codec codec, object value)
        {
            codec.TrackedType!.Discover(ref w, value, Graph);
            WalkFound(ref w);
        }

        private void WalkFound(ref WireWriter w)
        {
            MoveFound(_waiting.Enqueue);
            while (!HasEnded && _waiting.TryDequeue(out TrackedPlace next))
            {
                if (StateOf(next) == 0)
                    Search(ref w, next);
                IsMet(next);
            }
        }

        private void MoveFound(Action<TrackedPlace> to)
        {
            foreach (TrackedPlace place in _found)
                to(place);
            _found.Clear();
        }

        private void Search(ref WireWriter w, TrackedPlace first)
        {
            Enter(ref w, first);
            while (_depth != 0 && !HasEnded)
            {
                ref Frame frame = ref _open[_depth - 1];
                if (frame.NextEdge == _edges.Count)
                {
                    Leave(ref w);
                    continue;
                }
                TrackedPlace to = _edges[frame.NextEdge++];
                int state = StateOf(to);
                if (state == 0)
                {
                    Enter(ref w, to);
                }
                else if (state != Closed)
                {
                    frame.Lowest = Math.Min(frame.Lowest, state);
                    frame.IsCycle |= to.Equals(frame.Place);
                }
            }
        }

        private void Enter(ref WireWriter w, TrackedPlace place)
        {
            if (_entered == Most)
            {
                HasEnded = true;
                return;
            }
            if (_depth == _open.Length)
                Array.Resize(ref _open, _depth * 2);
            StateOf(place) = ++_entered;
            int start = _edges.Count;
            _open[_depth++] = new Frame
            {
                Place = place,
                Entry = _entered,
                Lowest = _entered,
                FirstEdge = start,
                NextEdge = start,
                FirstDone = _done.Count
            };
            Expand(ref w, place);
            foreach (TrackedPlace to in _found)
            {
                if (IsFollowed(place, to))
                    _edges.Add(to);
                else
                    _waiting.Enqueue(to);
            }
            _found.Clear();
        }

        private void Leave(ref WireWriter w)
        {
            Frame frame = _open[--_depth];
            bool isRoot = frame.Lowest == frame.Entry, isCycle = !isRoot || frame.FirstDone != _done.Count || frame.IsCycle;
            Leave(ref w, frame.Place, _edges, frame.FirstEdge, isCycle);
            _edges.RemoveRange(frame.FirstEdge, _edges.Count - frame.FirstEdge);
            _done.Add(frame.Place);
            if (_depth != 0)
                _open[_depth - 1].Lowest = Math.Min(_open[_depth - 1].Lowest, frame.Lowest);
            if (!isRoot)
                return;
            TrackedPlace[] component = _done.GetRange(frame.FirstDone, _done.Count - frame.FirstDone).ToArray();
            _done.RemoveRange(frame.FirstDone, component.Length);
            foreach (TrackedPlace place in component)
                StateOf(place) = Closed;
            Close(component, isCycle);
        }

        private ref int StateOf(TrackedPlace place)
        {
            ref int[] states = ref _states[place.Objects.Type];
            if (place.Place >= states.Length)
                Array.Resize(ref states, Math.Max(place.Place + 1, Math.Max(16, states.Length * 2)));
            return ref states[place.Place];
        }

        /// <summary>Finds the references of an object.</summary>
        protected virtual void Expand(ref WireWriter w, TrackedPlace place)
        {
            if (SourceOf(place) is { } source)
                place.Objects.Codec.TrackedType!.Discover(ref w, source, Graph);
            else
                place.Objects.DiscoverOne(ref w, place.Place);
        }

        /// <summary>Returns the object of which an object is to become a copy, or null.</summary>
        protected object? SourceOf(TrackedPlace place) => Copies?.SourceOf(place.Value);

        /// <summary>Returns whether a reference counts; the walk continues with the referenced object in any case.</summary>
        protected virtual bool IsFollowed(TrackedPlace from, TrackedPlace to) => true;

        /// <summary>Called for an object after all objects that it refers to, unless these refer to it.</summary>
        /// <param name="w">The writer for finding references.</param>
        /// <param name="place">The object.</param>
        /// <param name="edges">A list that contains the references of the object.</param>
        /// <param name="firstEdge">The index of the first one.</param>
        /// <param name="isCycle">Whether the object reaches itself.</param>
        protected virtual void Leave(ref WireWriter w, TrackedPlace place, List<TrackedPlace> edges, int firstEdge, bool isCycle)
        {
        }

        /// <summary>Called for each reference from which the walk started, after the walk from it.</summary>
        protected virtual void IsMet(TrackedPlace place)
        {
        }

        /// <summary>Called for objects that all reach each other, after everything else that they refer to has been closed.</summary>
        /// <param name="objects">The objects.</param>
        /// <param name="isCycle">Whether they reach themselves; false for a single object that does not.</param>
        protected virtual void Close(TrackedPlace[] objects, bool isCycle)
        {
        }

        private struct Frame
        {
            public TrackedPlace Place;
            public int Entry, Lowest, FirstEdge, NextEdge, FirstDone;
            public bool IsCycle;
        }
    }
}
