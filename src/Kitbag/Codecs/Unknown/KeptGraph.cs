using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <inheritdoc/>
    internal sealed class KeptGraph : UnknownObjects
    {
        private readonly GraphReader _graph;
        private readonly List<UnknownGroup> _groups = new List<UnknownGroup>();
        private readonly Queue<UnknownGroup> _replaced = new Queue<UnknownGroup>();
        // The codecs of the classes that this program has, by their names in the document.
        private readonly Dictionary<string, Codec> _known = new Dictionary<string, Codec>();
        private readonly Dictionary<(ValuePart, KeptShape), (ReadPlan?, GraphPlan)> _valuePlans =
            new Dictionary<(ValuePart, KeptShape), (ReadPlan?, GraphPlan)>();
        private bool _isReading, _isComplete;

        /// <summary>Initializes the reading of a document.</summary>
        /// <param name="graph">Its reader.</param>
        /// <param name="root">The codec of its root.</param>
        public KeptGraph(GraphReader graph, Codec root)
        {
            _graph = graph;
            foreach (GraphPart part in root.Graph.Parts.AsSpan(0, root.Graph.Types))
            {
                if (part.Codec is { IsCopied: false } codec)
                    _known.TryAdd(part.Writer.Name, codec);
            }
        }

        public override void Read(ref WireReader r)
        {
            foreach ((string name, Array objects) in _graph.UnknownTables())
            {
                var group = new UnknownGroup(name);
                foreach (object one in objects)
                    group.Add((UnknownObject)one);
                _groups.Add(group);
            }
            if (_graph.ReadUnknown(ref r) is UnknownObject[] others)
                AddByName(ref r, others);
            ReplaceKnown(ref r);
        }

        // Read as values are the objects to which the members of some objects refer, so of a large block only the objects that are needed.
        public override List<KeptValues> ValuesOf(ref WireReader r, object?[] objects, ValuePart part)
        {
            var byBlock = new Dictionary<KeptBlock, List<int>>();
            for (int i = 0; i < objects.Length; i++)
            {
                if (objects[i] is not UnknownObject { Known: null, Members: { Block: { } block } })
                    throw GraphReader.NotOfClass(ref r, part.Codec);
                if (!byBlock.TryGetValue(block, out List<int>? some))
                    byBlock.Add(block, some = new List<int>());
                some.Add(i);
            }
            var parts = new List<KeptValues>();
            foreach (KeyValuePair<KeptBlock, List<int>> some in byBlock)
            {
                KeptBlock block = some.Key;
                int[] places = some.Value.ToArray();
                int[] indexes = Array.ConvertAll(places, place => ((UnknownObject)objects[place]!).Members.Index);
                if (!IsWhole(indexes, block.Count))
                {
                    r.Charge(places.Length * (block.Shape.Names.Length + 1L) * KeptMerge.BytesOfValue);
                    object?[] values = block.Values;
                    block = KeptBlock.Of(block.Shape, Array.ConvertAll(indexes, index => values[index]));
                }
                (ReadPlan? plan, GraphPlan graph) = PlanOf(part, block.Shape);
                parts.Add(new KeptValues(places, block.Memory, plan,
                    block.Targets is { } targets ? GraphReader.OfKept(ref r, graph, targets) : _graph));
            }
            return parts;
        }

        private static bool IsWhole(int[] indexes, int count)
        {
            bool isWhole = indexes.Length == count;
            for (int i = 0; i < indexes.Length && isWhole; i++)
                isWhole = indexes[i] == i;
            return isWhole;
        }

        private (ReadPlan? Plan, GraphPlan Graph) PlanOf(ValuePart part, KeptShape shape)
        {
            if (!_valuePlans.TryGetValue((part, shape), out (ReadPlan?, GraphPlan) plan))
            {
                var builder = new PlanBuilder(part.UnknownCases) { Tracked = shape.Type.Tracked!, IsOfBlock = true };
                ReadPlan? read = builder.Resolve(part.Codec, shape.Type);
                _valuePlans.Add((part, shape), plan = (read, new GraphPlan(builder.Parts, true)));
            }
            return plan;
        }

        private void AddByName(ref WireReader r, UnknownObject[] objects)
        {
            var byName = new Dictionary<string, UnknownGroup>();
            foreach (UnknownObject one in objects)
            {
                if (one.Members.Block is not { Shape: { CaseName: { Length: > 0 } name } })
                    throw KeptBlock.Malformed("lacks the class of an object", r.Position);
                if (!byName.TryGetValue(name, out UnknownGroup? group))
                {
                    byName.Add(name, group = new UnknownGroup(name));
                    _groups.Add(group);
                }
                group.Add(one);
            }
        }

        // All objects of the classes that this program has: members of a block would otherwise refer to objects of two forms.
        private void ReplaceKnown(ref WireReader r)
        {
            foreach (UnknownGroup group in _groups)
            {
                if (group.Codec == null && _known.TryGetValue(group.Name, out Codec? codec))
                    Replace(ref r, group, codec);
            }
        }

        private void Replace(ref WireReader r, UnknownGroup group, Codec codec)
        {
            group.Replace(codec, codec.TrackedType!.CreateTable(ref r, group.Objects.Count, false));
            _replaced.Enqueue(group);
        }

        public override void Replace(ref WireReader r, object?[] objects, Codec codec)
        {
            bool any = false;
            foreach (object? one in objects)
            {
                if (one is not UnknownObject { Known: null, Group: { } group } || codec == ReplaceableObject.Codec)
                    continue;
                Replace(ref r, group, codec);
                any |= _known.TryAdd(group.Name, codec);
            }
            if (any)
                ReplaceKnown(ref r);
            if (_isComplete)
                ReadReplaced(ref r);
        }

        public override void Complete(ref WireReader r)
        {
            _isComplete = true;
            ReadReplaced(ref r);
        }

        // Not recursive, because the objects of each block may refer to those of another one: reading some may replace others.
        public override void ReadReplaced(ref WireReader r)
        {
            if (_isReading)
                return;
            _isReading = true;
            while (_replaced.TryDequeue(out UnknownGroup? group))
            {
                foreach (KeyValuePair<KeptBlock, List<object?>> block in group.ByBlock())
                    ReadReplaced(ref r, block.Key, group.Codec!, group.Codec!.TrackedType!.TableOf(block.Value.ToArray())!);
            }
            _isReading = false;
        }

        private void ReadReplaced(ref WireReader r, KeptBlock block, Codec codec, Array table)
        {
            var builder = new PlanBuilder(_graph.UnknownCases) { Tracked = block.Shape.Type.Tracked!, IsOfBlock = true };
            (ReadPlan? early, ReadPlan? late) = codec.SplitLate(builder.Resolve(codec, block.Shape.Type));
            var graph = new GraphPlan(builder.Parts, true);
            ReadReplaced(ref r, block, codec, table, graph, early);
            if (late != null)
                _graph.ReadLater((ref WireReader end) => ReadReplaced(ref end, block, codec, table, graph, late));
            _graph.CompleteReplaced(codec, table, new PresentMembers(early, late));
        }

        private void ReadReplaced(ref WireReader r, KeptBlock block, Codec codec, Array table, GraphPlan graph, ReadPlan? plan)
        {
            WireReader inner = r.Inner(block.Bytes);
            try
            {
                inner.Graph = block.Targets is { } targets ? GraphReader.OfKept(ref r, graph, targets) : _graph;
                codec.TrackedType!.FillTable(ref inner, table, 0, table.Length, plan);
                r.Charge(r.Budget - inner.Budget);
            }
            catch (KitbagException e)
            {
                e.MoveTo(r.Position);
                GraphDirectory.Locate(e, 0, block.Shape.CaseName);
                throw;
            }
            finally
            {
                inner.Dispose();
            }
        }

        public override void Release()
        {
            foreach (UnknownGroup group in _groups)
                group.Release();
        }
    }
}
