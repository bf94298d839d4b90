using System;
using System.Collections.Generic;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Records what populating a graph changes. A text is read once, because objects in it refer to those that are populated: if reading
    /// fails, members are restored, and collections are changed only after everything has been read.
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

        /// <summary>Returns whether an object is the populated one, for which all required members must be present.</summary>
        public bool IsRoot(object? value) => ReferenceEquals(_root, value);

        /// <summary>Records the members of an object before they are set.</summary>
        public void Hold<T>(Codec<T> codec, T target)
        {
            if (codec.HoldTarget(target) is { } held)
                _undo.Push(() => codec.RestoreTarget(target, held));
        }

        /// <summary>Changes a collection after everything has been read.</summary>
        /// <param name="position">The position in the text of the collection's new contents.</param>
        /// <param name="change">The delegate that changes the collection.</param>
        /// <param name="target">The collection.</param>
        /// <param name="read">The data that was read.</param>
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

        /// <summary>Restores the members of objects.</summary>
        public void Undo()
        {
            while (_undo.Count != 0)
                _undo.Pop()();
        }
    }
}
