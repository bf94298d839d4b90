using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>Tells which members of an object are read, where these are not those that follow in the text.</summary>
    internal abstract class JsonMemberSource
    {
        /// <summary>Goes to the next member.</summary>
        /// <param name="r">The reader; then it stands before the member's value.</param>
        /// <param name="names">The names of the members.</param>
        /// <param name="index">The member that was read last; -1 where there was none.</param>
        /// <param name="isFirst">Whether nothing has been read of the object.</param>
        /// <returns>Which one, in order of the names; -1 where there is none.</returns>
        public abstract int Next(ref JsonReader r, JsonNames names, int index, bool isFirst);

        /// <summary>Whether a member is there, but is read later.</summary>
        public virtual bool IsDeferred(int index) => false;
    }

    /// <summary>One member, whose value comes.</summary>
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

        protected JsonDeferringSource(bool[] isLate, bool refusesDuplicates)
        {
            _isLate = isLate;
            _isDeferred = new bool[isLate.Length];
            _isRead = new bool[isLate.Length];
            _seen = refusesDuplicates ? new HashSet<int>() : null;
        }

        public override int Next(ref JsonReader r, JsonNames names, int index, bool isFirst)
        {
            while (true)
            {
                index = r.NextMember(names, index + 1, isFirst);
                isFirst = false;
                if ((uint)index >= (uint)_isLate.Length)
                    return index;
                if (_seen != null && !_seen.Add(index))
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

        /// <summary>Whether a member was read, or will be.</summary>
        public bool IsRead(int index) => _isRead[index];

        /// <summary>Has a member read later, before whose value the reader stands.</summary>
        protected abstract void Defer(ref JsonReader r, int index);
    }
}
