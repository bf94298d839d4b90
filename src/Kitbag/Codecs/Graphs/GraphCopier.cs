using System;
using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Makes objects copies of others: each is written by itself, and what was written is read into the copy, once there are copies of the
    /// objects of its own kind that it refers to. By a stack of its own: how deep they nest does not matter. Objects that have an identity
    /// are not copied.
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

        /// <summary>The bytes that may still be allocated.</summary>
        public long Budget { get; private set; }

        /// <summary>The objects that were made as parts of copies, those that others hold first. They are to be completed.</summary>
        public List<(Codec Codec, object Part)> Parts { get; } = new List<(Codec, object)>();

        /// <summary>What is to be called once all objects are complete.</summary>
        public List<Action> Later { get; } = new List<Action>();

        /// <summary>Makes an object a copy of another, which does not reach itself. It is then constructed, but not completed.</summary>
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

        // An object whose copy is being made.
        private sealed class Frame
        {
            private readonly List<object>[] _objects;
            private readonly TrackedObjects[] _types;
            private int _type, _place = -1;

            public Frame(Codec codec, object target, byte[] bytes, GraphWriter graph)
            {
                Codec = codec;
                Target = target;
                Bytes = bytes;
                _types = graph.AllObjects;
                _objects = Array.ConvertAll(_types, type => type.ToList());
            }

            public Codec Codec { get; }

            public object Target { get; }

            /// <summary>What was written of the source.</summary>
            public byte[] Bytes { get; }

            /// <summary>Finds an object that the source refers to and of which there is no copy yet.</summary>
            public bool TryNext(out Codec? codec, out object? value)
            {
                for (_place++; _type < _types.Length; _type++, _place = 0)
                {
                    if (!_types[_type].Codec.IsCopied || _place >= _objects[_type].Count)
                        continue;
                    codec = _types[_type].Codec;
                    value = _objects[_type][_place];
                    return true;
                }
                codec = null;
                value = null;
                return false;
            }

            /// <summary>Puts the copy in its place.</summary>
            public void Put(object copy) => _objects[_type][_place] = copy;

            /// <summary>What the target refers to, by type.</summary>
            public Array[] Tables()
            {
                var tables = new Array[_types.Length];
                for (int i = 0; i < tables.Length; i++)
                    tables[i] = _types[i].TableOf(_objects[i]);
                return tables;
            }
        }
    }
}
