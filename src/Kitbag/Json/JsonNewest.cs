using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>
    /// Skips members under former names if the object has them under their current names: an older program wrote the value of a new object
    /// under the former name, and kept the other one.
    /// </summary>
    internal struct JsonNewest
    {
        // Where the members begin; inverted if none of those that follow there is the first one.
        private int _start;
        // The members that have been found under their current names; null until a former name occurs, as in most texts none does.
        private HashSet<int>? _current;

        /// <summary>Notes where the members begin, when it is called first.</summary>
        /// <param name="position">The position of the reader.</param>
        /// <param name="isFirst">Whether nothing of the object has been read.</param>
        public void Begin(int position, bool isFirst)
        {
            if (_start == 0)
                _start = isFirst ? position : ~position;
        }

        /// <summary>Gets a value indicating whether all members must be searched for.</summary>
        public readonly bool IsSearching => _current != null;

        /// <summary>Moves to the next member.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="names">The names of the members.</param>
        /// <param name="expected">The index of the expected member.</param>
        /// <param name="isFirst">Whether nothing of the object has been read.</param>
        /// <param name="isFormer">Whether it has a former name, or that of a migration.</param>
        /// <returns>The index of the member, the number of names for an unknown one, or -1 at the end of the object.</returns>
        public int Next(ref JsonReader r, JsonNames names, int expected, bool isFirst, out bool isFormer)
        {
            while (true)
            {
                int index = r.NextMember(names, expected, isFirst, out isFormer);
                if (isFormer && _current == null)
                {
                    _current = new HashSet<int>();
                    r.FindCurrent(names, _start < 0 ? ~_start : _start, _start >= 0, _current);
                }
                if (!isFormer)
                    _current?.Add(index);
                else if (_current!.Contains(names.MemberOf(index)))
                {
                    r.Skip();
                    isFirst = false;
                    continue;
                }
                return index;
            }
        }
    }
}
