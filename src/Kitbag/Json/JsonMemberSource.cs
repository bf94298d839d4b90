using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>Determines which members of an object are read, if these are not the members that follow in the text.</summary>
    internal abstract class JsonMemberSource
    {
        /// <summary>Moves to the next member.</summary>
        /// <param name="r">The reader, which is then positioned before the member's value.</param>
        /// <param name="names">The names of the members.</param>
        /// <param name="index">The index of the last member that was read, or -1.</param>
        /// <param name="isFirst">Whether nothing of the object has been read.</param>
        /// <returns>The index of the member among the names, or -1 if there are no more.</returns>
        public abstract int Next(ref JsonReader r, JsonNames names, int index, bool isFirst);

        /// <summary>Returns whether a member is present but is read later.</summary>
        public virtual bool IsDeferred(int index) => false;
    }

    /// <summary>Reads a single member, whose value follows.</summary>
    internal sealed class JsonOneMember : JsonMemberSource
    {
        private readonly int _index;

        public JsonOneMember(int index)
        {
            _index = index;
        }

        public override int Next(ref JsonReader r, JsonNames names, int index, bool isFirst) => isFirst ? _index : -1;
    }

    /// <summary>The members that follow, but not those that have to wait until all objects are complete.</summary>
    internal abstract class JsonDeferringSource : JsonMemberSource
    {
        private readonly bool[] _isLate;
        private readonly bool[] _isDeferred, _isRead;
        private readonly HashSet<int>? _seen;
        private JsonNewest? _newest;

        protected JsonDeferringSource(bool[] isLate, bool refusesDuplicates)
        {
            _isLate = isLate;
            _isDeferred = new bool[isLate.Length];
            _isRead = new bool[isLate.Length];
            _seen = refusesDuplicates ? new HashSet<int>() : null;
        }

        public override int Next(ref JsonReader r, JsonNames names, int index, bool isFirst)
        {
            if (names.MayRepeat)
                _newest ??= new JsonNewest(r.Position, isFirst);
            while (true)
            {
                bool isFormer = false;
                index = _newest == null
                    ? r.NextMember(names, index + 1, isFirst)
                    : _newest.Next(ref r, names, index + 1, isFirst, out isFormer);
                isFirst = false;
                if ((uint)index >= (uint)_isLate.Length)
                    return index;
                if (_seen != null && !_seen.Add(isFormer ? ~index : index))
                    throw r.StandsTwice(names.All[index].Text);
                _isRead[index] = true;
                if (!_isLate[index])
                    return index;
                r.Peek();
                Defer(ref r, index);
                _isDeferred[index] = true;
                r.Skip();
            }
        }

        public override bool IsDeferred(int index) => _isDeferred[index];

        /// <summary>Returns whether a member was read, or will be.</summary>
        public bool IsRead(int index) => _isRead[index];

        /// <summary>Has a member read later, before whose value the reader stands.</summary>
        protected abstract void Defer(ref JsonReader r, int index);
    }
}
