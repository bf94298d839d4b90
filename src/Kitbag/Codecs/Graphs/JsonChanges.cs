using System;
using System.Collections.Generic;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// What populating a graph changes of what was there before. A text is read once, for objects that stand in it refer to those that are
    /// populated: where reading fails, members get back what they held, and collections change only when all has been read.
    /// </summary>
    internal sealed class JsonChanges
    {
        private readonly object? _root;
        private readonly Stack<Action> _undo = new Stack<Action>();
        private readonly List<(int Position, Action Change)> _later = new List<(int, Action)>();

        public JsonChanges(object? root)
        {
            _root = root;
        }

        /// <summary>Whether an object is the one that is populated, which has to get all members that it cannot do without.</summary>
        public bool IsRoot(object? value) => ReferenceEquals(_root, value);

        /// <summary>Notes what an object holds before its members are set.</summary>
        public void Hold<T>(Codec<T> codec, T target)
        {
            if (codec.HoldTarget(target) is { } held)
                _undo.Push(() => codec.RestoreTarget(target, held));
        }

        /// <summary>Has a collection changed once all has been read.</summary>
        /// <param name="position">Where in the text what it is to hold stands.</param>
        /// <param name="change">Changes it.</param>
        /// <param name="target">The collection.</param>
        /// <param name="read">What was read.</param>
        public void Later<TTarget, TRead>(int position, Action<TTarget, TRead> change, TTarget target, TRead read) =>
            _later.Add((position, () => change(target, read)));

        /// <summary>Changes the collections.</summary>
        public void Apply(ref JsonReader r)
        {
            foreach ((int position, Action change) in _later)
            {
                r.MoveTo(new JsonPosition(position, 0));
                change();
            }
        }

        /// <summary>Gives objects back what they held.</summary>
        public void Undo()
        {
            while (_undo.Count != 0)
                _undo.Pop()();
        }
    }
}
