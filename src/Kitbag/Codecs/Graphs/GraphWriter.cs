using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Writes the tracked objects of a document. References are numbers; the objects themselves follow the root, in segments of one type
    /// each. So nothing recurses, however deep a graph is.
    /// </summary>
    internal sealed class GraphWriter
    {
        private readonly GraphPlan _plan;
        private readonly TrackedObjects[] _objects;
        private readonly IdentityTable _identities = new IdentityTable();

        public GraphWriter(GraphPlan plan)
        {
            _plan = plan;
            _objects = Array.ConvertAll(plan.Parts, part => part.Codec!.NewTracked(_identities));
        }

        /// <summary>Where every object is noted that a reference is found to; null where nobody wants to know.</summary>
        public List<TrackedPlace>? Found { get; init; }

        /// <summary>Writes a body.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="root">The root.</param>
        public static void Write<T>(ref WireWriter w, Codec<T> codec, T root)
        {
            var graph = new GraphWriter(codec.Graph);
            w.Graph = graph;
            long start = w.Length;
            codec.WriteRoot(ref w, root);
            long length = w.Length - start;
            var segments = new List<GraphSegment>();
            while (graph.TryFindSegment(ref w, out int type, out int count))
            {
                long before = w.Length;
                graph._objects[type].Write(ref w, count);
                segments.Add(new GraphSegment(type, count, 0, checked((int)(w.Length - before))));
            }
            GraphDirectory.Write(ref w, length, segments);
        }

        /// <summary>The objects of a type.</summary>
        public TrackedObjects<T> ObjectsOf<T>(Codec<T> codec) => (TrackedObjects<T>)_objects[_plan.NumberOf(codec.Ordinal)];

        /// <summary>Finds out what stands for objects: 0 for null, else 1 + the place of each.</summary>
        public void PutPrefixes<T>(Codec<T> codec, ReadOnlySpan<T> values, Span<uint> prefixes)
        {
            TrackedObjects<T> objects = ObjectsOf(codec);
            for (int i = 0; i < values.Length; i++)
                prefixes[i] = values[i] is { } value ? (uint)objects.PlaceOf(value) + 1 : 0;
            for (int i = 0; Found != null && i < prefixes.Length; i++)
            {
                if (prefixes[i] != 0)
                    Found.Add(new TrackedPlace(objects, (int)prefixes[i] - 1));
            }
        }

        // Full groups are written at once. Where there is none, what is known is asked what it refers to until there is, for a chain of
        // objects would else be written one by one.
        private bool TryFindSegment(ref WireWriter w, out int type, out int count)
        {
            while (true)
            {
                int most = 0, unknown = 0;
                for (int i = 1; i < _objects.Length; i++)
                {
                    most = _objects[i].Unwritten > _objects[most].Unwritten ? i : most;
                    unknown = _objects[i].Unknown > _objects[unknown].Unknown ? i : unknown;
                }
                type = most;
                count = _objects[most].Unwritten;
                if (count >= Groups.Capacity)
                {
                    count -= count % Groups.Capacity;
                    return true;
                }
                if (_objects[unknown].Unknown == 0)
                    return count != 0;
                _objects[unknown].Discover(ref w);
            }
        }
    }
}
