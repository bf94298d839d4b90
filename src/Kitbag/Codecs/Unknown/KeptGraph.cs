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
            var builder = new PlanBuilder { Tracked = block.Shape.Type.Tracked!, IsOfBlock = true };
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
