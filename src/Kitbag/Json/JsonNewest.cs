using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>
    /// Skips members under former names if the object has them under their current names: an older program wrote the value of a new object
    /// under the former name, and kept the other one.
    /// </summary>
    internal sealed class JsonNewest
    {
        private readonly int _start;
        private readonly bool _startsObject;
        // The members that the object has under their current names; null until a former name occurs, as in most texts none does.
        private HashSet<int>? _current;

        /// <param name="start">The position of the reader before the first member that it reads.</param>
        /// <param name="startsObject">Whether nothing of the object has been read before.</param>
        public JsonNewest(int start, bool startsObject)
        {
            _start = start;
            _startsObject = startsObject;
        }

        /// <summary>Gets a value indicating whether all members must be searched for.</summary>
        public bool IsSearching => _current != null;

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
                if (!isFormer)
                    return index;
                if (_current == null)
                {
                    _current = new HashSet<int>();
                    r.FindCurrent(names, _start, _startsObject, _current);
                }
                if (!_current.Contains(names.MemberOf(index)))
                    return index;
                r.Skip();
                isFirst = false;
            }
        }
    }
}
