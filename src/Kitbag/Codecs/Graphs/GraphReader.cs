using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads the tracked objects of a document: makes all of them, then gives each its members, which may be any of them, and reads the
    /// root last.
    /// </summary>
    internal sealed class GraphReader
    {
        private readonly GraphPlan _plan;
        private readonly Array?[] _tables;

        private GraphReader(GraphPlan plan)
        {
            _plan = plan;
            _tables = new Array?[plan.Parts.Length];
        }

        /// <summary>Reads a body.</summary>
        /// <param name="r">At its start.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="plan">How the root is read, where another schema wrote it; else null.</param>
        /// <param name="graph">How the objects are read.</param>
        public static T Read<T>(ref WireReader r, Codec<T> codec, ReadPlan? plan, GraphPlan graph)
        {
            var reader = new GraphReader(graph);
            int length = reader.Begin(ref r, out GraphSegment[] segments);
            reader.ReadObjects(ref r, segments);
            T root = codec.ReadRootByPlan(ref r, plan);
            reader.End(ref r, length);
            return root;
        }

        /// <summary>Reads a body into an object that exists.</summary>
        /// <inheritdoc cref="Read"/>
        public static void ReadInto<T>(ref WireReader r, Codec<T> codec, T target, ReadPlan? plan, GraphPlan graph)
        {
            var reader = new GraphReader(graph);
            int length = reader.Begin(ref r, out GraphSegment[] segments);
            bool isTracked = codec.PutTarget(ref r, target, plan);
            r.MoveTo(0);
            reader.ReadObjects(ref r, segments);
            if (isTracked)
                codec.ReadRootByPlan(ref r, plan);
            else
                codec.ReadRootInto(ref r, target, plan);
            reader.End(ref r, length);
        }

        private int Begin(ref WireReader r, out GraphSegment[] segments)
        {
            r.Graph = this;
            int length = GraphDirectory.Read(ref r, _tables.Length, out segments);
            var counts = new int[_tables.Length];
            foreach (GraphSegment segment in segments)
            {
                long count = (long)counts[segment.Type] + segment.Count;
                counts[segment.Type] = LengthPrefixes.Checked(ref r, count);
            }
            for (int i = 0; i < counts.Length; i++)
                _tables[i] = _plan.Parts[i].Codec?.CreateTable(ref r, counts[i]);
            return length;
        }

        private void ReadObjects(ref WireReader r, GraphSegment[] segments)
        {
            bool anyLate = false;
            var starts = new int[_tables.Length];
            foreach (GraphSegment segment in segments)
            {
                GraphPart part = _plan.Parts[segment.Type];
                ReadSegment(ref r, segment, starts[segment.Type], part.Plan);
                starts[segment.Type] += segment.Count;
                anyLate |= part.Late != null;
            }
            starts.AsSpan().Clear();
            foreach (GraphSegment segment in anyLate ? segments : Array.Empty<GraphSegment>())
            {
                if (_plan.Parts[segment.Type].Late is { } late)
                    ReadSegment(ref r, segment, starts[segment.Type], late);
                starts[segment.Type] += segment.Count;
            }
            r.MoveTo(0);
        }

        private void ReadSegment(ref WireReader r, in GraphSegment segment, int start, ReadPlan? plan)
        {
            GraphPart part = _plan.Parts[segment.Type];
            r.MoveTo(segment.Start);
            try
            {
                if (part.Codec == null)
                    Skipping.SkipColumn(ref r, part.Writer, segment.Count);
                else
                    part.Codec.FillTable(ref r, _tables[segment.Type]!, start, segment.Count, plan);
            }
            catch (KitbagException e)
            {
                GraphDirectory.Locate(e, start, part.Writer.Name);
                throw;
            }
            GraphDirectory.CheckEnd(ref r, segment.Start + segment.Length, "A segment of objects");
        }

        private void End(ref WireReader r, int length)
        {
            GraphDirectory.CheckEnd(ref r, length, "The root");
            for (int i = _tables.Length - 1; i >= 0; i--)
            {
                if (_tables[i] is { } table)
                    _plan.Parts[i].Codec!.CompleteTable(table);
            }
            r.MoveTo(r.Data.Length);
        }

        /// <summary>The objects of the type that a reference is of.</summary>
        /// <param name="codec">The codec of the objects.</param>
        /// <param name="plan">How the reference is read, where another schema wrote it; else null.</param>
        public T[] TableOf<T>(Codec<T> codec, ReadPlan? plan) => (T[])_tables[plan?.Tracked ?? _plan.NumberOf(codec.Ordinal)]!;
    }
}
