using System;
using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Copies objects: each is written separately, and read into its copy once the objects of its kind that it refers to have copies. It
    /// uses an explicit stack, so the nesting depth is not limited. Objects with identity are not copied.
    /// </summary>
    internal sealed class GraphCopier
    {
        private readonly GraphPlan _plan;
        private readonly Stack<Frame> _open = new Stack<Frame>();

        public GraphCopier(GraphPlan plan, long budget)
        {
            _plan = plan;
            Budget = budget;
        }

        /// <summary>The number of bytes that may still be allocated.</summary>
        public long Budget { get; private set; }

        /// <summary>The objects that were created as parts of copies, innermost first. They must be completed.</summary>
        public List<(Codec Codec, object Part)> Parts { get; } = new List<(Codec, object)>();

        /// <summary>The calls that are made once all objects are complete.</summary>
        public List<Action> Later { get; } = new List<Action>();

        /// <summary>Copies an object, which must not reach itself, to another one. The copy is constructed, but not completed.</summary>
        public void Copy(Codec codec, object source, object target)
        {
            Open(codec, source, target);
            while (true)
            {
                Frame frame = _open.Peek();
                if (frame.TryNext(out Codec? child, out object? value))
                {
                    Open(child!, value!, New(child!));
                    continue;
                }
                _open.Pop();
                Read(frame);
                if (_open.Count == 0)
                    return;
                if (frame.Codec.HasCompletion)
                    Parts.Add((frame.Codec, frame.Target));
                _open.Peek().Put(frame.Target);
            }
        }

        private object New(Codec codec)
        {
            var r = new WireReader(default, KitbagLimits.Default, Budget);
            Array one = codec.TrackedType!.CreateTable(ref r, 1, false);
            Budget = r.Budget;
            return one.GetValue(0)!;
        }

        private void Open(Codec codec, object source, object target)
        {
            using var graph = new GraphWriter(_plan);
            WireWriter w = graph.NewWriter();
            try
            {
                codec.TrackedType!.WriteObject(ref w, source);
                _open.Push(new Frame(codec, target, w.Written.ToArray(), graph));
            }
            finally
            {
                w.Dispose();
            }
        }

        private void Read(Frame frame)
        {
            var r = new WireReader(frame.Bytes, KitbagLimits.Default, Budget);
            try
            {
                GraphReader reader = GraphReader.Of(ref r, _plan, frame.Tables());
                frame.Codec.TrackedType!.ReadObject(ref r, frame.Target);
                Later.AddRange(reader.Later);
                Budget = r.Budget;
                if (frame.Codec.IsConstructed)
                    frame.Codec.TrackedType!.ConstructObject(frame.Target);
            }
            finally
            {
                r.Dispose();
            }
        }

        // An object that is being copied.
        private sealed class Frame
        {
            private readonly List<object>[] _objects;
            private readonly TrackedObjects?[] _types;
            private int _type, _place = -1;

            public Frame(Codec codec, object target, byte[] bytes, GraphWriter graph)
            {
                Codec = codec;
                Target = target;
                Bytes = bytes;
                _types = graph.AllObjects;
                _objects = Array.ConvertAll(_types, type => type?.ToList() ?? new List<object>(0));
            }

            public Codec Codec { get; }

            public object Target { get; }

            /// <summary>The written source.</summary>
            public byte[] Bytes { get; }

            /// <summary>Finds an object that the source refers to and that has no copy yet.</summary>
            public bool TryNext(out Codec? codec, out object? value)
            {
                for (_place++; _type < _types.Length; _type++, _place = 0)
                {
                    if (_types[_type] is not { Codec: { IsCopied: true } copied } || _place >= _objects[_type].Count)
                        continue;
                    codec = copied;
                    value = _objects[_type][_place];
                    return true;
                }
                codec = null;
                value = null;
                return false;
            }

            /// <summary>Replaces an object by its copy.</summary>
            public void Put(object copy) => _objects[_type][_place] = copy;

            /// <summary>The objects that the target refers to, by type.</summary>
            public Array?[] Tables()
            {
                var tables = new Array?[_types.Length];
                for (int i = 0; i < tables.Length; i++)
                    tables[i] = _types[i]?.TableOf(_objects[i]);
                return tables;
            }
        }
    }
}
