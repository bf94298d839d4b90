using System;
using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Completes objects once all have been read: copies get their members, marked constructors are called, and callbacks of the program
    /// are called. The objects that an object refers to are completed before the object itself, except in cycles.
    /// </summary>
    internal sealed class GraphCompletion
    {
        private readonly Dictionary<object, PresentMembers> _constructed = new Dictionary<object, PresentMembers>(ByIdentity.Comparer);
        private readonly List<(Codec Codec, Array Objects)> _tables = new List<(Codec, Array)>();
        private readonly List<(Codec Codec, object Value)> _objects = new List<(Codec, object)>();

        /// <summary>The objects that will become copies of others.</summary>
        public GraphCopies Copies { get; } = new GraphCopies();

        /// <summary>Adds objects of one type, which may be unreachable from the root.</summary>
        /// <param name="codec">Their codec.</param>
        /// <param name="objects">The objects.</param>
        public void Add(Codec codec, Array objects) => _tables.Add((codec, objects));

        /// <summary>Adds an object, which may be unreachable from the root.</summary>
        /// <param name="codec">Its codec.</param>
        /// <param name="value">The object.</param>
        public void Add(Codec codec, object value) => _objects.Add((codec, value));

        /// <summary>The object that was being completed when an exception occurred, or null.</summary>
        public object? Current { get; private set; }

        /// <summary>Schedules a call of the constructor of an object.</summary>
        /// <param name="value">The object.</param>
        /// <param name="members">The members that were read.</param>
        public void AddConstructed(object value, PresentMembers members) => _constructed[value] = members;

        /// <summary>Removes an object that existed before.</summary>
        public void RemoveConstructed(object value) => _constructed.Remove(value);

        /// <summary>Completes the objects.</summary>
        /// <param name="root">The root.</param>
        /// <param name="budget">The number of bytes that copies may allocate, which is reduced by the bytes that they do.</param>
        public void Run(GraphRoot root, ref long budget)
        {
            if (_tables.Count == 0 && _objects.Count == 0 && _constructed.Count == 0 && Copies.Count == 0)
                return;
            if (Copies.Count != 0 && CopyCheck.Find(root, Copies, out object? culprit) is { } refused)
            {
                Current = culprit;
                throw refused;
            }
            using var walk = new Walk(this, root.Codec.Graph, budget);
            walk.Run(root);
            budget = walk.Budget;
        }

        /// <summary>
        /// Completes the objects. An exception of the program's code gets the path to the object that was being completed, which a second
        /// read would not find, because all bytes have been read.
        /// </summary>
        /// <param name="root">The root.</param>
        /// <param name="budget">The number of bytes that copies may allocate, which is reduced by the bytes that they do.</param>
        public void RunWithPaths(GraphRoot root, ref long budget)
        {
            // Not in GraphReader: NativeAOT compiles this class only for programs that create an instance.
            try
            {
                Run(root, ref budget);
            }
            catch (KitbagException e) when (e.Refuser != null && Current is { } failed)
            {
                e.Place(PathTo(root, failed) + e.Path);
                throw;
            }
        }

        // Empty if it cannot be found, because the object is not complete.
        private string PathTo(GraphRoot root, object value)
        {
            try
            {
                return GraphPath.From(root, value, Copies);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                return "";
            }
        }

        private sealed class Walk : GraphWalk
        {
            private readonly GraphCompletion _completion;
            private readonly GraphCopier _copier;
            private readonly GraphPlan _plan;
            private readonly bool _hasCopies;
            private object? _cycle;

            public Walk(GraphCompletion completion, GraphPlan plan, long budget)
                : base(plan, completion.Copies)
            {
                _completion = completion;
                _plan = plan;
                _hasCopies = completion.Copies.Count != 0;
                _copier = new GraphCopier(plan, budget);
            }

            public long Budget => _copier.Budget;

            public void Run(GraphRoot root)
            {
                WireWriter w = NewWriter();
                try
                {
                    WalkFrom(ref w, root);
                    foreach ((Codec objects, Array table) in _completion._tables)
                        WalkFrom(ref w, objects, table);
                    foreach ((Codec objects, object value) in _completion._objects)
                        WalkFromOne(ref w, objects, value);
                    // The remaining copies are in objects that are read although only members that this program lacks refer to them. The
                    // callbacks of these objects are called, too.
                    foreach ((object copy, Codec objects) in _completion.Copies.Unmade())
                        WalkFromOne(ref w, objects, copy);
                    foreach (Action complete in _copier.Later)
                        complete();
                }
                catch (KitbagException e) when (_cycle != null)
                {
                    e.Place(GraphPath.From(root, _cycle, _completion.Copies));
                    throw;
                }
                finally
                {
                    w.Dispose();
                }
            }

            protected override void Leave(ref WireWriter w, TrackedPlace place, List<TrackedPlace> edges, int firstEdge, bool isCycle)
            {
                if (SourceOf(place) is { } source)
                {
                    // If tracked objects with identity lead back to the copy, its source need not be complete yet.
                    if (!isCycle)
                    {
                        Copy(place, source);
                        CompleteParts();
                        Complete(place);
                    }
                    return;
                }
                if (_completion._constructed.TryGetValue(place.Value, out PresentMembers members))
                {
                    _completion.Current = place.Value;
                    if (isCycle)
                        throw ReachesItself(place);
                    place.Objects.Construct(place.Place, members);
                }
                // In a cycle, an object is completed once copies of all objects in the others exist.
                if (!isCycle || !_hasCopies)
                    Complete(place);
            }

            protected override void Close(TrackedPlace[] objects, bool isCycle)
            {
                if (!isCycle || !_hasCopies)
                    return;
                foreach (TrackedPlace place in objects)
                {
                    if (SourceOf(place) == null)
                        continue;
                    using var order = new CopyOrder(this, _plan, _completion.Copies);
                    order.Run(place);
                }
                CompleteParts();
                foreach (TrackedPlace place in objects)
                    Complete(place);
            }

            public void Copy(TrackedPlace place, object source)
            {
                _completion.Current = place.Value;
                _copier.Copy(place.Objects.Codec, source, place.Value);
                _completion.Copies.Remove(place.Value);
            }

            // The objects in copies, which were created together with them.
            private void CompleteParts()
            {
                foreach ((Codec codec, object part) in _copier.Parts)
                    codec.TrackedType!.CompleteObject(part);
                _copier.Parts.Clear();
            }

            private void Complete(TrackedPlace place)
            {
                if (!place.Objects.Codec.HasCompletion)
                    return;
                _completion.Current = place.Value;
                place.Objects.Complete(place.Place);
            }

            private KitbagException ReachesItself(TrackedPlace place)
            {
                _cycle = place.Value;
                return new KitbagException(KitbagErrorReason.NotSupported, "An object of '"
                    + KitbagException.Cut(place.Objects.Codec.Schema.Name) + "' reaches itself, by "
                    + GraphPath.Around(_plan, place.Objects.Codec, place.Value, _completion.Copies)
                    + ", but its constructor is marked with [KitbagConstructor], so its arguments must be complete before it is called. "
                    + "Remove the attribute, so that objects are created without it.");
            }
        }

        // Creates copies in the order in which objects that are stored by value contain each other; objects with identity may lead back.
        private sealed class CopyOrder : GraphWalk
        {
            private readonly Walk _walk;

            public CopyOrder(Walk walk, GraphPlan plan, GraphCopies copies)
                : base(plan, copies)
            {
                _walk = walk;
            }

            public void Run(TrackedPlace first)
            {
                WireWriter w = NewWriter();
                try
                {
                    WalkFromOne(ref w, first.Objects.Codec, first.Value);
                }
                finally
                {
                    w.Dispose();
                }
            }

            protected override void Expand(ref WireWriter w, TrackedPlace place)
            {
                if (place.Objects.Codec.IsCopied)
                    base.Expand(ref w, place);
            }

            protected override bool IsFollowed(TrackedPlace from, TrackedPlace to) => to.Objects.Codec.IsCopied;

            protected override void Leave(ref WireWriter w, TrackedPlace place, List<TrackedPlace> edges, int firstEdge, bool isCycle)
            {
                if (SourceOf(place) is { } source)
                    _walk.Copy(place, source);
            }
        }
    }
}
